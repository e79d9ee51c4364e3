/** Interface of pricing for other modules, and the port of a price source. */
import type { AssetCode } from '@tunjo/contract/money'
import type { Pair, PriceRefusal, PriceSourceName } from '@tunjo/contract/pricing'
import type { MountedModule } from '../../../platform/module.ts'
import type { Gauges } from '../../../platform/observability/gauges.ts'
import type { HealthCheck } from '../../../platform/observability/health-check.ts'

export type SourceName = PriceSourceName

/** One source's answer about one pair. Amounts times 10^8. */
export interface Quote {
  readonly price: bigint
  readonly bid: bigint | null
  readonly ask: bigint | null
  readonly source: SourceName
  readonly at: Date
}

/** A third party that publishes prices. It never returns a price of zero or less. */
export interface PriceSource {
  readonly name: SourceName
  /** @throws when it cannot be reached or its answer is not understood */
  read(): Promise<Partial<Record<Pair, Quote>>>
}

/** Stored candle periods; the others are joined from these. */
export type CandlePeriod = '1m' | '1h' | '1d'

export interface StoredCandle {
  readonly openAt: Date
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
}

export interface CandleSource {
  /** From `since` on, oldest first, at most 1,000. An empty list when the pair is not listed. */
  candles(pair: Pair, period: CandlePeriod, since: Date | null): Promise<StoredCandle[]>
}

export interface Price extends Quote {
  readonly pair: Pair
  readonly ageMs: number
  readonly isStale: boolean
  readonly isFrozen: boolean
  /** Code with which everything that is decided on this price is refused; null while it can be relied on. */
  readonly refusal: PriceRefusal | null
}

export interface CopPrice {
  /** Pesos for one whole unit of the asset, times 10^scale. */
  readonly price: bigint
  readonly scale: number
  readonly source: string
  readonly at: Date
  readonly isStale: boolean
  /** As of a price; of two of them, the first that has one. */
  readonly refusal: PriceRefusal | null
}

export interface PastCopPrice extends Pick<CopPrice, 'price' | 'scale'> {
  readonly at: Date
}

/** Price of an asset at the end of a day of the exchanges (UTC). */
export interface ClosingCopPrice extends Pick<CopPrice, 'price' | 'scale'> {
  readonly at: Date
  /** True for the exchange's own figure; false for the last polled price of that day. */
  readonly isOfficial: boolean
}

export interface Pricing extends MountedModule {
  readonly figures: Gauges
  readonly sourceFigures: Gauges
  /**
   * The last accepted price, of any age: check `isStale` before using it for more than display.
   * @throws Refused `pricing.price_unavailable`
   */
  price(pair: Pair): Promise<Price>
  /**
   * A price that money may move at: fresh, and not contradicted by another source.
   * @throws Refused `pricing.price_unavailable`, `pricing.price_stale`, `pricing.sources_too_few`, `pricing.sources_disagree`
   */
  tradablePrice(pair: Pair): Promise<Price>
  /** Null when there is no price or it is older than a day. */
  priceInCop(asset: Exclude<AssetCode, 'COP'>): Promise<CopPrice | null>
  /** Prices of one unit at past instants, by the hour (by the day for old ones); null where there is no candle. For display only. */
  copPricesAt(asset: Exclude<AssetCode, 'COP'>, instants: readonly Date[]): Promise<readonly (PastCopPrice | null)[]>
  /** Stored close of a day, `2026-12-31`; null when there is none of exactly that day. */
  closingCopPrice(asset: Exclude<AssetCode, 'COP'>, day: string): Promise<ClosingCopPrice | null>
  /** One polling round of all sources, called by the scheduler and by tests. */
  poll(): Promise<void>
  /** Bring the stored candles up to date. */
  refreshCandles(): Promise<void>
  /** Age of each price. */
  readonly health: HealthCheck
}
