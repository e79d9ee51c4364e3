/**
 * Figures of a yearly certificate, from the ledger alone: its months are read one after the other, like the monthly statements, and
 * every posting falls into one line. Opening plus incoming minus outgoing is the closing of each asset, or no certificate is issued.
 */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import type { Entry } from '../../ledger/index.ts'
import type { MovementsContext } from '../types.ts'
import { type AssetStatement, StatementMismatch, statementOf } from './statement.ts'
import { monthsOf, type Year } from './year.ts'

export interface Flow {
  readonly count: number
  readonly units: bigint
}
export interface AssetYear {
  readonly asset: AssetCode
  readonly opening: bigint
  readonly closing: bigint
  readonly lines: Readonly<Record<Line, Flow>>
  /** Pesos of acquisitions and disposals against pesos. */
  readonly cop: Readonly<Record<'bought' | 'sold', bigint>>
  /** Already deducted from the bought amount: no line of the balance. */
  readonly tradeFees: Readonly<Record<'network' | 'house', bigint>>
}

/** Bought and sold against pesos, or against another asset; `gmf`: the tax on payouts, where a customer was charged. */
const CAME = ['deposits', 'bought', 'boughtForAsset', 'otherIn'] as const
const WENT = ['withdrawals', 'sold', 'soldForAsset', 'withdrawalFees', 'gmf', 'otherOut'] as const
export type Line = (typeof CAME)[number] | (typeof WENT)[number]

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
interface Totals {
  opening: bigint
  closing: bigint
  readonly lines: Record<Line, Mutable<Flow>>
  readonly cop: Record<'bought' | 'sold', bigint>
  readonly tradeFees: Record<'network' | 'house', bigint>
}
interface Leg {
  readonly asset: AssetCode
  readonly units: bigint
}
type Trades = Map<string, { sold?: Leg; bought?: Leg }>

const LINE_OF: Readonly<Record<string, Line>> = {
  'payments.deposit': 'deposits',
  'payments.deposit_decided': 'deposits',
  'payments.deposit_reversed': 'deposits',
  'payments.deposit_written_off': 'deposits',
  'crypto.deposit': 'deposits',
  'crypto.deposit_reversed': 'deposits',
  'crypto.deposit_written_off': 'deposits',
  'crypto.write_off_recovered': 'deposits',
  'payments.withdrawal': 'withdrawals',
  'payments.payout_booked': 'withdrawals',
  'payments.payout_charged': 'withdrawals',
  'payments.payout_shortfall': 'withdrawals',
  'crypto.withdrawal': 'withdrawals',
  'crypto.withdrawal_fee': 'withdrawalFees',
  'crypto.withdrawal_given_back': 'withdrawals',
  'crypto.withdrawal_fee_given_back': 'withdrawalFees',
  'crypto.found_charged': 'withdrawals',
  'crypto.found_credited': 'deposits',
  'payments.gmf': 'gmf',
}
const FEE_CODES = { 'trading.network_fee': 'network', 'trading.house_fee': 'house' } as const
const REFS_AT_ONCE = 500

/** @throws StatementMismatch */
export async function certificateOf(
  { ledger }: Pick<MovementsContext, 'ledger'>,
  accountId: string,
  year: Year,
): Promise<readonly AssetYear[]> {
  const totals = new Map(ASSET_CODES.map((asset) => [asset, noTotals()]))
  const trades: Trades = new Map()
  for (const [index, month] of monthsOf(year).entries()) {
    const statements = await statementOf({ ledger }, accountId, month)
    for (const [asset, total] of totals) {
      const found = statements.find((one) => one.asset === asset)
      if (index === 0) total.opening = total.closing = found?.opening ?? 0n
      if (total.closing !== (found?.opening ?? 0n)) throw new StatementMismatch(asset, month.name)
      if (found) addMonth(total, trades, found)
    }
  }
  addTrades(totals, trades)
  await addTradeFees(ledger, totals, [...trades.keys()])
  const years = [...totals].map(([asset, total]) => ({ asset, ...total }))
  for (const one of years) if (!addsUp(one)) throw new StatementMismatch(one.asset, year.name)
  return years.filter(({ opening, closing, lines }) => opening !== 0n || closing !== 0n || Object.values(lines).some(isTouched))
}

export function addsUp({ opening, closing, lines }: Pick<AssetYear, 'opening' | 'closing' | 'lines'>): boolean {
  const sum = (names: readonly Line[]) => names.reduce((total, name) => total + lines[name].units, 0n)
  return opening + sum(CAME) - sum(WENT) === closing
}

function addMonth(total: Totals, trades: Trades, { asset, closing, entries }: AssetStatement): void {
  for (const entry of entries) {
    const { code, amount, ref } = entry
    const side = code === 'trading.bought' ? 'bought' : code === 'trading.sold' ? 'sold' : null
    // A trade is in no line until both of its sides are known.
    if (side !== null && ref !== null) {
      const had = trades.get(ref) ?? {}
      const units = (had[side]?.units ?? 0n) + (side === 'bought' ? amount : -amount)
      trades.set(ref, { ...had, [side]: { asset, units } })
    } else add(total, lineOf(entry), amount)
  }
  total.closing = closing
}

function lineOf({ code, amount }: Entry): Line {
  if (code === 'crypto.inside') return amount > 0n ? 'deposits' : 'withdrawals'
  return LINE_OF[code] ?? (amount > 0n ? 'otherIn' : 'otherOut')
}

/** A reversal lessens the line of the operation that it undid. */
function add({ lines }: Totals, name: Line, amount: bigint): void {
  const units = isIncoming(name) ? amount : -amount
  lines[name].units += units
  lines[name].count += units > 0n ? 1 : -1
}
const isIncoming = (name: Line): boolean => CAME.some((one) => one === name)

function addTrades(totals: ReadonlyMap<AssetCode, Totals>, trades: Trades): void {
  for (const { sold, bought } of trades.values()) {
    if (bought) addSide(totals, 'bought', bought, sold)
    if (sold) addSide(totals, 'sold', sold, bought)
  }
}
function addSide(totals: ReadonlyMap<AssetCode, Totals>, side: 'bought' | 'sold', leg: Leg, other: Leg | undefined): void {
  const total = totals.get(leg.asset)
  if (!total) return
  const isInPesos = leg.asset === 'COP' || other?.asset === 'COP'
  add(total, isInPesos ? side : `${side}ForAsset`, side === 'bought' ? leg.units : -leg.units)
  if (other?.asset === 'COP') total.cop[side] += other.units
}

async function addTradeFees(
  ledger: MovementsContext['ledger'],
  totals: ReadonlyMap<AssetCode, Totals>,
  trades: readonly string[],
): Promise<void> {
  for (let from = 0; from < trades.length; from += REFS_AT_ONCE) {
    const fees = await ledger.postedFor(trades.slice(from, from + REFS_AT_ONCE), Object.keys(FEE_CODES))
    for (const { code, asset, amount } of fees) {
      const total = totals.get(asset)
      if (total) total.tradeFees[FEE_CODES[code as keyof typeof FEE_CODES]] += amount
    }
  }
}

const isTouched = ({ count, units }: Flow): boolean => count > 0 || units !== 0n
const noTotals = (): Totals => ({
  opening: 0n,
  closing: 0n,
  lines: Object.fromEntries([...CAME, ...WENT].map((name) => [name, { count: 0, units: 0n }])) as Record<Line, Mutable<Flow>>,
  cop: { bought: 0n, sold: 0n },
  tradeFees: { network: 0n, house: 0n },
})
