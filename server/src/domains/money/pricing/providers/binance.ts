/** Binance spot: live prices of BTCUSDT and USDTCOP and their candles. The second pair is not listed everywhere, so it may be missing. */
import { keysOf } from '@tunjo/contract/keys'
import type { Pair } from '@tunjo/contract/pricing'
import * as z from 'zod'
import type { Clock } from '../../../../platform/time/clock.ts'
import type { CandleSource, PriceSource, Quote, StoredCandle } from '../types.ts'
import { createGetJson, parsePrice, SourceUnavailable } from './market-data.ts'

const symbolOf: Record<Pair, string> = { BTCUSDT: 'BTCUSDT', COPUSDT: 'USDTCOP' }
const MAX_CANDLES = 1000
const UNKNOWN_SYMBOL_STATUS = 400
/** Listings change rarely, and reading one costs ten times a price. */
const LISTED_KEPT_MS = 10 * 60_000
/** A wrong answer must not remove the pair for longer than a minute. */
const UNLISTED_KEPT_MS = 30_000

const ExchangeInfo = z.object({ symbols: z.array(z.object({ status: z.string() })) })
const bookOf = (symbol: string) => z.object({ symbol: z.literal(symbol), bidPrice: z.string(), askPrice: z.string() })
/** The only ticker that has a timestamp. */
const tickerOf = (symbol: string) => z.object({ symbol: z.literal(symbol), lastPrice: z.string(), closeTime: z.number().int() })
const Klines = z.array(z.tuple([z.number().int(), z.string(), z.string(), z.string(), z.string()], z.unknown()))

export function createBinance({ baseUrl, clock }: { baseUrl: string; clock: Clock }): PriceSource & CandleSource {
  const getJson = createGetJson('Binance', baseUrl)
  const listings = new Map<string, { isListed: boolean; readAt: number }>()

  async function isListed(symbol: string): Promise<boolean> {
    const known = listings.get(symbol)
    if (known && performance.now() - known.readAt < (known.isListed ? LISTED_KEPT_MS : UNLISTED_KEPT_MS)) return known.isListed
    const listing = { isListed: await readListing(symbol), readAt: performance.now() }
    listings.set(symbol, listing)
    return listing.isListed
  }

  async function readListing(symbol: string): Promise<boolean> {
    try {
      const { body } = await getJson(`/api/v3/exchangeInfo?symbol=${symbol}`, ExchangeInfo)
      return body.symbols.some(({ status }) => status === 'TRADING')
    } catch (error) {
      if (error instanceof SourceUnavailable && error.status === UNKNOWN_SYMBOL_STATUS) return false
      throw error
    }
  }

  async function quote(symbol: string): Promise<Quote> {
    const [book, ticker] = await Promise.all([
      getJson(`/api/v3/ticker/bookTicker?symbol=${symbol}`, bookOf(symbol)),
      getJson(`/api/v3/ticker/24hr?symbol=${symbol}`, tickerOf(symbol)),
    ])
    const [bid, ask, price] = [book.body.bidPrice, book.body.askPrice, ticker.body.lastPrice].map(parsePrice)
    if (!bid || !ask || !price || bid > ask) throw new SourceUnavailable(`Binance has no usable price for ${symbol}`)
    return { price, bid, ask, source: 'binance', at: new Date(clock.now().getTime() - ticker.ageMs(ticker.body.closeTime)) }
  }

  return {
    name: 'binance',
    async read() {
      const pairs = keysOf(symbolOf)
      const results = await Promise.allSettled(
        pairs.map(async (pair) => ((await isListed(symbolOf[pair])) ? [[pair, await quote(symbolOf[pair])] as const] : [])),
      )
      const failed = results.find((result) => result.status === 'rejected')
      // A listed symbol that fails may have been delisted since.
      if (failed) listings.clear()
      const quotes = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
      if (quotes.length === 0 && failed) throw failed.reason
      return Object.fromEntries(quotes)
    },
    async candles(pair, period, since) {
      const symbol = symbolOf[pair]
      if (!(await isListed(symbol))) return []
      const start = since ? `&startTime=${since.getTime()}` : ''
      const path = `/api/v3/klines?symbol=${symbol}&interval=${period}&limit=${MAX_CANDLES}${start}`
      return (await getJson(path, Klines)).body.map(readCandle)
    },
  }
}

function readCandle([openTime, ...texts]: z.output<typeof Klines>[number]): StoredCandle {
  const [open, high, low, close] = texts.slice(0, 4).map((text) => parsePrice(String(text)))
  if (!open || !high || !low || !close) throw new SourceUnavailable('Binance sent a candle without prices')
  return { openAt: new Date(openTime), open, high, low, close }
}
