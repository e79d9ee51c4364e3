/** Which accounts of the ledger a movement of the house's money touches, and how much may leave. On plain values. */

import { CAPITAL_ASSETS, type CapitalMove, type CapitalPlace, HOUSE_ACCOUNTS } from '@tunjo/contract/capital'
import { ASSETS, type AssetCode, parseUnits } from '@tunjo/contract/money'

export interface CapitalMovementFacts {
  readonly move: CapitalMove
  readonly place: CapitalPlace
  readonly asset: AssetCode
  /** Base units, above zero. */
  readonly amount: bigint
  /** The line of the bank's statement that brought it, which was posted already, as nobody's. */
  readonly line?: { readonly id: string; readonly transferId: string }
}
type HouseAccount = (typeof HOUSE_ACCOUNTS)[number]
interface Accounts {
  /** Its negative side is what is there. */
  readonly where: 'bank' | 'collection' | 'payouts' | 'chain' | 'cold'
  readonly whose: Extract<HouseAccount, 'house' | 'float' | 'market'>
}
const ACCOUNTS: Readonly<Record<CapitalPlace, Accounts>> = {
  bank: { where: 'bank', whose: 'house' },
  collection: { where: 'collection', whose: 'house' },
  provider: { where: 'payouts', whose: 'house' },
  'hot-wallet': { where: 'chain', whose: 'float' },
  'cold-wallet': { where: 'cold', whose: 'float' },
  pools: { where: 'bank', whose: 'market' },
}

export const isPlaceOf = (move: CapitalMove, place: CapitalPlace, asset: AssetCode): boolean =>
  CAPITAL_ASSETS[move][place]?.includes(asset) ?? false

/** Null for what is no amount above zero. */
export function capitalAmount(asset: AssetCode, text: string): bigint | null {
  const amount = parseUnits(text, ASSETS[asset].scale)
  return amount !== null && amount > 0n ? amount : null
}

/** Names of system accounts. */
export function sidesOf({ move, place, asset, line }: Omit<CapitalMovementFacts, 'amount'>): { debit: string; credit: string } {
  if (move === 'transfer') return { debit: 'payouts', credit: 'bank' }
  const { where, whose } = ACCOUNTS[place]
  // COPT in the hot wallet stands on pesos at the bank.
  const there = line ? 'deposits_in_review' : place === 'hot-wallet' && asset === 'COP' ? 'bank' : where
  return move === 'in' ? { debit: there, credit: whose } : { debit: whose, credit: there }
}

/** Costs are paid from what the house brought, so they lessen what it may take: what is owed stays. */
const OWN: Readonly<Record<AssetCode, readonly HouseAccount[]>> = {
  COP: ['house', 'gmf', 'provider-fees'],
  BTC: ['float'],
  USDT: ['float'],
}
/** Below zero it is a loss, which the platform bears until it is decided: unexplained debits of the bank, what the chain took back, what was written off. */
const SHORT: Readonly<Record<AssetCode, readonly string[]>> = {
  COP: ['bank_debits_in_review', 'float', 'deposits_uncredited', 'deposit_losses', 'unidentified_transfers'],
  BTC: ['deposits_uncredited', 'deposit_losses', 'unidentified_transfers'],
  USDT: ['deposits_uncredited', 'deposit_losses', 'unidentified_transfers'],
}
/** All that `ownOf` and `isOverdrawn` look at. */
export const CAPITAL_ACCOUNTS = [
  ...HOUSE_ACCOUNTS,
  'bank',
  'collection',
  'payouts',
  'cold',
  'bank_debits_in_review',
  'deposits_uncredited',
  'deposit_losses',
  'unidentified_transfers',
] as const
export type SystemBalance = (account: string, asset: AssetCode) => bigint

/** Of the house's own; zero or below when nothing may leave. */
export function ownOf(posted: SystemBalance, asset: AssetCode): bigint {
  const own = OWN[asset].reduce((sum, account) => sum + posted(account, asset), 0n)
  return SHORT[asset].map((account) => posted(account, asset)).reduce((sum, units) => (units < 0n ? sum + units : sum), own)
}

/** Whether, after it, the place that the money left has less than nothing, or the house has taken what is not its own. */
export function isOverdrawn(posted: SystemBalance, { move, place, asset }: Omit<CapitalMovementFacts, 'amount'>): boolean {
  if (move === 'in') return false
  const left = move === 'transfer' ? 'bank' : sidesOf({ move, place, asset }).credit
  return posted(left, asset) > 0n || (move === 'out' && ownOf(posted, asset) < 0n)
}
