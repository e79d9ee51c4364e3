/** CoinGecko: bitcoins. It quotes dollars, so the price in USDT is a division. */
import { PRICE_SCALE } from '@tunjo/contract/pricing'
import * as z from 'zod'
import type { Clock } from '../../../../platform/time/clock.ts'
import type { PriceSource } from '../types.ts'
import { createGetJson, parsePrice, SourceUnavailable } from './market-data.ts'

const PATH = '/api/v3/simple/price?ids=bitcoin,tether&vs_currencies=usd&include_last_updated_at=true'
const Answer = z.object({
  bitcoin: z.object({ usd: z.number(), last_updated_at: z.number().int() }),
  tether: z.object({ usd: z.number() }),
})

export function createCoinGecko({ baseUrl, clock }: { baseUrl: string; clock: Clock }): PriceSource {
  const getJson = createGetJson('CoinGecko', baseUrl)
  return {
    name: 'coingecko',
    async read() {
      const { body, ageMs } = await getJson(PATH, Answer)
      const [bitcoin, tether] = [parsePrice(body.bitcoin.usd), parsePrice(body.tether.usd)]
      if (!bitcoin || !tether) throw new SourceUnavailable('CoinGecko has no usable price')
      const price = (bitcoin * 10n ** BigInt(PRICE_SCALE)) / tether
      const at = new Date(clock.now().getTime() - ageMs(body.bitcoin.last_updated_at * 1000))
      return { BTCUSDT: { price, bid: null, ask: null, source: 'coingecko', at } }
    },
  }
}
