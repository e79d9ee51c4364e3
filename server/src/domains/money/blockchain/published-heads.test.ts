/** R35: an owner of the database can rewrite the audit trail, but not the heads on the chain. */
import { spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import { toHex } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { programOf } from '../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { COMMAND_LINE } from '../../../../../dev/testing/operator-command.ts'
import { createAudit, readAuditKeys } from '../../../platform/audit/index.ts'
import { signHead } from '../../../platform/audit/seal.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { operationIdOf } from './operation-ids.ts'
import { findPublishedHeads } from './published-heads.ts'
import { createTestBlockchain, SECRETS, type TestBlockchain } from './testing.ts'
import type { TransactionIntent } from './types.ts'

vi.setConfig({ testTimeout: 90_000 })
const SETTLED = { timeout: 25_000, interval: 50 }
let chain: TestChain
let database: TestDatabase
let running: TestBlockchain
beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
  database = await createTestDatabase()
  running = createTestBlockchain(database.connection, chain.env)
  running.start()
})
afterAll(async () => {
  await running?.stop()
  await database?.drop()
  await chain?.destroy()
})

const statesOf = async (kind: string) =>
  (
    await sql<{ state: string }>`SELECT coalesce(chain_transaction.state, intent.state) AS state FROM blockchain.intent
    LEFT JOIN blockchain.chain_transaction USING (operation_id) WHERE intent.kind = ${kind}`.execute(database.db)
  ).rows.map(({ state }) => state)

function verify(): { status: number | null; output: string } {
  const { host, port, user, password, database: name } = database.ownerConnection
  const url = `postgres://${user}:${encodeURIComponent(String(password ?? ''))}@localhost:${port}/${name}?host=${encodeURIComponent(host ?? '')}`
  const env = { ...process.env, DATABASE_URL: url, SECRETS_KEY: Buffer.alloc(32).toString('base64') }
  const program = [...programOf(COMMAND_LINE), 'verify', 'audit']
  const args = [...program, '--chain', chain.rpcUrl, '--publisher', chain.deployment.hotWallet]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

it('R35 publishes each signed head once, and the verifier finds a trail that was cut off in the database', async () => {
  const audit = createAudit({ clock: running.platform.clock, secrets: SECRETS })
  for (const id of ['a', 'b', 'c'])
    await inTransaction(database.db, (tx) =>
      audit.record(tx, {
        actor: { kind: 'system', name: 'test' },
        action: 'reconciliation.capital_booked',
        object: { type: 'setting', id },
      }),
    )
  const head = await signHead({ ...running.platform, keys: readAuditKeys(SECRETS, {}) })
  await expect.poll(() => statesOf('publish'), SETTLED).toEqual(['confirmed'])
  const found = await findPublishedHeads({ rpcUrl: chain.rpcUrl, publisher: chain.deployment.hotWallet, fromBlock: 0 })
  expect(found).toEqual([{ tunjo: 'audit', ...head }])
  expect(verify()).toMatchObject({ status: 0, output: expect.stringContaining('1 heads of the audit trail on the chain') })

  for (const table of ['audit_seal', 'audit_head', 'audit_unsealed', 'audit_entry'])
    await sql.raw(`DELETE FROM platform.${table}`).execute(database.owner)
  expect(verify()).toMatchObject({ status: 1, output: expect.stringContaining('cut off') })
})

it('R13 signs no other data, and none to another address', async () => {
  const [hot, visitor] = [chain.deployment.hotWallet, chain.deployment.visitor]
  const head = toHex(JSON.stringify({ tunjo: 'audit', hash: 'a'.repeat(64) }))
  const wrong: Pick<TransactionIntent, 'to' | 'data'>[] = [
    { to: visitor, data: head },
    { to: hot, data: '0x' },
    { to: hot, data: toHex('whatever') },
    { to: chain.deployment.tokens.BTC, data: head },
  ]
  for (const call of wrong) {
    const ref = newId()
    const operation = { operationId: operationIdOf('blockchain.publish', ref), wallet: 'hot', kind: 'publish', ref } as const
    await inTransaction(database.db, (tx) => running.blockchain.submitWithin(tx, { ...operation, ...call, gas: 100_000n }))
  }
  await expect
    .poll(async () => (await statesOf('publish')).toSorted(), SETTLED)
    .toEqual(['confirmed', 'refused', 'refused', 'refused', 'refused'])
})
