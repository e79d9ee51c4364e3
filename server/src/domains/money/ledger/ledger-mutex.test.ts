/** In-process mutex of the ledger head: after every kind of failure the next posting acquires it, and the books are correct. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createLog } from '../../../platform/observability/log.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { createLedger, customerAccount, type Ledger, type Leg, systemAccount } from './index.ts'
import { TEST_KEYS } from './testing/keys.ts'

let database: TestDatabase
let here: Ledger
let there: Ledger
beforeAll(async () => {
  database = await createTestDatabase()
  const parts = { db: database.db, clock: systemClock, log: createLog({ level: 'silent', pretty: false }), ...TEST_KEYS }
  here = createLedger(parts)
  there = createLedger(parts)
})
afterAll(() => database.drop())

const bank = systemAccount('bank', 'COP')
const gift = (owner: string, amount = 1n, id = newId()): Leg => ({
  kind: 'post',
  id,
  debit: bank,
  credit: customerAccount(owner, 'COP'),
  amount,
  code: 'test.gift',
})
const within = (ledger: Ledger, leg: Leg, then: (tx: Transaction) => Promise<unknown> = async () => null) =>
  inTransaction(database.db, async (tx) => {
    const posted = await ledger.postWithin(tx, [leg])
    await then(tx)
    return posted
  })
const balanceOf = async (owner: string) => (await here.balance(customerAccount(owner, 'COP'))).posted
function signal(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve: () => resolve() }
}
const failing = async () => {
  throw new Error('the use case changed its mind')
}

it('MON-10 concurrent commits, rollbacks, second postings, refusals and batches of two writers lose or invent no unit', async () => {
  const owner = newId()
  const account = customerAccount(owner, 'COP')
  await here.post([gift(owner, 10n)])
  const results = await Promise.allSettled(
    Array.from({ length: 120 }, (_, index) => {
      const ledger = index % 4 === 0 ? there : here
      if (index % 6 === 1) return within(ledger, gift(owner), failing)
      if (index % 6 === 2) return within(ledger, gift(owner), (tx) => ledger.postWithin(tx, [gift(owner)]))
      if (index % 6 === 3) return within(ledger, { ...gift(owner), debit: account, credit: bank, amount: 10n ** 12n } as Leg)
      if (index % 6 === 4) return ledger.post([gift(owner)])
      return within(ledger, gift(owner))
    }),
  )
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(40)
  // 20 of each kind: two kinds that post one within, one that posts two, one batch.
  expect(await balanceOf(owner)).toBe(10n + 20n * (1n + 2n + 1n + 1n))
  expect((await here.verify()).faults).toEqual([])
}, 60_000)

it('R2 concurrent copies of one request post once, and all are answered with it', async () => {
  const owner = newId()
  const ids = Array.from({ length: 5 }, () => newId())
  const copies = ids.flatMap((id) => Array.from({ length: 8 }, (_, copy) => within(copy % 3 === 0 ? there : here, gift(owner, 1n, id))))
  const outcomes = (await Promise.all(copies)).map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'posted')).toHaveLength(5)
  expect(outcomes.filter((outcome) => outcome === 'exists')).toHaveLength(35)
  expect(await balanceOf(owner)).toBe(5n)
}, 60_000)

it('a transaction that holds the mutex may wait for a row of one that waits for the mutex: both complete', async () => {
  await sql`CREATE TABLE public.shared_row (id int PRIMARY KEY)`.execute(database.owner)
  await sql`INSERT INTO public.shared_row VALUES (1)`.execute(database.owner)
  await sql`GRANT ALL ON public.shared_row TO PUBLIC`.execute(database.owner)
  const owner = newId()
  const lockRow = (tx: Transaction) => sql`SELECT 1 FROM public.shared_row FOR UPDATE`.execute(tx)
  const hasRow = signal()
  const hasTurn = signal()
  const rowFirst = inTransaction(database.db, async (tx) => {
    await lockRow(tx)
    hasRow.resolve()
    await hasTurn.promise
    return here.postWithin(tx, [gift(owner)])
  })
  await hasRow.promise
  const turnFirst = within(here, gift(owner), async (tx) => {
    hasTurn.resolve()
    await lockRow(tx)
  })
  expect((await Promise.all([rowFirst, turnFirst])).map(({ outcome }) => outcome)).toEqual(['posted', 'posted'])
  expect(await balanceOf(owner)).toBe(2n)
}, 60_000)
