/** Settings of the price feed. */
import * as z from 'zod'
import type { PlatformSettings } from '../../platform/config.ts'
import { type Environment, readSettings, SettingsInvalid } from '../../platform/settings.ts'

const baseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
const wholeNumber = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum)

const schema = z.object({
  BINANCE_URL: baseUrl.default('https://api.binance.com'),
  COINGECKO_URL: baseUrl.default('https://api.coingecko.com'),
  TRM_URL: baseUrl.default('https://www.datos.gov.co'),
  PRICING_POLL_MS: wholeNumber(1_000, 60_000).default(5_000),
  PRICING_STALE_AFTER_MS: wholeNumber(5_000, 3_600_000).default(60_000),
  /** 300 is 3 %: two sources further apart than this freeze the price. */
  PRICING_MAX_DEVIATION_BPS: wholeNumber(1, 5_000).default(300),
})

export interface PricingSettings {
  binanceUrl: string
  coingeckoUrl: string
  trmUrl: string
  pollMs: number
  staleAfterMs: number
  maxDeviationBps: number
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
  }
}

function refuseSandbox(url: string): void {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:') throw new SettingsInvalid(`Price source ${url} must be reached by https:// in production.`)
  if (hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.'))
    throw new SettingsInvalid(`Price source ${url} is on this machine, which production refuses.`)
}
