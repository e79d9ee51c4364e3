/** Refund of a token withdrawal of which nothing left: what was held is the customer's again, and the month is given back. Once. */
import type { ErrorCode } from '@tunjo/contract/errors'
import type { Transaction } from '../../../platform/database.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import { idOf } from '../../../platform/ids.ts'
import type { Actor } from '../../../platform/state-machine/index.ts'
import type { CryptoContext } from '../context.ts'
import { addressLabel } from '../saved-addresses/check-address.ts'
import { moveWithdrawal } from './move-withdrawal.ts'
import type { WithdrawalRow } from './withdrawal-store.ts'

export interface Refund {
  readonly to: 'REJECTED' | 'FAILED' | 'CANCELLED'
  readonly actor: Actor
  /** Spanish sentence for the customer. */
  readonly reason: string
  /** When the withdrawal is past it. */
  readonly illegal: 'ignore' | ErrorCode
}

/** The caller has locked the row. False when it was past it. */
export async function refundWithdrawal(
  context: CryptoContext,
  tx: Transaction,
  withdrawal: WithdrawalRow,
  { to, actor, reason, illegal }: Refund,
): Promise<boolean> {
  const { clock, ledger, limits, outbox } = context
  const { id, accountId, asset, amount, fee } = withdrawal
  const at = clock.now()
  const set = { reason, waiting: null, ended_at: at }
  if ((await moveWithdrawal(context, tx, withdrawal, { to, at, actor, note: reason, set, illegal })) !== 'moved') return false
  await limits.releaseUsage(tx, id)
  const returned = { accountId, withdrawalId: id, asset, amount: String(amount + fee), address: addressLabel(withdrawal), reason }
  await outbox.emit(tx, 'crypto.withdrawal_returned', returned)
  await ledger.releaseWithin(tx, { id: idOf('crypto.withdrawal.released', id), holdId: id, code: 'crypto.withdrawal', ref: id })
  failpoint('crypto.withdrawal_given_back')
  return true
}
