/** What an error of the database means for a posting. */
import { databaseErrorCode, violatedConstraint } from '../../platform/database.ts'

/** connection_exception, insufficient_resources, transaction_rollback, shutdown and crash */
const PASSING = /^(08|53|40|57P)/

/** The database did not answer, or not to the end: the outcome is unknown and asking again is right. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = databaseErrorCode(error)
  // Only what PostgreSQL itself reports has a severity; the rest comes from the socket (ECONNRESET) or the driver.
  if ('severity' in error) return code !== null && PASSING.test(code)
  return code !== null || /connection|timeout/i.test(error.message)
}

/** An id of the batch was posted before. */
export const isDuplicate = (error: unknown): boolean =>
  databaseErrorCode(error) === '23505' && violatedConstraint(error) === 'transfer_pkey'

/** A row was not as the writer believed: a hold's id came back, or what it remembers is wrong. */
export const isIncomplete = (error: unknown): boolean => violatedConstraint(error) === 'batch_complete'
