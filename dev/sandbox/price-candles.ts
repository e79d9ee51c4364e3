/** Candles of the simulated market, made from its prices. */
import { decimal, larger, type MarketSymbol, priceAt, smaller, steadyNumber } from './price-walk.ts'

const MINUTE_MS = 60_000
const SAMPLES_PER_CANDLE = 60
/** Monday 5 January 1970: weeks start on Mondays, the epoch was a Thursday. */
const FIRST_MONDAY_MINUTE = 4 * 1440

export const candleMinutes: Record<string, number> = {
  '1m': 1,
  '3m': 3,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '2h': 120,
  '4h': 240,
  '6h': 360,
  '8h': 480,
  '12h': 720,
  '1d': 1440,
  '3d': 4320,
  '1w': 10_080,
}

export interface CandleQuery {
  symbol: MarketSymbol
  minutes: number
  limit: number
  startTime?: number | undefined
  endTime?: number | undefined
  nowMinute: number
}

/** Binance klines, oldest first; the last one may still be forming. */
export function candles(query: CandleQuery): unknown[] {
  const { minutes, limit, nowMinute } = query
  const open = (minute: number) => {
    const shift = minutes === 10_080 ? FIRST_MONDAY_MINUTE : 0
    return Math.floor((minute - shift) / minutes) * minutes + shift
  }
  const last = open(Math.min(nowMinute, Math.floor((query.endTime ?? Number.POSITIVE_INFINITY) / MINUTE_MS)))
  const first = query.startTime === undefined ? last - (limit - 1) * minutes : open(Math.ceil(query.startTime / MINUTE_MS) + minutes - 1)
  const rows: unknown[] = []
  for (let minute = first; minute <= last && rows.length < limit; minute += minutes) rows.push(candle(query, minute))
  return rows
}

function candle({ symbol, minutes, nowMinute }: CandleQuery, openMinute: number): unknown[] {
  const closeMinute = Math.min(openMinute + minutes - 1, nowMinute)
  // A candle opens where the one before it closed, so a chart has no gaps.
  const open = priceAt(symbol, openMinute - 1).hundredths
  const close = priceAt(symbol, closeMinute).hundredths
  const wick = BigInt(steadyNumber(symbol, openMinute, 100)) + 1n
  let high = larger(open, close)
  let low = smaller(open, close)
  const step = Math.max(1, Math.floor(minutes / SAMPLES_PER_CANDLE))
  for (let minute = openMinute; minute < closeMinute; minute += step) {
    const price = priceAt(symbol, minute).hundredths
    high = larger(high, price)
    low = smaller(low, price)
  }
  const volume = BigInt(steadyNumber(symbol, openMinute, 900_000) + 100_000) * BigInt(minutes)
  const quoteVolume = (volume * close) / 10_000n
  return [
    openMinute * MINUTE_MS,
    decimal(open),
    decimal(high + wick),
    decimal(low - wick),
    decimal(close),
    decimal(volume / 100n),
    (openMinute + minutes) * MINUTE_MS - 1,
    decimal(quoteVolume),
    steadyNumber(symbol, openMinute, 1500) + 50,
    decimal(volume / 200n),
    decimal(quoteVolume / 2n),
    '0',
  ]
}
