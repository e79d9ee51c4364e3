/** Nearly full disk: no customer file is accepted, neither in a form nor in pieces. */
import { readdirSync } from 'node:fs'
import { endpoint } from '@tunjo/contract/endpoint'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform } from '../../../../dev/testing/test-product.ts'
import { newId } from '../database/ids.ts'
import { implement } from '../http/route.ts'
import { createFreeSpace } from './free-space.ts'

const contract = {
  send: endpoint({
    method: 'POST',
    path: '/kyc/test/send',
    role: 'PUBLIC',
    summary: 'A document',
    upload: { fields: { document: { kinds: ['pdf'], maximum: 1 } } },
    response: z.string(),
    errors: [],
  }),
}
const MORE_THAN_ANY_DISK = Number.MAX_SAFE_INTEGER

let database: TestDatabase
let full: TestPlatform
let roomy: TestPlatform
beforeAll(async () => {
  database = await createTestDatabase()
  full = createTestPlatform(database, { freeMinimumBytes: MORE_THAN_ANY_DISK })
  roomy = createTestPlatform(database, { freeMinimumBytes: 1 })
})
afterAll(async () => {
  full?.remove()
  roomy?.remove()
  await database?.drop()
})

async function send(platform: TestPlatform): Promise<Response> {
  const server = await startTestServer(platform, implement(contract, { send: async () => 'taken' }))
  const form = new FormData()
  form.append('document', new Blob(['no document at all']), 'a.pdf')
  const answer = await fetch(`${server.url}/kyc/test/send`, { method: 'POST', body: form })
  await server.close()
  return answer
}

it('R39 a form with files is refused before it is read, with a code and the time to come back', async () => {
  const refused = await send(full)
  expect([refused.status, refused.headers.get('app-error')]).toEqual([503, 'files.storage_full'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(readdirSync(full.settings.dataDir)).not.toContain('uploads')
  // With free space the form is read, and refused as no PDF.
  expect((await send(roomy)).headers.get('app-error')).toBe('files.type_not_allowed')
})

it('R39 files that come in pieces are refused as well, before they count', async () => {
  await expect(full.files.countUpload(newId(), 10)).rejects.toMatchObject({ refusal: { code: 'files.storage_full' } })
  await expect(roomy.files.countUpload(newId(), 10)).resolves.toBeUndefined()
})

it('the gauges report the free space, and the limit below which nothing is accepted', async () => {
  const { free_bytes: free = 0, minimum_bytes: minimum } = await createFreeSpace(roomy.settings).figures.read()
  expect(free).toBeGreaterThan(1)
  expect(minimum).toBe(1)
})
