/** Platform tokens that a found transaction moved, as text and as postings. On plain values. */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { idOf } from '../../../../platform/database/ids.ts'
import type { ChainEffect } from '../../blockchain/index.ts'
import { type Account, customerAccount, type Leg, systemAccount } from '../../ledger/index.ts'

export type Moved = Omit<ChainEffect, 'isFinal'>
export interface Move {
  readonly asset: AssetCode
  readonly place: 'hot' | 'cold' | 'supply'
  /** Base units; negative for outgoing ones. */
  readonly amount: bigint
}

export function movesOf({ hot, cold, coptOutside }: Moved): Move[] {
  const wallets = ASSET_CODES.flatMap((asset): Move[] => [
    { asset, place: 'hot', amount: hot[asset] },
    { asset, place: 'cold', amount: cold[asset] },
  ])
  return [...wallets, { asset: 'COP' as const, place: 'supply' as const, amount: coptOutside }].filter(({ amount }) => amount !== 0n)
}

export const isMint = ({ coptOutside }: Moved): boolean => coptOutside > 0n
export const isBurn = ({ coptOutside }: Moved): boolean => coptOutside < 0n

export const movedText = (moved: Moved): string =>
  movesOf(moved)
    .map(({ place, asset, amount }) => `${place} ${asset} ${amount}`)
    .join(', ')

/** Parse the moves from a text that `movedText` made and a booking sealed. */
export function movesIn(text: string): Move[] {
  return text.split(', ').map((part) => {
    const [place, asset, amount] = part.split(' ')
    const code = ASSET_CODES.find((one) => one === asset)
    if ((place !== 'hot' && place !== 'cold' && place !== 'supply') || !code || !amount) throw new Error(`no move: ${part}`)
    return { place, asset: code, amount: BigInt(amount) }
  })
}

export type Net = Pick<Move, 'asset' | 'amount'>

/** Net amount of each asset that a booking left in suspense: none for moves between the platform's own wallets. */
export const netOf = (moves: readonly Move[]): Net[] =>
  ASSET_CODES.map((asset) => ({
    asset,
    amount: moves.filter((move) => move.asset === asset && move.place !== 'supply').reduce((sum, { amount }) => sum + amount, 0n),
  })).filter(({ amount }) => amount !== 0n)

/** Tokens that left or arrived by transactions that belong to no withdrawal. */
const unidentified = (asset: AssetCode): Account => systemAccount('unidentified_transfers', asset)

export const suspenseIdOf = (hash: string, { asset, place }: Pick<Move, 'asset' | 'place'>): string =>
  idOf('crypto.found', hash, asset, place)

/**
 * Postings of a transaction to suspense. It is posted once, by any of the paths that book it. Burned COPT belongs to pesos that
 * left by the provider of payouts.
 */
export function suspenseLegs(hash: string, moved: Moved): Leg[] {
  return movesOf(moved).flatMap(({ asset, place, amount }): Leg[] => {
    const left = place === 'cold' ? systemAccount('cold', asset) : systemAccount('chain', asset)
    const other = place === 'supply' ? systemAccount('payouts', asset) : unidentified(asset)
    // Tokens in the cold wallet are the negative side of its account. What was burned is no longer outside the treasury.
    const [debit, credit] = amount < 0n === (place === 'supply') ? [left, other] : [other, left]
    const id = suspenseIdOf(hash, { asset, place })
    return [
      {
        kind: 'post',
        id,
        debit,
        credit,
        amount: amount < 0n ? -amount : amount,
        code: 'crypto.found_transfer',
        ref: idOf('crypto.found', hash),
      },
    ]
  })
}

/**
 * Postings that settle what a transaction left in suspense, with its customer or with the platform: once, for any decision. They pay what
 * left and get what arrived.
 */
export function settlementLegs(hash: string, nets: readonly Net[], accountId: string | null): Leg[] {
  return nets.map(({ asset, amount }): Leg => {
    const owner = accountId === null ? systemAccount('float', asset) : customerAccount(accountId, asset)
    const isCharged = amount < 0n
    const [debit, credit] = isCharged ? [owner, unidentified(asset)] : [unidentified(asset), owner]
    const customerCode = isCharged ? 'crypto.found_charged' : 'crypto.found_credited'
    return {
      kind: 'post',
      id: idOf('crypto.found_settled', hash, asset),
      debit,
      credit,
      amount: isCharged ? -amount : amount,
      code: accountId === null ? 'crypto.found_absorbed' : customerCode,
      ref: idOf('crypto.found', hash),
    }
  })
}
