/** Refund: recorded and posted now; officers make the transfer at the bank with its code, and a later statement ends it. */
import type { Transaction } from '../../../../platform/database/database.ts'
import type { PaymentsContext } from '../context.ts'
import { insertRefund } from './line-store.ts'
import { sentBack } from './postings.ts'
import { newRefundCode } from './reference.ts'

export async function refund(
  { clock, ledger }: Pick<PaymentsContext, 'clock' | 'ledger'>,
  tx: Transaction,
  { id: lineId, amount }: { id: string; amount: bigint },
): Promise<void> {
  await insertRefund(tx, { lineId, code: newRefundCode(), amount, at: clock.now() })
  await ledger.postWithin(tx, [sentBack({ id: lineId, amount })])
}
