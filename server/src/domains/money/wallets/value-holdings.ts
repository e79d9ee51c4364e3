/** Balances of the ledger valued at current prices. */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Ledger } from '../ledger/index.ts'
import type { CopPrice } from '../pricing/index.ts'
import { holdingInCop } from './rules.ts'
import type { CopPricing } from './types.ts'

export interface Holding {
  readonly asset: AssetCode
  readonly amount: bigint
  readonly available: bigint
  readonly held: bigint
  /** Cents; null when the asset has no price. */
  readonly valueCop: bigint | null
  readonly price: CopPrice | null
}
export interface WalletSources {
  readonly ledger: Pick<Ledger, 'balances' | 'postedAt'>
  readonly pricing: CopPricing
  readonly clock: Clock
}

/** One row per asset in the order of the specification, with zeros for unused ones. */
export async function valueHoldings({ ledger, pricing }: Omit<WalletSources, 'clock'>, accountId: string): Promise<Holding[]> {
  const [balances, prices] = await Promise.all([
    ledger.balances(accountId),
    Promise.all(ASSET_CODES.map((asset) => (asset === 'COP' ? null : pricing.priceInCop(asset)))),
  ])
  return ASSET_CODES.map((asset, index) => {
    const { posted: amount, available, held } = balances.find((balance) => balance.asset === asset) ?? NOTHING
    const price = prices[index] ?? null
    return { asset, amount, available, held, price, valueCop: holdingInCop(asset, amount, price) }
  })
}

const NOTHING = { posted: 0n, available: 0n, held: 0n }
