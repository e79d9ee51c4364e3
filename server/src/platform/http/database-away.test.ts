import { endpoint } from '@tunjo/contract/endpoint'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../testing/test-product.ts'
import { type OpenDatabase, openDatabase } from '../database.ts'
import { implement } from './route.ts'

const asking = endpoint({
  method: 'GET',
  path: '/api/asking',
  role: 'PUBLIC',
  summary: 'Ask the database',
  response: z.object({ ok: z.boolean() }),
  errors: [],
})

let database: TestDatabase
let narrow: OpenDatabase
let platform: TestPlatform
let server: TestServer
beforeEach(async () => {
  database = await createTestDatabase()
  narrow = openDatabase(database.connection, { maxConnections: 1 })
  platform = createTestPlatform(database)
  const routes = implement({ asking }, { asking: async () => ({ ok: (await sql`SELECT 1`.execute(narrow.db)).rows.length === 1 }) })
  server = await startTestServer(platform, routes)
})
afterEach(async () => {
  await server.close()
  platform.remove()
  await narrow.close()
  await database.drop()
})

const ask = async () => {
  const { status, headers } = await fetch(`${server.url}/api/asking`)
  return [status, headers.get('app-error')]
}

describe('R32 a database that cannot be asked', () => {
  it('since every connection stays busy is 503, and answers again afterwards', async () => {
    const busy = await narrow.pool.connect()
    expect(await ask()).toEqual([503, 'server.unavailable'])
    busy.release()
    expect(await ask()).toEqual([200, null])
  })
})
