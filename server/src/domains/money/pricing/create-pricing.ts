/** Composition of pricing: polls sources, stores prices and candles, answers other modules. */
import { ASSETS } from '@tunjo/contract/money'
import { type Pair, PRICE_SCALE, type PriceRefusal } from '@tunjo/contract/pricing'
import { refuse } from '../../../platform/http/refusal.ts'
import type { Platform } from '../../../platform/module.ts'
import { readPricingSettings } from './config.ts'
import { countSources } from './count-sources.ts'
import { createSources } from './create-sources.ts'
import { isOlderThan } from './deviation.ts'
import type { FreezeReason } from './judge.ts'
import { closingCopPrice, copPricesAt } from './past-prices.ts'
import { type PollContext, pollPrices } from './poll-prices.ts'
import { priceAgeCheck } from './price-age-check.ts'
import { priceGauges } from './price-gauges.ts'
import { createBinance } from './providers/binance.ts'
import { refreshCandles } from './refresh-candles.ts'
import { pricingRoutes } from './routes.ts'
import { multiplyPrices } from './rules.ts'
import { type LastGoodPrice, readPrice } from './store.ts'
import type { CopPrice, Price, Pricing } from './types.ts'

const CANDLES_EVERY_MS = 60_000
const WORTHLESS_AFTER_MS = 24 * 60 * 60 * 1000

export function createPricing(platform: Pick<Platform, 'db' | 'clock' | 'jobs' | 'outbox' | 'log' | 'env' | 'settings'>): Pricing {
  const { db, clock, jobs, outbox, log } = platform
  const settings = readPricingSettings(platform.env, platform.settings)
  const candleSource = createBinance({ baseUrl: settings.urls.binance, clock })
  const counted = countSources()
  const sources = createSources(settings, clock)
  const context: PollContext = { db, clock, outbox, log, settings, sources, onJudged: counted.onJudged }

  const pollAlone = oneAtATime(() => pollPrices(context))
  const refreshAlone = oneAtATime(() => refreshCandles({ db, clock, candleSource }))
  jobs.schedule({ name: 'pricing.poll', everyMs: settings.pollMs, run: pollAlone })
  jobs.schedule({ name: 'pricing.candles', everyMs: CANDLES_EVERY_MS, run: refreshAlone })

  const findPrice = priceFinder({ db, clock, staleAfterMs: settings.staleAfterMs })
  async function price(pair: Pair): Promise<Price> {
    return (await findPrice(pair)) ?? refuse('pricing.price_unavailable')
  }

  return {
    name: 'pricing',
    price,
    async tradablePrice(pair) {
      const found = await price(pair)
      if (found.refusal) refuse(found.refusal)
      return found
    },
    async priceInCop(asset) {
      const { pair } = ASSETS[asset]
      const [copPerUsdt, usdtPerUnit] = await Promise.all([findPrice('COPUSDT'), pair && findPrice(pair)])
      if (!copPerUsdt || (pair && !usdtPerUnit)) return null
      const valued = usdtPerUnit ? combine(usdtPerUnit, copPerUsdt) : asCopPrice(copPerUsdt)
      return isOlderThan(valued.at, clock.now(), WORTHLESS_AFTER_MS) ? null : valued
    },
    copPricesAt: (asset, instants) => copPricesAt({ db, clock }, asset, instants),
    closingCopPrice: (asset, day) => closingCopPrice(db, asset, day),
    poll: () => pollPrices(context),
    refreshCandles: () => refreshCandles({ db, clock, candleSource }),
    figures: priceGauges({ db, clock }),
    sourceFigures: counted.figures,
    health: priceAgeCheck({ findPrice, staleAfterMs: settings.staleAfterMs }),
    routes: pricingRoutes({ db, clock, price }),
  }
}

interface PriceFinderParts extends Pick<Platform, 'db' | 'clock'> {
  readonly staleAfterMs: number
}

/** Shared reads: every screen needs the same two rows, so concurrent callers get the result of one query. */
function priceFinder({ db, clock, staleAfterMs }: PriceFinderParts): (pair: Pair) => Promise<Price | null> {
  const readings = new Map<Pair, Promise<LastGoodPrice | null>>()
  function readShared(pair: Pair): Promise<LastGoodPrice | null> {
    const reading = readings.get(pair) ?? readPrice(db, pair).finally(() => readings.delete(pair))
    readings.set(pair, reading)
    return reading
  }
  return async (pair) => {
    const found = await readShared(pair)
    if (!found) return null
    const now = clock.now()
    const isFrozen = found.frozenReason !== null
    const isStale = isFrozen || isOlderThan(found.at, now, staleAfterMs)
    const refusal = isStale ? refusalOf(found.frozenReason) : null
    return { ...found, pair, ageMs: Math.max(0, now.getTime() - found.at.getTime()), isFrozen, isStale, refusal }
  }
}

/** A jump is no matter of the sources: the customer reads that there is no reliable price. */
function refusalOf(reason: FreezeReason | null): PriceRefusal {
  if (reason === 'sources_too_few') return 'pricing.sources_too_few'
  return reason === 'sources_disagree' ? 'pricing.sources_disagree' : 'pricing.price_stale'
}

function asCopPrice({ price, source, at, isStale, refusal }: Price): CopPrice {
  return { price, scale: PRICE_SCALE, source, at, isStale, refusal }
}

/** The combined price has the age of the older one. */
function combine(usdtPerBtc: Price, copPerUsdt: Price): CopPrice {
  const { source, at } = usdtPerBtc.at < copPerUsdt.at ? usdtPerBtc : copPerUsdt
  return {
    price: multiplyPrices(usdtPerBtc.price, copPerUsdt.price),
    scale: PRICE_SCALE,
    source: usdtPerBtc.source === copPerUsdt.source ? source : `${usdtPerBtc.source} × ${copPerUsdt.source}`,
    at,
    isStale: usdtPerBtc.isStale || copPerUsdt.isStale,
    refusal: usdtPerBtc.refusal ?? copPerUsdt.refusal,
  }
}

/** Skip a round while the previous one runs, so that a slow provider does not pile up rounds. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  return async () => {
    if (running) return
    running = work().finally(() => {
      running = null
    })
    await running
  }
}
