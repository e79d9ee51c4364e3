/** Coinbase Exchange: bitcoins in USDT, with both sides of the book and the time of the last trade. */
import * as z from 'zod'
import type { Clock } from '../../../../platform/time/clock.ts'
import type { PriceSource } from '../types.ts'
import { createGetJson, parsePrice, SourceUnavailable } from './market-data.ts'

const PATH = '/products/BTC-USDT/ticker'
const Ticker = z.object({ price: z.string(), bid: z.string(), ask: z.string(), time: z.iso.datetime({ offset: true }) })

export function createCoinbase({ baseUrl, clock }: { baseUrl: string; clock: Clock }): PriceSource {
  const getJson = createGetJson('Coinbase', baseUrl)
  return {
    name: 'coinbase',
    async read() {
      const { body, ageMs } = await getJson(PATH, Ticker)
      const [price, bid, ask] = [body.price, body.bid, body.ask].map(parsePrice)
      if (!price || !bid || !ask || bid > ask) throw new SourceUnavailable('Coinbase has no usable price')
      const at = new Date(clock.now().getTime() - ageMs(Date.parse(body.time)))
      return { BTCUSDT: { price, bid, ask, source: 'coinbase', at } }
    },
  }
}
