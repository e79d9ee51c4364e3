/** R5 An asset is frozen during an investigation of the books; an attacker with access to the database alone cannot lift the freeze. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { waitingForLocks } from '../../../../../dev/testing/waiting-for-locks.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createLog } from '../../../platform/observability/log.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { createLedger, customerAccount, type Ledger, systemAccount } from './index.ts'
import { TEST_KEYS } from './testing/keys.ts'

const bank = systemAccount('bank', 'COP')
const customer = newId()
const account = customerAccount(customer, 'COP')
const bitcoins = customerAccount(customer, 'BTC')
let database: TestDatabase
let ledger: Ledger
let other: Ledger

beforeAll(async () => {
  database = await createTestDatabase()
  const make = () => createLedger({ db: database.db, clock: systemClock, log: createLog({ level: 'silent', pretty: false }), ...TEST_KEYS })
  ;[ledger, other] = [make(), make()]
  await deposit()
  await ledger.post([
    { kind: 'post', id: newId(), debit: systemAccount('chain', 'BTC'), credit: bitcoins, amount: 100n, code: 'test.deposit' },
  ])
})
afterAll(() => database.drop())

const deposit = () => ledger.post([{ kind: 'post', id: newId(), debit: bank, credit: account, amount: 100n, code: 'test.deposit' }])
const hold = (id = newId()) => ledger.hold({ id, account, amount: 1n, code: 'test.hold' })
const within = (work: Parameters<typeof inTransaction<boolean>>[1]) => inTransaction(database.db, work)
const FROZEN = { outcome: 'refused', refusal: { code: 'ledger.asset_frozen', params: { asset: 'COP' } } }

it('R5 stops postings that take from the asset, also by a writer with a warm cache, and no others', async () => {
  const before = newId()
  expect((await hold(before)).outcome).toBe('posted')
  const freezing = () => within((tx) => other.freeze(tx, { asset: 'COP', reason: 'chain.hot' }))
  expect((await Promise.all([freezing(), freezing()])).sort()).toEqual([false, true])
  expect(await ledger.freezes()).toMatchObject([{ asset: 'COP', reason: 'chain.hot' }])

  expect(await hold()).toMatchObject(FROZEN)
  const refused = inTransaction(database.db, (tx) => ledger.holdWithin(tx, { id: newId(), account, amount: 1n, code: 'test.hold' }))
  await expect(refused).rejects.toMatchObject({ refusal: { code: 'ledger.asset_frozen' } })
  const paid = { kind: 'post', id: newId(), debit: account, credit: bank, amount: 1n, code: 'test.paid' } as const
  expect(await ledger.post([paid])).toMatchObject(FROZEN)
  // Operations in flight end, incoming money is credited, and another asset is not affected.
  expect((await ledger.settle({ id: newId(), holdId: before, credit: bank, code: 'test.paid' })).outcome).toBe('posted')
  expect((await deposit()).outcome).toBe('posted')
  expect((await ledger.hold({ id: newId(), account: bitcoins, amount: 1n, code: 'test.hold' })).outcome).toBe('posted')
  expect((await ledger.verify()).faults).toEqual([])
})

it('E3 holds what is available of an amount also while its asset is frozen, and beside concurrent postings', async () => {
  await within((tx) => ledger.freeze(tx, { asset: 'COP', reason: 'chain.hot' }))
  const { available } = await ledger.balance(account)
  const take = (amount: bigint, least?: bigint) =>
    inTransaction(database.db, (tx) => other.holdAvailable(tx, { id: newId(), account, amount, code: 'test.claim' }, least))
  expect(await take(available + 5n, available + 1n)).toBe(0n)
  const taken = await Promise.all([take(available), take(available), take(available)])
  expect(taken.toSorted()).toEqual([0n, 0n, available])
  expect(await ledger.balance(account)).toMatchObject({ available: 0n })
  expect((await deposit()).outcome).toBe('posted')
  expect((await ledger.verify()).faults).toEqual([])
})

it('R5 freezes of different reasons exist beside each other, each once, and a lift ends all', async () => {
  const freezing = (reason: string) => within((tx) => other.freeze(tx, { asset: 'BTC', reason }))
  const answers = await Promise.all(['chain.hot', 'officer', 'chain.hot', 'officer', 'officer'].map(freezing))
  expect(answers.filter(Boolean)).toHaveLength(2)
  const reasons = async () => (await ledger.freezes()).filter(({ asset }) => asset === 'BTC').map(({ reason }) => reason)
  expect((await reasons()).toSorted()).toEqual(['chain.hot', 'officer'])
  expect(await within((tx) => ledger.lift(tx, 'BTC'))).toBe(true)
  expect(await reasons()).toEqual([])
})

it('R5 a freeze waits for the end of a transaction that has locked the freezes', async () => {
  const freezing = await inTransaction(database.db, async (tx) => {
    expect((await ledger.lockFreezes(tx)).filter(({ asset }) => asset === 'USDT')).toEqual([])
    const waits = within((late) => other.freeze(late, { asset: 'USDT', reason: 'officer' }))
    await expect.poll(() => waitingForLocks(database.db)).toBe(1)
    // There was no freeze to end.
    expect(await ledger.lift(tx, 'USDT')).toBe(false)
    return { waits }
  })
  expect(await freezing.waits).toBe(true)
  expect((await ledger.freezes()).filter(({ asset }) => asset === 'USDT')).toMatchObject([{ reason: 'officer' }])
  expect(await within((tx) => ledger.lift(tx, 'USDT'))).toBe(true)
})

it('R5 is lifted by the product only: not by an UPDATE, a DELETE or a lift that an attacker wrote into the database', async () => {
  const [freeze] = await ledger.freezes()
  for (const statement of ['DELETE FROM ledger.asset_freeze', `UPDATE ledger.asset_freeze SET asset = 'USDT'`])
    await expect(sql.raw(statement).execute(database.db)).rejects.toMatchObject({ code: '42501' })
  await sql`INSERT INTO ledger.freeze_lift (freeze_id, at, seal) VALUES (${freeze?.id}, now(), '\\x00')`.execute(database.db)
  expect(await hold()).toMatchObject(FROZEN)
  expect(await within((tx) => other.lift(tx, 'COP'))).toBe(true)
  expect(await within((tx) => other.lift(tx, 'COP'))).toBe(false)
  expect((await hold()).outcome).toBe('posted')
  expect(await ledger.freezes()).toEqual([])
})

it('MON-10 verifies in parts what `verify` verifies as a whole, and names what was changed', async () => {
  let place = { seq: 0n, hash: '0'.repeat(64) }
  for (;;) {
    const part = await ledger.verifyNext(place)
    expect(part.faults).toEqual([])
    place = part.until
    if (part.isEnd) break
  }
  expect(place.seq).toBe((await ledger.head())?.seq)
  expect(await ledger.unprovedAccounts(null)).toEqual({ faults: [], next: null })

  await database.pool.query(
    `UPDATE ledger.transfer SET amount = amount + 1, credit_posted = credit_posted + 1 WHERE credit = '${bitcoins.id}'`,
  )
  await sql`UPDATE ledger.account SET posted = posted + 1 WHERE id = ${account.id}`.execute(database.db)
  const { faults } = await ledger.verifyNext({ seq: 0n, hash: '0'.repeat(64) })
  expect(new Set(faults.map(({ table }) => table))).toEqual(new Set(['transfer']))
  expect((await ledger.unprovedAccounts(null)).faults).toMatchObject([{ id: account.id, asset: 'COP' }])
  // A position that is no longer in the chain is found too.
  expect((await ledger.verifyNext({ seq: place.seq - 1n, hash: 'f'.repeat(64) })).faults).toMatchObject([{ table: 'batch' }])
})

it('D2 names a deleted batch and a deleted account, with the same facts in every way of verification', async () => {
  const start = { seq: 0n, hash: '0'.repeat(64) }
  const end = (await ledger.head()) ?? start
  const others = (await ledger.verifyNext(start)).faults.map(({ id }) => id)
  const factsOf = (faults: readonly { table: string; id: string; reason: string; facts: string }[], id: string) =>
    faults.filter((one) => one.id === id).map(({ reason, facts }) => `${reason} ${facts}`)
  // The newest batch, which has no successor yet.
  await database.pool.query(`CREATE TABLE kept AS SELECT * FROM ledger.batch WHERE seq = ${end.seq}`)
  await database.pool.query(`DELETE FROM ledger.batch WHERE seq = ${end.seq}`)
  expect((await ledger.verifyNext(end)).faults).toMatchObject([{ table: 'batch', id: String(end.seq), reason: 'is gone' }])
  expect(await ledger.verifyAgain([{ table: 'batch', id: String(end.seq) }])).toMatchObject([
    { table: 'batch', id: String(end.seq), reason: 'is gone' },
    { table: 'transfer' },
  ])
  await database.pool.query('INSERT INTO ledger.batch TABLE kept')
  // A batch in the middle: the batch after it reports the same in both ways.
  const [middle, next] = [end.seq - 2n, String(end.seq - 1n)]
  await database.pool.query('DELETE FROM kept')
  await database.pool.query(`INSERT INTO kept SELECT * FROM ledger.batch WHERE seq = ${middle}`)
  await database.pool.query(`DELETE FROM ledger.batch WHERE seq = ${middle}`)
  const found = factsOf((await ledger.verifyNext(start)).faults, next)
  expect(found).toHaveLength(1)
  expect(factsOf(await ledger.verifyAgain([{ table: 'batch', id: next }]), next)).toEqual(found)
  await database.pool.query('INSERT INTO ledger.batch TABLE kept')
  expect((await ledger.verifyNext(start)).faults.map(({ id }) => id)).toEqual(others)
  await database.pool.query(`DELETE FROM ledger.account WHERE id = '${account.id}'`)
  expect(await ledger.unprovedAmong([account.id, newId()])).toMatchObject([{ id: account.id, asset: 'COP', reason: 'is gone' }])
  expect((await ledger.verifyNext(start)).faults.map(({ reason }) => reason)).toContain('names an account that is gone')
})
