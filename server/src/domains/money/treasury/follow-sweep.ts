/** Outcome of a sweep by its result on chain: settled when enough blocks have it, failed when nothing left. Once each. */
import { isAddressEqual } from 'viem'
import { tokenTransfers } from '../../../chain/token-transfers.ts'
import type { Events } from '../../../events.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/database/ids.ts'
import { failpoint } from '../../../platform/process/failpoint.ts'
import { CHAIN, SYSTEM } from '../../../platform/state-machine/index.ts'
import { type OperationResult, operationIdOf, type StoredReceipt } from '../blockchain/index.ts'
import type { TreasuryContext } from './context.ts'
import { endSweep } from './end-sweep.ts'
import { moveMovement } from './move-movement.ts'
import { findMovement, lockMovement, type MovementRow } from './store.ts'

export async function followSweep(context: TreasuryContext, event: Events['blockchain.operation_updated']): Promise<void> {
  if (event.kind !== 'to_cold') return
  if (!isId(event.ref) || !(await findMovement(context.db, event.ref)))
    return context.log.error(
      { securityEvent: 'chain_event_forged', kind: event.kind, ref: event.ref },
      'a sweep to the cold wallet belongs to no movement: nothing was moved by its event',
    )
  const operationId = operationIdOf('treasury.sweep', event.ref)
  if (event.state === 'sent' || event.state === 'mined') await progress(context, event.ref, operationId)
  else await end(context, event.ref, await context.blockchain.result(operationId))
  failpoint('treasury.sweep_followed')
}

async function progress(context: TreasuryContext, movementId: string, operationId: string): Promise<void> {
  const hash = (await context.blockchain.operation(operationId))?.hash ?? null
  await inTransaction(context.db, async (tx) => {
    const movement = await lockMovement(tx, movementId)
    const sent = { to: 'SENT', at: context.clock.now(), actor: CHAIN, set: { transaction_hash: hash }, illegal: 'ignore' } as const
    if (movement) await moveMovement(tx, movement, sent)
  })
}

/** Decided by the on-chain result of this movement's own operation: the event was only a hint. */
async function end(context: TreasuryContext, movementId: string, result: OperationResult): Promise<void> {
  if (result.outcome === 'open') return
  await inTransaction(context.db, async (tx) => {
    const movement = await lockMovement(tx, movementId)
    if (!movement) return
    // Nothing was sent.
    if (!result.receipt) return void (await endSweep(context, tx, movement, { failure: 'refused', actor: SYSTEM }))
    const { outcome, receipt } = result
    const failure = outcome === 'reverted' ? 'reverted' : null
    if (!failure && !isPaid(context, movement, receipt))
      throw new Error(`the receipt of movement ${movement.id} does not show that it was paid`)
    await endSweep(context, tx, movement, { failure, actor: CHAIN, transactionHash: receipt.hash })
    if (!failure) failpoint('treasury.sweep_settled')
  })
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
