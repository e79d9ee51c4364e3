/**
 * Comparison of movements that ended with the provider's own record, daily for ninety days: a page in each run, oldest comparison first, so that a run
 * that was cut goes on where it was. A provider that is away, or answers about something else, decides nothing.
 */
import { validate as isUuid } from 'uuid'
import { inTransaction } from '../../../platform/database.ts'
import type { PaymentsContext } from '../context.ts'
import { confirmDeposit } from '../deposits/confirm-deposit.ts'
import { depositsToCompare, findDeposit, noteDepositCompared } from '../deposits/deposit-store.ts'
import { readEnded } from '../deposits/follow-deposit.ts'
import { readPayment } from '../deposits/read-payment.ts'
import { AnswerMismatch, ProviderUnreachable } from '../providers/http.ts'
import { compareWithdrawal } from '../withdrawals/compare-withdrawal.ts'
import { findWithdrawal, noteWithdrawalCompared, withdrawalsToCompare } from '../withdrawals/withdrawal-store.ts'
import { type DueAnomaly, dueAnomalies, noteAnomalyChecked } from './anomaly-store.ts'
import { endAnomalies } from './record-anomaly.ts'

const DAY_MS = 86_400_000
const COMPARED_FOR_MS = 90 * DAY_MS
const AT_ONCE = 25

export async function compareRecords(context: PaymentsContext): Promise<void> {
  const { clock, db, settings } = context
  const at = clock.now()
  const ago = (ms: number) => new Date(at.getTime() - ms)
  const due = { since: ago(COMPARED_FOR_MS), checkedBefore: ago(DAY_MS), limit: AT_ONCE }
  await eachInTurn(
    await depositsToCompare(db, due),
    async (deposit) => readEnded(context, deposit),
    async ({ id }) => noteDepositCompared(db, id, at),
  )
  await eachInTurn(
    await withdrawalsToCompare(db, due),
    async (withdrawal) => compareWithdrawal(context, withdrawal),
    async ({ id }) => noteWithdrawalCompared(db, id, at),
  )
  const anomalies = await dueAnomalies(db, { seenBefore: ago(settings.confirmUnpaidMs), openBefore: ago(DAY_MS), limit: AT_ONCE })
  for (const provider of ['wompi', 'wompi-payouts'])
    await eachInTurn(
      anomalies.filter((one) => one.provider === provider),
      async (anomaly) => askAgain(context, anomaly),
      async ({ id }) => noteAnomalyChecked(db, id, at),
    )
}

/** While the provider is away, the rest waits for the next run. */
async function eachInTurn<Row>(
  rows: readonly Row[],
  compare: (row: Row) => Promise<void>,
  note: (row: Row) => Promise<void>,
): Promise<void> {
  for (const row of rows) {
    try {
      await compare(row)
    } catch (error) {
      if (!(error instanceof ProviderUnreachable)) throw error
      if (!(error instanceof AnswerMismatch)) return
    }
    await note(row)
  }
}

/** By the movement where the payment is its own, else by the provider's id. */
async function askAgain(context: PaymentsContext, anomaly: DueAnomaly): Promise<void> {
  const { db } = context
  const { provider, providerId, movementId } = anomaly
  if (provider === 'wompi-payouts') {
    const withdrawal = movementId ? await findWithdrawal(db, movementId) : null
    return withdrawal ? compareWithdrawal(context, withdrawal) : undefined
  }
  const deposit = movementId && isUuid(movementId) ? await findDeposit(db, movementId) : null
  if (deposit?.providerTransactionId === providerId) return readEnded(context, deposit)
  const transaction = await readPayment(context, providerId)
  if (transaction) await confirmDeposit(context, transaction)
  // Of a payment that was never in the books, its absence ends the question.
  else
    await inTransaction(db, async (tx) =>
      endAnomalies(context, tx, { kinds: ['payment_twice', 'payment_unknown', 'payment_mismatch'], providerId }),
    )
}
