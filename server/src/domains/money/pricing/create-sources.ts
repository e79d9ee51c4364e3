/** The price sources that the settings name: each with its address and its own parser. */
import { keysOf } from '@tunjo/contract/keys'
import { PAIRS, type PriceSourceName } from '@tunjo/contract/pricing'
import type { Clock } from '../../../platform/time/clock.ts'
import type { PricingSettings } from './config.ts'
import { createBinance } from './providers/binance.ts'
import { createBitso } from './providers/bitso.ts'
import { createCoinbase } from './providers/coinbase.ts'
import { createCoinGecko } from './providers/coingecko.ts'
import { createTrm } from './providers/trm.ts'
import type { PriceSource } from './types.ts'

const PROVIDERS: Readonly<Record<PriceSourceName, (parts: { baseUrl: string; clock: Clock }) => PriceSource>> = {
  binance: createBinance,
  coinbase: createCoinbase,
  coingecko: createCoinGecko,
  bitso: createBitso,
  trm: createTrm,
}

export function createSources({ urls, sources }: Pick<PricingSettings, 'urls' | 'sources'>, clock: Clock): readonly PriceSource[] {
  const named = new Set(PAIRS.flatMap((pair) => sources[pair].map(({ source }) => source)))
  return keysOf(PROVIDERS)
    .filter((name) => named.has(name))
    .map((name) => PROVIDERS[name]({ baseUrl: urls[name], clock }))
}
