/**
 * Idempotency of money calls (R2, SEC-45): one intent is one operation, any number of times it is sent. With an `Idempotency-Key` the
 * record of the first call is the stored answer: a repeat finds it, and with another body it is refused. Without a key a duplicate is
 * refused for a minute, the duplicate window.
 */
import { sql } from 'kysely'
import { recordUnchanged } from '../audit/index.ts'
import { Refused, refuse } from '../http/refusal.ts'
import type { Clock } from '../time/clock.ts'
import { type Connection, type Database, databaseErrorCode, inTransaction, type Transaction } from './database.ts'
import { idOf, newId } from './ids.ts'

/** Identity of a money call: the same key of the same person is the same `id`, so a repeat finds the result of the first call. */
export interface Operation {
  readonly id: string
  /** SHA-256 of the call and its body: a repeat with another body is refused. */
  readonly hash: string
  /** The caller sent no key, so a repeat has another `id` and only the `hash` identifies it. Two such copies never run concurrently. */
  readonly isKeyless: boolean
}

/** The key is scoped to account and call. */
export function nameOperation(given: { accountId: string; call: string; key: string | undefined; hash: string }): Operation {
  const { accountId, call, key, hash } = given
  if (key === undefined) return { id: newId(), hash, isKeyless: true }
  return { id: idOf('operation', accountId, call, key), hash, isKeyless: false }
}

/** A record keeps the hash of its call and body. */
interface Recorded {
  readonly requestHash: string
}
type Find<T extends Recorded> = (connection: Connection) => Promise<T | null>

const UNIQUE_VIOLATION = '23505'

/**
 * Return the earlier record of the operation or make it. Of two concurrent copies the second violates some key of the first one's rows, in
 * any module; run again, it finds the record.
 * @throws Refused `request.idempotency_key_reused`
 */
export async function idempotently<T extends Recorded>(
  db: Database,
  operation: Operation,
  { find, record }: { find: (tx: Transaction) => Promise<T | null>; record: (tx: Transaction) => Promise<T> },
): Promise<T> {
  const findOrRecord = async (tx: Transaction) => (await findEarlier(tx, operation, () => find(tx))) ?? record(tx)
  try {
    return await inTransaction(db, findOrRecord)
  } catch (error) {
    if (databaseErrorCode(error) !== UNIQUE_VIOLATION) throw error
    return inTransaction(db, findOrRecord)
  }
}

/** @throws Refused when the key was used for another body or another call, which is a mistake of the caller */
export function refuseOther({ hash }: Operation, earlier: Recorded): void {
  if (earlier.requestHash !== hash) refuse('request.idempotency_key_reused')
}

export async function findEarlier<T extends Recorded>(connection: Connection, operation: Operation, find: Find<T>): Promise<T | null> {
  const earlier = await find(connection)
  if (earlier) refuseOther(operation, earlier)
  if (earlier) recordUnchanged()
  return earlier
}

const DUPLICATE_WINDOW_MS = 60_000

export interface DuplicateWindow {
  /**
   * Refuses when the same account sent the same call in the last minute. A call that was refused may be repeated immediately; one that
   * failed may not, since it is unknown whether its money moved: the connection can be lost after the commit.
   */
  once<T>(accountId: string, fingerprint: string, work: () => Promise<T>): Promise<T>
}

export function createDuplicateWindow({ db, clock }: { db: Database; clock: Clock }): DuplicateWindow {
  return {
    async once(accountId, fingerprint, work) {
      const now = clock.now()
      const earliest = new Date(now.getTime() - DUPLICATE_WINDOW_MS)
      const entered =
        await sql`INSERT INTO platform.recent_request (account_id, fingerprint, at) VALUES (${accountId}, ${fingerprint}, ${now})
        ON CONFLICT (account_id, fingerprint) DO UPDATE SET at = EXCLUDED.at WHERE platform.recent_request.at < ${earliest} RETURNING 1`.execute(
          db,
        )
      if (entered.rows.length === 0) refuse('request.duplicate')
      try {
        return await work()
      } catch (error) {
        if (error instanceof Refused)
          await sql`DELETE FROM platform.recent_request WHERE account_id = ${accountId} AND fingerprint = ${fingerprint}`.execute(db)
        throw error
      }
    },
  }
}
