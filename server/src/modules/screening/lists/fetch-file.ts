/** One file of a publisher: a time limit, a size limit while it is read, and only so many redirects, never from https to less. */
import { readAtMost } from '../provider/http.ts'

const TIMEOUT_MS = 120_000
/** Publishers lead to where they store their files. */
const REDIRECTS_MAX = 3

export class FetchFailed extends Error {
  override readonly name = 'FetchFailed'
  readonly problem: 'unreachable' | 'too_large'

  constructor(problem: FetchFailed['problem'], message: string) {
    super(message)
    this.problem = problem
  }
}

/** @throws FetchFailed */
export async function fetchFile(address: string, maxBytes: number, redirects = 0): Promise<Uint8Array> {
  const response = await ask(address)
  const target = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
  if (target !== null) {
    await response.body?.cancel()
    const next = new URL(target, address)
    if (redirects >= REDIRECTS_MAX || (new URL(address).protocol === 'https:' && next.protocol !== 'https:'))
      throw new FetchFailed('unreachable', 'redirected too often, or to an address that is not safe')
    return fetchFile(next.href, maxBytes, redirects + 1)
  }
  if (!response.ok) {
    await response.body?.cancel()
    throw new FetchFailed('unreachable', `HTTP ${response.status}`)
  }
  return readAtMost(response, maxBytes, () => new FetchFailed('too_large', 'larger than a list may be')).catch((error: unknown) => {
    throw error instanceof FetchFailed ? error : new FetchFailed('unreachable', nameOf(error))
  })
}

const ask = (address: string): Promise<Response> =>
  fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) => {
    throw new FetchFailed('unreachable', nameOf(error))
  })
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'no answer')
