/** Log lines of requests: each names its request, in the server of the product and in the web role. */
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { endpoint } from '@tunjo/contract/endpoint'
import { management } from '@tunjo/contract/management'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../dev/testing/test-product.ts'
import { createHealth } from '../management/health.ts'
import { createLog } from '../observability/log.ts'
import { systemClock } from '../time/clock.ts'
import { implement } from './route.ts'
import { TIME_LIMITS } from './time-limits.ts'
import { createWebEdge } from './web-edge.ts'

const call = { method: 'GET', role: 'PUBLIC', response: z.object({}), errors: [] } as const
const calls = {
  answering: endpoint({ ...call, path: '/api/answering', summary: 'Answer' }),
  failing: endpoint({ ...call, path: '/api/failing', summary: 'Fail with a bug' }),
  officers: endpoint({ ...call, path: '/api/officers', role: 'SIGNED_IN', summary: 'Refuse an unknown token' }),
}

let written = ''
const sink = new Writable({
  write(chunk, _encoding, done) {
    written += chunk
    done()
  },
})
const log = createLog({ level: 'debug', pretty: false, sink })
const lines = () =>
  written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ line, ...(JSON.parse(line) as { msg: string; requestId?: string; route?: string; status?: number }) }))

let database: TestDatabase
let platform: TestPlatform
let server: TestServer
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  const routes = implement(calls, {
    answering: async () => ({}),
    failing: () => Promise.reject(new Error('a bug')),
    officers: async () => ({}),
  })
  server = await startTestServer({ ...platform, log }, routes)
})
afterAll(async () => {
  await server?.close()
  platform?.remove()
  await database?.drop()
})
beforeEach(() => {
  written = ''
})

/** Every line of the request, each with its id once and under one name. */
async function linesOf(url: string, init: RequestInit = {}): Promise<ReturnType<typeof lines>> {
  const id = (await fetch(url, init)).headers.get('x-request-id')
  await expect.poll(() => lines().some(({ msg }) => msg === 'request')).toBe(true)
  for (const { line, requestId } of lines().filter(({ msg }) => msg !== 'Server listening')) {
    expect([line, requestId]).toEqual([line, id])
    expect(line.match(/"(requestId|reqId)":/g)).toEqual(['"requestId":'])
  }
  return lines()
}

it.each([
  ['/api/answering', 200, ['request']],
  ['/api/failing', 500, ['request failed', 'request']],
  ['/api/nothing', 404, ['request']],
  ['/api/officers', 401, ['request']],
])('%s, answered with %i: every line has the id of its request', async (path, status, messages) => {
  const found = await linesOf(server.url + path)
  expect(found.map(({ msg }) => msg)).toEqual(messages)
  expect(found.at(-1)?.status).toBe(status)
})

it('the web role has a line for each request too, with the id that the core receives', async () => {
  const settings = { profile: 'production' as const, publicUrl: 'https://tunjo.example', trustedProxies: [], legacyBodyKey: null }
  const core = { url: 'http://127.0.0.1:1', token: 'a token that web and core of this test share' }
  const health = createHealth({ answersCalls: true })
  const edge = await createWebEdge({ settings, core, clock: systemClock, log, health, webFolder: null, timeLimits: TIME_LIMITS })
  await edge.listen({ host: '127.0.0.1', port: 0 })
  written = ''
  const { port } = edge.server.address() as AddressInfo
  const found = await linesOf(`http://127.0.0.1:${port}${management.health.path}`)
  await edge.close()
  expect(found.map(({ msg }) => msg)).toContain('the core did not answer')
  expect(found.at(-1)).toMatchObject({ msg: 'request', route: management.health.path, status: 503 })
})
