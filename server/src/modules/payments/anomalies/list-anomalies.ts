/** Confirmed anomalies, for the comparison of the books. */
import type { Connection } from '../../../platform/database.ts'
import type { Anomaly } from '../types.ts'
import { openAnomalies } from './anomaly-store.ts'

/** Payments that were taken back are a comparison of their own. */
export async function listAnomalies(connection: Connection): Promise<Anomaly[]> {
  const open = (await openAnomalies(connection)).filter(({ kind }) => kind !== 'deposit_taken_back')
  return open.map(({ kind, movementId, providerId, accountId, booked, amount, currency }) => ({
    kind,
    id: movementId ?? providerId,
    accountId,
    booked,
    amount: currency === 'COP' ? amount : 0n,
  }))
}
