/** End of a sweep: its state, its audit entry, the notice to officers, and the posting when the chain has it. Once. */
import type { MovementFailure } from '@tunjo/contract/treasury'
import type { Hex } from 'viem'
import type { Transaction } from '../../../platform/database/database.ts'
import { idOf } from '../../../platform/database/ids.ts'
import type { Actor } from '../../../platform/state-machine/index.ts'
import { amountText } from '../../reference/notifications/index.ts'
import { systemAccount } from '../ledger/index.ts'
import type { TreasuryContext } from './context.ts'
import { moveMovement } from './move-movement.ts'
import type { MovementRow } from './store.ts'

export interface SweepEnd {
  /** Null when the chain has it. */
  readonly failure: MovementFailure | null
  readonly actor: Actor
  readonly transactionHash?: Hex | null
}

/** False when it had already ended. */
export async function endSweep(context: TreasuryContext, tx: Transaction, row: MovementRow, end: SweepEnd): Promise<boolean> {
  const { audit, clock, ledger, log } = context
  const { id, asset, amount } = row
  const { failure, actor, transactionHash = null } = end
  const at = clock.now()
  const to = failure ? 'FAILED' : 'CONFIRMED'
  const set = { failure, transaction_hash: transactionHash, ended_at: at }
  if ((await moveMovement(tx, row, { to, at, actor, set, illegal: 'ignore' })) !== 'moved') return false
  await audit.record(tx, {
    actor: { kind: 'system', name: 'treasury' },
    action: 'treasury.movement_ended',
    object: { type: 'treasury movement', id },
    before: row.state,
    after: { state: to, failure, transactionHash },
  })
  await notifyOfficers(context, tx, row, failure ? 'failed' : 'done')
  if (failure) log.error({ securityEvent: 'treasury_sweep_failed', movementId: id, failure }, 'a sweep to the cold wallet came to nothing')
  else
    await ledger.postWithin(tx, [
      {
        kind: 'post',
        id: idOf('treasury.swept', id),
        debit: systemAccount('cold', asset),
        credit: systemAccount('chain', asset),
        amount,
        code: 'treasury.swept',
        ref: id,
      },
    ])
  return true
}

export async function notifyOfficers(
  { identity, notifications }: Pick<TreasuryContext, 'identity' | 'notifications'>,
  tx: Transaction,
  { kind, asset, amount }: Pick<MovementRow, 'kind' | 'asset' | 'amount'>,
  outcome: 'done' | 'failed' | 'unasked',
): Promise<void> {
  const values = { movement: kind, amount: amountText(asset, String(amount)), outcome } as const
  for (const accountId of await identity.staff.officersWith(tx, 'treasury.operate'))
    await notifications.notify(tx, { accountId, kind: 'treasury.movement', values })
}
