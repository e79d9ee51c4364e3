/** Display names of the price sources. */
import type { PairPrice } from '@tunjo/contract/pricing'

export const SOURCE_NAME: Readonly<Record<PairPrice['source'], string>> = {
  binance: 'Binance',
  coinbase: 'Coinbase',
  coingecko: 'CoinGecko',
  bitso: 'Bitso',
  trm: 'TRM',
}
