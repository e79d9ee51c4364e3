/** Slow-loris callers who send one byte now and then, so that no idle timeout ends their connection (R39). */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../dev/testing/test-product.ts'
import { createHttpServer } from './server.ts'

const LIMITS = { headMs: 400, requestMs: 800, lookEveryMs: 50 }
const LETTER_EVERY_MS = 40

let database: TestDatabase
let platform: TestPlatform
let app: FastifyInstance
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  const rest = { routes: [], authenticate: async () => null, stepUp: async () => undefined, webFolder: null }
  app = await createHttpServer({ ...platform, ...rest, timeLimits: LIMITS })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app?.close()
  platform?.remove()
  await database?.drop()
})

/** Milliseconds until the server ended the connection. */
async function lifeOf(socket: Socket, start: string): Promise<number> {
  const began = performance.now()
  socket.on('error', () => undefined).resume()
  socket.write(start)
  const speaking = setInterval(() => socket.write('x'), LETTER_EVERY_MS)
  await once(socket, 'close')
  clearInterval(speaking)
  return performance.now() - began
}
const dial = async () => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

it('E9 R39 a head that never ends is cut off after its time, and a body after that of a whole request', async () => {
  const head = lifeOf(await dial(), 'GET /openapi.json HTTP/1.1\r\nX-')
  const body = lifeOf(
    await dial(),
    'POST /openapi.json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999999\r\n\r\n{',
  )
  expect(await head).toBeGreaterThanOrEqual(LIMITS.headMs - LIMITS.lookEveryMs)
  expect(await body).toBeGreaterThanOrEqual(LIMITS.requestMs - LIMITS.lookEveryMs)
})

it('R39 the limits of the product cut a slow head off within half a minute, and leave a form its time', async () => {
  const rest = { routes: [], authenticate: async () => null, stepUp: async () => undefined, webFolder: null }
  const { server } = await createHttpServer({ ...platform, ...rest })
  expect(server).toMatchObject({ headersTimeout: 20_000, requestTimeout: 60_000 })
})
