/** Confirmed anomalies, for the reconciliation of the books. */
import type { Connection } from '../../../../platform/database/database.ts'
import type { Anomaly, AnomalyKind } from '../types.ts'
import { openAnomalies } from './anomaly-store.ts'

/** Payments that were taken back have a separate comparison. */
export async function listAnomalies(connection: Connection): Promise<Anomaly[]> {
  return (await openAnomalies(connection)).map(({ kind, movementId, providerId, accountId, booked, amount, currency, payer }) => ({
    kind,
    id: movementId ?? providerId,
    ...(movementId && isOfPayment(kind) ? { paymentId: providerId } : {}),
    ...(currency === 'COP' ? {} : { currency }),
    ...(isOfPerson(kind) ? { payer: JSON.stringify(payer) } : {}),
    accountId,
    booked,
    // A payment in another currency paid no pesos; where the books have none either, the paid amount shows the difference.
    amount: currency === 'COP' || booked === 0n ? amount : 0n,
  }))
}

/** Several payments may have the reference of one deposit. */
const isOfPerson = (kind: AnomalyKind): boolean => kind === 'deposit_payer' || kind === 'payout_payee'
const isOfPayment = (kind: AnomalyKind): boolean => kind.startsWith('payment_')
