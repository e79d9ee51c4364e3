/**
 * Movements in flight between the ledger and the chain in one snapshot. The ledger was read at a position of its hash chain, the chain at a
 * block a moment later; each movement may be in one and not yet in the other.
 */
import { ASSET_CODES, type AssetCode, perAsset } from '@tunjo/contract/money'
import { type ChainEffect, type OperationPurpose, operationIdOf } from '../blockchain/index.ts'
import { systemAccount, type Transfer } from '../ledger/index.ts'

/** Ledger's view of one operation of the chain. */
export interface Movement {
  readonly operationId: string
  /** Batch of its posting; null: the ledger has it only when it is final. */
  readonly seq: bigint | null
  readonly recordedAt: Date | null
  readonly hot: Readonly<Record<AssetCode, bigint>>
  readonly cold: Readonly<Record<AssetCode, bigint>>
  readonly coptOutside: bigint
}

export interface InFlight {
  /** Surplus of the chain over the ledger, to be added to the ledger's amounts. */
  readonly hot: Readonly<Record<AssetCode, bigint>>
  readonly cold: Readonly<Record<AssetCode, bigint>>
  readonly coptOutside: bigint
  /** Operations that were posted so long ago that the chain should have them. */
  readonly overdue: readonly string[]
  /** Position up to which everything is permanently in both. */
  readonly matchedUntil: bigint
}

export const NOTHING: Readonly<Record<AssetCode, bigint>> = perAsset(() => 0n)
const OVERDUE_AFTER_MS = 15 * 60_000

export function movementsInFlight(
  movements: readonly Movement[],
  effects: ReadonlyMap<string, ChainEffect>,
  { seq, matchedFrom, now }: { seq: bigint; matchedFrom: bigint; now: Date },
): InFlight {
  const hot = { ...NOTHING }
  const cold = { ...NOTHING }
  let coptOutside = 0n
  const overdue: string[] = []
  let firstUnmatched: bigint | null = null
  for (const movement of movements) {
    const effect = effects.get(movement.operationId)
    const isPosted = movement.seq !== null && movement.seq <= seq
    const isMatched = isPosted && effect?.isFinal === true
    if (!isMatched && movement.seq !== null && (firstUnmatched === null || movement.seq < firstUnmatched)) firstUnmatched = movement.seq
    if (isPosted === (effect !== undefined)) continue
    const sign = effect ? 1n : -1n
    const moved = effect ?? movement
    for (const asset of ASSET_CODES) {
      hot[asset] += sign * moved.hot[asset]
      cold[asset] += sign * moved.cold[asset]
    }
    coptOutside += sign * moved.coptOutside
    if (!effect && movement.recordedAt && now.getTime() - movement.recordedAt.getTime() > OVERDUE_AFTER_MS)
      overdue.push(movement.operationId)
  }
  const matchedUntil = firstUnmatched === null ? seq : firstUnmatched - 1n
  return { hot, cold, coptOutside, overdue, matchedUntil: matchedUntil > matchedFrom ? matchedUntil : matchedFrom }
}

/** Posting by which the platform carries a difference of the chain: from there on ledger and chain agree, and nothing is in flight. */
const REORGANISED = 'blockchain.reorganised'

/** Codes of the postings that the chain follows, or that follow the chain. */
export const CODES = [
  'payments.deposit',
  'payments.deposit_decided',
  'payments.deposit_reversed',
  'payments.withdrawal',
  'payments.payout_booked',
  'trading.sold',
  'trading.bought',
  'trading.network_fee',
  'trading.house_fee',
  'crypto.withdrawal',
  'treasury.swept',
  REORGANISED,
] as const

/** Postings as movements: one for each operation, since a trade has three postings. */
export function movementsOf(transfers: readonly Transfer[], seq: bigint): Movement[] {
  const movements = new Map<string, Movement>()
  for (const transfer of transfers) {
    const found = movementOf(transfer)
    if (!found) continue
    const before = movements.get(found.operationId)
    movements.set(found.operationId, before ? { ...found, hot: sumOf(before.hot, found.hot) } : found)
  }
  for (const { code, ref, batchSeq } of transfers)
    if (code === REORGANISED && ref !== null && batchSeq <= seq)
      for (const purpose of ['trading.swap', 'crypto.withdrawal', 'treasury.sweep'] as const) movements.delete(operationIdOf(purpose, ref))
  return [...movements.values()]
}

function movementOf({ code, kind, ref, credit, amount, asset, batchSeq, recordedAt }: Transfer): Movement | null {
  if (ref === null) return null
  const common = { seq: batchSeq, recordedAt, cold: NOTHING }
  const pesos = (purpose: OperationPurpose, change: bigint): Movement => ({
    ...common,
    operationId: operationIdOf(purpose, ref),
    hot: { ...NOTHING, COP: change },
    coptOutside: change,
  })
  const swap = (change: bigint): Movement => ({
    ...common,
    operationId: operationIdOf('trading.swap', ref),
    hot: { ...NOTHING, [asset]: change },
    coptOutside: 0n,
  })
  const paid = (change: bigint): Movement => ({
    ...common,
    operationId: operationIdOf('crypto.withdrawal', ref),
    hot: { ...NOTHING, [asset]: change },
    coptOutside: 0n,
  })
  switch (code) {
    case 'payments.deposit':
    case 'payments.deposit_decided':
      return credit?.accountId === (code === 'payments.deposit' ? IN_REVIEW : BANK) ? null : pesos('blockchain.mint', amount)
    case 'payments.deposit_reversed':
      return pesos('blockchain.burn-taken-back', -amount)
    case 'payments.withdrawal':
    case 'payments.payout_booked':
      if (kind === 'settle') return pesos('blockchain.burn', -amount)
      return kind === 'reverse' ? pesos('blockchain.mint-again', amount) : null
    case 'crypto.withdrawal':
      return kind === 'settle' ? paid(-amount) : null
    case 'treasury.swept':
      return {
        ...common,
        operationId: operationIdOf('treasury.sweep', ref),
        hot: { ...NOTHING, [asset]: -amount },
        cold: { ...NOTHING, [asset]: amount },
        coptOutside: 0n,
      }
    case 'trading.sold':
      return swap(-amount)
    default:
      return SWAP_GAINS.has(code) ? swap(amount) : null
  }
}

/** Codes of the amounts that a swap brings into the hot wallet, for any owner. */
const SWAP_GAINS: ReadonlySet<string> = new Set(['trading.bought', 'trading.network_fee', 'trading.house_fee'])

/** Pesos on these two sides have no owner yet: nothing is minted for them. */
const IN_REVIEW = systemAccount('deposits_in_review', 'COP').id
const BANK = systemAccount('bank', 'COP').id

const sumOf = (one: Movement['hot'], other: Movement['hot']): Movement['hot'] => ({
  COP: one.COP + other.COP,
  BTC: one.BTC + other.BTC,
  USDT: one.USDT + other.USDT,
})
