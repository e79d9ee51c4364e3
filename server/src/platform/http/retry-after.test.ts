import { endpoint } from '@tunjo/contract/endpoint'
import { ERRORS, type ErrorCode } from '@tunjo/contract/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../dev/testing/test-product.ts'
import { createRateLimit } from '../rate-limit/rate-limit.ts'
import { refuse } from './refusal.ts'
import { implement } from './route.ts'

const ok = z.object({ ok: z.boolean() })
const refusing = endpoint({
  method: 'GET',
  path: '/api/refusing/:code',
  role: 'PUBLIC',
  summary: 'Refuse',
  params: z.object({ code: z.string() }),
  response: ok,
  errors: [],
})
const limited = endpoint({
  method: 'GET',
  path: '/api/limited',
  role: 'PUBLIC',
  summary: 'Take one use',
  response: ok,
  errors: ['notifications.too_many_contacts'],
})
const ALLOWANCE = { tries: 2, windowMs: 90_000 }

let database: TestDatabase
let platform: TestPlatform
let server: TestServer
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  const rateLimit = createRateLimit(platform)
  const routes = implement(
    { refusing, limited },
    {
      refusing: async ({ params }) => refuse(params.code as ErrorCode),
      limited: async () => {
        await rateLimit.take([{ kind: 'test', key: 'one', allowance: ALLOWANCE }], 'notifications.too_many_contacts')
        return { ok: true }
      },
    },
  )
  server = await startTestServer(platform, routes)
})
afterAll(async () => {
  await server.close()
  platform.remove()
  await database.drop()
})

const retryAfter = (answer: Response) => answer.headers.get('retry-after')

describe('R10 Retry-After', () => {
  const limiting = Object.entries(ERRORS).filter(([, status]) => status === 429)

  it.each(limiting)('%s has the time of the next try', async (code) => {
    const answer = await fetch(`${server.url}/api/refusing/${code}`)
    expect([answer.status, answer.headers.get('app-error')]).toEqual([429, code])
    expect(Number(retryAfter(answer))).toBeGreaterThan(0)
  })

  it('is the time until the oldest use leaves the window, in the header and in the sentence', async () => {
    const ask = () => fetch(`${server.url}/api/limited`)
    expect((await ask()).status).toBe(200)
    platform.clock.advance(50_000)
    expect((await ask()).status).toBe(200)
    const refused = await ask()
    const seconds = Number(retryAfter(refused))
    expect(seconds).toBeGreaterThan(30)
    expect(seconds).toBeLessThanOrEqual(40)
    expect(await refused.text()).toBe(
      `Ya recibimos varios mensajes desde este correo o esta red en la última hora. Podrás enviar otro en ${seconds} segundos.`,
    )
    platform.clock.advance(seconds * 1_000)
    expect((await ask()).status).toBe(200)
  })

  it('of the calls of a minute, and every call documents it', async () => {
    const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, { get: { responses: Record<number, unknown> } }>
      components: { responses: Record<string, { headers: unknown }> }
    }
    expect(document.components.responses.TooMany?.headers).toHaveProperty(['retry-after', 'schema', 'type'], 'integer')
    for (const path of ['/api/refusing/{code}', '/api/limited'])
      expect(document.paths[path]?.get.responses[429]).toHaveProperty(['$ref'], '#/components/responses/TooMany')
    let answer = await fetch(`${server.url}/api/refusing/request.not_found`)
    for (let count = 0; count < 1_300 && answer.status !== 429; count++)
      answer = await fetch(`${server.url}/api/refusing/request.not_found`)
    expect([answer.status, answer.headers.get('app-error')]).toEqual([429, 'request.too_many'])
    expect(Number(retryAfter(answer))).toBeGreaterThan(0)
    expect(await answer.text()).toMatch(/^Hiciste demasiadas solicitudes seguidas\. Intenta de nuevo en \d+ segundos\.$/)
  })
})
