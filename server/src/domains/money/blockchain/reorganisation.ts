/**
 * Reorganisation check of settled operations until they are deep. When the chain does not repeat an operation in time, or repeats it with
 * another effect, its assets are frozen for officers to decide. The platform carries the difference: customers keep the amounts that they
 * were notified of.
 */
import { ASSET_CODES, type AssetCode, perAsset } from '@tunjo/contract/money'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { failpoint } from '../../../platform/process/failpoint.ts'
import { type Post, systemAccount } from '../ledger/index.ts'
import type { ChainContext } from './context.ts'
import { movedBy } from './custody.ts'
import { compensationIdOf } from './operation-ids.ts'
import { correctEnd, endStatusOf, outcomeText } from './outcome.ts'
import { sameEffect } from './rules.ts'
import * as store from './store.ts'
import type { StoredReceipt } from './types.ts'

/** A node that lost its last seconds gets the stored bytes again and agrees a moment later: no freeze is needed for that. */
const REPEATS_WITHIN_MS = 30_000
const ROWS_AT_ONCE = 500

/** Rows whose block left the chain wait for it to agree again; those that waited too long freeze their assets. */
export async function recheckFinal(context: ChainContext): Promise<void> {
  const { db, client, clock, settings, log, checkNode } = context
  // First, since it needs no node: a lost operation freezes its assets also while the node does not answer.
  await stopLost(context)
  await checkNode()
  const head = Number(await client.getBlockNumber({ cacheTime: 0 }))
  const rows = await store.finalSince(db, head - settings.recheckBlocks, ROWS_AT_ONCE)
  const numbers = [...new Set(rows.map(({ blockNumber: number }) => Number(number)))]
  const hashes = new Map(await Promise.all(numbers.map(async (number) => [number, await blockHash(context, number, head)] as const)))
  const lost = rows.filter(({ blockNumber: number, blockHash: hash }) => {
    const found = hashes.get(Number(number)) ?? null
    // A missing block at its height proves nothing: the node may be behind.
    return hash !== null && found !== null && found !== hash
  })
  for (const row of lost) {
    const { operationId, blockNumber: block } = row
    if (endStatusOf(context, row) === 'forged') {
      await correctEnd(context, operationId)
      continue
    }
    log.error(
      { securityEvent: 'chain_reorganised', operationId, block: Number(block), head },
      'a settled operation is no longer in its block',
    )
    await inTransaction(db, (tx) => store.markLostOnChain(tx, operationId, clock.now()))
  }
}

async function stopLost(context: ChainContext): Promise<void> {
  const { db, clock } = context
  for (const row of await store.disagreeingBefore(db, new Date(clock.now().getTime() - REPEATS_WITHIN_MS))) {
    if (endStatusOf(context, row) === 'forged') {
      await correctEnd(context, row.operationId)
      continue
    }
    await inTransaction(db, async (tx) => {
      // Once: a freeze that officers lift stays lifted until the chain shows something new.
      if (await store.markAssetsFrozen(tx, row.operationId, clock.now())) await freezeAssets(context, tx, row, null)
    })
  }
}

/** True when another block is at the height of the settling block. A missing block proves nothing. */
export async function isBlockReplaced(
  { client }: Pick<ChainContext, 'client'>,
  { blockNumber, blockHash: hash }: Pick<store.TransactionRow, 'blockNumber' | 'blockHash'>,
): Promise<boolean> {
  if (blockNumber === null || hash === null) return false
  const head = await client.getBlockNumber({ cacheTime: 0 })
  return blockNumber <= head && (await client.getBlock({ blockNumber })).hash !== hash
}

async function blockHash({ client }: ChainContext, number: number, head: number): Promise<string | null> {
  if (number > head) return null
  return (await client.getBlock({ blockNumber: BigInt(number) })).hash
}

/** A settled operation that is on the chain again, deep enough to be judged. `again` null: another transaction used its nonce. */
export async function judgeRepeated(context: ChainContext, row: store.TransactionRow, again: StoredReceipt | null): Promise<void> {
  const { db, log, ledger } = context
  const { operationId, kind, ref } = row
  // Postings follow only ends that we saw ourselves.
  if (endStatusOf(context, row) === 'forged') return correctEnd(context, operationId)
  const settledBy = row.receipt
  if (settledBy && again && sameEffect(settledBy, again)) {
    await store.setAgreed(db, operationId, again)
    log.info({ operationId }, 'chain and ledger agree again')
    return
  }
  const where = again ? `repeated otherwise in block ${again.blockNumber}` : 'and never repeated'
  const disagreement = `settled by block ${settledBy?.blockNumber}, ${where}`
  await inTransaction(db, async (tx) => {
    const locked = await store.lockTransaction(tx, operationId)
    if (locked.agreed || locked.outcomeSeal !== row.outcomeSeal) return
    await store.setDisagreement(tx, operationId, { disagreement, seal: judgementOf(context, row) })
    await freezeAssets(context, tx, row, again)
    const legs = compensation(context, row, again)
    failpoint('blockchain.compensating')
    if (legs.length > 0) await ledger.postWithin(tx, legs)
  })
  log.error({ securityEvent: 'chain_disagrees', operationId, kind, ref, disagreement }, 'chain and ledger disagree: the asset is frozen')
}

/** Seal by which the operation stays as it was settled. */
function judgementOf({ seals }: ChainContext, { operationId, receipt }: store.TransactionRow): string {
  if (!receipt) throw new Error(`operation ${operationId} was settled by no receipt`)
  const state = receipt.status === 'success' ? 'confirmed' : 'reverted'
  return seals.seal(outcomeText(operationId, { state, receipt, isJudged: true }))
}

const netOf = (context: ChainContext, receipt: StoredReceipt | null): Readonly<Record<AssetCode, bigint>> =>
  receipt ? movedBy(context, receipt.logs).hot : perAsset(() => 0n)

interface Sides {
  readonly debit: string
  readonly credit: string
}
/** Ledger sides for a surplus of the hot wallet over the settled amounts. Supply, sweeps and heads are in no customer's balance. */
const SIDES: Partial<Record<store.TransactionRow['kind'], Sides>> = {
  swap: { debit: 'market', credit: 'float' },
  transfer: { debit: 'chain', credit: 'float' },
  to_cold: { debit: 'chain', credit: 'cold' },
}

/**
 * Posting that assigns a surplus or deficit of the hot wallet to the platform: its own tokens there, or in the cold wallet, against the
 * other side.
 */
function compensation(
  context: ChainContext,
  { operationId, kind, ref, receipt }: store.TransactionRow,
  again: StoredReceipt | null,
): Post[] {
  const sides = SIDES[kind]
  if (!sides) return []
  const [before, now] = [netOf(context, receipt), netOf(context, again)]
  return ASSET_CODES.flatMap((asset): Post[] => {
    const difference = now[asset] - before[asset]
    if (difference === 0n) return []
    const [from, to] = [systemAccount(sides.debit, asset), systemAccount(sides.credit, asset)]
    const [debit, credit] = difference > 0n ? [from, to] : [to, from]
    const amount = difference > 0n ? difference : -difference
    const id = compensationIdOf(operationId, asset)
    return [{ kind: 'post', id, code: 'blockchain.reorganised', ref, debit, credit, amount }]
  })
}

/** Freezes the assets of the former and of the new effect: a swap that had reverted, and was returned, may now be done. */
async function freezeAssets(context: ChainContext, tx: Transaction, row: store.TransactionRow, again: StoredReceipt | null): Promise<void> {
  // A head that was lost is published again within the hour.
  if (row.kind === 'publish') return
  const nets = [netOf(context, row.receipt), netOf(context, again)]
  const isSupply = row.kind === 'mint' || row.kind === 'burn'
  const assets = isSupply ? (['COP'] as const) : ASSET_CODES.filter((asset) => nets.some((net) => net[asset] !== 0n))
  for (const asset of assets) await context.ledger.freeze(tx, { asset, reason: 'chain.reorganised' })
}
