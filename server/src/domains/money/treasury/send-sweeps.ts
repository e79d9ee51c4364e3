/**
 * Hand-over of agreed sweeps to the signer: repeats the checks that may have changed since, and writes the intent in the same transaction.
 * Safe for concurrent processes: the row's lock decides.
 */
import { ASSETS } from '@tunjo/contract/money'
import { encodeFunctionData } from 'viem'
import { ERC20_ABI } from '../../../chain/uniswap.ts'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { failpoint } from '../../../platform/process/failpoint.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import { coldSweepText, operationIdOf } from '../blockchain/index.ts'
import type { TreasuryContext } from './context.ts'
import { endSweep } from './end-sweep.ts'
import { moveMovement } from './move-movement.ts'
import { sweepableOf } from './rules.ts'
import * as store from './store.ts'

/** Gas of a transfer of an accepted token, and the maximum that the signer signs. */
const TRANSFER_GAS = 120_000n

export async function sendSweeps(context: TreasuryContext): Promise<void> {
  const { db, log } = context
  for (const sweep of await store.approvedSweeps(db))
    try {
      await sendSweep(context, sweep)
    } catch (error) {
      log.error({ err: error, movementId: sweep.id }, 'a sweep to the cold wallet was not handed over: it is tried again')
    }
}

async function sendSweep(context: TreasuryContext, { id, asset }: store.MovementRow): Promise<void> {
  const { db, ledger, blockchain, settings } = context
  // The node is queried before anything is locked.
  if (!(await blockchain.reads.canPayGas(TRANSFER_GAS))) return
  const sweepable = sweepableOf(await blockchain.reads.hotBalance(asset), { target: settings.targets[asset] })
  await inTransaction(db, async (tx) => {
    const movement = await store.lockMovement(tx, id)
    if (movement?.state !== 'APPROVED') return
    // Officers investigate the books of the asset: its tokens stay in the wallet.
    if ((await ledger.freezes(tx)).some((freeze) => freeze.asset === asset)) return
    if (movement.amount > sweepable) return void (await endSweep(context, tx, movement, { failure: 'not_above_target', actor: SYSTEM }))
    proveRow(context, movement)
    await handOver(context, tx, movement)
    failpoint('treasury.sweep_handing_over')
  })
  failpoint('treasury.sweep_handed_over')
}

/** Throws when the row differs from the agreement: an attacker wrote to the database (docs/decisions/0019-inputs-of-the-signer.md). */
function proveRow({ seals, log }: TreasuryContext, movement: store.MovementRow): void {
  if (seals.isSealOf(coldSweepText(movement, movement), movement.seal)) return
  log.error({ securityEvent: 'treasury_unproved', movementId: movement.id }, 'a sweep is not what two officers agreed to: nothing was sent')
  throw new Error(`the seal of movement ${movement.id} has an invalid seal`)
}

async function handOver({ blockchain, clock }: TreasuryContext, tx: Transaction, movement: store.MovementRow): Promise<void> {
  const { id, asset, amount, coldAddress } = movement
  await moveMovement(tx, movement, { to: 'SIGNING', at: clock.now(), actor: SYSTEM })
  const { tokens } = blockchain.deployment
  const token = tokens[ASSETS[asset].token]
  const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [coldAddress, amount] })
  const operation = { operationId: operationIdOf('treasury.sweep', id), wallet: 'hot', kind: 'to_cold', ref: id } as const
  await blockchain.submitWithin(tx, { ...operation, to: token, data, gas: TRANSFER_GAS })
}
