/** Command that verifies the ledger, as an operator starts it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../dev/testing/database.ts'
import { operatorCommand } from '../../../dev/testing/operator-command.ts'
import { createTestPlatform, type TestPlatform } from '../../../dev/testing/test-product.ts'
import { createLedger, customerAccount, type Ledger, systemAccount } from '../domains/money/ledger/index.ts'
import { signLedgerHead } from '../domains/money/reconciliation/sign-ledger-head.ts'
import { newId } from '../platform/database/ids.ts'

let database: TestDatabase
let platform: TestPlatform
let ledger: Ledger
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  ledger = createLedger({ ...platform, env: {} })
})
afterAll(async () => {
  await ledger?.close()
  platform?.remove()
  await database?.drop()
})

const command = (...args: string[]) => operatorCommand(['verify', 'ledger'], database.connection, platform.settings.dataDir)(...args)
const sign = () => signLedgerHead({ ...platform, ledger })
const deposit = async () => {
  const [debit, credit] = [systemAccount('bank', 'COP'), customerAccount(newId(), 'COP')]
  await ledger.post([{ kind: 'post', id: newId(), debit, credit, amount: 5_000n, code: 'payments.deposit' }])
}

it('MON-10 verifies the ledger against every stored head, and exits with an error that names the row once something was changed', async () => {
  for (let count = 0; count < 3; count++) {
    await deposit()
    await sign()
  }
  expect(command()).toMatchObject({ status: 0, output: expect.stringContaining('3 transfers, 3 published heads, last batch 3') })

  const elsewhere = join(platform.settings.dataDir, 'heads.json')
  writeFileSync(elsewhere, JSON.stringify([{ seq: '2', hash: '0'.repeat(64) }]))
  expect(command('--head', elsewhere)).toMatchObject({ status: 1, output: expect.stringContaining('batch 2: is not what was published') })

  await sql`UPDATE reconciliation.ledger_head SET hash = ${'1'.repeat(64)} WHERE seq = 1`.execute(database.owner)
  expect(command()).toMatchObject({ status: 1, output: expect.stringContaining('head 1: was not signed by our key') })
  await sql`UPDATE ledger.transfer SET amount = amount + 1 WHERE batch_seq = 2`.execute(database.owner)
  expect(command()).toMatchObject({ status: 1, output: expect.stringMatching(/^transfer \S+: /m) })
})
