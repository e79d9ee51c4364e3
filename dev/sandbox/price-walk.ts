/** Prices as a pure function of the minute, so that a restart, a second process or a chart drawn later all agree. */

export type MarketSymbol = 'BTCUSDT' | 'USDTCOP'

/** In hundredths: 91,234.56 USDT per BTC and 3,797 COP per USDT. */
const bases: Record<MarketSymbol, { hundredths: bigint; spreadHundredths: bigint; seed: number }> = {
  BTCUSDT: { hundredths: 9_123_456n, spreadHundredths: 250n, seed: 17 },
  USDTCOP: { hundredths: 379_700n, spreadHundredths: 200n, seed: 91 },
}

/** Slow and fast waves; together they never move a price by more than 3,000 parts per million (0.3 %). */
const waves = [
  { minutes: 1440, ppm: 1200 },
  { minutes: 360, ppm: 800 },
  { minutes: 90, ppm: 500 },
  { minutes: 20, ppm: 300 },
  { minutes: 5, ppm: 200 },
]

export interface WalkPrice {
  hundredths: bigint
  bidHundredths: bigint
  askHundredths: bigint
}

export function priceAt(symbol: MarketSymbol, minute: number): WalkPrice {
  const { hundredths, spreadHundredths } = bases[symbol]
  const moved = (hundredths * BigInt(1_000_000 + deviationPpm(symbol, minute))) / 1_000_000n
  return { hundredths: moved, bidHundredths: moved - spreadHundredths, askHundredths: moved + spreadHundredths }
}

/** The official rate of a day: the same for all its minutes, and a few pesos away from the exchange. */
export function trmHundredths(dayNumber: number): bigint {
  const ppm = noise(bases.USDTCOP.seed + 1, dayNumber, 3_000)
  return ((bases.USDTCOP.hundredths + 425n) * BigInt(1_000_000 + ppm)) / 1_000_000n
}

export function minuteOf(ms: number): number {
  return Math.floor(ms / 60_000)
}

/** A steady number below `limit` for a symbol and a minute: the volume of a candle, the size of an order. */
export function steadyNumber(symbol: MarketSymbol, minute: number, limit: number): number {
  return hash(bases[symbol].seed * 7919, minute) % limit
}

export function larger(a: bigint, b: bigint): bigint {
  if (a > b) return a
  return b
}

export function smaller(a: bigint, b: bigint): bigint {
  if (a < b) return a
  return b
}

export function decimal(hundredths: bigint): string {
  const text = hundredths.toString().padStart(3, '0')
  return `${text.slice(0, -2)}.${text.slice(-2)}`
}

function deviationPpm(symbol: MarketSymbol, minute: number): number {
  return waves.reduce((total, wave, index) => {
    const cell = Math.floor(minute / wave.minutes)
    const inside = minute - cell * wave.minutes
    const from = noise(bases[symbol].seed + index * 101, cell, wave.ppm)
    const to = noise(bases[symbol].seed + index * 101, cell + 1, wave.ppm)
    return total + from + Math.trunc(((to - from) * inside) / wave.minutes)
  }, 0)
}

/** A whole number between −amplitude and +amplitude. */
function noise(seed: number, position: number, amplitude: number): number {
  return (hash(seed, position) % (2 * amplitude + 1)) - amplitude
}

function hash(seed: number, position: number): number {
  let value = Math.imul(position ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
