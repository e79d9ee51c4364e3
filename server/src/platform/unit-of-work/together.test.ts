/** Use cases that change the same row: a group is written as a whole or not at all. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { createLog } from '../observability/log.ts'
import { systemClock } from '../time/clock.ts'
import { createUnitOfWork, type Fact, held, inserted, Turns, type UnitOfWork, type UseCase, updated } from './index.ts'

interface Entry {
  readonly id: string
  readonly amount: bigint
  readonly book: string
  readonly fails?: 'before' | 'after'
}
interface Total {
  readonly sum: bigint
  readonly version: bigint
}
/** Sum of a group while its entries are decided. */
interface Sum {
  sum: bigint
  steps: bigint
}
const totalFact: Fact<Total> = {
  text: `SELECT jsonb_build_array(sum::text, version::text) FROM shared.total`,
  read(json) {
    const [sum, version] = json as [string, string]
    return { sum: BigInt(sum), version: BigInt(version) }
  },
}
const openFact: Fact<boolean> = {
  text: 'SELECT to_jsonb(is_open) FROM shared.book WHERE id = asked.book',
  read: (json) => json === true,
}
const OPEN = held<string>('shared_open', [['id', 'uuid', (id) => id]], 'shared.book AS t WHERE t.id = r.id AND t.is_open')
const ENTRIES = inserted<Entry>('shared.entry', [
  ['id', 'uuid', ({ id }) => id],
  ['amount', 'numeric', ({ amount }) => amount],
])
const TOTAL = updated<{ before: Total; after: Sum }>('shared.total', {
  key: [['id', 'int4', () => 1]],
  unchanged: [['version', 'int8', ({ before }) => before.version]],
  set: [
    ['sum', 'numeric', ({ before, after }) => before.sum + after.sum],
    ['version', 'int8', ({ before, after }) => before.version + after.steps],
  ],
})
const SUM = {}
const enter: UseCase<Entry, { total: typeof totalFact; isOpen: typeof openFact }, 'entered' | 'aside'> = {
  name: 'shared.enter',
  subjectOf: ({ id }) => id,
  keys: { book: 'uuid' },
  keysOf: ({ book }) => ({ book }),
  facts: { total: totalFact, isOpen: openFact },
  kinds: [OPEN, TOTAL, ENTRIES],
  together: { otherwise: 'aside', turn: 'shared.total' },
  decide(entry, { total, isOpen }, work) {
    if (!isOpen) return 'aside'
    if (entry.fails === 'before') throw new Error('refused')
    work.add(OPEN, entry.book)
    work.add(ENTRIES, entry)
    const sum = work.shared<Sum>(SUM, () => ({ sum: 0n, steps: 0n }))
    sum.sum += entry.amount
    sum.steps++
    work.addShared(TOTAL, 'total', { before: total, after: sum })
    if (entry.fails === 'after') throw new Error('refused')
    return 'entered'
  },
}

/** Turns that no process loses while it works. */
const PATIENT = { idleMs: 20_000, waitMs: 20_000 }

let database: TestDatabase
let book: string
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`CREATE SCHEMA shared;
    CREATE TABLE shared.total (id int PRIMARY KEY, sum numeric NOT NULL, version bigint NOT NULL);
    CREATE TABLE shared.book (id uuid PRIMARY KEY, is_open boolean NOT NULL DEFAULT true);
    CREATE TABLE shared.entry (id uuid PRIMARY KEY, amount numeric NOT NULL CHECK (amount < 1000));
    INSERT INTO shared.total VALUES (1, 0, 0);
    GRANT USAGE ON SCHEMA shared TO PUBLIC; GRANT ALL ON ALL TABLES IN SCHEMA shared TO PUBLIC`)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query('TRUNCATE shared.entry; UPDATE shared.total SET sum = 0, version = 0')
  book = await newBook()
})

async function newBook(): Promise<string> {
  const id = newId()
  await sql`INSERT INTO shared.book (id) VALUES (${id})`.execute(database.owner)
  return id
}
const unitOver = (db: Database, turns?: Turns): UnitOfWork =>
  createUnitOfWork({ db, ...(turns && { turns }), clock: systemClock, log: createLog({ level: 'silent', pretty: false }) })
const entries = (count: number): Entry[] => Array.from({ length: count }, (_, index) => ({ id: newId(), amount: BigInt(index + 1), book }))
const outcomes = (unit: UnitOfWork, all: readonly Entry[]) =>
  Promise.all(all.map((entry) => unit.run(enter, entry).catch((error: Error) => error.message)))
async function written(): Promise<{ sum: bigint; version: bigint; entries: bigint; amount: bigint }> {
  const { rows } = await database.pool.query(
    'SELECT sum, version, (SELECT count(*) FROM shared.entry) AS entries, (SELECT coalesce(sum(amount), 0) FROM shared.entry) AS amount FROM shared.total',
  )
  return rows[0]
}
const wholeOf = async (count: number) => {
  const { sum, version, entries: rows, amount } = await written()
  expect([Number(rows), sum, version]).toEqual([count, amount, BigInt(count)])
}
/** A unit with a callback after its first read, before anything is decided, which counts its statements. */
function interrupted(act: () => Promise<unknown>) {
  const counted = { statements: 0 }
  const unit = unitOver(
    database.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (counted.statements++ === 0) await act()
        return result
      },
    }),
  )
  return { unit, counted }
}

it('R2 writes the shared row once, with the sum of all', async () => {
  const { unit, counted } = interrupted(async () => undefined)
  expect(await outcomes(unit, entries(32))).toEqual(Array(32).fill('entered'))
  expect(counted.statements).toBe(2)
  await wholeOf(32)
})

it('R2 a condition that fails sends its own command to a transaction, and the others are decided and written again', async () => {
  const other = await newBook()
  const all = entries(32).map((entry, index) => (index === 15 ? { ...entry, book: other } : entry))
  const { unit, counted } = interrupted(() => sql`UPDATE shared.book SET is_open = false WHERE id = ${other}`.execute(database.owner))
  expect(await outcomes(unit, all)).toEqual(all.map((_, index) => (index === 15 ? 'aside' : 'entered')))
  expect(counted.statements).toBe(4)
  await wholeOf(31)
})

it('R2 a shared row that was changed meanwhile repeats the whole group', async () => {
  const { unit } = interrupted(() => sql`UPDATE shared.total SET version = version + 1, sum = sum + 5`.execute(database.owner))
  expect(await outcomes(unit, entries(8))).toEqual(Array(8).fill('entered'))
  expect(await written()).toMatchObject({ sum: 41n, version: 9n })
})

it.each(['before', 'after'] as const)('R2 a decision that fails %s the shared state changes nothing for the others', async (fails) => {
  const all = entries(8).map((entry, index) => (index === 3 ? { ...entry, fails } : entry))
  expect(await outcomes(unitOver(database.db), all)).toEqual(all.map((_, index) => (index === 3 ? 'refused' : 'entered')))
  await wholeOf(7)
})

it('R2 a statement that fails writes nothing, and every command is left to a transaction', async () => {
  const all = entries(8).map((entry, index) => (index === 3 ? { ...entry, amount: 1_000n } : entry))
  expect(await outcomes(unitOver(database.db), all)).toEqual(all.map(() => 'aside'))
  await wholeOf(0)
})

it('MON-10 two processes lose no entry, and leave to a transaction what they cannot write', async () => {
  const units = [unitOver(database.db), unitOver(database.db)]
  const all = entries(200)
  const done = await Promise.all(all.map((entry, index) => units[index % 2]?.run(enter, entry)))
  await wholeOf(done.filter((outcome) => outcome === 'entered').length)
})

it('MON-10 two processes that take turns write every group at the first attempt', async () => {
  const counted = { statements: 0 }
  const counting = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      counted.statements++
      return result
    },
  })
  const turns = [openDatabase(database.connection, { maxConnections: 1 }), openDatabase(database.connection, { maxConnections: 1 })]
  const units = turns.map(({ db }) => unitOver(counting, new Turns(db, PATIENT)))
  // Callers that enter again, as those of two processes at full load.
  const caller = async (unit: UnitOfWork | undefined) => {
    for (const entry of entries(12)) expect(await unit?.run(enter, entry)).toBe('entered')
  }
  await Promise.all(Array.from({ length: 16 }, (_, index) => caller(units[index % 2])))
  await wholeOf(16 * 12)
  const { rows } = await database.pool.query('SELECT count(DISTINCT xmin::text) AS groups FROM shared.entry')
  expect(counted.statements).toBe(2 * Number(rows[0].groups))
  await Promise.all(units.map((unit) => unit.idle()))
  await Promise.all(turns.map(({ close }) => close()))
})
