/** Downloads from hostile servers: a real server redirects to forbidden addresses, sends slowly, and sends too much. */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { fetchFile, targetOf } from './fetch-file.ts'

let server: Server
let answer: RequestListener
let port: number
const asked: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked.length = 0
})

const here = (path = '/list') => `http://127.0.0.1:${port}${path}`
const leadsTo =
  (location: string): RequestListener =>
  ({ url }, response) =>
    void (url === '/list' ? response.writeHead(302, { location }).end() : response.end('secret'))
const LIMITS = { timeoutMs: 10_000, idleMs: 10_000 }
const failure = (address: string, options = {}) =>
  fetchFile(address, 1_000, { ...LIMITS, ...options }).then(
    () => 'fetched',
    ({ name, problem, message }) => [name, problem, message],
  )
const names = (addresses: Record<string, string[]>) => {
  const looked: string[] = []
  const resolve: NonNullable<Parameters<typeof fetchFile>[2]['resolve']> = (hostname, _options, resolved) => {
    looked.push(hostname)
    const address = addresses[hostname]?.shift() ?? '127.0.0.1'
    resolved(null, [{ address, family: address.includes(':') ? 6 : 4 }])
  }
  return { looked, resolve }
}

const [NOT_PUBLIC, NOT_SAFE] = ['an address that is not public', 'led to an address that is not safe']

it.each(
  [
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.7/',
    'http://192.168.1.1/',
    'http://[fd00::1]/',
    'http://[::ffff:10.0.0.7]/',
    'http://[64:ff9b::a00:7]/',
    'http://0xa9fea9fe/',
  ]
    .map((location) => [location, NOT_PUBLIC])
    .concat(
      ['data:text/plain,secret', 'file:///etc/passwd', 'http://[', 'http://someone:secret@127.0.0.1/', 'gopher://127.0.0.1/'].map(
        (location) => [location, NOT_SAFE],
      ),
    ),
)('SEC-73 a redirect to %s is not followed, and only that list fails: %s', async (location, message) => {
  answer = leadsTo(location)
  expect(await failure(here())).toEqual(['FetchFailed', 'unreachable', message])
  expect(asked).toEqual(['/list'])
})

it.each(['10.0.0.7', '169.254.169.254', '127.0.0.1', '::1', '::ffff:127.0.0.1', '100.64.0.1', '0.0.0.0'])(
  'SEC-73 refuses to connect to a publisher whose name is %s',
  async (address) => {
    answer = (_request, response) => void response.end('secret')
    const { resolve, looked } = names({ 'lists.example': [address] })
    expect(await failure(`http://lists.example:${port}/list`, { resolve })).toEqual(['FetchFailed', 'unreachable', NOT_PUBLIC])
    expect([looked, asked]).toEqual([['lists.example'], []])
  },
)

it('SEC-73 never follows from https to a weaker scheme, not even by way of http', () => {
  const [first, from] = [new URL('https://lists.example/un.xml'), new URL('https://stored.example/')]
  expect(targetOf('/un.xml', { from, first }).href).toBe('https://stored.example/un.xml')
  for (const location of ['http://lists.example/un.xml', 'http:/un.xml', 'ftp://lists.example/un.xml'])
    expect(() => targetOf(location, { from, first })).toThrow(NOT_SAFE)
})

it('SEC-73 connects to the address that was checked when a name changes between two lookups', async () => {
  const { resolve, looked } = names({ 'rebind.example': ['127.0.0.1', '10.0.0.7'] })
  answer = ({ url, headers }, response) =>
    void (url === '/list'
      ? response.writeHead(302, { location: `http://rebind.example:${port}/stored` }).end()
      : response.end(headers.host))
  const fetched = await fetchFile(here(), 1_000, { ...LIMITS, resolve })
  expect(Buffer.from(fetched).toString()).toBe(`rebind.example:${port}`)
  expect(looked).toEqual(['rebind.example'])
})

it('SEC-73 an endless slow response ends with the time limit of the whole file, redirects included', async () => {
  const drips: NodeJS.Timeout[] = []
  answer = ({ url }, response) => {
    if (url === '/list') return void response.writeHead(302, { location: '/drip' }).end()
    return void drips.push(setInterval(() => response.write('x'), 20))
  }
  expect(await failure(here(), { timeoutMs: 400 })).toEqual(['FetchFailed', 'unreachable', expect.any(String)])
  for (const drip of drips) clearInterval(drip)
})

it.each<[string, RequestListener]>([
  ['before its answer', () => undefined],
  ['within its answer', (_request, response) => void response.writeHead(200, { 'content-length': 10 }).write('x')],
])('an address that stops sending %s is given up', async (_when, falls) => {
  answer = falls
  expect(await failure(here(), { timeoutMs: 600_000, idleMs: 100 })).toEqual(['FetchFailed', 'unreachable', expect.any(String)])
})

it('SEC-73 a compressed file is unpacked; one that expands too much is stopped; a truncated or otherwise packed one is not a list', async () => {
  const packed = (content: Buffer, encoding = 'gzip') => {
    answer = (_request, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(content)
  }
  packed(gzipSync('a list'))
  expect(Buffer.from(await fetchFile(here(), 1_000, LIMITS)).toString()).toBe('a list')
  packed(gzipSync(Buffer.alloc(50_000_000)))
  expect(await failure(here())).toEqual(['FetchFailed', 'too_large', expect.any(String)])
  packed(gzipSync('a list').subarray(0, 12))
  expect(await failure(here())).toEqual(['FetchFailed', 'unreachable', expect.any(String)])
  packed(Buffer.from('a list'), 'br')
  expect(await failure(here())).toEqual(['FetchFailed', 'unreachable', expect.any(String)])
})

it.each([
  ['silence', { idleMs: 100 }],
  ['the time limit', { timeoutMs: 100 }],
])('ADM-13 a file without a length that %s cut off is not accepted as complete', async (_what, limits) => {
  // Its end would be the end of the connection, as with publishers that use HTTP/1.0.
  answer = ({ socket }) => void socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nthe first row\n')
  expect((await failure(here(), limits)).slice(0, 2)).toEqual(['FetchFailed', 'unreachable'])
})
