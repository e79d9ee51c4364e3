/** An attacker with access to the database changes a row without the ledger; `verify` must name that row. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createLog } from '../../../platform/observability/log.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { checkProof, createLedger, customerAccount, type Ledger, systemAccount } from './index.ts'
import { TEST_KEYS } from './testing/keys.ts'
import { columnsMissed, dropConstraints, faultsAfter as faultsOf } from './testing/tamper.ts'

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
  await dropConstraints(database)
})
afterAll(() => database.drop())

const faultsAfter = (...statements: string[]): Promise<string[]> => faultsOf({ database, ledger }, ...statements)

describe('verify', () => {
  it('finds nothing wrong in an untouched ledger', async () => {
    expect(await ledger.verify()).toMatchObject({ faults: [], transfers: 4, head: { seq: 4n } })
  })

  it('MON-10 names the row for any column of any transfer or batch', async () => {
    expect(await columnsMissed({ database, ledger })).toEqual([])
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

  it('finds a removed transfer or batch', async () => {
    expect(await faultsAfter(`DELETE FROM ledger.transfer WHERE id = '${deposited}'`)).toContain('batch 1')
    expect(await faultsAfter('DELETE FROM ledger.batch WHERE seq = 2')).toEqual(expect.arrayContaining([`transfer ${held}`, 'batch 3']))
  })

  it('finds a chain truncated at a batch only by a head that was published before', async () => {
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
  it('gives a proof that holds without the database, and fails for another amount', async () => {
    const proof = await ledger.prove(settled)
    if (!proof) throw new Error('no proof')
    expect(checkProof(proof)).toBe(true)
    expect(checkProof({ ...proof, transfer: { ...proof.transfer, amount: 21n } })).toBe(false)
    expect(checkProof({ ...proof, row: proof.row.replace('|20|', '|21|') })).toBe(false)
    expect(await ledger.prove(newId())).toBeNull()
  })
})
