/** Market data under /prices: the shapes of Binance, Coinbase, CoinGecko, Bitso and the Colombian TRM data set. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sandbox } from './context.ts'
import { candleMinutes, candles } from './price-candles.ts'
import {
  decimal,
  larger,
  type MarketSymbol,
  minuteOf,
  priceAt,
  smaller,
  steadyNumber,
  trmHundredths,
  type WalkPrice,
} from './price-walk.ts'
import type { PriceFault, PriceSourceName } from './switch-types.ts'
import { readSwitches } from './switches.ts'
import { textsOf } from './texts-of.ts'

const HANG_MS = 60_000
const DAY_MINUTES = 1440
const DAY_MS = DAY_MINUTES * 60_000
const BOGOTA_OFFSET_MS = 5 * 60 * 60 * 1000
/** In the afternoon the rate of the following day is already published. */
const TRM_PUBLICATION_HOUR = 18

export function mountPrices(app: FastifyInstance, sandbox: Sandbox): void {
  const source = (name: PriceSourceName, path: string, handle: (market: Market, request: FastifyRequest) => unknown) =>
    app.get(`/prices${path}`, async (request, reply) => {
      const fault = readSwitches(sandbox).prices[name] ?? { mode: 'ok' }
      // Callers measure the age of a price by the provider's clock.
      reply.header('date', new Date(sandbox.clock()).toUTCString())
      if (fault.mode === 'timeout') await sandbox.delay(HANG_MS)
      if (fault.mode === 'rate-limit')
        return refuse(reply.header('retry-after', String(fault.value ?? 30)), 429, -1003, 'Too many requests')
      if (fault.mode === 'outage' || fault.mode === 'timeout') return refuse(reply, 503, -1001, 'Service unavailable')
      if (name === 'binance') reply.header('x-mbx-used-weight-1m', '2')
      const body = handle(openMarket(sandbox, fault), request)
      return body === undefined ? refuse(reply, 400, -1121, 'Invalid symbol.') : reply.send(body)
    })

  source('binance', '/api/v3/ticker/price', (market, request) => withSymbol(market, request, (symbol) => market.last(symbol)))
  source('binance', '/api/v3/ticker/bookTicker', (market, request) => withSymbol(market, request, (symbol) => market.book(symbol)))
  source('binance', '/api/v3/ticker/24hr', (market, request) => withSymbol(market, request, (symbol) => market.day(symbol)))
  source('binance', '/api/v3/exchangeInfo', (market, request) => {
    const { symbol } = textsOf(request.query)
    return symbol === undefined
      ? exchangeInfo(market, market.symbols)
      : withSymbol(market, request, (known) => exchangeInfo(market, [known]))
  })
  source('binance', '/api/v3/klines', (market, request) =>
    withSymbol(market, request, (symbol) => {
      const query = textsOf(request.query)
      const minutes = candleMinutes[query.interval ?? '']
      if (minutes === undefined) return undefined
      const limit = Math.min(Math.max(Number(query.limit ?? 500) || 500, 1), 1000)
      const time = (name: string) => (query[name] === undefined ? undefined : Number(query[name]))
      return candles({ symbol, minutes, limit, startTime: time('startTime'), endTime: time('endTime'), nowMinute: market.minute })
    }),
  )
  source('coinbase', '/products/BTC-USDT/ticker', (market) => market.coinbaseTicker())
  source('bitso', '/v3/ticker/', (market, request) => market.bitsoTicker(textsOf(request.query).book))
  source('coingecko', '/api/v3/simple/price', (market) => market.coins())
  source('trm', '/resource/32sa-8pi3.json', (market, request) => officialRates(market, request))
}

interface Market {
  nowMs: number
  minute: number
  symbols: MarketSymbol[]
  scale: (hundredths: bigint) => bigint
  last: (symbol: MarketSymbol) => unknown
  book: (symbol: MarketSymbol) => unknown
  day: (symbol: MarketSymbol) => unknown
  coins: () => unknown
  coinbaseTicker: () => unknown
  /** Undefined for an unknown book. */
  bitsoTicker: (book: string | undefined) => unknown
}

/** Change of a price over a day. */
function change(now: bigint, before: bigint) {
  const difference = now - before
  return {
    priceChange: signed(difference),
    priceChangePercent: percentText(difference, before),
    weightedAvgPrice: text((now + before) / 2n),
    prevClosePrice: text(before),
    lastPrice: text(now),
    openPrice: text(before),
    highPrice: text(larger(now, before) + 100n),
    lowPrice: text(smaller(now, before) - 100n),
  }
}

function openMarket(sandbox: Sandbox, fault: PriceFault): Market {
  const nowMs = fault.mode === 'stale' ? (fault.sinceMs ?? sandbox.clock()) : sandbox.clock()
  const minute = minuteOf(nowMs)
  const percent = fault.mode === 'deviate' ? BigInt(fault.value ?? 110) : 100n
  const scale = (hundredths: bigint) => (hundredths * percent) / 100n
  const price = (symbol: MarketSymbol, at = minute): WalkPrice => {
    const { hundredths, bidHundredths, askHundredths } = priceAt(symbol, at)
    return { hundredths: scale(hundredths), bidHundredths: scale(bidHundredths), askHundredths: scale(askHundredths) }
  }
  const size = (symbol: MarketSymbol) => decimal(BigInt(steadyNumber(symbol, minute, 100_000) + 100))
  const book = (symbol: MarketSymbol) => {
    const { bidHundredths, askHundredths } = price(symbol)
    return { symbol, bidPrice: text(bidHundredths), bidQty: size(symbol), askPrice: text(askHundredths), askQty: size(symbol) }
  }
  return {
    nowMs,
    minute,
    scale,
    symbols: fault.mode === 'symbol-missing' ? ['BTCUSDT'] : ['BTCUSDT', 'USDTCOP'],
    last: (symbol) => ({ symbol, price: text(price(symbol).hundredths) }),
    book,
    day: (symbol) => ({
      ...book(symbol),
      ...change(price(symbol).hundredths, price(symbol, minute - DAY_MINUTES).hundredths),
      volume: size(symbol),
      openTime: nowMs - DAY_MS,
      closeTime: nowMs,
    }),
    coinbaseTicker: () => {
      const { bidPrice, askPrice } = book('BTCUSDT')
      const last = text(price('BTCUSDT').hundredths)
      return { trade_id: minute, price: last, size: '0.01', bid: bidPrice, ask: askPrice, volume: size('BTCUSDT'), time: isoTime(nowMs) }
    },
    bitsoTicker: (name) => {
      if (name !== 'usdt_cop' || fault.mode === 'symbol-missing') return undefined
      const { bidPrice: bid, askPrice: ask } = book('USDTCOP')
      const last = text(price('USDTCOP').hundredths)
      return { success: true, payload: { book: name, last, bid, ask, volume: size('USDTCOP'), created_at: isoTime(nowMs) } }
    },
    coins: () => {
      const now = price('BTCUSDT').hundredths
      const before = price('BTCUSDT', minute - DAY_MINUTES).hundredths
      const updatedAt = Math.floor(nowMs / 1000)
      return {
        bitcoin: { usd: Number(decimal(now)), usd_24h_change: Number(percentText(now - before, before)), last_updated_at: updatedAt },
        tether: { usd: 1, usd_24h_change: 0, last_updated_at: updatedAt },
      }
    },
  }
}

function withSymbol(market: Market, request: FastifyRequest, answer: (symbol: MarketSymbol) => unknown): unknown {
  const { symbol } = textsOf(request.query)
  const known = market.symbols.find((candidate) => candidate === symbol)
  return known && answer(known)
}

/** Newest first. One row covers Saturday to Monday, as the real data set does. */
function officialRates(market: Market, request: FastifyRequest): unknown[] {
  const limit = Math.min(Math.max(Number(textsOf(request.query).$limit ?? 1000) || 1000, 1), 1000)
  const local = new Date(market.nowMs - BOGOTA_OFFSET_MS)
  const today = Math.floor(local.getTime() / DAY_MS)
  const rows: unknown[] = []
  for (let day = local.getUTCHours() >= TRM_PUBLICATION_HOUR ? today + 1 : today; rows.length < limit; day -= 1) {
    const weekday = new Date(day * DAY_MS).getUTCDay()
    if (weekday === 0 || weekday === 1) day -= weekday === 0 ? 1 : 2
    const isSaturday = new Date(day * DAY_MS).getUTCDay() === 6
    rows.push({
      valor: decimal(market.scale(trmHundredths(day))),
      unidad: 'COP',
      vigenciadesde: isoDay(day),
      vigenciahasta: isoDay(isSaturday ? day + 2 : day),
    })
  }
  return rows
}

const isoTime = (ms: number): string => new Date(ms).toISOString()

function isoDay(day: number): string {
  return `${new Date(day * DAY_MS).toISOString().slice(0, 10)}T00:00:00.000`
}

function exchangeInfo({ nowMs }: Market, symbols: MarketSymbol[]): unknown {
  const rateLimits = [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6000 }]
  return { timezone: 'UTC', serverTime: nowMs, rateLimits, symbols: symbols.map((symbol) => symbolInfo(symbol)) }
}

function symbolInfo(symbol: MarketSymbol): unknown {
  const [baseAsset, quoteAsset] = symbol === 'BTCUSDT' ? ['BTC', 'USDT'] : ['USDT', 'COP']
  return { symbol, status: 'TRADING', baseAsset, quoteAsset, isSpotTradingAllowed: true, permissions: ['SPOT'] }
}

/** Binance writes eight decimals. */
function text(hundredths: bigint): string {
  return `${decimal(hundredths)}000000`
}

function signed(hundredths: bigint): string {
  return hundredths < 0n ? `-${text(-hundredths)}` : text(hundredths)
}

function percentText(change: bigint, before: bigint): string {
  const hundredths = (change * 10_000n) / before
  return hundredths < 0n ? `-${decimal(-hundredths)}` : decimal(hundredths)
}

function refuse(reply: FastifyReply, status: number, code: number, message: string): FastifyReply {
  return reply.code(status).send({ code, msg: message })
}
