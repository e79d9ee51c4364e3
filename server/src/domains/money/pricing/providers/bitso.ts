/** Bitso: pesos for a USDT, with both sides of the book and the time at which the service wrote the ticker. */
import * as z from 'zod'
import type { Clock } from '../../../../platform/time/clock.ts'
import type { PriceSource } from '../types.ts'
import { createGetJson, parsePrice, SourceUnavailable } from './market-data.ts'

const BOOK = 'usdt_cop'
const PATH = `/v3/ticker/?book=${BOOK}`
const Answer = z.object({
  success: z.literal(true),
  payload: z.object({ book: z.literal(BOOK), last: z.string(), bid: z.string(), ask: z.string(), created_at: z.string() }),
})

export function createBitso({ baseUrl, clock }: { baseUrl: string; clock: Clock }): PriceSource {
  const getJson = createGetJson('Bitso', baseUrl)
  return {
    name: 'bitso',
    async read() {
      const { body, ageMs } = await getJson(PATH, Answer)
      const { last, bid: bidText, ask: askText, created_at: createdAt } = body.payload
      const [price, bid, ask] = [last, bidText, askText].map(parsePrice)
      const createdAtMs = Date.parse(createdAt)
      if (!price || !bid || !ask || bid > ask || Number.isNaN(createdAtMs)) throw new SourceUnavailable('Bitso has no usable price')
      return { COPUSDT: { price, bid, ask, source: 'bitso', at: new Date(clock.now().getTime() - ageMs(createdAtMs)) } }
    },
  }
}
