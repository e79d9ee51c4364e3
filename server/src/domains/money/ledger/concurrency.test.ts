/** Concurrent postings: two writers with separate caches, and business transactions beside them, on the same accounts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { Refused } from '../../../platform/http/refusal.ts'
import { createLog } from '../../../platform/observability/log.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { type Account, createLedger, customerAccount, type Ledger, type Leg, systemAccount } from './index.ts'
import { TEST_KEYS } from './testing/keys.ts'
import { ENDURANCE_TIMEOUT_MS, sized } from './testing/sizes.ts'

const log = createLog({ level: 'error', pretty: false })
const bank = systemAccount('bank', 'COP')
const WAYS = ['first', 'second', 'within'] as const
type Way = (typeof WAYS)[number]
let database: TestDatabase
let first: Ledger
let second: Ledger

beforeAll(async () => {
  database = await createTestDatabase()
  first = createLedger({ db: database.db, clock: systemClock, log, ...TEST_KEYS })
  second = createLedger({ db: database.db, clock: systemClock, log, ...TEST_KEYS })
})
afterAll(async () => {
  try {
    expect((await first.verify()).faults).toEqual([])
  } finally {
    await database.drop()
  }
})

async function post(legs: readonly Leg[], way: Way): Promise<string> {
  if (way === 'within') {
    const posting = inTransaction(database.db, (tx) => first.postWithin(tx, legs))
    return posting.then(
      ({ outcome }) => outcome,
      (error) => (error instanceof Refused ? error.refusal.code : Promise.reject(error)),
    )
  }
  const result = await (way === 'first' ? first : second).post(legs)
  return result.outcome === 'refused' ? result.refusal.code : result.outcome
}
const wayOf = (index: number): Way => WAYS[index % WAYS.length] ?? 'first'
const move = (debit: Account, credit: Account, amount: bigint, id = newId()): Leg => ({
  ...{ kind: 'post', id, debit, credit, amount, code: 'test.move' },
})
const count = (outcomes: readonly string[], wanted: string) => outcomes.filter((outcome) => outcome === wanted).length

/** Run the work in chunks. Started together, all of it would only wait for connections until they time out. */
async function inTurns<T>(items: readonly T[], atOnce: number, work: (item: T, index: number) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += atOnce)
    await Promise.all(items.slice(start, start + atOnce).map((item, index) => work(item, start + index)))
}

/** Lowest available balance of all versions that the database has. */
async function lowestAvailable(account: Account): Promise<bigint> {
  const text = 'SELECT min(posted - held) AS lowest FROM ledger.entry WHERE account_id = $1'
  return (await database.pool.query(text, [account.id])).rows[0].lowest
}

describe('concurrent postings', () => {
  it('MON-10 R1 no overdraft: 64 writers drain one wallet by payments, swaps and holds', { timeout: ENDURANCE_TIMEOUT_MS }, async () => {
    const rounds = sized(4, 400)
    for (let round = 0; round < rounds; round++) {
      const cop = customerAccount(newId(), 'COP')
      const btc = customerAccount(cop.owner ?? '', 'BTC')
      await first.post([move(bank, cop, 1_000n)])
      const drain = (index: number): readonly Leg[] => {
        const amount = BigInt(1 + (index % 7) * 10)
        if (index % 3 === 0) return [move(cop, bank, amount)]
        if (index % 3 === 1) return [{ kind: 'hold', id: newId(), account: cop, amount, code: 'test.hold' }]
        return [move(cop, systemAccount('market', 'COP'), amount), move(systemAccount('market', 'BTC'), btc, amount)]
      }
      let tried = 0
      const writer = async (number: number) => {
        const outcomes: string[] = []
        for (let turn = 0; turn < 4; turn++) outcomes.push(await post(drain(tried++), wayOf(number + turn)))
        return outcomes
      }
      const outcomes = (await Promise.all(Array.from({ length: 64 }, (_, number) => writer(number)))).flat()
      expect(count(outcomes, 'posted') + count(outcomes, 'ledger.insufficient_funds')).toBe(outcomes.length)
      expect(count(outcomes, 'ledger.insufficient_funds')).toBeGreaterThan(0)
      expect(await lowestAvailable(cop)).toBeGreaterThanOrEqual(0n)
      expect((await first.balance(cop)).available).toBeLessThan(61n)
    }
  })

  it('MON-10 R1 exactly one of 200 parallel payments of the whole balance succeeds', { timeout: ENDURANCE_TIMEOUT_MS }, async () => {
    for (let round = 0; round < sized(5, 100); round++) {
      const account = customerAccount(newId(), 'COP')
      await first.post([move(bank, account, 500n)])
      const outcomes = await Promise.all(Array.from({ length: 200 }, (_, index) => post([move(account, bank, 500n)], wayOf(index))))
      expect(count(outcomes, 'posted')).toBe(1)
      expect(count(outcomes, 'ledger.insufficient_funds')).toBe(199)
    }
  })

  it('R2 50 parallel copies of each request have one effect, and another body is refused', { timeout: ENDURANCE_TIMEOUT_MS }, async () => {
    const requests = sized(20, 1_000)
    const account = customerAccount(newId(), 'COP')
    const legs = Array.from({ length: requests }, (_, number) => move(bank, account, BigInt(number + 1)))
    await inTurns(legs, 4, async (leg, number) => {
      const copies = await Promise.all(Array.from({ length: 50 }, (_, copy) => post([leg], wayOf(copy))))
      expect([count(copies, 'posted'), count(copies, 'exists')]).toEqual([1, 49])
      expect(await post([move(bank, account, 7n * BigInt(requests), leg.id)], wayOf(number))).toBe('ledger.request_changed')
    })
    const { posted, version } = await first.balance(account)
    expect([posted, version]).toEqual([BigInt((requests * (requests + 1)) / 2), BigInt(requests)])
  })

  it('concurrent copies with another body: one body wins, the other is refused', async () => {
    const account = customerAccount(newId(), 'COP')
    const id = newId()
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, copy) => post([move(bank, account, 1n + BigInt(copy % 2), id)], wayOf(copy))),
    )
    expect([count(outcomes, 'posted'), count(outcomes, 'exists'), count(outcomes, 'ledger.request_changed')]).toEqual([1, 14, 15])
    expect((await first.balance(account)).version).toBe(1n)
  })

  it('R2 one hold is settled once by concurrent settlements and releases', { timeout: ENDURANCE_TIMEOUT_MS }, async () => {
    for (let round = 0; round < sized(10, 1_000); round++) {
      const account = customerAccount(newId(), 'COP')
      await first.post([move(bank, account, 100n)])
      const holdId = newId()
      await first.hold({ id: holdId, account, amount: 100n, code: 'test.hold' })
      const ends = Array.from({ length: 12 }, (_, index): Leg => {
        const base = { id: newId(), holdId, code: 'test.end' }
        return index % 2 === 0 ? { kind: 'settle', ...base, credit: bank } : { kind: 'release', ...base }
      })
      const outcomes = await Promise.all(ends.map((leg, index) => post([leg], wayOf(index))))
      expect([count(outcomes, 'posted'), count(outcomes, 'ledger.hold_closed')]).toEqual([1, 11])
      expect((await first.balance(account)).held).toBe(0n)
    }
  })
})

describe('two writers', () => {
  it('a writer that is overtaken in the middle of a batch writes nothing, then writes correctly', async () => {
    const account = customerAccount(newId(), 'COP')
    await first.post([move(bank, account, 10n)])
    // Its cache is now one posting behind, and has 10 that can be spent.
    await second.post([move(account, bank, 10n)])
    expect(await post([move(account, bank, 10n)], 'first')).toBe('ledger.insufficient_funds')
    expect(await post([move(bank, account, 3n)], 'second')).toBe('posted')
    expect(await post([move(account, bank, 3n)], 'first')).toBe('posted')
  })

  it('sees money that another writer credited', async () => {
    const account = customerAccount(newId(), 'COP')
    await first.post([move(bank, account, 1n)])
    expect(await post([move(account, bank, 5n)], 'first')).toBe('ledger.insufficient_funds')
    await second.post([move(bank, account, 4n)])
    expect(await post([move(account, bank, 5n)], 'first')).toBe('posted')
  })

  it('the chain never forks: one line of batches, with an epoch that each change of the writer increments', {
    timeout: ENDURANCE_TIMEOUT_MS,
  }, async () => {
    const accounts = Array.from({ length: 5 }, () => customerAccount(newId(), 'COP'))
    const postings = Array.from({ length: sized(300, 30_000) }, (_, index) => move(bank, accounts[index % 5] ?? bank, 1n))
    await inTurns(postings, 100, (leg, index) => post([leg], wayOf(index)))
    const text = `SELECT count(*) AS batches, count(DISTINCT previous) AS links, max(seq) AS last, count(DISTINCT epoch) AS epochs FROM ledger.batch`
    const { batches, links, last, epochs } = (await database.pool.query(text)).rows[0]
    expect([batches, links]).toEqual([last, last])
    expect(epochs).toBeGreaterThan(1n)
  })

  it('a business transaction that is rolled back has no effect on concurrent batches', async () => {
    const account = customerAccount(newId(), 'COP')
    const rollBack = () =>
      inTransaction(database.db, async (tx) => {
        await second.postWithin(tx, [move(bank, account, 1_000n)])
        throw new Error('rolled back')
      }).catch(() => 'rolled back')
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? rollBack() : post([move(bank, account, 1n)], wayOf(index)))),
    )
    expect(count(outcomes, 'rolled back')).toBe(30)
    expect((await first.balance(account)).posted).toBe(30n)
  })
})
