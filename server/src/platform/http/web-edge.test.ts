/** The web role alone (R13): what it passes to the core, what it rejects, and its answers while the core is away. */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { management } from '@tunjo/contract/management'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createHealth } from '../management/health.ts'
import { createLog } from '../observability/log.ts'
import { systemClock } from '../time/clock.ts'
import { CORE_TOKEN_HEADER } from './core-access.ts'
import { createWebEdge, FORWARDED_HEADERS } from './web-edge.ts'

const TOKEN = 'a token that web and core of this test share'
const SIGN_IN = '/api/sign-in'

interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}
const asked: Asked[] = []
let answer: (response: ServerResponse, asked: Asked) => void = (response) => response.end('"done"')
const core = createServer(async (incoming, response) => {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part)
  const { method = '', url = '', headers } = incoming
  const call = { method, url, headers, body: Buffer.concat(parts) }
  asked.push(call)
  answer(response, call)
})
let app: FastifyInstance
let url: string
beforeAll(async () => {
  await new Promise<void>((listening) => core.listen(0, '127.0.0.1', listening))
  app = await startEdge((core.address() as AddressInfo).port)
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked.length = 0
  answer = (response) => response.end('"done"')
})
afterAll(async () => {
  await app?.close()
  core.closeAllConnections()
  core.close()
})

async function startEdge(corePort: number, ways?: { calls: number; forms: number; streams: number }): Promise<FastifyInstance> {
  const settings = { profile: 'production' as const, publicUrl: 'https://tunjo.example', trustedProxies: [], legacyBodyKey: null }
  const log = createLog({ level: 'silent', pretty: false })
  const edge = await createWebEdge({
    settings,
    core: { url: `http://127.0.0.1:${corePort}`, token: TOKEN },
    clock: systemClock,
    log,
    health,
    webFolder: null,
    ways,
    timeLimits: { headMs: 2_000, requestMs: 2_000, lookEveryMs: 50 },
  })
  await edge.listen({ host: '127.0.0.1', port: 0 })
  return edge
}

const health = createHealth({ answersCalls: true })
const json = { 'content-type': 'application/json' }

it('passes a call on unchanged: method, address, bytes of the body, and the head fields that the core reads', async () => {
  const body = '{ "email" : "ana@correo.example",\n"password":"ñ" }'
  answer = (response) =>
    response
      .writeHead(418, {
        'set-cookie': ['a=1; Path=/', 'b=2; Path=/'],
        'app-error': 'identity.wrong_credentials',
        'content-type': 'text/plain',
      })
      .end('No.')
  const headers = { ...json, 'idempotency-key': 'one-key-of-it', 'step-up-grant': 'grant', cookie: 'c=3', authorization: 'Bearer x' }
  const answered = await fetch(`${url}${SIGN_IN}?x=%20y`, { method: 'POST', headers, body })
  expect([answered.status, answered.headers.get('app-error'), await answered.text()]).toEqual([418, 'identity.wrong_credentials', 'No.'])
  expect(answered.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/'])
  expect(asked).toMatchObject([{ method: 'POST', url: `${SIGN_IN}?x=%20y`, headers: { ...headers, [CORE_TOKEN_HEADER]: TOKEN } }])
  expect(asked[0]?.body.toString()).toBe(body)
  expect(answered.headers.get('x-request-id')).toBe(asked[0]?.headers['x-request-id'])
})

it("adds the caller's address itself: what a caller claims about its address, the core or its connection is dropped", async () => {
  const forged = {
    'x-forwarded-for': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
    'x-real-ip': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-request-id': 'mine',
    [CORE_TOKEN_HEADER]: 'mine',
    'x-http-method-override': 'DELETE',
    te: 'trailers',
  }
  await fetch(url + SIGN_IN, { method: 'POST', headers: { ...json, ...forged }, body: '{}' })
  const headers = asked[0]?.headers ?? {}
  expect(headers['x-forwarded-for']).toBe('127.0.0.1')
  expect(headers['x-request-id']).not.toBe('mine')
  expect(headers[CORE_TOKEN_HEADER]).toBe(TOKEN)
  for (const name of ['forwarded', 'x-real-ip', 'x-forwarded-proto', 'x-http-method-override', 'te']) expect(headers[name]).toBeUndefined()
})

it('passes on every header that the product reads of a caller', () => {
  const source = join(import.meta.dirname, '..', '..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.startsWith('chain') &&
      // The core reads the position in a trace only from the web role, which writes the header itself.
      !/\.test\.ts$|testing|sandbox|provider|lists|signing|web-edge|core-access|bare-server|trace-requests/.test(file),
  )
  const read = files.flatMap((file) => [
    ...readFileSync(join(source, file), 'utf8').matchAll(/(?:request|http|raw)?\.?\bheaders(?:\??\.|\[')([a-z][a-z-]+)(?:'\]|\b(?![(']))/g),
  ])
  const names = new Set(read.map(([, name = '']) => name))
  expect(names.size).toBeGreaterThan(6)
  expect([...names].filter((name) => !FORWARDED_HEADERS.has(name))).toEqual([])
})

it('passes on only calls of the contract', async () => {
  const refused = [
    ['GET', '/api/nothing'],
    ['GET', SIGN_IN],
    ['PUT', SIGN_IN],
    ['POST', '/management/health'],
    ['GET', '//127.0.0.1:1/api/account'],
    ['GET', '/dev/mail'],
    ['GET', '/'],
  ] as const
  for (const [method, path] of refused) {
    const { status, body } = await raw(method, path)
    expect([method, path, status]).toEqual([method, path, 404])
    expect(body).toContain('request.not_found')
  }
  expect((await raw('GET', 'http://127.0.0.1:1/api/account')).status).toBe(404)
  expect(asked).toEqual([])
})

it('refuses a body that is too large, of another kind or truncated, before the core gets any of it', async () => {
  const tooLarge = await fetch(url + SIGN_IN, { method: 'POST', headers: json, body: `"${'x'.repeat(1_048_577)}"` })
  expect([tooLarge.status, tooLarge.headers.get('app-error')]).toEqual([413, 'request.too_large'])
  const another = await fetch(url + SIGN_IN, { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' })
  expect([another.status, another.headers.get('app-error')]).toEqual([415, 'request.unsupported_media_type'])
  const half = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const ended = new Promise((resolve) => half.once('close', resolve))
  half.on('error', () => undefined).resume()
  half.write(`POST ${SIGN_IN} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"email":`)
  await ended
  const both = `POST ${SIGN_IN} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/account HTTP/1.1\r\nHost: x\r\n\r\n`
  expect(await spoken(both)).toMatch(/^HTTP\/1\.1 400/)
  expect(asked).toEqual([])
})

it('streams a form with files', async () => {
  const path = '/kyc/users/natural/level-1/save-documents'
  const form = new FormData()
  const content = new Uint8Array(3_000_000).map((_, place) => place % 251)
  form.append('frontal', new Blob([content]), 'cédula.jpg')
  await fetch(url + path, { method: 'POST', body: form })
  expect(asked[0]?.body.includes(Buffer.from(content))).toBe(true)
  expect(asked[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
})

it('an answer that comes while the form is still being sent reaches the caller', async () => {
  const hasty = createServer((_incoming, response) => response.writeHead(413, { 'app-error': 'files.too_large' }).end('Demasiado.'))
  await new Promise<void>((listening) => hasty.listen(0, '127.0.0.1', listening))
  const edge = await startEdge((hasty.address() as AddressInfo).port)
  const { port } = edge.server.address() as AddressInfo
  const head = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 999999\r\n\r\n--x\r\n'
  const text = await spoken(`POST /kyc/users/natural/level-1/save-documents HTTP/1.1\r\nHost: x\r\n${head}`, port)
  expect(text).toMatch(/^HTTP\/1\.1 413.*app-error: files\.too_large/s)
  await edge.close()
  hasty.closeAllConnections()
  hasty.close()
})

it('open streams leave connections for the other calls, and a call that finds none free is refused immediately', async () => {
  const held: ServerResponse[] = []
  answer = (response, { url: path }) => {
    if (!path.includes('stream')) return response.end('"done"')
    held.push(response)
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: ready\n\n')
  }
  const edge = await startEdge((core.address() as AddressInfo).port, { calls: 1, forms: 1, streams: 2 })
  const { port } = edge.server.address() as AddressInfo
  const at = `http://127.0.0.1:${port}`
  const [first, second] = await Promise.all([1, 2].map(() => fetch(`${at}/api/notifications/stream`)))
  expect([first?.status, second?.status]).toEqual([200, 200])
  const third = await fetch(`${at}/api/notifications/stream`)
  expect([third.status, third.headers.get('app-error')]).toEqual([503, 'server.unavailable'])
  expect((await fetch(at + management.health.path)).status).toBe(200)
  await first?.body?.cancel()
  await expect.poll(async () => (await fetch(`${at}/api/notifications/stream`)).status).toBe(200)
  for (const response of held) response.end()
  await edge.close()
})

it('a long answer arrives piece by piece, and ends at the core when the caller hangs up', async () => {
  const over = vi.fn()
  answer = (response) => {
    response.on('close', over)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('event: ready\n\n')
  }
  const first = await new Promise<string>((resolve, reject) => {
    const call = request(`${url}/api/notifications/stream`, (response) =>
      response.once('data', (part: Buffer) => {
        resolve(part.toString())
        call.destroy()
      }),
    )
    call.once('error', reject).end()
  })
  expect(first).toContain('ready')
  await expect.poll(() => over.mock.calls.length).toBe(1)
})

it('sends a call once, whatever the core answers', async () => {
  answer = (response) => response.writeHead(503, { 'retry-after': '1' }).end('away')
  expect((await fetch(url + management.health.path)).status).toBe(503)
  answer = (response) => response.destroy()
  const cut = await fetch(url + SIGN_IN, { method: 'POST', headers: json, body: '{}' })
  expect([cut.status, cut.headers.get('app-error')]).toEqual([503, 'server.unavailable'])
  expect(asked).toHaveLength(2)
})

it('answers liveness and readiness itself, whatever the core says, and without details', async () => {
  answer = (response) => response.writeHead(503).end('away')
  expect(await (await fetch(url + management.live.path)).json()).toEqual({ status: 'live' })
  const starting = await fetch(url + management.ready.path)
  expect([starting.status, starting.headers.get('retry-after'), await starting.json()]).toEqual([503, '5', { status: 'not_ready' }])
  health.markStarted()
  const ready = await fetch(url + management.ready.path)
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
  expect(asked).toEqual([])
})

it('answers that the service is not available while there is no core', async () => {
  const alone = await startEdge(1)
  const { port } = alone.server.address() as AddressInfo
  const headers = { accept: 'application/problem+json', 'accept-language': 'es' }
  const away = await fetch(`http://127.0.0.1:${port}${management.health.path}`, { headers })
  expect(away.status).toBe(503)
  expect(await away.json()).toMatchObject({ code: 'server.unavailable', detail: expect.stringContaining('no está disponible') })
  await alone.close()
})

/** Sends the address unchanged: `fetch` would normalise it. */
function raw(method: string, path: string): Promise<{ status: number; body: string }> {
  return spoken(`${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`).then((text) => ({
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]),
    body: text,
  }))
}

function spoken(text: string, port = (app.server.address() as AddressInfo).port): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const parts: Buffer[] = []
    socket
      .on('data', (part) => parts.push(part))
      .once('close', () => resolve(Buffer.concat(parts).toString()))
      .once('error', reject)
    socket.write(text)
  })
}
