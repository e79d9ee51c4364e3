/** How a sweep goes on by what the chain does: settled when enough blocks have it, failed when nothing left. Once each. */
import { isAddressEqual } from 'viem'
import { tokenTransfers } from '../../chain/token-transfers.ts'
import type { Events } from '../../events.ts'
import { inTransaction } from '../../platform/database.ts'
import { failpoint } from '../../platform/failpoint.ts'
import { CHAIN, SYSTEM } from '../../platform/state-machine/index.ts'
import { operationIdOf, type StoredReceipt } from '../blockchain/index.ts'
import type { TreasuryContext } from './context.ts'
import { endSweep } from './end-sweep.ts'
import { moveMovement } from './move-movement.ts'
import { lockMovement, type MovementRow } from './store.ts'

export async function followSweep(context: TreasuryContext, event: Events['blockchain.operation_updated']): Promise<void> {
  if (event.kind !== 'to_cold') return
  // An event is only a hint: what the operation really is decides.
  const operation = await context.blockchain.operation(operationIdOf('treasury.sweep', event.ref))
  if (!operation) throw new Error(`nobody decided the sweep of movement ${event.ref}`)
  const { state, receipt, hash } = operation
  await inTransaction(context.db, async (tx) => {
    const movement = await lockMovement(tx, event.ref)
    if (!movement) return
    if (state === 'confirmed') {
      if (!receipt || !isPaid(context, movement, receipt))
        throw new Error(`the receipt of movement ${movement.id} does not show that it was paid`)
      await endSweep(context, tx, movement, { failure: null, actor: CHAIN, transactionHash: hash })
      failpoint('treasury.sweep_settled')
    } else if (state === 'reverted') await endSweep(context, tx, movement, { failure: 'reverted', actor: CHAIN, transactionHash: hash })
    else if (state === 'refused' || state === 'superseded') await endSweep(context, tx, movement, { failure: 'refused', actor: SYSTEM })
    else if (state === 'sent' || state === 'mined')
      await moveMovement(tx, movement, {
        to: 'SENT',
        at: context.clock.now(),
        actor: CHAIN,
        set: { transaction_hash: hash },
        illegal: 'ignore',
      })
  })
  failpoint('treasury.sweep_followed')
}

function isPaid({ blockchain }: TreasuryContext, { asset, amount, coldAddress }: MovementRow, { logs }: StoredReceipt): boolean {
  const { tokens, hotWallet } = blockchain.deployment
  const token = { COP: tokens.COPT, BTC: tokens.BTC, USDT: tokens.USDT }[asset]
  return tokenTransfers(logs).some(
    ({ address, args }) =>
      isAddressEqual(address, token) &&
      isAddressEqual(args.from, hotWallet) &&
      isAddressEqual(args.to, coldAddress) &&
      args.value === amount,
  )
}
