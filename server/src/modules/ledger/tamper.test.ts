/** Someone with access to the database changes a row behind the ledger's back; `verify` must name that row. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { checkProof, createLedger, customerAccount, type Ledger, systemAccount } from './index.ts'
import { TEST_KEYS } from './testing/keys.ts'

const bank = systemAccount('bank', 'COP')
const account = customerAccount(newId(), 'COP')
const [deposited, held, settled, later] = [newId(), newId(), newId(), newId()]
let database: TestDatabase
let ledger: Ledger

beforeAll(async () => {
  database = await createTestDatabase()
  ledger = createLedger({ db: database.db, clock: systemClock, log: createLog({ level: 'error', pretty: false }), ...TEST_KEYS })
  await ledger.post([{ kind: 'post', id: deposited, debit: bank, credit: account, amount: 100n, ref: newId(), code: 'test.deposit' }])
  await ledger.hold({ id: held, account, amount: 50n, code: 'test.hold', expiresAt: new Date('2040-01-01') })
  await ledger.settle({ id: settled, holdId: held, credit: bank, amount: 20n, code: 'test.paid' })
  await database.pool.query('CREATE TABLE before_later AS TABLE ledger.account')
  await ledger.post([{ kind: 'post', id: later, debit: bank, credit: account, amount: 1n, code: 'test.deposit' }])
  await dropConstraints()
})
afterAll(() => database.drop())

/** Whoever can change rows can drop constraints too: only the chain is left to notice. */
async function dropConstraints(): Promise<void> {
  const text = `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS statement
    FROM pg_constraint WHERE connamespace = 'ledger'::regnamespace AND contype IN ('c', 'u')`
  for (const { statement } of (await database.pool.query(text)).rows) await database.pool.query(statement)
}

/** Runs the statements and puts everything back. */
async function faultsAfter(...statements: string[]): Promise<string[]> {
  const tables = ['account', 'transfer', 'hold', 'batch', 'head']
  const all = (make: (table: string) => string) => database.pool.query(tables.map(make).join(';'))
  await all((table) => `CREATE TABLE kept_${table} AS TABLE ledger.${table}`)
  try {
    await database.pool.query(statements.join(';'))
    return (await ledger.verify()).faults.map(({ table, id }) => `${table} ${id}`)
  } finally {
    await all((table) => `DELETE FROM ledger.${table}; INSERT INTO ledger.${table} TABLE kept_${table}; DROP TABLE kept_${table}`)
  }
}

/** Another value of the same type, as little different as can be. */
const CHANGED: Record<string, string> = {
  boolean: 'NOT %',
  smallint: '% + 1',
  integer: '% + 1',
  bigint: '% + 1',
  numeric: '% + 1',
  uuid: `coalesce(overlay(%::text placing CASE WHEN right(%::text, 1) = '0' THEN '1' ELSE '0' END from 36)::uuid, '${newId()}')`,
  text: `overlay(% placing 'x' from length(%))`,
  bytea: 'set_byte(%, 31, (get_byte(%, 31) + 1) & 255)',
  'timestamp with time zone': `coalesce(% + interval '1 millisecond', '2030-01-01')`,
}

async function columnsOf(table: string): Promise<{ column: string; type: string }[]> {
  const text = `SELECT column_name AS column, data_type AS type FROM information_schema.columns
    WHERE table_schema = 'ledger' AND table_name = $1 ORDER BY ordinal_position`
  return (await database.pool.query(text, [table])).rows
}

describe('verify', () => {
  it('finds nothing wrong in an untouched ledger', async () => {
    expect(await ledger.verify()).toMatchObject({ faults: [], transfers: 4, head: { seq: 4n } })
  })

  it('MON-10 names the row for any column of any transfer or batch', async () => {
    const missed: string[] = []
    for (const table of ['transfer', 'batch']) {
      const key = table === 'transfer' ? 'id' : 'seq'
      const rows = (await database.pool.query(`SELECT ${key} AS key FROM ledger.${table}`)).rows.map(({ key }) => String(key))
      for (const { column, type } of await columnsOf(table)) {
        const change = column === 'seq' ? '% + 1000' : CHANGED[type]
        if (!change) throw new Error(`no way to change a ${type}`)
        for (const row of rows) {
          const statement = `UPDATE ledger.${table} SET ${column} = ${change.replaceAll('%', column)} WHERE ${key} = '${row}' AND ${column} IS NOT NULL`
          const isNull =
            (await database.pool.query(`SELECT 1 FROM ledger.${table} WHERE ${key} = '${row}' AND ${column} IS NULL`)).rowCount === 1
          if (isNull) continue
          const faults = await faultsAfter(statement)
          const isKey = column === key
          const isNamed = isKey ? faults.some((fault) => fault.startsWith(table)) : faults.includes(`${table} ${row}`)
          if (!isNamed) missed.push(`${table}.${column} of ${row}: ${faults.join(', ') || 'nothing'}`)
        }
      }
    }
    expect(missed).toEqual([])
  }, 60_000)

  it('names accounts, holds and the head that do not follow from the transfers', async () => {
    expect(await faultsAfter(`UPDATE ledger.account SET posted = posted + 1 WHERE id = '${account.id}'`)).toContain(`account ${account.id}`)
    expect(await faultsAfter(`UPDATE ledger.account SET owner = '${newId()}' WHERE id = '${account.id}'`)).toContain(
      `account ${account.id}`,
    )
    expect(await faultsAfter(`UPDATE ledger.account SET floor = -1000 WHERE id = '${account.id}'`)).toContain(`account ${account.id}`)
    expect(await faultsAfter(`UPDATE ledger.hold SET left_amount = left_amount - 1`)).toContain(`hold ${held}`)
    expect(await faultsAfter(`UPDATE ledger.hold SET expires_at = now()`)).toContain(`hold ${held}`)
    expect(await faultsAfter('UPDATE ledger.head SET seq = seq + 1')).toContain('head 0')
    expect(await faultsAfter(`DELETE FROM ledger.hold`)).toContain(`hold ${held}`)
    expect(await faultsAfter(`DELETE FROM ledger.account WHERE id = '${account.id}'`)).toContain(`account ${account.id}`)
  })

  it('finds a transfer or a batch that was taken out', async () => {
    expect(await faultsAfter(`DELETE FROM ledger.transfer WHERE id = '${deposited}'`)).toContain('batch 1')
    expect(await faultsAfter('DELETE FROM ledger.batch WHERE seq = 2')).toEqual(expect.arrayContaining([`transfer ${held}`, 'batch 3']))
  })

  it('finds a cleanly cut end only by a head that was published before', async () => {
    const published = await ledger.head()
    if (!published) throw new Error('no head')
    const cut = [
      `DELETE FROM ledger.transfer WHERE id = '${later}'`,
      'DELETE FROM ledger.batch WHERE seq = 4',
      'UPDATE ledger.account a SET (posted, version, seal) = (SELECT posted, version, seal FROM before_later b WHERE b.id = a.id)',
      'UPDATE ledger.head SET (seq, hash, recorded_at) = (SELECT seq, hash, recorded_at FROM ledger.batch WHERE seq = 3)',
    ]
    expect(await faultsAfter(...cut)).toEqual([])
    expect((await ledger.verify({ published: [published] })).faults).toEqual([])
    const beyond = { ...published, seq: published.seq + 1n }
    expect((await ledger.verify({ published: [published, beyond] })).faults).toMatchObject([{ table: 'head', id: String(beyond.seq) }])
    const other = { ...published, hash: '0'.repeat(64) }
    expect((await ledger.verify({ published: [published, other] })).faults).toMatchObject([{ table: 'batch', id: String(published.seq) }])
  })
})

describe('prove', () => {
  it('gives a proof that stands without the database, and fails for another amount', async () => {
    const proof = await ledger.prove(settled)
    if (!proof) throw new Error('no proof')
    expect(checkProof(proof)).toBe(true)
    expect(checkProof({ ...proof, transfer: { ...proof.transfer, amount: 21n } })).toBe(false)
    expect(checkProof({ ...proof, row: proof.row.replace('|20|', '|21|') })).toBe(false)
    expect(await ledger.prove(newId())).toBeNull()
  })
})
