/** A ledger with rows of version 1 is migrated: it continues with version 2, and both are verified, proved and read. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { migrationSources } from '../../../composition/migration-sources.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { prepareDatabase } from '../../../platform/database/prepare-database.ts'
import { createLog } from '../../../platform/observability/log.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { type ChainLink, checkProof, createLedger, customerAccount, type Ledger, systemAccount } from './index.ts'
import { TEST_KEYS } from './testing/keys.ts'
import { columnsMissed, dropConstraints, faultsAfter, whileChanged } from './testing/tamper.ts'

/** Rows that the product wrote before the migration: two deposits, a hold that was settled in part, a reversal. */
const OWNER = '01a229e8-b24d-76c3-af6b-312891ee7811'
const DEPOSIT = '01a229e8-b24d-76c3-af6b-3af9502cb3a6'
const HOLD = '01a229e8-b31a-70eb-b79d-247b2eeac273'

const log = createLog({ level: 'error', pretty: false })
const bank = systemAccount('bank', 'COP')
const account = customerAccount(OWNER, 'COP')
const [given, settled] = [newId(), newId()]
let database: TestDatabase
let ledger: Ledger
let published: ChainLink

beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query('ALTER TABLE ledger.batch DROP COLUMN id; ALTER TABLE ledger.head DROP COLUMN previous')
  await database.pool.query(readFileSync(new URL('testing/version-1.sql', import.meta.url), 'utf8'))
  await database.pool.query(`DELETE FROM platform.migration WHERE name LIKE '%0006_linked_by_database.sql'`)
  const { ownerConnection: owner, connection: application, signerConnection: signer } = database
  await prepareDatabase({ owner, application, signer }, migrationSources(), log)
  ledger = createLedger({ db: database.db, clock: systemClock, log, ...TEST_KEYS })
  const head = await ledger.head()
  if (!head) throw new Error('no head')
  published = head
  await ledger.post([{ kind: 'post', id: given, debit: bank, credit: account, amount: 50n, code: 'test.deposit' }])
  await ledger.settle({ id: settled, holdId: HOLD, credit: bank, code: 'test.paid' })
})
afterAll(() => database.drop())

it('MON-10 continues from the last head of version 1, and verifies as a whole and in parts', async () => {
  expect(published).toMatchObject({ seq: 4n })
  const { rows } = await database.pool.query('SELECT seq, id IS NULL AS "isOld", size FROM ledger.batch ORDER BY seq')
  expect(rows.map(({ isOld }) => isOld)).toEqual([true, true, true, true, false, false])
  expect(await ledger.verify({ published: [published] })).toMatchObject({ faults: [], transfers: 7, head: { seq: 6n } })
  const start = { seq: 0n, hash: '0'.repeat(64) }
  expect(await ledger.verifyNext(start)).toMatchObject({ faults: [], isEnd: true, isContinued: true, until: { seq: 6n } })
  expect(await ledger.verifyNext(published)).toMatchObject({ faults: [], isContinued: true })
  expect(await ledger.balance(account)).toMatchObject({ posted: 550n, held: 0n, version: 5n })
})

it('MON-10 proves transfers of both versions, and reads them by the cursor', async () => {
  for (const id of [DEPOSIT, HOLD, given, settled]) {
    const proof = await ledger.prove(id)
    if (!proof) throw new Error('no proof')
    expect(checkProof(proof)).toBe(true)
    const { transfer, batch } = proof
    expect(checkProof({ ...proof, transfer: { ...transfer, amount: transfer.amount + 1n } })).toBe(false)
    expect(checkProof({ ...proof, transfer: { ...transfer, batchSeq: transfer.batchSeq + 1n } })).toBe(false)
    expect(checkProof({ ...proof, transfer: { ...transfer, recordedAt: new Date(0) } })).toBe(false)
    expect(checkProof({ ...proof, batch: { ...batch, previous: '1'.repeat(64) } })).toBe(false)
    expect(await ledger.provedTransfer(id)).toEqual(transfer)
  }
  const read = await ledger.postings(0n, ['test.deposit', 'test.paid'], 100)
  expect(read.map(({ batchSeq }) => batchSeq)).toEqual([1n, 1n, 3n, 5n, 6n])
})

it('R13 MON-10 proves transfers of both versions to the signer, with its rights', async () => {
  const { db, close } = openDatabase(database.signerConnection, { maxConnections: 1 })
  const signer = createLedger({ db, clock: systemClock, log, ...TEST_KEYS })
  try {
    for (const id of [DEPOSIT, given]) expect(await signer.provedTransfer(id)).toEqual(await ledger.provedTransfer(id))
  } finally {
    await close()
  }
})

it('MON-10 names the row for any column of any transfer or batch, of either version', async () => {
  await dropConstraints(database)
  expect(await columnsMissed({ database, ledger })).toEqual([])
  const other = newId()
  expect(await faultsAfter({ database, ledger }, `UPDATE ledger.batch SET id = '${other}' WHERE seq = 2`)).toContain('batch 2')
  expect(await faultsAfter({ database, ledger }, 'UPDATE ledger.batch SET id = NULL WHERE seq = 5')).toContain('batch 5')
}, 60_000)

it('MON-10 finds a row of version 2 with another time, or moved to another batch, in parts and row by row', async () => {
  const named = (statement: string) =>
    whileChanged(database, [statement], async () => {
      const { faults } = await ledger.verifyNext(published)
      const proved = await ledger.provedTransfer(given).catch((error) => error.refusal.code)
      return [faults.map(({ table, id }) => `${table} ${id}`), proved]
    })
  const isNamed = [expect.arrayContaining([`transfer ${given}`]), 'ledger.unproved']
  const set = (change: string) => `UPDATE ledger.transfer SET ${change} WHERE id = '${given}'`
  expect(await named(set(`recorded_at = recorded_at - interval '1 second'`))).toEqual(isNamed)
  expect(await named(set('batch_seq = 6'))).toEqual(isNamed)
  expect(await named(set('batch_seq = 99'))).toEqual([expect.arrayContaining(['batch 5']), 'ledger.unproved'])
})
