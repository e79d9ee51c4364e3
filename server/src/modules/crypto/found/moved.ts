/** Platform tokens that a found transaction moved, as text and as postings. On plain values. */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { idOf } from '../../../platform/ids.ts'
import type { ChainEffect } from '../../blockchain/index.ts'
import { type Account, type Leg, systemAccount } from '../../ledger/index.ts'

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

/** COPT was minted or burned: its pesos are booked by their cause, and not here. */
export const isOfSupply = ({ coptOutside }: Moved): boolean => coptOutside !== 0n

export const movedText = (moved: Moved): string =>
  movesOf(moved)
    .map(({ place, asset, amount }) => `${place} ${asset} ${amount}`)
    .join(', ')

/** Tokens that left or arrived by transactions that belong to no withdrawal. */
const unidentified = (asset: AssetCode): Account => systemAccount('unidentified_transfers', asset)

/** The same transaction is posted once, by any of the paths that book it. */
export function suspenseLegs(hash: string, moved: Moved): Leg[] {
  return movesOf(moved).flatMap(({ asset, place, amount }): Leg[] => {
    if (place === 'supply') return []
    const left = place === 'hot' ? systemAccount('chain', asset) : systemAccount('cold', asset)
    // Tokens in the cold wallet are the negative side of its account.
    const [debit, credit] = amount < 0n ? [unidentified(asset), left] : [left, unidentified(asset)]
    const id = idOf('crypto.found', hash, asset, place)
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
