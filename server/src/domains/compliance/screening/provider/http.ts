/** HTTP client of the background check provider: a time limit, a size limit while reading, and errors without personal data. */
import { fetchWithin, readAtMost } from '../../../../platform/process/fetch-within.ts'

/**
 * `credentials` and `rate_limited`: the provider refused the call and did nothing. After all others the outcome is unknown. `other_person`
 * and `incomplete_report`: the answer is about another subject, or incomplete, so it is discarded. `unknown_job`: the provider does not
 * know a job that it began, which is trusted only after a while.
 */
export type UnreachableCode =
  | 'credentials'
  | 'rate_limited'
  | 'server_error'
  | 'timeout'
  | 'connection'
  | 'unexpected_answer'
  | 'other_person'
  | 'incomplete_report'
  | 'unknown_job'

/** The outcome is unknown: refused or cut connection, time-out, server error, our credentials refused, unexpected content. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable'
  readonly code: UnreachableCode

  constructor(message: string, code: UnreachableCode = 'unexpected_answer') {
    super(message)
    this.code = code
  }
}

export interface Answer {
  readonly status: number
  readonly mediaType: string
  readonly content: Uint8Array
}

export interface Call {
  readonly authorization: string
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Sent as JSON, with POST. */
  readonly body?: object
}

/** Statuses about our client instead of the request: wrong credentials, too many calls. */
const ABOUT_US: ReadonlySet<number> = new Set([401, 403, 429])

/** Returns any status below 500 that answers the request. @throws ProviderUnreachable */
export async function callProvider(url: string, { authorization, timeoutMs, maxBytes, body }: Call): Promise<Answer> {
  try {
    const response = await fetchWithin(timeoutMs, url, {
      method: body ? 'POST' : 'GET',
      headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : null,
    })
    const { status } = response
    if (status >= 500 || ABOUT_US.has(status)) {
      await response.body?.cancel()
      throw new ProviderUnreachable(`HTTP ${status}`, codeOf(status))
    }
    const mediaType = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    return { status, mediaType, content: await readAtMost(response, maxBytes, () => new ProviderUnreachable('answer too large')) }
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw error
    const name = error instanceof Error ? error.name : 'no answer'
    throw new ProviderUnreachable(name, name === 'TimeoutError' ? 'timeout' : 'connection')
  }
}

const codeOf = (status: number): UnreachableCode => (status >= 500 ? 'server_error' : status === 429 ? 'rate_limited' : 'credentials')
