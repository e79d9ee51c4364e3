/** Ledger accounts of a movement of platform capital, and the amount that may leave. On plain values. */

import { CAPITAL_ASSETS, type CapitalMove, type CapitalPlace, COMPANY_ACCOUNTS } from '@tunjo/contract/capital'
import { ASSETS, type AssetCode, parseUnits } from '@tunjo/contract/money'

export interface CapitalMovementFacts {
  readonly move: CapitalMove
  readonly place: CapitalPlace
  readonly asset: AssetCode
  /** Base units, above zero. */
  readonly amount: bigint
  /** Line of the bank's statement that brought it, which was posted already without an owner. */
  readonly line?: { readonly id: string; readonly transferId: string }
}
type PlatformAccount = (typeof COMPANY_ACCOUNTS)[number]
interface Accounts {
  /** Asset account of the place; its negative side is the balance there. */
  readonly where: 'bank' | 'collection' | 'payouts' | 'chain' | 'cold'
  readonly whose: Extract<PlatformAccount, 'house' | 'float' | 'market'>
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

/** Null for an amount that is not above zero. */
export function capitalAmount(asset: AssetCode, text: string): bigint | null {
  const amount = parseUnits(text, ASSETS[asset].scale)
  return amount !== null && amount > 0n ? amount : null
}

/** Names of system accounts. */
export function sidesOf({ move, place, asset, line }: Omit<CapitalMovementFacts, 'amount'>): { debit: string; credit: string } {
  if (move === 'transfer') return { debit: 'payouts', credit: 'bank' }
  const { where, whose } = ACCOUNTS[place]
  // COPT in the hot wallet is backed by pesos at the bank.
  const there = line ? 'deposits_in_review' : place === 'hot-wallet' && asset === 'COP' ? 'bank' : where
  return move === 'in' ? { debit: there, credit: whose } : { debit: whose, credit: there }
}

/** Costs are paid from platform capital, so they reduce the amount that it may take out: money owed stays. */
const OWN: Readonly<Record<AssetCode, readonly PlatformAccount[]>> = {
  COP: ['house', 'gmf', 'provider-fees'],
  BTC: ['float'],
  USDT: ['float'],
}
/**
 * Below zero it is a loss, which the platform bears until it is decided: unexplained debits of the bank, credits that the chain took back,
 * write-offs.
 */
const SHORT: Readonly<Record<AssetCode, readonly string[]>> = {
  COP: ['bank_debits_in_review', 'float', 'deposits_uncredited', 'deposit_losses', 'unidentified_transfers'],
  BTC: ['deposits_uncredited', 'deposit_losses', 'unidentified_transfers'],
  USDT: ['deposits_uncredited', 'deposit_losses', 'unidentified_transfers'],
}
/** Accounts that `ownOf` and `isOverdrawn` read. */
export const CAPITAL_ACCOUNTS = [
  ...COMPANY_ACCOUNTS,
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

/** Platform money that may leave; zero or below when none may. */
export function ownOf(posted: SystemBalance, asset: AssetCode): bigint {
  const own = OWN[asset].reduce((sum, account) => sum + posted(account, asset), 0n)
  return SHORT[asset].map((account) => posted(account, asset)).reduce((sum, units) => (units < 0n ? sum + units : sum), own)
}

/** True when, after it, the source has a negative balance, or the platform has taken money that is not its own. */
export function isOverdrawn(posted: SystemBalance, { move, place, asset }: Omit<CapitalMovementFacts, 'amount'>): boolean {
  if (move === 'in') return false
  const left = move === 'transfer' ? 'bank' : sidesOf({ move, place, asset }).credit
  return posted(left, asset) > 0n || (move === 'out' && ownOf(posted, asset) < 0n)
}
