/** R32 Calls over an open connection after the server closed its port: the refusal of the product, with a time to come back. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { endpoint } from '@tunjo/contract/endpoint'
import { limits } from '@tunjo/contract/limits'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../dev/testing/test-product.ts'
import { createHealth } from '../management/health.ts'
import { implement } from './route.ts'
import { createHttpServer } from './server.ts'
import { createWebEdge } from './web-edge.ts'

const PATH = limits.levels.path
const holding = endpoint({ method: 'GET', path: PATH, role: 'PUBLIC', summary: 'Wait for the test', response: z.object({}), errors: [] })

let database: TestDatabase
let platform: TestPlatform
/** Resolves when the held call has reached its handler. */
let arrived: Promise<void>
let markArrived: () => void
let released: Promise<void>
let release: () => void
const hold = async (): Promise<void> => {
  markArrived()
  await released
}
const core = createServer(async (_request, response) => {
  await hold()
  response.end('{}')
})
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  core.listen(0, '127.0.0.1')
  await once(core, 'listening')
})
beforeEach(() => {
  arrived = new Promise((resolve) => {
    markArrived = resolve
  })
  released = new Promise((resolve) => {
    release = resolve
  })
})
afterAll(async () => {
  core.closeAllConnections()
  core.close()
  platform?.remove()
  await database?.drop()
})

const product = (): Promise<FastifyInstance> => {
  const routes = implement({ holding }, { holding: () => hold().then(() => ({})) })
  return createHttpServer({ ...platform, routes, authenticate: async () => null, stepUp: async () => undefined, webFolder: null })
}
const webRole = (): Promise<FastifyInstance> => {
  const url = `http://127.0.0.1:${(core.address() as AddressInfo).port}`
  const health = createHealth({ answersCalls: true })
  return createWebEdge({ ...platform, core: { url, token: 'a token of this test' }, health, webFolder: null })
}

it.each([
  ['the product', product],
  ['the web role', webRole],
])('R32 %s ends the running call and refuses the next one of its connection with a time to come back', async (_name, create) => {
  const app = await create()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  let received = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    received += part
  })
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await arrived
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  const next = once(app.server, 'request')
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await next
  release()
  await once(socket, 'close')
  await closed

  const [first = '', second = ''] = received.split(/(?=HTTP\/1\.1 )/)
  expect(first).toMatch(/^HTTP\/1\.1 200 /)
  expect(second).toMatch(/^HTTP\/1\.1 503 /)
  expect(second).toMatch(/^retry-after: 5\r$/im)
  expect(second).toMatch(/^app-error: server\.unavailable\r$/im)
  expect(second).toMatch(/^content-security-policy: /im)
  expect(second).toMatch(/^connection: close\r$/im)
})
