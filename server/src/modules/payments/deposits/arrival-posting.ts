/** Posting of a PSE payment that arrived. */
import { idOf } from '../../../platform/ids.ts'
import { type Account, type Post, systemAccount } from '../../ledger/index.ts'
import type { DepositRow } from './deposit-store.ts'

/** One transaction of the provider is posted once, whatever account it credits. */
export const arrivalPosting = ({ id, amount }: Pick<DepositRow, 'id' | 'amount'>, transactionId: string, credit: Account): Post => ({
  kind: 'post',
  id: idOf('payments.deposit', transactionId),
  debit: systemAccount('bank', 'COP'),
  credit,
  amount,
  code: 'payments.deposit',
  ref: id,
})
