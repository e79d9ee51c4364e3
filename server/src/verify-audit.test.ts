/** The command that proves the audit trail, as an operator starts it. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAuditKeys } from './platform/audit/index.ts'
import { signHead } from './platform/audit/seal.ts'
import { inTransaction } from './platform/database.ts'
import { programOf } from './testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { createTestPlatform, type TestPlatform } from './testing/test-product.ts'

let database: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
})
afterAll(async () => {
  platform?.remove()
  await database?.drop()
})

function command(...args: string[]): { status: number | null; output: string } {
  const { host, port, user, password, database: name } = database.connection
  // The host may be the folder of a socket.
  const url = `postgres://${user}:${encodeURIComponent(String(password ?? ''))}@localhost:${port}/${name}?host=${encodeURIComponent(host ?? '')}`
  const env = {
    ...process.env,
    DATABASE_URL: url,
    DATA_DIR: platform.settings.dataDir,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  const program = programOf(new URL('./verify-audit.ts', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...args], { env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

it('R35 proves a trail and its export, and ends with an error that names the row once something was changed', async () => {
  for (const id of ['a', 'b', 'c'])
    await inTransaction(database.db, (tx) =>
      platform.audit.record(tx, { actor: { kind: 'system', name: 'test' }, action: 'settings.changed', object: { type: 'setting', id } }),
    )
  await signHead({ ...platform, keys: readAuditKeys(platform.secrets, {}) })
  const file = join(platform.settings.dataDir, 'trail.jsonl')
  for (const args of [
    ['--export', file],
    ['--file', file],
  ])
    expect(command(...args)).toMatchObject({ status: 0, output: expect.stringContaining('3 sealed entries, 0 waiting, 1 signed heads') })
  await sql`UPDATE platform.audit_entry SET object_id = 'x' WHERE object_id = 'b'`.execute(database.owner)
  expect(command()).toMatchObject({ status: 1, output: expect.stringMatching(/^seq 2, entry \S+: the entry/m) })
})
