/**
 * Transactional outbox. `emit` writes the event and one job per subscriber in the caller's transaction; the job table delivers.
 * Open browsers follow the event table by time (see notifications).
 */
import { sql } from 'kysely'
import type { Events, EventType } from '../events.ts'
import type { Connection, Transaction } from './database.ts'
import { newId } from './ids.ts'
import type { Jobs } from './jobs.ts'

export interface Outbox {
  emit<T extends EventType>(tx: Transaction, type: T, payload: Events[T]): Promise<void>
  /** `subscriber` names the reaction, for its job. The handler is called at least once per event. */
  on<T extends EventType>(type: T, subscriber: string, handle: (payload: Events[T], eventId: string) => Promise<void>): void
}

export function createOutbox({ jobs }: { jobs: Jobs }): Outbox {
  const subscribers = new Map<EventType, string[]>()
  return {
    async emit(tx, type, payload) {
      const id = newId()
      const accountId = 'accountId' in payload ? payload.accountId : null
      await sql`INSERT INTO platform.event (id, type, account_id, payload)
        VALUES (${id}, ${type}, ${accountId}, ${JSON.stringify(payload)})`.execute(tx)
      for (const name of subscribers.get(type) ?? []) await jobs.enqueue(tx, { name, key: id, payload: { id, payload } })
    },
    on(type, subscriber, handle) {
      const name = `${subscriber} on ${type}`
      subscribers.set(type, [...(subscribers.get(type) ?? []), name])
      jobs.handle({
        name,
        // What happened is never forgotten: a customer's money may wait for whoever hears of it.
        maxAttempts: Number.POSITIVE_INFINITY,
        async run(job) {
          const { id, payload } = job as { id: string; payload: Events[typeof type] }
          await handle(payload, id)
          return undefined
        },
      })
    },
  }
}

export interface StoredEvent {
  id: string
  type: EventType
  account_id: string | null
  payload: Record<string, unknown>
  at: Date
}

/**
 * Events of the last moments that these accounts or everybody may care about, oldest first; for live streams. The reader drops
 * those it has seen: commit order is not time order. When there are too many, the newest are answered.
 */
export async function recentEvents(db: Connection, wanted: { withinMs: number; accountIds: readonly string[] }): Promise<StoredEvent[]> {
  const found = await sql<StoredEvent>`SELECT id, type, account_id, payload, at FROM platform.event
    WHERE at > now() - make_interval(secs => ${wanted.withinMs / 1000})
      AND (account_id IS NULL OR account_id = ANY(${[...wanted.accountIds]}::uuid[]))
    ORDER BY at DESC, id DESC LIMIT 1000`.execute(db)
  return found.rows.reverse()
}
