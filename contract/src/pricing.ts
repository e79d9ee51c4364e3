/** Market prices with their source and age, and candles for the chart (MON-02, API-01). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { decimalAmount } from './money.ts'

/** `BTCUSDT`: USDT for one BTC. `COPUSDT`: pesos for one USDT, by which the specification multiplies. */
export const PAIRS = ['BTCUSDT', 'COPUSDT'] as const
export type Pair = (typeof PAIRS)[number]

/** Prices are stored and calculated times 10^8; on the wire they are decimal text. */
export const PRICE_SCALE = 8
const priceAmount = decimalAmount(PRICE_SCALE)

export const CANDLE_INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d'] as const
export type CandleInterval = (typeof CANDLE_INTERVALS)[number]

/** Public services that publish prices. */
export const PRICE_SOURCES = ['binance', 'coinbase', 'coingecko', 'bitso', 'trm'] as const
export type PriceSourceName = (typeof PRICE_SOURCES)[number]

/** Refusals of what is decided on a price, while there is none that can be relied on. */
export const PRICE_REFUSALS = ['pricing.price_stale', 'pricing.sources_too_few', 'pricing.sources_disagree'] as const
export type PriceRefusal = (typeof PRICE_REFUSALS)[number]

const pairParams = z.object({ pair: z.string().max(20) })

export const PairPrice = z.object({
  pair: z.enum(PAIRS),
  price: priceAmount,
  /** Null when the source publishes one price only. */
  bid: priceAmount.nullable(),
  ask: priceAmount.nullable(),
  source: z.enum(PRICE_SOURCES),
  at: z.iso.datetime(),
  ageMs: z.int(),
  /** "Precio desactualizado": too old, or frozen. Shown with a badge; no trade uses it. */
  stale: z.boolean(),
  /** The sources contradict each other, so the last valid price is kept. */
  frozen: z.boolean(),
  /** Code with which everything that is decided on this price is refused at present; null while it can be relied on. */
  refusal: z.enum(PRICE_REFUSALS).nullable(),
})
export type PairPrice = z.output<typeof PairPrice>

export const Candle = z.object({
  /** Opening time. */
  at: z.iso.datetime(),
  open: priceAmount,
  high: priceAmount,
  low: priceAmount,
  close: priceAmount,
})
export type Candle = z.output<typeof Candle>

export const pricing = {
  price: endpoint({
    method: 'GET',
    path: '/pricing/price/:pair',
    role: 'PUBLIC',
    summary: 'Last good price of BTCUSDT (USDT for one BTC) or COPUSDT (pesos for one USDT)',
    params: pairParams,
    response: PairPrice,
    errors: ['pricing.pair_unknown', 'pricing.price_unavailable'],
  }),
  candles: endpoint({
    method: 'GET',
    path: '/pricing/candles/:pair',
    role: 'PUBLIC',
    summary: 'Candles of a pair, oldest first; the last one may still be forming',
    params: pairParams,
    query: z.object({
      interval: z.enum(CANDLE_INTERVALS).default('1h'),
      limit: z.coerce.number().int().min(1).max(500).default(200).meta({ type: 'integer' }),
    }),
    response: z.object({ pair: z.enum(PAIRS), interval: z.enum(CANDLE_INTERVALS), candles: z.array(Candle) }),
    errors: ['pricing.pair_unknown', 'request.invalid'],
  }),
}
