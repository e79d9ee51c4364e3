import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createLog } from '../../../platform/observability/log.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { createLedger, customerAccount, type Ledger, type Leg, type PostResult, systemAccount } from './index.ts'
import { TEST_KEYS } from './testing/keys.ts'

const log = createLog({ level: 'silent', pretty: false })
const bank = systemAccount('bank', 'COP')
const fees = systemAccount('fees', 'COP')
let database: TestDatabase
let ledger: Ledger

beforeAll(async () => {
  database = await createTestDatabase()
  ledger = createLedger({ db: database.db, clock: systemClock, log, ...TEST_KEYS })
})
afterAll(async () => {
  try {
    expect((await ledger.verify()).faults).toEqual([])
  } finally {
    await database.drop()
  }
})

const newCustomer = (asset: 'COP' | 'BTC' = 'COP') => customerAccount(newId(), asset)
const deposit = (credit: ReturnType<typeof newCustomer>, amount: bigint, id = newId()): Leg => ({
  ...{ kind: 'post', id, debit: systemAccount('bank', credit.asset), credit, amount, code: 'test.deposit' },
})
async function funded(amount: bigint) {
  const account = newCustomer()
  await ledger.post([deposit(account, amount)])
  return account
}
const reasonOf = (result: PostResult) => (result.outcome === 'refused' ? result.refusal.code : result.outcome)
const balanceOf = async (account: ReturnType<typeof newCustomer>) => {
  const { posted, held, available } = await ledger.balance(account)
  return { posted, held, available }
}

describe('posting', () => {
  it('MON-10 moves money between two accounts and shows it in both balances', async () => {
    const before = await ledger.balance(bank)
    const account = newCustomer()
    expect(await ledger.balance(account)).toEqual({ asset: 'COP', posted: 0n, held: 0n, available: 0n, version: 0n })
    const result = await ledger.post([deposit(account, 5_000_000n)])
    expect(result).toMatchObject({ outcome: 'posted', transfers: [{ amount: 5_000_000n, credit: { posted: 5_000_000n, version: 1n } }] })
    expect(await balanceOf(account)).toEqual({ posted: 5_000_000n, held: 0n, available: 5_000_000n })
    expect((await ledger.balance(bank)).posted).toBe(before.posted - 5_000_000n)
  })

  it('MON-10 refuses to go below zero and changes nothing', async () => {
    const account = await funded(100n)
    const result = await ledger.post([{ kind: 'post', id: newId(), debit: account, credit: bank, amount: 101n, code: 'test.withdrawal' }])
    expect(reasonOf(result)).toBe('ledger.insufficient_funds')
    expect(await balanceOf(account)).toEqual({ posted: 100n, held: 0n, available: 100n })
  })

  it('posts the legs of one call all or nothing', async () => {
    const account = await funded(100n)
    const leg = (amount: bigint, credit = bank): Leg => ({ kind: 'post', id: newId(), debit: account, credit, amount, code: 'test.pay' })
    expect(reasonOf(await ledger.post([leg(60n), leg(50n, fees)]))).toBe('ledger.insufficient_funds')
    expect((await balanceOf(account)).posted).toBe(100n)
    expect(reasonOf(await ledger.post([leg(60n), leg(40n, fees)]))).toBe('posted')
    expect((await balanceOf(account)).posted).toBe(0n)
  })

  it('answers a repeated request with what happened and refuses another one with the same id', async () => {
    const account = newCustomer()
    const first = deposit(account, 100n)
    expect(await ledger.post([first])).toMatchObject({ outcome: 'posted' })
    const again = await ledger.post([{ ...first, effectiveAt: new Date() }])
    expect(again).toMatchObject({ outcome: 'exists', transfers: [{ id: first.id, credit: { version: 1n } }] })
    expect(reasonOf(await ledger.post([deposit(account, 101n, first.id)]))).toBe('ledger.request_changed')
    expect(reasonOf(await ledger.post([first, deposit(account, 1n)]))).toBe('ledger.request_changed')
    expect((await balanceOf(account)).posted).toBe(100n)
  })

  it('answers that a request exists even when its money was spent long ago', async () => {
    const account = await funded(100n)
    const spend: Leg = { kind: 'post', id: newId(), debit: account, credit: bank, amount: 100n, code: 'test.withdrawal' }
    expect(reasonOf(await ledger.post([spend]))).toBe('posted')
    expect(reasonOf(await ledger.post([spend]))).toBe('exists')
  })

  it('API-02 keeps amounts exact beyond what a float can hold', async () => {
    const account = newCustomer()
    const amounts = [2n ** 53n + 1n, 10n ** 40n + 7n, 1n]
    for (const amount of amounts) await ledger.post([deposit(account, amount)])
    expect((await balanceOf(account)).posted).toBe(amounts.reduce((sum, amount) => sum + amount))
  })

  it.each([0n, -1n, 10n ** 61n])('API-02 refuses the amount %s', async (amount) => {
    expect(reasonOf(await ledger.post([deposit(newCustomer(), amount)]))).toBe('ledger.amount_invalid')
  })

  it('reports a bug to its caller without failing the other requests of the batch', async () => {
    const hold = newId()
    await ledger.hold({ id: hold, account: await funded(5n), amount: 5n, code: 'test.hold' })
    const account = newCustomer()
    const good = deposit(account, 5n)
    const wrong = [
      ledger.post([{ ...deposit(account, 1n), id: 'not-an-id' }]),
      ledger.post([{ kind: 'post', id: newId(), debit: bank, credit: newCustomer('BTC'), amount: 1n, code: 'test.mix' }]),
      ledger.post([{ kind: 'post', id: newId(), debit: bank, credit: bank, amount: 1n, code: 'test.same' }]),
      ledger.post([{ ...deposit(account, 1n), code: 'no code' }]),
      ledger.post([]),
    ]
    const late = ledger.settle({ id: newId(), holdId: hold, credit: systemAccount('bank', 'BTC'), code: 'test.mix' })
    const [goodResult, lateResult, ...wrongResults] = await Promise.allSettled([ledger.post([good]), late, ...wrong])
    expect(goodResult).toMatchObject({ status: 'fulfilled', value: { outcome: 'posted' } })
    expect(lateResult).toMatchObject({ status: 'rejected' })
    expect(wrongResults.map(({ status }) => status)).toEqual(wrong.map(() => 'rejected'))
  })
})

describe('holds', () => {
  it('holds money, settles a part, releases the rest', async () => {
    const account = await funded(100n)
    const holdId = newId()
    expect(reasonOf(await ledger.hold({ id: holdId, account, amount: 80n, code: 'test.hold' }))).toBe('posted')
    expect(await balanceOf(account)).toEqual({ posted: 100n, held: 80n, available: 20n })
    expect(reasonOf(await ledger.hold({ id: newId(), account, amount: 21n, code: 'test.hold' }))).toBe('ledger.insufficient_funds')
    expect(reasonOf(await ledger.settle({ id: newId(), holdId, credit: bank, amount: 50n, code: 'test.paid' }))).toBe('posted')
    expect(await balanceOf(account)).toEqual({ posted: 50n, held: 30n, available: 20n })
    expect(await ledger.openHold(holdId)).toMatchObject({ accountId: account.id, left: 30n })
    expect(reasonOf(await ledger.release({ id: newId(), holdId, code: 'test.returned' }))).toBe('posted')
    expect(await balanceOf(account)).toEqual({ posted: 50n, held: 0n, available: 50n })
    expect(await ledger.openHold(holdId)).toBeNull()
  })

  it('refuses more than the hold has', async () => {
    const account = await funded(100n)
    const holdId = newId()
    await ledger.hold({ id: holdId, account, amount: 80n, code: 'test.hold' })
    const settle = (amount?: bigint, hold = holdId) => ledger.settle({ id: newId(), holdId: hold, credit: bank, amount, code: 'test.paid' })
    expect(reasonOf(await settle(81n))).toBe('ledger.hold_exceeded')
    expect(reasonOf(await settle(1n, newId()))).toBe('ledger.hold_not_found')
    expect(reasonOf(await settle())).toBe('posted')
    expect(reasonOf(await settle())).toBe('ledger.hold_closed')
    expect(reasonOf(await ledger.release({ id: newId(), holdId, code: 'test.returned' }))).toBe('ledger.hold_closed')
  })

  it('settles one hold and pays in another asset in one call', async () => {
    const cop = await funded(400n)
    const btc = customerAccount(cop.owner ?? '', 'BTC')
    const holdId = newId()
    await ledger.hold({ id: holdId, account: cop, amount: 400n, code: 'trading.hold' })
    const result = await ledger.post([
      { kind: 'settle', id: newId(), holdId, credit: systemAccount('market', 'COP'), amount: 396n, code: 'trading.sold' },
      { kind: 'settle', id: newId(), holdId, credit: fees, code: 'trading.fee' },
      { kind: 'post', id: newId(), debit: systemAccount('market', 'BTC'), credit: btc, amount: 2n, code: 'trading.bought' },
    ])
    expect(result).toMatchObject({ outcome: 'posted', transfers: [{ amount: 396n }, { amount: 4n }, { amount: 2n, asset: 'BTC' }] })
    const owned = await ledger.balances(cop.owner ?? '')
    expect(owned.map(({ asset, available }) => [asset, available])).toEqual([['BTC', 2n], ['COP', 0n]]) // biome-ignore format: one line
  })

  it('lists expired holds without touching them', async () => {
    const account = await funded(10n)
    const holdId = newId()
    await ledger.hold({ id: holdId, account, amount: 10n, code: 'test.hold', expiresAt: new Date(Date.now() - 1_000) })
    await ledger.hold({ id: newId(), account: await funded(10n), amount: 10n, code: 'test.hold', expiresAt: new Date(Date.now() + 60_000) })
    expect((await ledger.expiredHolds(10)).map(({ id }) => id)).toEqual([holdId])
    expect((await balanceOf(account)).held).toBe(10n)
  })
})

describe('reversals', () => {
  it('reverses a transfer once', async () => {
    const account = newCustomer()
    const leg = deposit(account, 100n)
    await ledger.post([leg])
    expect(reasonOf(await ledger.reverse({ id: newId(), transferId: leg.id, code: 'test.chargeback' }))).toBe('posted')
    expect((await balanceOf(account)).posted).toBe(0n)
    expect(reasonOf(await ledger.reverse({ id: newId(), transferId: leg.id, code: 'test.chargeback' }))).toBe('ledger.already_reversed')
    expect(reasonOf(await ledger.reverse({ id: newId(), transferId: newId(), code: 'test.chargeback' }))).toBe('ledger.transfer_not_found')
  })

  it('refuses when the money was spent, and two concurrent reversals give one', async () => {
    const account = newCustomer()
    const leg = deposit(account, 100n)
    await ledger.post([leg])
    const holdId = newId()
    await ledger.hold({ id: holdId, account, amount: 1n, code: 'test.hold' })
    const reverse = () => ledger.reverse({ id: newId(), transferId: leg.id, code: 'test.chargeback' })
    expect(reasonOf(await reverse())).toBe('ledger.insufficient_funds')
    await ledger.release({ id: newId(), holdId, code: 'test.returned' })
    expect((await Promise.all([reverse(), reverse()])).map(reasonOf).sort()).toEqual(['ledger.already_reversed', 'posted'])
  })
})

describe('posting within the transaction of a use case', () => {
  it('appears together with the caller’s own rows or not at all', async () => {
    await database.pool.query('CREATE TABLE withdrawal (id uuid PRIMARY KEY); GRANT ALL ON withdrawal TO PUBLIC')
    const account = await funded(100n)
    const withdraw = (id: string, amount: bigint, fail = false) =>
      inTransaction(database.db, async (tx) => {
        await tx.withTables<{ withdrawal: { id: string } }>().insertInto('withdrawal').values({ id }).execute()
        await ledger.holdWithin(tx, { id, account, amount, ref: id, code: 'test.hold' })
        if (fail) throw new Error('the use case failed after posting')
      })
    const rows = async () => (await database.pool.query('SELECT id FROM withdrawal')).rows.map(({ id }) => id)
    const [ok, failed, refused] = [newId(), newId(), newId()]
    await withdraw(ok, 60n)
    await expect(withdraw(failed, 40n, true)).rejects.toThrow('after posting')
    await expect(withdraw(refused, 41n)).rejects.toMatchObject({ refusal: { code: 'ledger.insufficient_funds' } })
    expect(await rows()).toEqual([ok])
    expect(await ledger.transfer(failed)).toBeNull()
    expect(await balanceOf(account)).toEqual({ posted: 100n, held: 60n, available: 40n })
  })

  it('posts twice in one transaction, and a repetition has no effect', async () => {
    const account = newCustomer()
    const [one, two] = [deposit(account, 1n), deposit(account, 2n)]
    const both = () => inTransaction(database.db, async (tx) => [await ledger.postWithin(tx, [one]), await ledger.postWithin(tx, [two])])
    expect((await both()).map(({ outcome }) => outcome)).toEqual(['posted', 'posted'])
    expect((await both()).map(({ outcome }) => outcome)).toEqual(['exists', 'exists'])
    expect((await balanceOf(account)).posted).toBe(3n)
  })

  it('is correct beside concurrent batches on the same accounts', async () => {
    const account = await funded(1_000n)
    const spend = (): Leg => ({ kind: 'post', id: newId(), debit: account, credit: bank, amount: 30n, code: 'test.spend' })
    const batched = Array.from({ length: 40 }, () => ledger.post([spend()]).then(reasonOf))
    const within = Array.from({ length: 40 }, () =>
      inTransaction(database.db, (tx) => ledger.postWithin(tx, [spend()])).then(
        ({ outcome }) => outcome,
        (error) => error.refusal.code,
      ),
    )
    const outcomes = await Promise.all([...batched, ...within])
    expect(outcomes.filter((outcome) => outcome === 'posted')).toHaveLength(33)
    expect(outcomes.filter((outcome) => outcome === 'ledger.insufficient_funds')).toHaveLength(47)
    expect((await balanceOf(account)).posted).toBe(10n)
  })
})

describe('reading', () => {
  it('MON-10 pages through the movements of an account, newest first, with running balances', async () => {
    const account = newCustomer()
    for (let amount = 1n; amount <= 5n; amount++) await ledger.post([deposit(account, amount)])
    await ledger.hold({ id: newId(), account, amount: 4n, code: 'test.hold' })
    const first = await ledger.history(account, { limit: 4 })
    expect(first.entries.map(({ amount, heldChange, posted, held }) => [amount, heldChange, posted, held])).toEqual([
      [0n, 4n, 15n, 4n], [5n, 0n, 15n, 0n], [4n, 0n, 10n, 0n], [3n, 0n, 6n, 0n],
    ]) // biome-ignore format: one table
    const second = await ledger.history(account, { limit: 4, before: first.nextBefore })
    expect(second.entries.map(({ posted }) => posted)).toEqual([3n, 1n])
    expect(second.nextBefore).toBeNull()
  })

  it('returns the balance at any instant', async () => {
    let now = new Date('2030-01-01T00:00:00Z')
    const dated = createLedger({ db: database.db, clock: { now: () => now }, log, ...TEST_KEYS })
    const account = newCustomer()
    const instants: Date[] = []
    for (let day = 1; day <= 9; day++) {
      now = new Date(Date.UTC(2030, 0, day))
      await dated.post([deposit(account, 10n)])
      instants.push(now)
    }
    const posted = await Promise.all(instants.map(async (at) => (await dated.balance(account, at)).posted))
    expect(posted).toEqual([10n, 20n, 30n, 40n, 50n, 60n, 70n, 80n, 90n])
    expect(await dated.postedAt(account, [new Date('2029-12-31'), ...instants, new Date('2031-01-01')])).toEqual([0n, ...posted, 90n])
    expect(await dated.postedAt(newCustomer(), [now])).toEqual([0n])
    expect((await dated.balance(account, new Date('2029-12-31'))).version).toBe(0n)
    expect((await dated.balance(account, new Date('2031-01-01'))).posted).toBe(90n)
    expect((await dated.balance(newCustomer(), now)).version).toBe(0n)
  })

  it('never records time backwards, whatever the clock does', async () => {
    const account = newCustomer()
    await createLedger({ db: database.db, clock: { now: () => new Date('2031-01-01') }, log, ...TEST_KEYS }).post([deposit(account, 1n)])
    await createLedger({ db: database.db, clock: { now: () => new Date('2001-01-01') }, log, ...TEST_KEYS }).post([deposit(account, 1n)])
    const { entries } = await ledger.history(account)
    expect(entries.map(({ recordedAt }) => recordedAt.toISOString().slice(0, 4))).toEqual(['2031', '2031'])
  })
})
