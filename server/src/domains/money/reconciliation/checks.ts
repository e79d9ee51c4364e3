/** Comparisons of the reconciliation, and the effect of a difference in each. */

import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import type { CheckName } from '@tunjo/contract/reconciliation'
import { sha256 } from '../../../platform/database/ids.ts'

/** One comparison. `actual − expected` is the difference. */
export interface Figure {
  readonly check: CheckName
  readonly asset: AssetCode
  /** Row of a comparison with many rows. */
  readonly subject: string
  readonly expected: bigint
  readonly actual: bigint
  /** Digest of the findings, where the difference alone is not enough: an explanation is valid for these only. */
  readonly facts?: string
}

/** Depends on the order and on nothing else: the same findings give the same facts. */
export const factsOf = (...found: readonly unknown[]): string => sha256(JSON.stringify(found.map(String)))

/**
 * `shortage`: a negative difference freezes the asset. A positive one is only reported, since anyone can send us tokens and must not be
 * able to freeze an asset with them. `any`: no outsider can cause it. `never`: an officer must investigate, and nothing is frozen. `floor`:
 * a surplus is normal.
 */
const STOPS: Readonly<Record<CheckName, 'shortage' | 'any' | 'never' | 'floor'>> = {
  'chain.hot': 'shortage',
  'chain.cold': 'shortage',
  'chain.supply': 'any',
  'chain.overdue': 'never',
  'chain.deposits': 'shortage',
  'chain.destination': 'any',
  'crypto.uncredited': 'shortage',
  'crypto.disputed': 'shortage',
  'bank.backing': 'floor',
  'provider.payouts': 'shortage',
  'provider.deposit': 'any',
  // A payer may take the payment back at their bank, and must not be able to freeze an asset with it.
  'provider.taken_back': 'never',
  'provider.amount': 'any',
  // An outsider can pay twice or without a known reference, and must not be able to freeze an asset with it.
  'provider.record': 'never',
  'bank.statement': 'shortage',
  'ledger.chain': 'any',
  'ledger.balance': 'any',
  'ledger.sum': 'any',
  'ledger.expired_holds': 'never',
  // Surplus rows move nothing, and are only reported. A missing booking hides money.
  'rows.unproved': 'shortage',
}

export const differenceOf = ({ check, expected, actual }: Pick<Figure, 'check' | 'expected' | 'actual'>): bigint =>
  STOPS[check] === 'floor' && actual >= expected ? 0n : actual - expected

export const stops = (figure: Pick<Figure, 'check' | 'expected' | 'actual'>): boolean => {
  const difference = differenceOf(figure)
  const rule = STOPS[figure.check]
  return difference !== 0n && rule !== 'never' && (rule === 'any' || difference < 0n)
}

/** A broken hash chain concerns every asset, and sweeps to another target take all tokens along. */
export const stoppedAssets = ({ check, asset }: Pick<Figure, 'check' | 'asset'>): readonly AssetCode[] =>
  check === 'ledger.chain' || check === 'chain.destination' ? ASSET_CODES : [asset]

/** Number of consecutive passes that must find a difference before an action. */
const PASSES_TO_ACCEPT = 2
/**
 * An attacker who takes a little more before every pass must not continue undetected: so many passes with changing sizes confirm a
 * difference too.
 */
const CHANGES_TO_ACCEPT = 3

/** Only the comparison with the chain is exact while money moves, so only there a shortage of changing size is no accident. */
export const isDifferenceConfirmed = (figure: Figure & { seen: number; changing: number }): boolean =>
  figure.seen >= PASSES_TO_ACCEPT || (figure.changing >= CHANGES_TO_ACCEPT && figure.check.startsWith('chain.') && stops(figure))
