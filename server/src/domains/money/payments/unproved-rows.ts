/**
 * Rows of pesos in flight that differ from the customer's request: nothing of them is moved, and officers have to investigate (decision
 * 45).
 */
import { forgedBookings } from './anomalies/booking-store.ts'
import type { PaymentsContext } from './context.ts'
import { isSealedDeposit } from './deposits/deposit-proof.ts'
import { openDeposits } from './deposits/deposit-store.ts'
import { forgedTakenBack } from './deposits/taken-back-store.ts'
import { depositText, lineText, withdrawalText } from './sealed-texts.ts'
import { isSealedLine } from './transfers/line-proof.ts'
import { openLines } from './transfers/line-store.ts'
import type { UnprovedRow } from './types.ts'
import { forgedOutcomes } from './withdrawals/outcome-store.ts'
import { type Evidence, evidenceOf, type Fault, faultOf } from './withdrawals/prove-withdrawal.ts'
import { openWithdrawals, type WithdrawalRow } from './withdrawals/withdrawal-store.ts'

/** Far above the usual number in flight; beyond it the list is not reported as complete. */
const ROWS_MAX = 10_000

/** In one snapshot: a concurrently moved row is seen before or after. */
export function unprovedRows(context: Pick<PaymentsContext, 'db' | 'isNews' | 'log' | 'seals'>): Promise<UnprovedRow[]> {
  const { db, seals } = context
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (tx) => {
    const withdrawals = await openWithdrawals(tx, ROWS_MAX + 1)
    const deposits = await openDeposits(tx, ROWS_MAX + 1)
    const lines = await openLines(tx, ROWS_MAX + 1)
    if ([withdrawals, deposits, lines].some(({ length }) => length > ROWS_MAX)) throw new Error('too many movements are in flight to check')
    const evidences = await evidenceOf(
      seals,
      tx,
      withdrawals.map(({ id }) => id),
    )
    const faulty = withdrawals.flatMap((row): UnprovedRow[] => {
      const evidence = evidences.get(row.id) ?? { reviews: 0, open: [] }
      const fault = faultOf(seals, row, evidence)
      return fault === null ? [] : [{ kind: 'withdrawal', id: row.id, facts: withdrawalFacts(row, evidence, fault) }]
    })
    const words = await forgedOutcomes(context, tx)
    const bookings = await forgedBookings(context, tx)
    const takenBack = await forgedTakenBack(context, tx)
    return [
      ...faulty,
      ...deposits
        .filter((row) => !isSealedDeposit(seals, row))
        .map((row) => ({ kind: 'deposit' as const, id: row.id, facts: `${depositText(row)} ${row.seal}` })),
      ...[...words].map(([id, texts]) => ({ kind: 'payout_word' as const, id, facts: inOrder(texts) })),
      ...[...takenBack].map(([id, texts]) => ({ kind: 'taken_back' as const, id, facts: inOrder(texts) })),
      ...[...bookings].map(([id, { texts, isHidden }]) => ({ kind: 'anomaly_booking' as const, id, facts: inOrder(texts), isHidden })),
      ...lines
        .filter((row) => !isSealedLine(seals, row))
        .map((row) => ({ kind: 'statement_line' as const, id: row.id, facts: `${lineText(row)} ${row.seal}` })),
    ]
  })
}

const inOrder = (texts: readonly string[]): string => texts.toSorted().join('\n')

/** Its row and the facts that decide about it, without the times at which it is checked. */
function withdrawalFacts(row: WithdrawalRow, { reviews, open }: Evidence, fault: Fault): string {
  const { seal, reviewSeal, approvalSeal, makerId, checkerId } = row
  const attempts = open.map(({ id }) => id).toSorted()
  return JSON.stringify([fault, withdrawalText(row), seal, reviewSeal, approvalSeal, makerId, checkerId, reviews, ...attempts])
}
