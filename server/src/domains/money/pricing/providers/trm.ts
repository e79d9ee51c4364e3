/** The official peso rate (TRM) of datos.gov.co, data set 32sa-8pi3: pesos for a dollar, taken as pesos for a USDT. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import * as z from 'zod'
import type { Clock } from '../../../../platform/time/clock.ts'
import type { PriceSource } from '../types.ts'
import { createGetJson, parsePrice, SourceUnavailable } from './market-data.ts'

/** Several rows: the newest may already be tomorrow's, and one row covers a whole weekend. */
const PATH = '/resource/32sa-8pi3.json?$limit=5&$order=vigenciadesde%20DESC'
const Rows = z.array(z.object({ valor: z.string(), unidad: z.literal('COP'), vigenciadesde: z.string(), vigenciahasta: z.string() }))

export function createTrm({ baseUrl, clock }: { baseUrl: string; clock: Clock }): PriceSource {
  const getJson = createGetJson('TRM', baseUrl)
  return {
    name: 'trm',
    async read() {
      const { body } = await getJson(PATH, Rows)
      const now = clock.now()
      const today = bogotaDay(now)
      const row = body.find(
        ({ vigenciadesde, vigenciahasta }) => vigenciadesde.slice(0, 10) <= today && today <= vigenciahasta.slice(0, 10),
      )
      const price = row ? parsePrice(row.valor) : null
      if (!price) throw new SourceUnavailable(`There is no TRM for ${today}`)
      return { COPUSDT: { price, bid: null, ask: null, source: 'trm', at: now } }
    },
  }
}
