/**
 * Booking of arrivals from the cold wallet, once they are final on chain: the refill with exactly this amount ends, and an unrequested
 * arrival is booked nevertheless and reported to officers. Arrivals and the last booked block change in one transaction, so that the
 * reconciliation knows exactly what is in the ledger.
 */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { idOf } from '../../../platform/database/ids.ts'
import { failpoint } from '../../../platform/process/failpoint.ts'
import { CHAIN } from '../../../platform/state-machine/index.ts'
import type { ColdArrival } from '../blockchain/index.ts'
import { systemAccount } from '../ledger/index.ts'
import type { TreasuryContext } from './context.ts'
import { notifyOfficers } from './end-sweep.ts'
import { moveMovement } from './move-movement.ts'
import * as store from './store.ts'

/**
 * Blocks that are read again each time: a transfer that a reorganisation moved to an older block is not missed, and a booked one is booked
 * once.
 */
const OVERLAP_BLOCKS = 64n
/** Maximum number of blocks in one pass; the next one continues. */
const BLOCKS_MAX = 10_000n

export async function bookArrivals(context: TreasuryContext): Promise<void> {
  const { db, blockchain } = context
  if (!blockchain.deployment.coldWallet) return
  const head = await blockchain.finalBlock()
  const place = await store.placeNow(db)
  // The operator books arrivals from before the introduction of the treasury (npx tunjo book-capital).
  if (place === null) return store.beginPlace(db, head > 0n ? head : 0n)
  if (head === place) return
  const until = head - place > BLOCKS_MAX ? place + BLOCKS_MAX : head
  const lowest = (until < place ? until : place) - OVERLAP_BLOCKS
  const arrivals = await blockchain.coldArrivals(lowest > 0n ? lowest : 0n, until)
  await inTransaction(db, async (tx) => {
    if ((await store.lockPlace(tx)) !== place) return
    const began = await store.placeBegan(tx)
    for (const arrival of arrivals) if (arrival.blockNumber > began) await book(context, tx, arrival)
    await store.setPlace(tx, until)
    failpoint('treasury.arrivals_booking')
  })
  failpoint('treasury.arrivals_booked')
}

async function book(context: TreasuryContext, tx: Transaction, arrival: ColdArrival): Promise<void> {
  const { blockchain, clock, ledger, log } = context
  const { asset, amount, transactionHash, position, blockNumber } = arrival
  const id = idOf('treasury.arrival', String(blockchain.deployment.chainId), transactionHash, String(position))
  if (await store.isArrivalRecorded(tx, id)) return
  const refill = await store.lockRefill(tx, arrival)
  const at = clock.now()
  if (!(await store.insertArrival(tx, { id, asset, amount, transactionHash, blockNumber, movementId: refill?.id ?? null, seenAt: at })))
    return
  await ledger.postWithin(tx, [
    {
      kind: 'post',
      id: idOf('treasury.refilled', id),
      debit: systemAccount('chain', asset),
      credit: systemAccount('cold', asset),
      amount,
      code: 'treasury.refilled',
      ref: id,
    },
  ])
  if (refill) await endRefill(context, tx, refill, { at, transactionHash })
  else log.error({ securityEvent: 'treasury_unasked_arrival', arrivalId: id, asset, amount: String(amount), transactionHash }, UNASKED)
  await notifyOfficers(context, tx, { kind: 'refill', asset, amount }, refill ? 'done' : 'unasked')
}

const UNASKED = 'tokens came from the cold wallet without a request of two officers'

async function endRefill(
  { audit }: TreasuryContext,
  tx: Transaction,
  refill: store.MovementRow,
  { at, transactionHash }: { at: Date; transactionHash: string },
): Promise<void> {
  await moveMovement(tx, refill, { to: 'CONFIRMED', at, actor: CHAIN, set: { transaction_hash: transactionHash, ended_at: at } })
  await audit.record(tx, {
    actor: { kind: 'system', name: 'treasury' },
    action: 'treasury.movement_ended',
    object: { type: 'treasury movement', id: refill.id },
    before: refill.state,
    after: { state: 'CONFIRMED', failure: null, transactionHash },
  })
}

/** Sums by asset, for the reconciliation: on chain up to that block, and not in the ledger yet. */
export async function arrivedIn(
  { blockchain }: Pick<TreasuryContext, 'blockchain'>,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<Readonly<Record<AssetCode, bigint>>> {
  const arrivals = await blockchain.coldArrivals(fromBlock, toBlock)
  const sums: Record<AssetCode, bigint> = { COP: 0n, BTC: 0n, USDT: 0n }
  for (const asset of ASSET_CODES)
    sums[asset] = arrivals.filter((arrival) => arrival.asset === asset).reduce((sum, { amount }) => sum + amount, 0n)
  return sums
}
