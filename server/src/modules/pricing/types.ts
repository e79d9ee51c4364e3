/** What pricing offers other modules, and what a source of prices is. */
import type { AssetCode } from '@tunjo/contract/money'
import type { Pair, PairPrice } from '@tunjo/contract/pricing'
import type { MountedModule } from '../../platform/module.ts'

export type SourceName = PairPrice['source']

/** What one source says of one pair. Amounts times 10^8. */
export interface Quote {
  readonly price: bigint
  readonly bid: bigint | null
  readonly ask: bigint | null
  readonly source: SourceName
  readonly at: Date
}

/** A third party that publishes prices. It never answers a price of zero or less. */
export interface PriceSource {
  readonly name: SourceName
  /** @throws when it cannot be reached or its answer is not understood */
  read(): Promise<Partial<Record<Pair, Quote>>>
}

/** The lengths in which candles are stored; the others are put together from these. */
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
}

export interface CopPrice {
  /** Pesos for one whole unit of the asset, times 10^scale. */
  readonly price: bigint
  readonly scale: number
  readonly source: string
  readonly at: Date
  readonly isStale: boolean
}

export interface PastCopPrice extends Pick<CopPrice, 'price' | 'scale'> {
  readonly at: Date
}

/** What an asset cost at the end of a day of the exchanges (UTC). */
export interface ClosingCopPrice extends Pick<CopPrice, 'price' | 'scale'> {
  readonly at: Date
  /** The exchange's own figure; otherwise the last price that was seen of that day. */
  readonly isOfficial: boolean
}

export interface Pricing extends MountedModule {
  /**
   * The last good price, however old: look at `isStale` before it is used for more than showing.
   * @throws Refused `pricing.price_unavailable`
   */
  price(pair: Pair): Promise<Price>
  /**
   * A price that money may be moved at: fresh, and not contradicted by another source.
   * @throws Refused `pricing.price_unavailable`, `pricing.price_stale`
   */
  tradablePrice(pair: Pair): Promise<Price>
  /** Null when there is no price or it is older than a day. */
  priceInCop(asset: Exclude<AssetCode, 'COP'>): Promise<CopPrice | null>
  /** What one unit cost at past instants, by the hour (by the day for old ones); null where no candle tells. Only to show. */
  copPricesAt(asset: Exclude<AssetCode, 'COP'>, instants: readonly Date[]): Promise<readonly (PastCopPrice | null)[]>
  /** The close of a day, `2026-12-31`, as it was kept; null when nothing of that very day is. */
  closingCopPrice(asset: Exclude<AssetCode, 'COP'>, day: string): Promise<ClosingCopPrice | null>
  /** One round of questions to all sources. The scheduler calls it; tests do too. */
  poll(): Promise<void>
  /** Brings the stored candles up to date. */
  refreshCandles(): Promise<void>
}
