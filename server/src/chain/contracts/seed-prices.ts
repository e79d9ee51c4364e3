/** Seed prices of the embedded pools. The sandbox's price walk moves around the same ones, so both agree. */
import { type ChainToken, tokenBySymbol } from '../tokens.ts'

export interface SeedPrices {
  /** Pesos for one dollar. */
  copPerUsd: string
  /** Dollars for one whole token. */
  usdPerToken: Record<Exclude<ChainToken, 'COPT'>, string>
}

export const SEED_PRICES: SeedPrices = {
  copPerUsd: '3797',
  usdPerToken: { USDT: '1', USDC: '1', BTC: '91234.56', WETH: '3100', PAXG: '4050' },
}

const SCALE_DIGITS = 12

/** Base units of the token worth that many whole dollars; rounded down, which makes a pool smaller by a dust amount only. */
export function unitsWorthUsd(token: ChainToken, usd: bigint, prices: SeedPrices): bigint {
  const oneToken = 10n ** BigInt(tokenBySymbol(token).decimals)
  const scale = 10n ** BigInt(SCALE_DIGITS)
  if (token === 'COPT') return (usd * oneToken * scaled(prices.copPerUsd)) / scale
  return (usd * oneToken * scale) / scaled(prices.usdPerToken[token])
}

function scaled(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  if (fraction.length > SCALE_DIGITS) throw new Error(`price ${decimal} has more than ${SCALE_DIGITS} decimals`)
  return BigInt(whole + fraction.padEnd(SCALE_DIGITS, '0'))
}
