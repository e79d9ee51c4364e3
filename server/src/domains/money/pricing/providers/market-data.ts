/** Shared client of the price sources: JSON over HTTP with a deadline, requested pauses, and decimals without floats. */
import { parseUnits } from '@tunjo/contract/money'
import { PRICE_SCALE } from '@tunjo/contract/pricing'
import type * as z from 'zod'
import { fetchWithin, readAtMost } from '../../../../platform/process/fetch-within.ts'

const TIMEOUT_MS = 4_000
/** A thousand candles are a tenth of it. */
const MAX_ANSWER_BYTES = 2_000_000
const LONGEST_WAIT_MS = 5 * 60_000

export class SourceUnavailable extends Error {
  /** HTTP status of its answer, or null when the answer itself was unusable. */
  readonly status: number | null
  constructor(message: string, status: number | null = null, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

interface Answer<T> {
  body: T
  /** Age of a timestamp in `milliseconds` (epoch) by the provider's own clock. Never negative. */
  ageMs(milliseconds: number): number
}

export type GetJson = <S extends z.ZodType>(path: string, schema: S) => Promise<Answer<z.output<S>>>

/** After a 429 or 418 no request is sent for as long as the provider asked, or it would ban the client. */
export function createGetJson(source: string, baseUrl: string): GetJson {
  let silentUntilMs = 0
  return async (path, schema) => {
    if (performance.now() < silentUntilMs) throw new SourceUnavailable(`${source} asked us to wait`)
    const response = await fetchWithin(TIMEOUT_MS, `${baseUrl}${path}`)
    const text = (await readAtMost(response, MAX_ANSWER_BYTES, () => new SourceUnavailable(`${source} sent too much`))).toString('utf8')
    if (response.status === 429 || response.status === 418) silentUntilMs = performance.now() + waitMs(response)
    if (!response.ok) throw new SourceUnavailable(`${source} answered ${response.status}: ${text.slice(0, 200)}`, response.status)
    const providerNowMs = Date.parse(response.headers.get('date') ?? '')
    return {
      body: readAnswer(schema, text, source),
      ageMs: (milliseconds) => (Number.isNaN(providerNowMs) ? 0 : Math.max(0, providerNowMs - milliseconds)),
    }
  }
}

function readAnswer<S extends z.ZodType>(schema: S, text: string, source: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new SourceUnavailable(`${source} sent no answer to what was asked`, null, { cause })
  }
}

function waitMs(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? '60')
  return Math.min(Number.isFinite(seconds) ? seconds * 1000 : 60_000, LONGEST_WAIT_MS)
}

/**
 * A price times 10^8, truncated to eight digits; null when it is no positive decimal. A JSON number is taken by its
 * shortest text, which is the decimal the provider wrote (up to 15 digits).
 */
export function parsePrice(value: string | number): bigint | null {
  const [whole, fraction = ''] = String(value).split('.')
  const price = parseUnits(fraction === '' ? `${whole}` : `${whole}.${fraction.slice(0, PRICE_SCALE)}`, PRICE_SCALE)
  return price !== null && price > 0n ? price : null
}
