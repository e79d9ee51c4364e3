/**
 * Idempotency of money calls: one wish is one operation, however often it is sent. The record that the first one wrote is the stored
 * answer: a repeat finds it, with another body it is refused.
 */
import { type Connection, type Database, databaseErrorCode, inTransaction, type Transaction } from './database.ts'
import type { Operation } from './http/route.ts'
import { refuse } from './refusal.ts'

/** What the first one wrote keeps the hash of its call and body. */
interface Recorded {
  readonly requestHash: string
}
type Find<T extends Recorded> = (connection: Connection) => Promise<T | null>

const UNIQUE_VIOLATION = '23505'

/**
 * Of two copies at once the second violates some key of what the first wrote, in whichever module; run again, it finds it.
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

/** The same key with another body, or with another call, is a mistake of the caller. */
export async function findEarlier<T extends Recorded>(connection: Connection, { hash }: Operation, find: Find<T>): Promise<T | null> {
  const earlier = await find(connection)
  if (earlier && earlier.requestHash !== hash) refuse('request.idempotency_key_reused')
  return earlier
}
