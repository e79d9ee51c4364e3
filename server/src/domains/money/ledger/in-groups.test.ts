/** Holds of use cases that run in groups: one batch for a group, and no hold is based on facts that have changed since they were read. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { type Database, inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { Refused, refuse } from '../../../platform/http/refusal.ts'
import { createLog } from '../../../platform/observability/log.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { createUnitOfWork, type Fact, held, type UnitOfWork, type UseCase } from '../../../platform/unit-of-work/index.ts'
import { checkProof, createLedger, customerAccount, type FoundBooks, type Ledger, systemAccount } from './index.ts'
import { TEST_KEYS } from './testing/keys.ts'

interface Request {
  readonly id: string
  readonly owner: string
  readonly place: string
  readonly amount: bigint
}
const log = createLog({ level: 'silent', pretty: false })
const bank = systemAccount('bank', 'COP')
const account = (owner: string) => customerAccount(owner, 'COP')
let database: TestDatabase
let here: ReturnType<typeof process>
let there: ReturnType<typeof process>

beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`CREATE SCHEMA sample; CREATE TABLE sample.place (id uuid PRIMARY KEY, deleted_at timestamptz);
    GRANT USAGE ON SCHEMA sample TO PUBLIC; GRANT ALL ON ALL TABLES IN SCHEMA sample TO PUBLIC`)
  here = process(database.db)
  there = process(database.db)
})
afterAll(() => database.drop())

/** Parts of one process of the product. `beforeWrite`: a callback before the write of the first group. */
function process(db: Database): { ledger: Ledger; unit: UnitOfWork; hold: ReturnType<typeof holding> } {
  const ledger = createLedger({ db, clock: systemClock, log, ...TEST_KEYS })
  return { ledger, unit: createUnitOfWork({ db, clock: systemClock, log }), hold: holding(ledger) }
}

const placeFact: Fact<boolean> = {
  text: 'SELECT to_jsonb(deleted_at IS NULL) FROM sample.place WHERE id = asked.place',
  read: (json) => json === true,
}
const PLACES = held<string>('sample_place', [['id', 'uuid', (id) => id]], 'sample.place AS t WHERE t.id = r.id AND t.deleted_at IS NULL')
const holding = ({ inGroups }: Ledger): UseCase<Request, { books: Fact<FoundBooks>; place: typeof placeFact }, string> => ({
  name: 'sample.hold',
  subjectOf: ({ owner }) => owner,
  keys: { account: 'uuid', place: 'uuid' },
  keysOf: ({ owner, place }) => ({ account: account(owner).id, place }),
  facts: { books: inGroups.books('account'), place: placeFact },
  kinds: [PLACES, ...inGroups.kinds],
  decide({ id, owner, place, amount }, found, work) {
    if (!found.place) refuse('payments.account_not_found')
    work.add(PLACES, place)
    inGroups.hold(work, found.books, { id, account: account(owner), amount, code: 'sample.hold', ref: id })
    return id
  },
})

async function people(count: number, amount = 100n): Promise<string[]> {
  const owners = Array.from({ length: count }, newId)
  const gift = (owner: string) => ({ kind: 'post', id: newId(), debit: bank, credit: account(owner), amount, code: 'test.gift' }) as const
  await Promise.all(owners.map((owner) => here.ledger.post([gift(owner)])))
  return owners
}
async function place(): Promise<string> {
  const id = newId()
  await sql`INSERT INTO sample.place (id) VALUES (${id})`.execute(database.owner)
  return id
}
const outcomeOf = ({ unit, hold }: typeof here, request: Request): Promise<string> =>
  unit.run(hold, request).catch((error) => {
    if (error instanceof Refused) return error.refusal.code
    throw error
  })
const heldOf = async (owner: string) => (await here.ledger.balance(account(owner))).held
const batches = async () => (await here.ledger.head())?.seq ?? 0n
const faults = async () => (await here.ledger.verify()).faults

it('MON-10 holds for a group in one batch that verifies and is proved, between batches and postings within transactions', async () => {
  const [owners, at] = [await people(32), await place()]
  const before = await batches()
  const requests = owners.map((owner, index) => ({ id: newId(), owner, place: at, amount: index === 3 ? 101n : 60n }))
  const outcomes = await Promise.all(requests.map((request) => outcomeOf(here, request)))
  expect(outcomes[3]).toBe('ledger.insufficient_funds')
  expect(outcomes.filter((outcome, index) => outcome === requests[index]?.id)).toHaveLength(31)
  expect(await batches()).toBe(before + 1n)
  expect(await Promise.all(owners.map(heldOf))).toEqual(owners.map((_, index) => (index === 3 ? 0n : 60n)))
  await here.ledger.settle({ id: newId(), holdId: requests[0]?.id ?? '', credit: bank, code: 'test.paid' })
  await inTransaction(database.db, (tx) =>
    there.ledger.releaseWithin(tx, { id: newId(), holdId: requests[1]?.id ?? '', code: 'test.back' }),
  )
  const proof = await here.ledger.prove(requests[2]?.id ?? '')
  expect(proof && checkProof(proof)).toBe(true)
  expect(await here.ledger.provedTransfer(requests[2]?.id ?? '')).toEqual(proof?.transfer)
  expect(await faults()).toEqual([])
})

it('MON-10 an asset that is frozen between the read and the write is not taken from', async () => {
  const [owners, at] = [await people(4), await place()]
  const freezing = process(
    before(() => inTransaction(database.db, (tx) => there.ledger.freeze(tx, { asset: 'COP', reason: 'The books are looked into.' }))),
  )
  const outcomes = await Promise.all(owners.map((owner) => outcomeOf(freezing, { id: newId(), owner, place: at, amount: 10n })))
  await inTransaction(database.db, (tx) => there.ledger.lift(tx, 'COP'))
  expect(outcomes).toEqual(owners.map(() => 'ledger.asset_frozen'))
  expect(await Promise.all(owners.map(heldOf))).toEqual([0n, 0n, 0n, 0n])
  expect(await outcomeOf(here, { id: newId(), owner: owners[0] ?? '', place: at, amount: 10n })).not.toBe('ledger.asset_frozen')
  expect(await faults()).toEqual([])
})

it('R2 a bank account that is deleted between the read and the write is not used, and its neighbours are', async () => {
  const [owners, kept, deleted] = [await people(3), await place(), await place()]
  const deleting = process(before(() => sql`UPDATE sample.place SET deleted_at = now() WHERE id = ${deleted}`.execute(database.owner)))
  const [first, second, third] = await Promise.all(
    owners.map((owner, index) => outcomeOf(deleting, { id: newId(), owner, place: index === 1 ? deleted : kept, amount: 10n })),
  )
  expect(second).toBe('payments.account_not_found')
  expect([first, third]).not.toContain('payments.account_not_found')
  expect(await Promise.all(owners.map(heldOf))).toEqual([10n, 0n, 10n])
  expect(await faults()).toEqual([])
})

it('MON-10 two processes in groups, batches and postings within transactions on the same accounts: no account is overdrawn, no link is lost', async () => {
  const [owners, at] = [await people(5), await place()]
  const done = await Promise.all(
    Array.from({ length: 150 }, async (_, index) => {
      const [owner = '', id] = [owners[index % 5], newId()]
      const own = index % 2 === 0 ? here : there
      const hold = { id, account: account(owner), amount: 7n, code: 'test.hold' }
      if (index % 10 === 8) return (await own.ledger.hold(hold)).outcome !== 'refused'
      if (index % 10 === 9) return inTransaction(database.db, (tx) => own.ledger.holdWithin(tx, hold)).then(() => true, () => false) // biome-ignore format: one call
      return (await outcomeOf(own, { id, owner, place: at, amount: 7n })) === id
    }),
  )
  // From 100 each account can hold seven fourteen times.
  expect(done.filter(Boolean)).toHaveLength(70)
  expect(await Promise.all(owners.map(heldOf))).toEqual(owners.map(() => 98n))
  expect(await faults()).toEqual([])
})

it('MON-10 holds nothing from a balance that was changed in the database', async () => {
  const [[owner = ''], at] = [await people(1), await place()]
  const change = (sign: string) =>
    database.pool.query(`UPDATE ledger.account SET posted = posted ${sign} 500 WHERE id = $1`, [account(owner).id])
  await change('+')
  expect(await outcomeOf(here, { id: newId(), owner, place: at, amount: 300n })).toBe('ledger.unproved')
  await change('-')
  expect(await faults()).toEqual([])
})

/** A database that runs a callback after the first read. */
function before(act: () => Promise<unknown>): Database {
  let isDone = false
  return database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isDone) {
        isDone = true
        await act()
      }
      return result
    },
  })
}
