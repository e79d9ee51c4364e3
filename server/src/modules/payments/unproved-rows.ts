/** Rows of pesos under way that are not what their customer asked for: nothing of them is moved, and people have to look (decision 45). */
import { forgedBookings } from './anomalies/booking-store.ts'
import type { PaymentsContext } from './context.ts'
import { openDeposits } from './deposits/deposit-store.ts'
import { isSealedDeposit } from './deposits/prove-deposit.ts'
import { openLines } from './transfers/line-store.ts'
import { isSealedLine } from './transfers/prove-line.ts'
import type { UnprovedRow } from './types.ts'
import { evidenceOf, faultOf } from './withdrawals/prove-withdrawal.ts'
import { openWithdrawals } from './withdrawals/withdrawal-store.ts'
import { forgedWords } from './withdrawals/word-store.ts'

/** More than ever are under way at once; beyond it nobody says that all were looked at. */
const ROWS_MAX = 10_000

/** In one snapshot: a row that moves meanwhile is seen before or after. */
export function unprovedRows(context: Pick<PaymentsContext, 'db' | 'isNews' | 'log' | 'seals'>): Promise<UnprovedRow[]> {
  const { db, seals } = context
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (tx) => {
    const withdrawals = await openWithdrawals(tx, ROWS_MAX + 1)
    const deposits = await openDeposits(tx, ROWS_MAX + 1)
    const lines = await openLines(tx, ROWS_MAX + 1)
    if ([withdrawals, deposits, lines].some(({ length }) => length > ROWS_MAX))
      throw new Error('too many movements are under way to look at')
    const evidences = await evidenceOf(
      seals,
      tx,
      withdrawals.map(({ id }) => id),
    )
    const isUnproved = (row: (typeof withdrawals)[number]) =>
      faultOf(seals, row, evidences.get(row.id) ?? { reviews: 0, open: [] }) !== null
    return [
      ...withdrawals.filter(isUnproved).map(({ id }) => ({ kind: 'withdrawal' as const, id })),
      ...deposits.filter((row) => !isSealedDeposit(seals, row)).map(({ id }) => ({ kind: 'deposit' as const, id })),
      ...(await forgedWords(context, tx)).map((id) => ({ kind: 'payout_word' as const, id })),
      ...(await forgedBookings(context, tx)).map((id) => ({ kind: 'anomaly_booking' as const, id })),
      ...lines.filter((row) => !isSealedLine(seals, row)).map(({ id }) => ({ kind: 'statement_line' as const, id })),
    ]
  })
}
