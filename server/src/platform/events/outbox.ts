/**
 * Transactional outbox. `emit` writes the event in the caller's transaction; each consumer reads the events of its types with its cursor
 * (events/consume.ts). Open browsers follow the event table by time (see notifications).
 */
import { sql } from 'kysely'
import { EVENTS, type Events, type EventType } from '../../events.ts'
import type { Connection, Database, Transaction } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { announceWork } from '../jobs/wakeups.ts'
import type { Log } from '../observability/log.ts'
import type { Clock } from '../time/clock.ts'
import { currentTraceparent } from '../tracing/traced.ts'
import { rewind } from './cursor-store.ts'
import { type Consumer, type ConsumerOptions, createPoller } from './poller.ts'

export interface Outbox {
  /** Several of one type are one statement. */
  emit<T extends EventType>(tx: Transaction, type: T, ...payloads: readonly Events[T][]): Promise<void>
  /**
   * `consumer` names the cursor; its subscriptions share it. Events of one account arrive in their order, at least once each; one that
   * fails blocks only its account.
   */
  on<T extends EventType>(
    type: T,
    consumer: string,
    handle: (payload: Events[T], eventId: string) => Promise<void>,
    options?: ConsumerOptions,
  ): void
  /**
   * For a consumer that handles many events faster in one transaction: all that it is given, or none. When it fails, each goes to the
   * handler of its type, where one that fails blocks only its account. Call it after `on` of the same consumer.
   */
  together(consumer: string, handle: (events: readonly DeliveredEvent[]) => Promise<void>): void
  /** Rewind the consumer: it receives the events since then again, as far as they are kept. */
  replay(consumer: string, since: Date): Promise<void>
  /** Events of this type of the same account after this event that match `part`: a dead letter is handled after them. */
  later<T extends EventType>(eventId: string, type: T, part: Partial<Events[T]>): Promise<Events[T][]>
  /** Names of consumers by the events they read. */
  readers(): ReadonlyMap<EventType, readonly string[]>
}

export type DeliveredEvent = { [T in EventType]: { readonly type: T; readonly payload: Events[T] } }[EventType]

export function createOutbox({ db, clock, log, jobs }: { db: Database; clock: Clock; log: Log; jobs: Jobs }): Outbox {
  const consumers = new Map<string, Consumer>()
  jobs.poll(createPoller({ db, clock, log, consumers }))
  return {
    async emit(tx, type, ...payloads) {
      const { version, payload: schema } = EVENTS[type]
      const traceparent = currentTraceparent()
      const rows = payloads.map((payload) => {
        const accountId = 'accountId' in payload ? payload.accountId : null
        return sql`(${newId()}, ${type}, ${version}, ${accountId}, ${JSON.stringify(schema.parse(payload))}, ${traceparent})`
      })
      if (rows.length === 0) return
      await sql`INSERT INTO platform.event (id, type, version, account_id, payload, traceparent) VALUES ${sql.join(rows)}`.execute(tx)
      await announceWork(tx)
    },
    on(type, name, handle, options = {}) {
      const from = options.from ?? 'beginning'
      const consumer = consumers.get(name) ?? { name, from, handlers: new Map() }
      if (consumer.from !== from) throw new Error(`Consumer ${name} begins at two places.`)
      if (consumer.handlers.has(type)) throw new Error(`Consumer ${name} has two handlers of ${type}.`)
      // The schema of the type was checked when the event was written.
      consumer.handlers.set(type, (payload, eventId) => handle(payload as Events[typeof type], eventId))
      consumers.set(name, consumer)
    },
    together(name, handle) {
      const consumer = consumers.get(name)
      if (!consumer) throw new Error(`Consumer ${name} listens to nothing.`)
      // As above, for all types.
      consumer.handleTogether = (events) => handle(events as readonly DeliveredEvent[])
    },
    async replay(consumer, since) {
      await rewind(db, consumer, since)
      await announceWork(db)
    },
    async later(eventId, type, part) {
      // `at` only limits the index scan: commit order is not time order.
      const found = await sql<{ payload: Events[typeof type] }>`SELECT later.payload FROM platform.event first, platform.event later
        WHERE first.id = ${eventId} AND later.type = ${type} AND later.at > first.at - interval '1 hour' AND later.number > first.number
          AND later.account_id = first.account_id AND later.payload @> ${JSON.stringify(part)}::jsonb ORDER BY later.number`.execute(db)
      return found.rows.map(({ payload }) => payload)
    },
    readers() {
      const readers = new Map<EventType, string[]>()
      for (const { name, handlers } of consumers.values())
        for (const type of handlers.keys()) readers.set(type, [...(readers.get(type) ?? []), name])
      return readers
    },
  }
}

export interface StoredEvent {
  id: string
  type: EventType
  accountId: string | null
  payload: Record<string, unknown>
  at: Date
}

/**
 * Events of the last moments for these accounts or for all, oldest first; for live streams. The reader drops those it has seen: commit
 * order is not time order. When there are too many, the newest are returned.
 */
export async function recentEvents(db: Connection, wanted: { withinMs: number; accountIds: readonly string[] }): Promise<StoredEvent[]> {
  const found = await sql<StoredEvent>`SELECT id, type, account_id AS "accountId", payload, at FROM platform.event
    WHERE at > now() - make_interval(secs => ${wanted.withinMs / 1000})
      AND (account_id IS NULL OR account_id = ANY(${[...wanted.accountIds]}::uuid[]))
    ORDER BY at DESC, id DESC LIMIT 1000`.execute(db)
  return found.rows.reverse()
}
