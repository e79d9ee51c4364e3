/** Command that verifies the audit trail, as an operator starts it. */
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../dev/testing/database.ts'
import { operatorCommand } from '../../../dev/testing/operator-command.ts'
import { createTestPlatform, type TestPlatform } from '../../../dev/testing/test-product.ts'
import { readAuditKeys } from '../platform/audit/index.ts'
import { signHead } from '../platform/audit/seal.ts'
import { inTransaction } from '../platform/database/database.ts'

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

const command = (...args: string[]) => operatorCommand(['verify', 'audit'], database.connection, platform.settings.dataDir)(...args)

it('R35 verifies a trail and its export, and exits with an error that names the row once something was changed', async () => {
  for (const id of ['a', 'b', 'c'])
    await inTransaction(database.db, (tx) =>
      platform.audit.record(tx, {
        actor: { kind: 'system', name: 'test' },
        action: 'reconciliation.capital_booked',
        object: { type: 'setting', id },
      }),
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
