/** An attacker with the product's database role, but not its key: forged rows are detected before money moves because of them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { databaseErrorCode, inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createLog } from '../../../platform/observability/log.ts'
import { createSecrets } from '../../../platform/secrets/secrets.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { type Account, createLedger, customerAccount, type Ledger, systemAccount } from './index.ts'
import { TEST_KEYS } from './testing/keys.ts'

const INSUFFICIENT_PRIVILEGE = '42501'
const log = createLog({ level: 'silent', pretty: false })
const bank = systemAccount('bank', 'COP')
let database: TestDatabase
let ledger: Ledger
let account: Account

const ledgerWith = (keys: { secrets: typeof TEST_KEYS.secrets; env: Record<string, string> }) =>
  createLedger({ db: database.db, clock: systemClock, log, ...keys })
const asProduct = (statement: string) =>
  sql
    .raw(statement)
    .execute(database.db)
    .then(() => 'done', databaseErrorCode)
const deposit = (credit: Account, amount = 100n) =>
  ledger.post([{ kind: 'post', id: newId(), debit: bank, credit, amount, code: 'test.deposit' }])
const hold = (amount: bigint, id = newId()) => ledger.hold({ id, account, amount, code: 'test.hold' })
const UNPROVED = { outcome: 'refused', refusal: { code: 'ledger.unproved' } }

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  ledger = ledgerWith(TEST_KEYS)
  account = customerAccount(newId(), 'COP')
  expect((await deposit(account)).outcome).toBe('posted')
  // A new writer has an empty cache, as after a restart.
  ledger = ledgerWith(TEST_KEYS)
})

describe('a forged balance', () => {
  it('R35 the product’s role changes the columns of a balance that a posting changes, and no others', async () => {
    const where = `WHERE id = '${account.id}'`
    for (const statement of [
      `DELETE FROM ledger.account ${where}`,
      `UPDATE ledger.account SET floor = NULL ${where}`,
      `UPDATE ledger.account SET owner = '${newId()}' ${where}`,
      `UPDATE ledger.account SET asset = 'BTC' ${where}`,
      'DELETE FROM ledger.hold',
      `UPDATE ledger.hold SET account = '${account.id}'`,
      'DELETE FROM ledger.head',
      'UPDATE ledger.head SET unsealed_seq = seq',
    ])
      expect(await asProduct(statement), statement).toBe(INSUFFICIENT_PRIVILEGE)
  })

  it('MON-10 is not posted from, in a batch or within a transaction, while other accounts are', async () => {
    await asProduct(`UPDATE ledger.account SET posted = posted + 200000000 WHERE id = '${account.id}'`)
    const neighbour = customerAccount(newId(), 'COP')
    const [forged, sound] = await Promise.all([hold(150n), deposit(neighbour)])
    expect(forged).toMatchObject(UNPROVED)
    expect(sound.outcome).toBe('posted')
    const within = inTransaction(database.db, (tx) =>
      ledger.holdWithin(tx, { id: newId(), account, amount: 150n, code: 'test.hold' }).then(() => undefined),
    )
    await expect(within).rejects.toMatchObject({ refusal: { code: 'ledger.unproved' } })
    expect((await ledger.verify()).faults).toContainEqual({
      table: 'account',
      id: account.id,
      reason: 'has no seal, or that of another balance',
    })
    await asProduct(`UPDATE ledger.account SET posted = posted - 200000000 WHERE id = '${account.id}'`)
    expect((await hold(100n)).outcome).toBe('posted')
  })

  it('MON-10 is not posted from when a whole posting was forged with it', async () => {
    const { rows } = await sql<{ version: bigint }>`SELECT version FROM ledger.account WHERE id = ${account.id}`.execute(database.db)
    const version = (rows[0]?.version ?? 0n) + 1n
    await sql`INSERT INTO ledger.transfer (shard, id, group_id, batch_seq, kind, code, asset, amount, debit, debit_version, debit_posted,
        debit_held, credit, credit_version, credit_posted, credit_held, effective_at, recorded_at, request_hash, row_hash)
      SELECT 0, ${newId()}, ${newId()}, h.seq + 1, 'post', 'payments.deposit', 'COP', 5000, ${bank.id}, b.version + 1, b.posted - 5000,
        0, ${account.id}, ${version}, 5100, 0, now(), now(), '\\x00', '\\x00'
      FROM ledger.head h, ledger.account b WHERE b.id = ${bank.id}`.execute(database.db)
    await asProduct(`UPDATE ledger.account SET posted = 5100, version = ${version}, steps = 1 WHERE id = '${account.id}'`)
    expect(await hold(5_000n)).toMatchObject(UNPROVED)
    // The next version of the bank's account exists: nothing is posted over a row that is not the newest.
    expect(await deposit(customerAccount(newId(), 'COP'))).toMatchObject(UNPROVED)
    await database.pool.query(`DELETE FROM ledger.transfer WHERE row_hash = '\\x00'`)
  })

  it('is not posted from when it is an old row, restored with its old seal', async () => {
    const columns = 'posted, held, version, steps, seal'
    await database.pool.query(`CREATE TABLE kept AS SELECT ${columns} FROM ledger.account WHERE id = '${account.id}'`)
    await database.pool.query('GRANT SELECT ON kept TO PUBLIC')
    const id = newId()
    await hold(100n, id)
    await ledger.settle({ id: newId(), holdId: id, credit: bank, code: 'test.paid' })
    expect((await ledger.balance(account)).available).toBe(0n)
    expect(await asProduct(`UPDATE ledger.account SET (${columns}) = (SELECT ${columns} FROM kept) WHERE id = '${account.id}'`)).toBe(
      'done',
    )
    await database.pool.query('DROP TABLE kept')
    expect((await ledger.balance(account)).available).toBe(100n)
    ledger = ledgerWith(TEST_KEYS)
    expect(await hold(100n)).toMatchObject(UNPROVED)
  })

  it('is also one that was sealed with another key, unless that key is a retired one', async () => {
    const former = Buffer.alloc(32, 9).toString('base64')
    ledger = ledgerWith({ secrets: TEST_KEYS.secrets, env: { LEDGER_KEY: former } })
    account = customerAccount(newId(), 'BTC')
    await ledger.post([
      { kind: 'post', id: newId(), debit: systemAccount('chain', 'BTC'), credit: account, amount: 5n, code: 'test.deposit' },
    ])
    ledger = ledgerWith({ secrets: createSecrets(Buffer.alloc(32, 8)), env: {} })
    expect(await hold(1n)).toMatchObject(UNPROVED)
    ledger = ledgerWith({ secrets: createSecrets(Buffer.alloc(32, 8)), env: { LEDGER_RETIRED_KEYS: former } })
    expect((await hold(1n)).outcome).toBe('posted')
  })
})

describe('a hold that is proved before money leaves', () => {
  it('MON-06 is refused with another amount, and when it is a closed hold that was restored', async () => {
    const [first, second] = [newId(), newId()]
    await hold(40n, first)
    expect(await ledger.provedHold(first)).toMatchObject({ accountId: account.id, left: 40n })
    expect(await ledger.provedHold(newId())).toBeNull()

    await asProduct(`UPDATE ledger.hold SET left_amount = 90 WHERE id = '${first}'`)
    await expect(ledger.provedHold(first)).rejects.toMatchObject({ refusal: { code: 'ledger.unproved' } })
    const other = ledgerWith(TEST_KEYS)
    expect(await other.settle({ id: newId(), holdId: first, credit: bank, code: 'test.paid' })).toMatchObject(UNPROVED)
    await asProduct(`UPDATE ledger.hold SET left_amount = 40 WHERE id = '${first}'`)

    await database.pool.query(`CREATE TABLE kept_hold AS SELECT left_amount, version, seal FROM ledger.hold WHERE id = '${first}'`)
    await database.pool.query('GRANT SELECT ON kept_hold TO PUBLIC')
    await ledger.release({ id: newId(), holdId: first, code: 'test.release' })
    await hold(10n, second)
    expect(await ledger.provedHold(first)).toBeNull()
    await asProduct(`UPDATE ledger.hold SET (left_amount, version, seal) = (SELECT * FROM kept_hold) WHERE id = '${first}'`)
    await database.pool.query('DROP TABLE kept_hold')
    await expect(ledger.provedHold(first)).rejects.toMatchObject({ refusal: { code: 'ledger.unproved' } })
  })
})

describe('an upgrade from a version without seals', () => {
  const CLEAR_SEALS = 'UPDATE ledger.account SET seal = NULL; UPDATE ledger.hold SET seal = NULL'
  let old: TestDatabase
  let upgraded: Ledger
  beforeEach(async () => {
    old = await createTestDatabase()
    upgraded = createLedger({ db: old.db, clock: systemClock, log, ...TEST_KEYS })
    await upgraded.post([{ kind: 'post', id: newId(), debit: bank, credit: account, amount: 100n, code: 'test.deposit' }])
    await upgraded.hold({ id: newId(), account, amount: 30n, code: 'test.hold' })
    await old.pool.query(`${CLEAR_SEALS}; UPDATE ledger.head SET unsealed_seq = seq, unsealed_hash = hash`)
    upgraded = createLedger({ db: old.db, clock: systemClock, log, ...TEST_KEYS })
    return () => old.drop()
  })
  const next = () => upgraded.hold({ id: newId(), account, amount: 1n, code: 'test.hold' })

  it('proves earlier postings from their transfers, seals them once, and continues', async () => {
    expect(await next()).toMatchObject(UNPROVED)
    expect(await upgraded.sealOldRows()).toBe(true)
    expect((await next()).outcome).toBe('posted')
    expect((await upgraded.verify()).faults).toEqual([])
    expect(await upgraded.sealOldRows()).toBe(true)
  })

  it('seals nothing when a balance does not follow from the transfers', async () => {
    await old.pool.query(`UPDATE ledger.account SET posted = posted + 1 WHERE id = '${account.id}'`)
    expect(await upgraded.sealOldRows()).toBe(false)
    expect(await next()).toMatchObject(UNPROVED)
  })

  it('seals nothing that was posted since: a removed seal does not come back', async () => {
    await upgraded.sealOldRows()
    await next()
    await sql`UPDATE ledger.account SET seal = NULL`.execute(old.db)
    upgraded = createLedger({ db: old.db, clock: systemClock, log, ...TEST_KEYS })
    expect(await upgraded.sealOldRows()).toBe(false)
    expect(await next()).toMatchObject(UNPROVED)
  })
})
