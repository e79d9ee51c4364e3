/** Settings of the price feed. */
import { parseUnits } from '@tunjo/contract/money'
import { type Pair, PRICE_SCALE } from '@tunjo/contract/pricing'
import * as z from 'zod'
import type { PlatformSettings } from '../../platform/config.ts'
import { declareSettings, type Environment, readSettings, SettingsInvalid } from '../../platform/settings.ts'

const baseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
const wholeNumber = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum)

/** Empty when none is confirmed. */
const confirmedPrice = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,8})?$/)
  .transform((text) => parseUnits(text, PRICE_SCALE))
  .optional()

const schema = declareSettings({
  /** Source of BTC prices. */
  BINANCE_URL: baseUrl.default('https://api.binance.com'),
  /** Second source of prices. */
  COINGECKO_URL: baseUrl.default('https://api.coingecko.com'),
  /** Source of the official exchange rate of the peso. */
  TRM_URL: baseUrl.default('https://www.datos.gov.co'),
  /** Polling interval of the sources. */
  PRICING_POLL_MS: wholeNumber(1_000, 60_000).default(5_000),
  /** Age from which a price is not used for trades. */
  PRICING_STALE_AFTER_MS: wholeNumber(5_000, 3_600_000).default(60_000),
  /** Maximum deviation of two sources: 300 is 3 %; above it the price is frozen. */
  PRICING_MAX_DEVIATION_BPS: wholeNumber(1, 5_000).default(300),
  /** Maximum jump: 2,000 is 20 %; sources that agree on a price further from the last confirmed one do not confirm it. */
  PRICING_MAX_JUMP_BPS: wholeNumber(1, 10_000).default(2_000),
  /** A price that an operator confirms after `price_doubtful`, as `3821.5`. */
  PRICING_CONFIRMED_BTCUSDT: confirmedPrice,
  /** The same for pesos. */
  PRICING_CONFIRMED_COPUSDT: confirmedPrice,
})

export interface PricingSettings {
  binanceUrl: string
  coingeckoUrl: string
  trmUrl: string
  pollMs: number
  staleAfterMs: number
  maxDeviationBps: number
  maxJumpBps: number
  /** Prices confirmed by an operator, where sources alone are not trusted. */
  confirmedPrices: Readonly<Record<Pair, bigint | null>>
}

export function readPricingSettings(env: Environment, { profile }: Pick<PlatformSettings, 'profile'>): PricingSettings {
  const given = readSettings(schema, env)
  const urls = { binanceUrl: given.BINANCE_URL, coingeckoUrl: given.COINGECKO_URL, trmUrl: given.TRM_URL }
  if (profile === 'production') Object.values(urls).forEach(refuseSandbox)
  return {
    ...urls,
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
