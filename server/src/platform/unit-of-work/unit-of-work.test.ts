/** Use cases in groups: a failure affects one command only, and a decision on outdated facts is made again. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { Refused, refuse } from '../http/refusal.ts'
import { createLog } from '../observability/log.ts'
import { systemClock } from '../time/clock.ts'
import { createUnitOfWork, type Fact, held, inserted, type UnitOfWork, type UseCase, updated } from './index.ts'

/** A purse pays: the payment and the rest of its balance are written together, while the shop is open. */
interface Payment {
  readonly id: string
  readonly purse: string
  readonly shop: string
  readonly amount: bigint
  readonly note?: string
}
interface Purse {
  readonly left: bigint
  readonly version: bigint
}
const purseFact: Fact<Purse | null> = {
  text: `SELECT jsonb_build_array("left"::text, version::text) FROM sample.purse WHERE id = asked.purse`,
  read: (json) => (Array.isArray(json) ? { left: BigInt(json[0]), version: BigInt(json[1]) } : null),
}
const shopFact: Fact<boolean> = {
  text: 'SELECT to_jsonb(is_open) FROM sample.shop WHERE id = asked.shop',
  read: (json) => json === true,
}
const paymentFact: Fact<bigint | null> = {
  text: 'SELECT to_jsonb(amount::text) FROM sample.payment WHERE id = asked.payment',
  read: (json) => (typeof json === 'string' ? BigInt(json) : null),
}
const PURSES = updated<{ purse: string; found: Purse; left: bigint }>('sample.purse', {
  key: [['id', 'uuid', ({ purse }) => purse]],
  unchanged: [['version', 'int8', ({ found }) => found.version]],
  set: [
    ['"left"', 'numeric', ({ left }) => left],
    ['version', 'int8', ({ found }) => found.version + 1n],
  ],
})
const OPEN_SHOPS = held<string>('open_shop', [['id', 'uuid', (shop) => shop]], 'sample.shop AS t WHERE t.id = r.id AND t.is_open')
const PAYMENTS = inserted<Payment>('sample.payment', [
  ['id', 'uuid', ({ id }) => id],
  ['purse', 'uuid', ({ purse }) => purse],
  ['amount', 'numeric', ({ amount }) => amount],
  ['note', 'text', ({ note }) => note ?? null],
])
let decisions = 0
let betweenReadAndWrite: (() => void) | null = null
const pay: UseCase<Payment, { purse: typeof purseFact; isOpen: typeof shopFact; earlier: typeof paymentFact }, bigint> = {
  name: 'sample.pay',
  subjectOf: ({ purse }) => purse,
  keys: { payment: 'uuid', purse: 'uuid', shop: 'uuid' },
  keysOf: ({ id, purse, shop }) => ({ payment: id, purse, shop }),
  facts: { purse: purseFact, isOpen: shopFact, earlier: paymentFact },
  kinds: [PURSES, OPEN_SHOPS, PAYMENTS],
  decide(payment, { purse: found, isOpen, earlier }, work) {
    decisions++
    betweenReadAndWrite?.()
    if (earlier !== null) return earlier
    if (!found) throw new Error('no such purse')
    if (!isOpen) refuse('payments.account_not_found')
    const left = found.left - payment.amount
    if (left < 0n) refuse('ledger.insufficient_funds')
    work.add(PURSES, { purse: payment.purse, found, left })
    work.add(OPEN_SHOPS, payment.shop)
    work.add(PAYMENTS, payment)
    return payment.amount
  },
}

let database: TestDatabase
let here: UnitOfWork
let there: UnitOfWork
let shop: string
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`CREATE SCHEMA sample;
    CREATE TABLE sample.purse (id uuid PRIMARY KEY, "left" numeric(78, 0) NOT NULL, version bigint NOT NULL DEFAULT 0);
    CREATE TABLE sample.shop (id uuid PRIMARY KEY, is_open boolean NOT NULL DEFAULT true);
    CREATE TABLE sample.payment (id uuid PRIMARY KEY, purse uuid NOT NULL, amount numeric(78, 0) NOT NULL, note text CHECK (note <> 'broken'));
    GRANT USAGE ON SCHEMA sample TO PUBLIC; GRANT ALL ON ALL TABLES IN SCHEMA sample TO PUBLIC`)
  here = unitOver(database.db)
  there = unitOver(database.db)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await Promise.all([here.idle(), there.idle()])
  betweenReadAndWrite = null
  decisions = 0
  shop = newId()
  await sql`INSERT INTO sample.shop (id) VALUES (${shop})`.execute(database.owner)
})

const unitOver = (db: Database) => createUnitOfWork({ db, clock: systemClock, log: createLog({ level: 'silent', pretty: false }) })
async function purses(count: number, left = 100n): Promise<string[]> {
  const ids = Array.from({ length: count }, newId)
  await sql`INSERT INTO sample.purse (id, "left") SELECT id, ${left} FROM unnest(${ids}::uuid[]) AS given (id)`.execute(database.owner)
  return ids
}
const payment = (purse: string, more: Partial<Payment> = {}): Payment => ({ id: newId(), purse, shop, amount: 10n, ...more })
const outcomeOf = (unit: UnitOfWork, given: Payment): Promise<unknown> =>
  unit.run(pay, given).catch((error) => (error instanceof Refused ? error.refusal.code : String(error.constraint ?? error)))
async function stateOf(ids: readonly string[]): Promise<{ left: bigint; paid: bigint; payments: number }[]> {
  const { rows } = await database.pool.query(
    `SELECT "left", coalesce((SELECT sum(amount) FROM sample.payment WHERE purse = p.id), 0) AS paid,
      (SELECT count(*)::int4 FROM sample.payment WHERE purse = p.id) AS payments FROM unnest($1::uuid[]) WITH ORDINALITY AS given (id, place)
      JOIN sample.purse AS p USING (id) ORDER BY place`,
    [ids],
  )
  return rows
}
/** Run a callback once, before the first group that decides writes. */
function once(act: () => void): void {
  betweenReadAndWrite = () => {
    betweenReadAndWrite = null
    act()
  }
}

it('counts the commands without an answer, refused ones too, until each is answered', async () => {
  const [first = '', second = ''] = await purses(2)
  const answers = [outcomeOf(here, payment(first)), outcomeOf(here, payment(second, { amount: 1_000n }))]
  expect(here.queue().length).toBe(2)
  expect(here.queue().oldestAgeMs).toBeGreaterThan(0)
  await Promise.all(answers)
  expect(here.queue()).toEqual({ length: 0, oldestAgeMs: 0 })
})

it('R2 writes a group with one read and one write, each with its own answer', async () => {
  const ids = await purses(40)
  const results: unknown[] = []
  const counting = unitOver(database.db.withPlugin(noting(results)))
  const answers = await Promise.all(ids.map((purse, index) => counting.run(pay, payment(purse, { amount: BigInt(index) }))))
  expect(answers).toEqual(ids.map((_, index) => BigInt(index)))
  expect(await stateOf(ids)).toEqual(ids.map((_, index) => ({ left: 100n - BigInt(index), paid: BigInt(index), payments: 1 })))
  expect(results).toHaveLength(2)
})

it('R2 a guard that fails in the middle of a group rejects its command alone, which is decided again', async () => {
  const ids = await purses(32)
  const [changed = '', closed = ''] = [ids[15], newId()]
  await sql`INSERT INTO sample.shop (id) VALUES (${closed})`.execute(database.owner)
  const changing: Promise<unknown>[] = []
  const slow = unitOver(
    database.db.withPlugin(
      beforeTheWrite(async () => {
        await sql`UPDATE sample.purse SET "left" = 5, version = version + 1 WHERE id = ${changed}`.execute(database.owner)
        await sql`UPDATE sample.shop SET is_open = false WHERE id = ${closed}`.execute(database.owner)
      }, changing),
    ),
  )
  const outcomes = await Promise.all(ids.map((purse, index) => outcomeOf(slow, payment(purse, index === 20 ? { shop: closed } : {}))))
  expect(changing).toHaveLength(1)
  expect(outcomes[15]).toBe('ledger.insufficient_funds')
  expect(outcomes[20]).toBe('payments.account_not_found')
  expect(outcomes.filter((outcome) => outcome === 10n)).toHaveLength(30)
  const states = await stateOf(ids)
  expect(states[15]).toEqual({ left: 5n, paid: 0n, payments: 0 })
  expect(states[20]).toEqual({ left: 100n, paid: 0n, payments: 0 })
  // Only the rejected commands were decided a second time.
  expect(decisions).toBe(34)
})

it('R2 one command that breaks the statement fails alone, and the 31 others are written once', async () => {
  const ids = await purses(32)
  const outcomes = await Promise.all(ids.map((purse, index) => outcomeOf(here, payment(purse, index === 7 ? { note: 'broken' } : {}))))
  expect(outcomes.filter((outcome) => outcome === 10n)).toHaveLength(31)
  expect(outcomes[7]).toBe('payment_note_check')
  expect(await stateOf(ids)).toEqual(
    ids.map((_, index) => (index === 7 ? { left: 100n, paid: 0n, payments: 0 } : { left: 90n, paid: 10n, payments: 1 })),
  )
})

it('R2 a refused command is not written afterwards, although the statement of the group failed and money came in', async () => {
  const ids = await purses(2)
  const [poor = '', rich = ''] = ids
  const tooMuch = payment(poor, { amount: 150n })
  once(() => void sql`UPDATE sample.purse SET "left" = 500, version = 7 WHERE id = ${poor}`.execute(database.owner))
  const outcomes = await Promise.all([outcomeOf(here, tooMuch), outcomeOf(here, payment(rich, { note: 'broken' }))])
  expect(outcomes).toEqual(['ledger.insufficient_funds', 'payment_note_check'])
  await here.idle()
  expect((await stateOf([poor]))[0]?.payments).toBe(0)
})

it('R2 50 concurrent commands with the same key, here and in another process, have one effect and one answer', async () => {
  const [purse = ''] = await purses(1)
  const same = payment(purse)
  const units = [here, there]
  const outcomes = await Promise.all(Array.from({ length: 50 }, (_, index) => outcomeOf(units[index % 2] ?? here, same)))
  expect(new Set(outcomes)).toEqual(new Set([10n]))
  expect(await stateOf([purse])).toEqual([{ left: 90n, paid: 10n, payments: 1 }])
})

it('MON-10 two processes that decide on the same customers overdraw no account and lose no payment', async () => {
  const ids = await purses(6)
  const units = [here, there]
  const given = Array.from({ length: 180 }, (_, index) => payment(ids[index % 6] ?? ''))
  const outcomes = await Promise.all(given.map((one, index) => outcomeOf(units[Math.floor(index / 6) % 2] ?? here, one)))
  expect(outcomes.filter((outcome) => outcome === 10n)).toHaveLength(60)
  expect(outcomes.filter((outcome) => outcome === 'ledger.insufficient_funds')).toHaveLength(120)
  expect(await stateOf(ids)).toEqual(ids.map(() => ({ left: 0n, paid: 100n, payments: 10 })))
})

it('MON-10 a row that another transaction has locked delays its own command, and no other', async () => {
  const [locked = '', free = ''] = await purses(2)
  const other = await database.pool.connect()
  try {
    await other.query('BEGIN')
    await other.query('UPDATE sample.purse SET version = version + 1 WHERE id = $1', [locked])
    const waiting = outcomeOf(here, payment(locked))
    expect(await outcomeOf(here, payment(free))).toBe(10n)
    expect(await outcomeOf(here, payment(free))).toBe(10n)
    await other.query('COMMIT')
    expect(await waiting).toBe(10n)
  } finally {
    other.release()
  }
  expect(await stateOf([locked, free])).toEqual([
    { left: 90n, paid: 10n, payments: 1 },
    { left: 80n, paid: 20n, payments: 2 },
  ])
})

it('keeps the plan of the statement good while the tables grow', async () => {
  const { db, close } = openDatabase(database.connection, { maxConnections: 1, plansByIndex: true })
  const unit = unitOver(db)
  const [first = ''] = await purses(1, 1_000n)
  const scanned = async (): Promise<bigint> => {
    await sql`SELECT pg_stat_force_next_flush()`.execute(db)
    const { rows } = await database.pool.query(
      `SELECT sum(seq_tup_read) AS read FROM pg_stat_user_tables WHERE schemaname = 'sample' AND relname IN ('purse', 'payment')`,
    )
    return rows[0].read
  }
  try {
    for (let run = 0; run < 8; run++) await unit.run(pay, payment(first))
    await database.pool.query(`INSERT INTO sample.purse (id, "left") SELECT gen_random_uuid(), 1 FROM generate_series(1, 20000)`)
    const before = await scanned()
    for (let run = 0; run < 8; run++) await unit.run(pay, payment(first))
    expect((await scanned()) - before).toBeLessThan(20_000n)
  } finally {
    await close()
  }
})

type Plugin = Parameters<Database['withPlugin']>[0]
const noting = (results: unknown[]): Plugin => ({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    results.push(result)
    return result
  },
})
/** Run a callback after the read of the first group, before anything is decided. */
function beforeTheWrite(act: () => Promise<unknown>, done: Promise<unknown>[]): Plugin {
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (done.length === 0) {
        done.push(act())
        await done[0]
      }
      return result
    },
  }
}
