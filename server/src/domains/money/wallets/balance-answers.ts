/** Holdings in the contract's format. */
import { formatAsset, formatUnits } from '@tunjo/contract/money'
import type { BalanceRow, BalanceTotal } from '@tunjo/contract/wallets'
import type { CopPrice } from '../pricing/index.ts'
import { percentage, sharesOf } from './rules.ts'
import type { DayChange } from './value-history.ts'
import type { Holding } from './value-holdings.ts'

export function balanceRows(holdings: readonly Holding[]): BalanceRow[] {
  const values = knownValues(holdings)
  // Shares of an unknown total would be wrong figures.
  const shares = values.length === holdings.length ? sharesOf(values) : null
  return holdings.map((holding, index) => balanceRow(holding, shares?.[index] ?? null))
}

function balanceRow({ asset, amount, available, held, valueCop, price }: Holding, share: bigint | null): BalanceRow {
  return {
    asset,
    assetName: asset,
    assetIcon: `/assets/tokens/${asset}.svg`,
    amount: formatAsset(asset, amount),
    available: formatAsset(asset, available),
    held: formatAsset(asset, held),
    valueCop,
    percentage: share === null ? null : percentage(share),
    price: price && shownPrice(price),
  }
}

const shownPrice = ({ price, scale, source, at, isStale }: CopPrice) => ({
  cop: formatUnits(price, scale),
  source,
  at: at.toISOString(),
  isStale,
})

export function balanceTotal(holdings: readonly Holding[], dayChange: DayChange | null): BalanceTotal {
  const values = knownValues(holdings)
  const knownCop = values.reduce((sum, value) => sum + value, 0n)
  const priceTimesMs = holdings.flatMap(({ price, amount }) => (price && amount !== 0n ? [price.at.getTime()] : []))
  return {
    totalCop: values.length === holdings.length ? knownCop : null,
    knownCop,
    withoutPrice: holdings.filter(({ valueCop }) => valueCop === null).map(({ asset }) => asset),
    pricedAt: priceTimesMs.length === 0 ? null : new Date(Math.min(...priceTimesMs)).toISOString(),
    dayChange,
  }
}

const knownValues = (holdings: readonly Holding[]): bigint[] => holdings.flatMap(({ valueCop }) => (valueCop === null ? [] : [valueCop]))
