/** Refund of a token withdrawal of which nothing left: its hold is released to the customer, and its use of the month is freed. Once. */
import type { ErrorCode } from '@tunjo/contract/errors'
import type { Transaction } from '../../../../platform/database/database.ts'
import { idOf } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import type { Actor } from '../../../../platform/state-machine/index.ts'
import { operationIdOf } from '../../blockchain/index.ts'
import type { CryptoContext } from '../context.ts'
import { isNamedByFound } from '../found/found-reads.ts'
import { addressLabel } from '../saved-addresses/check-destination.ts'
import { moveWithdrawal } from './move-withdrawal.ts'
import { isUnsent } from './states.ts'
import type { WithdrawalRow } from './withdrawal-store.ts'

export interface Refund {
  readonly to: 'REJECTED' | 'FAILED' | 'CANCELLED'
  readonly actor: Actor
  /** Spanish sentence for the customer. */
  readonly reason: string
  /** Behaviour when the withdrawal can no longer be refunded. */
  readonly illegal: 'ignore' | ErrorCode
}

/**
 * The caller has locked the row. False when it is past this step. A row that was never handed over, by its own state, is only refunded
 * without an intent for the signer, which cannot be deleted (docs/decisions/0045-sealed-rows.md), and without a transaction on chain that
 * names it (0084).
 */
export async function refundWithdrawal(
  context: CryptoContext,
  tx: Transaction,
  withdrawal: WithdrawalRow,
  { to, actor, reason, illegal }: Refund,
): Promise<boolean> {
  const { clock, ledger, limits, outbox } = context
  const { id, accountId, asset, amount, fee } = withdrawal
  const hasLeft = async () => (await isHandedOver(context, tx, withdrawal)) || (await isNamedByFound(context, tx, id))
  if (isUnsent(withdrawal.state) && (await hasLeft())) return illegal === 'ignore' ? false : refuse(illegal)
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

async function isHandedOver({ blockchain, log }: CryptoContext, tx: Transaction, { id, state }: WithdrawalRow): Promise<boolean> {
  const operation = await blockchain.operation(operationIdOf('crypto.withdrawal', id), tx)
  if (operation)
    log.error(
      { securityEvent: 'payment_unproved', withdrawalId: id, state },
      'a token withdrawal was handed over, and its row says that it was not',
    )
  return operation !== null
}
