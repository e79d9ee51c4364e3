/** What is compared, and what a difference of each comparison means. */

import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import type { CheckName } from '@tunjo/contract/reconciliation'
import { sha256 } from '../../platform/ids.ts'

/** One comparison. `actual − expected` is the difference. */
export interface Figure {
  readonly check: CheckName
  readonly asset: AssetCode
  /** Which row, where a comparison has many. */
  readonly subject: string
  readonly expected: bigint
  readonly actual: bigint
  /** Digest of what was found, where the difference does not say all: an explanation holds for this alone. */
  readonly facts?: string
}

/** Order counts, and nothing else of the world: the same things found give the same facts. */
export const factsOf = (...found: readonly unknown[]): string => sha256(JSON.stringify(found.map(String)))

/**
 * `shortage`: less than there should be stops the asset; more is only told, since anybody can send us tokens and must not be able to stop
 * us with them. `any`: nobody outside can cause it. `never`: somebody must look, and nobody is stopped. `floor`: more is as it should be.
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
  // Whoever pays may take it back at their bank, and must not be able to stop everybody with it.
  'provider.taken_back': 'never',
  'provider.amount': 'any',
  // A stranger can pay twice or without a reference of ours, and must not be able to stop everybody with it.
  'provider.record': 'never',
  'bank.statement': 'shortage',
  'ledger.chain': 'any',
  'ledger.balance': 'any',
  'ledger.sum': 'any',
  'ledger.expired_holds': 'never',
  // More rows than there should be move nothing, and are only told. A booking that is missing hides money.
  'rows.unproved': 'shortage',
}

export const differenceOf = ({ check, expected, actual }: Pick<Figure, 'check' | 'expected' | 'actual'>): bigint =>
  STOPS[check] === 'floor' && actual >= expected ? 0n : actual - expected

export const stops = (figure: Pick<Figure, 'check' | 'expected' | 'actual'>): boolean => {
  const difference = differenceOf(figure)
  const rule = STOPS[figure.check]
  return difference !== 0n && rule !== 'never' && (rule === 'any' || difference < 0n)
}

/** A chain of hashes that does not fit says nothing of one asset alone, and sweeps that go elsewhere take all tokens along. */
export const stoppedAssets = ({ check, asset }: Pick<Figure, 'check' | 'asset'>): readonly AssetCode[] =>
  check === 'ledger.chain' || check === 'chain.destination' ? ASSET_CODES : [asset]

/** A difference must be found by so many passes in a row before anything is done. */
const PASSES_TO_BELIEVE = 2
/** Who takes a little more before every pass must not go on for ever: so many passes with another size are believed too. */
const CHANGES_TO_BELIEVE = 3

/** Only the comparison with the chain is exact while money moves, so only there is a shortage that changes no accident. */
export const isBelieved = (figure: Figure & { seen: number; changing: number }): boolean =>
  figure.seen >= PASSES_TO_BELIEVE || (figure.changing >= CHANGES_TO_BELIEVE && figure.check.startsWith('chain.') && stops(figure))
