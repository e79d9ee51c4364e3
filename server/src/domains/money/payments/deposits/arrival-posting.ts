/** Posting of a PSE payment that arrived. */
import { idOf } from '../../../../platform/database/ids.ts'
import { type Account, type Post, systemAccount } from '../../ledger/index.ts'
import type { DepositRow } from './deposit-store.ts'

interface Arrival {
  readonly transactionId: string
  readonly credit: Account
  /** True after its first arrival was reversed in the books, when the provider approved it again. */
  readonly isAgain?: boolean
}

/** One transaction of the provider is posted once, whatever account it credits, and once more after its reversal. */
export const arrivalPosting = (
  { id, amount }: Pick<DepositRow, 'id' | 'amount'>,
  { transactionId, credit, isAgain = false }: Arrival,
): Post => ({
  kind: 'post',
  id: isAgain ? idOf('payments.deposit', transactionId, 'again') : idOf('payments.deposit', transactionId),
  debit: systemAccount('bank', 'COP'),
  credit,
  amount,
  code: 'payments.deposit',
  ref: id,
})
