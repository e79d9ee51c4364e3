/** Settings of the price feed. */
import { keysOf } from '@tunjo/contract/keys'
import { parseUnits } from '@tunjo/contract/money'
import { type Pair, PRICE_SCALE, type PriceSourceName } from '@tunjo/contract/pricing'
import * as z from 'zod'
import type { PlatformSettings } from '../../../platform/process/config.ts'
import { declareSettings, type Environment, readSettings, SettingsInvalid } from '../../../platform/process/settings.ts'

const baseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
const wholeNumber = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum)

/** Pairs that each source publishes. */
const PAIRS_OF: Readonly<Record<PriceSourceName, readonly Pair[]>> = {
  binance: ['BTCUSDT', 'COPUSDT'],
  coinbase: ['BTCUSDT'],
  coingecko: ['BTCUSDT'],
  bitso: ['COPUSDT'],
  trm: ['COPUSDT'],
}

/** `binance:60:300`: name, age limit in seconds, deviation band in basis points; several, each once, separated by commas. */
const sourcesOf = (pair: Pair) =>
  z.string().transform((text, context): SourceSetting[] => {
    const read = text.split(',').map((one) => readSource(one.trim(), pair))
    const found = read.filter((one) => one !== null)
    if (found.length === read.length && new Set(found.map(({ source }) => source)).size === read.length) return found
    const names = keysOf(PAIRS_OF).filter((name) => PAIRS_OF[name].includes(pair))
    context.addIssue(`must name sources as name:seconds:band, each once, of ${names.join(', ')}`)
    return z.NEVER
  })

function readSource(text: string, pair: Pair): SourceSetting | null {
  const [, name, seconds, band] = /^([a-z]+):(\d{1,5}):(\d{1,4})$/.exec(text) ?? []
  const source = keysOf(PAIRS_OF).find((known) => known === name && PAIRS_OF[known].includes(pair))
  const [maxAgeMs, bandBps] = [Number(seconds) * 1_000, Number(band)]
  return source && maxAgeMs > 0 && bandBps > 0 ? { source, maxAgeMs, bandBps } : null
}

/** Empty when none is confirmed. */
const confirmedPrice = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,8})?$/)
  .transform((text) => parseUnits(text, PRICE_SCALE))
  .optional()

const schema = declareSettings({
  /** Binance: prices of BTC and of the peso, and the candles. */
  BINANCE_URL: baseUrl.default('https://api.binance.com'),
  /** Coinbase Exchange: prices of BTC. */
  COINBASE_URL: baseUrl.default('https://api.exchange.coinbase.com'),
  /** CoinGecko: prices of BTC. */
  COINGECKO_URL: baseUrl.default('https://api.coingecko.com'),
  /** Bitso: prices of the peso. */
  BITSO_URL: baseUrl.default('https://api.bitso.com'),
  /** Source of the official exchange rate of the peso. */
  TRM_URL: baseUrl.default('https://www.datos.gov.co'),
  /** Sources of BTCUSDT in the order of preference, each as `name:age limit in seconds:band in basis points`. */
  PRICING_SOURCES_BTCUSDT: sourcesOf('BTCUSDT').prefault('binance:60:300,coinbase:60:300,coingecko:300:300'),
  /** The same for pesos. */
  PRICING_SOURCES_COPUSDT: sourcesOf('COPUSDT').prefault('binance:60:300,bitso:60:300,trm:300:300'),
  /** Minimum number of sources that agree on a price; 1 lets one source alone move it as far as `PRICING_MAX_DEVIATION_BPS`. */
  PRICING_MIN_SOURCES: wholeNumber(1, 5).default(2),
  /** Polling interval of the sources. */
  PRICING_POLL_MS: wholeNumber(1_000, 60_000).default(5_000),
  /** Age from which a price is not used for trades. */
  PRICING_STALE_AFTER_MS: wholeNumber(5_000, 3_600_000).default(60_000),
  /** Maximum deviation of one source alone from the confirmed price: 300 is 3 %; above it the price is frozen. */
  PRICING_MAX_DEVIATION_BPS: wholeNumber(1, 5_000).default(300),
  /** Maximum jump: 2,000 is 20 %; sources that agree on a price further from the last confirmed one do not confirm it. */
  PRICING_MAX_JUMP_BPS: wholeNumber(1, 10_000).default(2_000),
  /** A price that an operator confirms after `price_doubtful`, as `3821.5`. */
  PRICING_CONFIRMED_BTCUSDT: confirmedPrice,
  /** The same for pesos. */
  PRICING_CONFIRMED_COPUSDT: confirmedPrice,
})

interface SourceSetting {
  readonly source: PriceSourceName
  readonly maxAgeMs: number
  readonly bandBps: number
}

export interface PricingSettings {
  urls: Readonly<Record<PriceSourceName, string>>
  /** In the order of preference. */
  sources: Readonly<Record<Pair, readonly SourceSetting[]>>
  minSources: number
  pollMs: number
  staleAfterMs: number
  maxDeviationBps: number
  maxJumpBps: number
  /** Prices confirmed by an operator, where sources alone are not trusted. */
  confirmedPrices: Readonly<Record<Pair, bigint | null>>
}

export function readPricingSettings(env: Environment, { profile }: Pick<PlatformSettings, 'profile'>): PricingSettings {
  const given = readSettings(schema, env)
  const urls = {
    binance: given.BINANCE_URL,
    coinbase: given.COINBASE_URL,
    coingecko: given.COINGECKO_URL,
    bitso: given.BITSO_URL,
    trm: given.TRM_URL,
  }
  if (profile === 'production') Object.values(urls).forEach(refuseSandbox)
  return {
    urls,
    sources: { BTCUSDT: given.PRICING_SOURCES_BTCUSDT, COPUSDT: given.PRICING_SOURCES_COPUSDT },
    minSources: given.PRICING_MIN_SOURCES,
    pollMs: given.PRICING_POLL_MS,
    staleAfterMs: given.PRICING_STALE_AFTER_MS,
    maxDeviationBps: given.PRICING_MAX_DEVIATION_BPS,
    maxJumpBps: given.PRICING_MAX_JUMP_BPS,
    confirmedPrices: { BTCUSDT: given.PRICING_CONFIRMED_BTCUSDT ?? null, COPUSDT: given.PRICING_CONFIRMED_COPUSDT ?? null },
  }
}

function refuseSandbox(url: string): void {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:') throw new SettingsInvalid(`Price source ${url} must be reached by https:// in production.`)
  if (hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.'))
    throw new SettingsInvalid(`Price source ${url} is on this machine, which production refuses.`)
}
