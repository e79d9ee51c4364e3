import { endpoint } from '@tunjo/contract/endpoint'
import { EARLIER_CODES, ERRORS, type ErrorCode } from '@tunjo/contract/errors'
import { keysOf } from '@tunjo/contract/keys'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../dev/testing/test-product.ts'
import { refuse } from './refusal.ts'
import { implement } from './route.ts'

const refusing = endpoint({
  method: 'GET',
  path: '/api/refusing/:code',
  role: 'PUBLIC',
  summary: 'Refuse',
  params: z.object({ code: z.string() }),
  response: z.object({}),
  errors: [],
})

let database: TestDatabase
let platform: TestPlatform
let server: TestServer
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  const routes = implement({ refusing }, { refusing: async ({ params }) => refuse(params.code as ErrorCode, { word: 'UIAF' }) })
  server = await startTestServer(platform, routes)
})
afterAll(async () => {
  await server.close()
  platform.remove()
  await database.drop()
})

async function refused(code: ErrorCode) {
  const answer = await fetch(`${server.url}/api/refusing/${code}`, { headers: { accept: 'application/problem+json' } })
  const { code: said, earlierCode } = (await answer.json()) as { code: string; earlierCode?: string }
  return { headers: [answer.headers.get('app-error'), answer.headers.get('app-error-earlier')], said: [said, earlierCode] }
}

it.each(Object.entries(EARLIER_CODES))('%s is sent with its earlier name %s', async (code, earlier) => {
  expect(await refused(code as ErrorCode)).toEqual({ headers: [code, earlier], said: [code, earlier] })
  expect(Object.keys(ERRORS)).not.toContain(earlier)
})

it('a code that kept its name has no other one', async () => {
  const kept = keysOf(ERRORS).find((code) => EARLIER_CODES[code] === undefined && ERRORS[code] === 400) ?? 'request.invalid'
  expect(await refused(kept)).toEqual({ headers: [kept, null], said: [kept, undefined] })
})
