import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../../dev/testing/database.ts'
import { createSecrets } from '../../../../../platform/secrets/secrets.ts'
import { createKeys } from './keys.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

const secrets = createSecrets(Buffer.alloc(32, 7))
const load = () => createKeys({ db: database.db, secrets })()
const stored = async () =>
  (await sql<{ purpose: string; id: string; material: string }>`SELECT * FROM identity.key ORDER BY purpose`.execute(database.db)).rows

it('keys are sealed at rest, and every process opens the same', async () => {
  const [one, other] = await Promise.all([load(), load()])
  expect(other.access.id).toBe(one.access.id)
  expect(other.refresh).toEqual(one.refresh)
  const rows = await stored()
  expect(rows.map(({ purpose }) => purpose)).toEqual(['access', 'refresh'])
  for (const { material } of rows) expect(material).toMatch(/^v1\./)
  await expect(createKeys({ db: database.db, secrets: createSecrets(Buffer.alloc(32, 8)) })()).rejects.toThrow()
})

it('keys that were stored in clear remain valid and are sealed when they are read', async () => {
  const before = await load()
  for (const { purpose, material } of await stored()) {
    const clear = secrets.open(`identity.key:${purpose}`, material).toString()
    await sql`UPDATE identity.key SET material = ${clear} WHERE purpose = ${purpose}`.execute(database.db)
  }
  const after = await load()
  expect([after.access.id, after.refresh]).toEqual([before.access.id, before.refresh])
  for (const { material } of await stored()) expect(material).toMatch(/^v1\./)
})
