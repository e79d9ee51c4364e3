/** History of the value of a customer's balances: the ledger's history at the prices of each moment (MON-02). */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import type { ValueHistory, ValuePeriod } from '@tunjo/contract/wallets'
import { customerAccount } from '../ledger/index.ts'
import { changeOf, DAY_MS, holdingInCop, instantsOf, signedPercentage, sumKnown } from './rules.ts'
import { type Holding, valueHoldings, type WalletSources } from './value-holdings.ts'

export async function valueHistory(sources: WalletSources, accountId: string, period: ValuePeriod): Promise<ValueHistory> {
  const now = sources.clock.now()
  const instants = instantsOf(period, now)
  const [byAsset, holdings] = await Promise.all([
    Promise.all(ASSET_CODES.map((asset) => valuesAt(sources, accountId, asset, instants))),
    valueHoldings(sources, accountId),
  ])
  const past = instants.map((at, place) => ({ at, valueCop: sumKnown(byAsset.map((values) => values[place] ?? null)) }))
  const points = [...past, { at: now, valueCop: sumKnown(holdings.map(({ valueCop }) => valueCop)) }]
  return { period, points: points.map(({ at, valueCop }) => ({ at: at.toISOString(), valueCop })) }
}

async function valuesAt(
  { ledger, pricing }: WalletSources,
  accountId: string,
  asset: AssetCode,
  instants: readonly Date[],
): Promise<(bigint | null)[]> {
  const [amounts, prices] = await Promise.all([
    ledger.postedAt(customerAccount(accountId, asset), instants),
    asset === 'COP' ? [] : pricing.copPricesAt(asset, instants),
  ])
  return amounts.map((amount, place) => holdingInCop(asset, amount, prices[place] ?? null))
}

/** Change of the present holdings' value in a day by prices alone: a deposit is no gain. */
export async function dayChange({ pricing, clock }: WalletSources, holdings: readonly Holding[]): Promise<DayChange | null> {
  const before = new Date(clock.now().getTime() - DAY_MS)
  const valuesBefore = await Promise.all(
    holdings.map(async ({ asset, amount }) => {
      const [price] = asset === 'COP' || amount === 0n ? [] : await pricing.copPricesAt(asset, [before])
      return holdingInCop(asset, amount, price ?? null)
    }),
  )
  const [was, is] = [sumKnown(valuesBefore), sumKnown(holdings.map(({ valueCop }) => valueCop))]
  return was === null || is === null ? null : { cop: is - was, percentage: signedPercentage(changeOf(was, is)) }
}

export interface DayChange {
  readonly cop: bigint
  readonly percentage: string
}
