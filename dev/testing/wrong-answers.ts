/**
 * Wrong answers of an outside HTTP service: one list for all services, and a proxy in front of the real one that returns them. A test names
 * for each call its wrong answer; `asked` records which calls the product made, so that a call without a case is noticed.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'

export interface RightAnswer {
  readonly status: number
  readonly contentType: string
  readonly content: Buffer
}

/** `isAsked`: whether the service gets the call although its answer is lost. */
export interface WrongAnswer {
  readonly isAsked: boolean
  give(right: RightAnswer, response: ServerResponse): void
}

/** `path` has `:id` in place of an object's id, and only the names of a query. */
export interface AskedCall {
  readonly call: string
  readonly url: string
  readonly body: string
}

const ENDLESS_CHUNK = Buffer.alloc(100_000, ' ')
const DRIP_MS = 20
const OTHER_ID = '0190ffff-0000-7000-8000-00000000dead'

const text = (status: number, body: string, contentType = 'application/json'): WrongAnswer => ({
  isAsked: true,
  give: (_right, response) => void response.writeHead(status, { 'content-type': contentType }).end(body),
})
const transport = (isAsked: boolean, give: WrongAnswer['give']): WrongAnswer => ({ isAsked, give })
/** The right answer with another body. */
const changed = (change: (body: unknown) => unknown): WrongAnswer =>
  transport(true, ({ status, contentType, content }, response) => {
    const body = readJson(content)
    response.writeHead(status, { 'content-type': contentType }).end(body === undefined ? content : JSON.stringify(change(body)))
  })

const drip = (response: ServerResponse) => {
  const timer = setInterval(() => response.write(' '), DRIP_MS)
  response.on('close', () => clearInterval(timer))
}
const flood = (response: ServerResponse) => {
  const more = () => {
    while (!response.destroyed) if (!response.write(ENDLESS_CHUNK)) return void response.once('drain', more)
  }
  more()
}

/** Unreadable answers: to every call they mean that the service is away. */
export const UNREADABLE: Readonly<Record<string, WrongAnswer>> = {
  'connection refused': transport(false, (_right, response) => response.destroy()),
  'connection cut after the call': transport(true, (_right, response) => response.destroy()),
  'no answer in time': transport(true, () => undefined),
  'a dripping answer without an end': transport(true, ({ status, contentType }, response) => {
    response.writeHead(status, { 'content-type': contentType })
    drip(response)
  }),
  'an endless answer': transport(true, ({ status, contentType }, response) => {
    response.writeHead(status, { 'content-type': contentType })
    flood(response)
  }),
  'half an answer': transport(true, ({ status, contentType, content }, response) => {
    response.writeHead(status, { 'content-type': contentType }).end(content.subarray(0, content.byteLength / 2))
  }),
  'half an answer and a cut connection': transport(true, ({ status, contentType, content }, response) => {
    response.writeHead(status, { 'content-type': contentType, 'content-length': content.byteLength })
    response.write(content.subarray(0, content.byteLength / 2), () => response.destroy())
  }),
  'an empty body': text(200, ''),
  'HTML with 200': text(200, '<!doctype html><title>Bienvenido</title>', 'text/html'),
  'HTML with 502': text(502, '<!doctype html><title>502</title>', 'text/html'),
  'JSON with 500': text(500, '{"error":{"type":"INTERNAL"}}'),
  '503 without a body': text(503, ''),
  '404 without a body': text(404, ''),
  '404 as HTML': text(404, '<!doctype html><title>404</title>', 'text/html'),
  'null with 200': text(200, 'null'),
  '{} with 200': text(200, '{}'),
  '[] with 200': text(200, '[]'),
  'a text with 200': text(200, '"OK"'),
  'a number with 200': text(200, '7'),
}

/** Every wrong answer that needs no knowledge of the service. */
export const WRONG_ANSWERS: Readonly<Record<string, WrongAnswer>> = {
  ...UNREADABLE,
  '400 with {}': text(400, '{}'),
  '401 with {}': text(401, '{}'),
  '429 with {}': text(429, '{}'),
  ...Object.fromEntries(Object.entries(changedBodies()).map(([name, change]) => [name, changed(change)])),
}

/** Right answers with a fault in them. */
function changedBodies(): Record<string, (body: unknown) => unknown> {
  const leaves = (change: (value: unknown, key: string) => unknown) => (body: unknown) => mapLeaves(body, change)
  return {
    'all values null': leaves(() => null),
    'all texts empty': leaves((value) => (typeof value === 'string' ? '' : value)),
    'numbers as texts and texts as numbers': leaves((value) =>
      typeof value === 'number' ? String(value) : typeof value === 'string' ? 7 : value,
    ),
    'all values {}': leaves(() => ({})),
    'negative numbers': leaves((value) => (typeof value === 'number' ? -value - 1 : value)),
    'numbers beyond all amounts': leaves((value) => (typeof value === 'number' ? 1e300 : value)),
    'broken numbers': leaves((value) => (typeof value === 'number' ? value + 0.5 : value)),
    'other ids': leaves((value, key) => (typeof value === 'string' && /(id|reference)$/i.test(key) ? OTHER_ID : value)),
    'other amounts': leaves((value, key) => (typeof value === 'number' && /cents|amount|balance/i.test(key) ? value + 1 : value)),
    'empty lists': (body) => mapLists(body, () => []),
    'lists of null': (body) => mapLists(body, () => [null]),
    'lists of {}': (body) => mapLists(body, () => [{}]),
    'every list twice': (body) => mapLists(body, (list) => [...list, ...list]),
    'data null': (body) => (isObject(body) ? Object.fromEntries(Object.keys(body).map((key) => [key, null])) : null),
  }
}

/** A wrong answer that only this service can give, such as an earlier state. */
export const wrongBody = (change: (body: unknown) => unknown): WrongAnswer => changed(change)
export const wrongText = text

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

export function mapLeaves(value: unknown, change: (value: unknown, key: string) => unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => mapLeaves(one, change, key))
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapLeaves(one, change, name)]))
  return change(value, key)
}
function mapLists(value: unknown, change: (list: unknown[]) => unknown[]): unknown {
  if (Array.isArray(value)) return change(value)
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapLists(one, change)]))
  return value
}

function readJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return undefined
  }
}

export interface WrongAnswersProxy {
  readonly url: string
  /** Address of the service with the right answers. */
  rightUrl: string
  /** Names of the calls that were made. */
  readonly asked: Set<string>
  /** Wrong answer of a call; null: the right one. */
  wrong: (asked: AskedCall) => WrongAnswer | null
  close(): Promise<void>
}

/** `nameOf` puts a name in place of what differs from call to call. */
export async function startWrongAnswers(nameOf: (path: string) => string = (path) => path): Promise<WrongAnswersProxy> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/'
    const body = await textOf(request)
    const call = nameOfCall(request.method ?? 'GET', url, nameOf)
    proxy.asked.add(call)
    const wrong = proxy.wrong({ call, url, body })
    if (wrong && !wrong.isAsked) return wrong.give({ status: 0, contentType: '', content: Buffer.of() }, response)
    const right = await ask(`${proxy.rightUrl}${url}`, request, body)
    if (wrong) return wrong.give(right, response)
    response.writeHead(right.status, { 'content-type': right.contentType }).end(right.content)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: WrongAnswersProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rightUrl: '',
    asked: new Set(),
    wrong: () => null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return proxy
}

async function ask(url: string, { method = 'GET', headers }: IncomingMessage, body: string): Promise<RightAnswer> {
  const { host: _host, connection: _connection, 'content-length': _length, 'transfer-encoding': _encoding, ...rest } = headers
  const sent = Object.entries(rest).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : []))
  const response = await fetch(url, { method, headers: sent, body: body === '' ? null : body })
  const content = Buffer.from(await response.arrayBuffer())
  return { status: response.status, contentType: response.headers.get('content-type') ?? 'application/json', content }
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
function nameOfCall(method: string, url: string, nameOf: (path: string) => string): string {
  const [path = '', query = ''] = url.split('?')
  const names = [...new URLSearchParams(query).keys()].toSorted().join('&')
  return `${method} ${nameOf(path.replaceAll(UUID, ':id'))}${names ? `?${names}` : ''}`
}

async function textOf(request: IncomingMessage): Promise<string> {
  let read = ''
  for await (const chunk of request) read += String(chunk)
  return read
}

/** Shorten the time limits of outside calls while `toMs` is set. `longestMs`: the requested limit. The caller restores it. */
export function shortenTimeLimits() {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const limits = { toMs: Number.POSITIVE_INFINITY, longestMs: 0, restore: () => spy.mockRestore() }
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.longestMs = Math.max(limits.longestMs, ms)
    return timeout(Math.min(ms, limits.toMs))
  })
  return limits
}

/** Service that returns wrong answers while it lies; endless ones are then cut off after a moment. */
export interface FaultyService {
  readonly proxy: WrongAnswersProxy
  readonly limits: ReturnType<typeof shortenTimeLimits>
  /** Until the truth is restored. Null: the right answer. */
  lie(wrong: WrongAnswersProxy['wrong']): void
  answerCorrectly(): void
  stop(): Promise<void>
}
const ENOUGH_MS = 250

export async function startFaultyService(nameOf?: (path: string) => string): Promise<FaultyService> {
  const limits = shortenTimeLimits()
  const proxy = await startWrongAnswers(nameOf)
  return {
    proxy,
    limits,
    lie(wrong) {
      limits.toMs = ENOUGH_MS
      proxy.wrong = wrong
    },
    answerCorrectly() {
      limits.toMs = Number.POSITIVE_INFINITY
      proxy.wrong = () => null
    },
    async stop() {
      await proxy.close()
      limits.restore()
    },
  }
}

/**
 * Outcome of each wrong answer to a call: `said` renders it as one text, for comparison. Right and `away` are left out; the rest was
 * accepted as true. @throws when an unreadable answer was not `away`
 */
export async function acceptedAnswers(
  { lie, answerCorrectly }: FaultyService,
  { call, wrong, said, away }: { call: string; wrong: Readonly<Record<string, WrongAnswer>>; said: () => Promise<string>; away: string },
): Promise<Record<string, string>> {
  const right = await said()
  if (right === away) throw new Error(`${call} has no right answer`)
  const believed: Record<string, string> = {}
  for (const [name, one] of Object.entries(wrong)) {
    lie((asked) => (asked.call === call ? one : null))
    const answer = await said()
    if (name in UNREADABLE && answer !== away) throw new Error(`${call}: ${name} is read as ${answer}`)
    if (answer !== right && answer !== away) believed[name] = answer
  }
  answerCorrectly()
  return believed
}
