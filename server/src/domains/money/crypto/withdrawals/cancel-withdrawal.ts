/** Cancellation of a token withdrawal that was not handed to the signer yet. */
import type { CryptoWithdrawal } from '@tunjo/contract/crypto-withdrawals'
import { validate as isUuid } from 'uuid'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { customer, SYSTEM } from '../../../../platform/state-machine/index.ts'
import type { CryptoContext } from '../context.ts'
import { presentWithdrawal } from './present-withdrawal.ts'
import { WITHDRAWAL_CANCELLED, WITHDRAWAL_STOPPED } from './reasons.ts'
import { refundWithdrawal } from './refund-withdrawal.ts'
import { lockWithdrawal, markStopped, stoppableOf, type WithdrawalRow } from './withdrawal-store.ts'

/** The row's lock decides between the customer and the sender job. */
export async function cancelWithdrawal(context: CryptoContext, owner: string, id: string): Promise<CryptoWithdrawal> {
  if (!isUuid(id)) refuse('crypto.withdrawal_not_found')
  await inTransaction(context.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (withdrawal?.accountId !== owner) refuse('crypto.withdrawal_not_found')
    const illegal = 'crypto.withdrawal_not_cancellable'
    await refundWithdrawal(context, tx, withdrawal, { to: 'CANCELLED', actor: customer(owner), reason: WITHDRAWAL_CANCELLED, illegal })
  })
  return presentWithdrawal(context, owner, id)
}

/** The owner froze the account: unsent withdrawals stay, and the signer refuses those that it has not signed. */
export async function stopWithdrawals(context: CryptoContext, owner: string): Promise<void> {
  const { db, audit } = context
  for (const id of await stoppableOf(db, owner))
    await inTransaction(db, async (tx) => {
      const withdrawal = await lockWithdrawal(tx, id)
      const after = withdrawal && (await stop(context, tx, withdrawal))
      if (!after) return
      await audit.record(tx, {
        actor: { kind: 'system', name: 'crypto.stop_withdrawals' },
        action: 'crypto.withdrawal_stopped',
        object: { type: 'withdrawal', id },
        before: withdrawal.state,
        after,
      })
    })
}

/** Null when it can no longer be stopped. */
async function stop(context: CryptoContext, tx: Transaction, withdrawal: WithdrawalRow): Promise<string | null> {
  if (withdrawal.state === 'SIGNING') {
    await markStopped(tx, withdrawal.id, context.clock.now())
    return 'stopped at the signer'
  }
  const stopped = { to: 'CANCELLED', actor: SYSTEM, reason: WITHDRAWAL_STOPPED, illegal: 'ignore' } as const
  return (await refundWithdrawal(context, tx, withdrawal, stopped)) ? 'CANCELLED' : null
}
