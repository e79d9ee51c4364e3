/** Classification of database errors for postings. */
import { databaseErrorCode, violatedConstraint } from '../../../platform/database/database.ts'

/** connection_exception, insufficient_resources, transaction_rollback, shutdown and crash */
const PASSING = /^(08|53|40|57P)/

/** True when the database did not answer, or not completely: the outcome is unknown, and the request is to be repeated. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = databaseErrorCode(error)
  // Only what PostgreSQL itself reports has a severity; the rest comes from the socket (ECONNRESET) or the driver.
  if ('severity' in error) return code !== null && PASSING.test(code)
  return code !== null || /connection|timeout/i.test(error.message)
}

/** True when an id of the batch was posted before. */
export const isDuplicate = (error: unknown): boolean =>
  databaseErrorCode(error) === '23505' && violatedConstraint(error) === 'transfer_pkey'

/** True when a row differs from the writer's copy: a hold's id was repeated, or the cache of the writer is wrong. */
export const isIncomplete = (error: unknown): boolean => violatedConstraint(error) === 'batch_complete'
