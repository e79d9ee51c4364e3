/** Status of the background checks of a customer, for the summary of the customer. */
import { isCheckRunning } from '@tunjo/contract/background-checks'
import type { Connection } from '../../../../platform/database/database.ts'
import { hasOpenHits } from '../people/hit-store.ts'
import { checkInFlight, lastResult } from './check-store.ts'
import type { CheckRow, CheckSummary } from './types.ts'

export async function checkSummaryOf(connection: Connection, accountId: string): Promise<CheckSummary> {
  const running = await checkInFlight(connection, accountId)
  const last = running?.reportId ? running : await lastResult(connection, accountId)
  return { isInProgress: running !== null, result: last && (await resultOf(connection, last)) }
}

/** While a hit of our own lists awaits a decision, no report may show that the customer is on none. */
async function resultOf(connection: Connection, check: CheckRow): Promise<CheckSummary['result']> {
  const { gravest, failedSources, isListed, accountId } = check
  if (gravest === null) return null
  const isOpen = isListed === false && (await hasOpenHits(connection, accountId))
  return { gravest, isComplete: failedSources.length === 0 && !isCheckRunning(check.state), isListed: isOpen ? null : isListed }
}
