/**
 * Download of one file of a publisher, with a time limit for the whole and one for silence, a size limit while it is read and unpacked, and
 * a maximum of redirects, never from https to a weaker scheme. Against SSRF and DNS rebinding (SEC-73) it connects to the address that was
 * checked, which must be public.
 */
import { lookup as lookUp } from 'node:dns'
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { isLoopbackAddress, isLoopbackHost, isPublicAddress, plainHost } from '../../../../platform/http/network.ts'
import { readAtMost } from '../../../../platform/process/fetch-within.ts'

/** Publishers redirect to where they store their files. */
const REDIRECTS_MAX = 3
const HEADERS = { accept: '*/*', 'accept-encoding': 'gzip', 'user-agent': 'Tunjo' }

export class FetchFailed extends Error {
  override readonly name = 'FetchFailed'
  readonly problem: 'unreachable' | 'too_large'
  /** False when the publisher refuses us, or sends too much. */
  readonly isPassing: boolean

  constructor(problem: FetchFailed['problem'], message: string, isPassing = problem === 'unreachable') {
    super(message)
    this.problem = problem
    this.isPassing = isPassing
  }
}

type Resolve = (
  hostname: string,
  options: { all: true },
  resolved: (error: NodeJS.ErrnoException | null, found: { address: string; family: number }[]) => void,
) => void
interface Asking {
  readonly signal: AbortSignal
  readonly idleMs: number
  /** No byte arrived for too long. Set by the request: a body that ends with its connection looks complete when we end the connection. */
  isSilent: boolean
  readonly resolve: Resolve
  /** The configured address is on this machine, which production refuses. */
  readonly isLocal: boolean
}
interface FetchOptions {
  readonly timeoutMs: number
  /** Time limit without a byte. */
  readonly idleMs: number
  readonly resolve?: Resolve
}

/** @throws FetchFailed */
export async function fetchFile(
  address: string,
  maxBytes: number,
  { timeoutMs, idleMs, resolve = lookUp }: FetchOptions,
): Promise<Uint8Array> {
  const first = new URL(address)
  try {
    const asking = { signal: AbortSignal.timeout(timeoutMs), idleMs, isSilent: false, resolve, isLocal: isLoopbackHost(first.hostname) }
    const body = unpacked(await follow(first, asking))
    const bytes = await readAtMost({ body }, maxBytes, () => new FetchFailed('too_large', 'larger than a list may be'))
    if (asking.signal.aborted || asking.isSilent) throw new FetchFailed('unreachable', 'cut off')
    return bytes
  } catch (error) {
    throw error instanceof FetchFailed ? error : new FetchFailed('unreachable', error instanceof Error ? error.name : 'no answer')
  }
}

async function follow(first: URL, asking: Asking): Promise<IncomingMessage> {
  let address = first
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const response = await ask(address, asking)
    const { statusCode = 0, headers } = response
    if (statusCode >= 200 && statusCode < 300) return response
    response.destroy()
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) throw failedWith(statusCode)
    address = targetOf(headers.location, { from: address, first })
  }
  throw new FetchFailed('unreachable', 'redirected too often')
}

/** Refusals: the publisher denies access or limits the rate. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429])
const failedWith = (status: number) => new FetchFailed('unreachable', `HTTP ${status}`, !REFUSALS.has(status))

/** @throws FetchFailed unless the target is as safe as the configured address */
export function targetOf(location: string, { from, first }: { from: URL; first: URL }): URL {
  if (!URL.canParse(location, from.href)) throw NOT_SAFE
  const next = new URL(location, from)
  const isAsSafe = next.protocol === 'https:' || (next.protocol === 'http:' && first.protocol === 'http:')
  if (!isAsSafe || next.username !== '' || next.password !== '') throw NOT_SAFE
  return next
}
const NOT_SAFE = new FetchFailed('unreachable', 'led to an address that is not safe')

const ask = (address: URL, asking: Asking): Promise<IncomingMessage> =>
  new Promise((answer, fail) => {
    const host = plainHost(address.hostname)
    // An IP address needs no lookup, so it is checked here.
    if (isIP(host) !== 0 && !mayConnect(host, asking)) return fail(NOT_PUBLIC)
    const send = address.protocol === 'https:' ? overHttps : overHttp
    const { signal, idleMs: timeout } = asking
    const request = send(address, { agent: false, signal, timeout, headers: HEADERS, lookup: checkedLookup(asking) }, answer)
    request.on('error', fail).on('timeout', () => {
      asking.isSilent = true
      request.destroy(new FetchFailed('unreachable', 'silent'))
    })
    return request.end()
  })

const NOT_PUBLIC = new FetchFailed('unreachable', 'an address that is not public')
const mayConnect = (ip: string, { isLocal }: Asking): boolean => isPublicAddress(ip) || (isLocal && isLoopbackAddress(ip))

/** Gives the socket only addresses that were checked. */
const checkedLookup =
  (asking: Asking): LookupFunction =>
  (hostname, options, resolved) =>
    asking.resolve(hostname, { ...options, all: true }, (error, found) => {
      const good = error ? [] : found.filter(({ address }) => mayConnect(address, asking))
      const [first] = good
      if (!first) resolved(error ?? NOT_PUBLIC, [])
      else if (options.all) resolved(null, good)
      else resolved(null, first.address, first.family)
    })

function unpacked(response: IncomingMessage): AsyncIterable<Uint8Array> {
  const encoding = response.headers['content-encoding'] ?? 'identity'
  if (encoding === 'identity') return response
  if (encoding === 'gzip') return pipeline(response, createGunzip(), () => undefined)
  response.destroy()
  throw new FetchFailed('unreachable', 'packed in a way that was not asked for')
}
