/** Accounts in groups: read as within a transaction, and nothing decided on an account that changed since. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { createLog } from '../../../../platform/observability/log.ts'
import { systemClock } from '../../../../platform/time/clock.ts'
import { createUnitOfWork, type Fact, inserted, type UseCase } from '../../../../platform/unit-of-work/index.ts'
import { IDENTITY_IN_GROUPS } from './in-groups.ts'
import type { AccountInGroup } from './types.ts'

const HOUR_MS = 3_600_000
const PAYMENTS = inserted<string>('sample.payment', [['owner', 'uuid', (owner) => owner]])
/** Pays for an open account without a hold; answers what it decided on. */
const pay: UseCase<string, { account: Fact<AccountInGroup | null> }, AccountInGroup | null> = {
  name: 'sample.pay',
  subjectOf: (owner) => owner,
  keys: { owner: 'uuid', now: 'timestamptz' },
  keysOf: (owner, now) => ({ owner, now }),
  facts: { account: IDENTITY_IN_GROUPS.account('owner', 'now') },
  kinds: [...IDENTITY_IN_GROUPS.kinds, PAYMENTS],
  decide(owner, { account }, work) {
    if (!account || account.hold || account.state !== 2) return account
    IDENTITY_IN_GROUPS.keep(work, account)
    work.add(PAYMENTS, owner)
    return account
  },
}

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`CREATE SCHEMA sample; CREATE TABLE sample.payment (owner uuid NOT NULL);
    GRANT USAGE ON SCHEMA sample TO PUBLIC; GRANT ALL ON ALL TABLES IN SCHEMA sample TO PUBLIC`)
})
afterAll(() => database.drop())

const unitOver = (db: Database) => createUnitOfWork({ db, clock: systemClock, log: createLog({ level: 'silent', pretty: false }) })
async function person(): Promise<string> {
  const id = newId()
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${id}, ${`${id}@correo.example`}, 'x', ARRAY['ROLE_USER'], 2, 'es', '2026-01-15T12:00:00Z', now())`.execute(database.owner)
  return id
}
const hold = (id: string, hours: number) =>
  sql`INSERT INTO identity.hold (id, account_id, reason, created_at, until)
    VALUES (${newId()}, ${id}, 'password_changed', now(), ${new Date(Date.now() + hours * HOUR_MS)})`.execute(database.owner)
const isPaid = async (id: string) => (await sql`SELECT FROM sample.payment WHERE owner = ${id}`.execute(database.owner)).rows.length === 1

/** After the first read. */
function interrupted(act: () => Promise<unknown>): Database {
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

it('reads an account with the latest hold that is not over', async () => {
  const [id, held] = [await person(), await person()]
  for (const hours of [-1, 5, 3]) await hold(held, hours)
  const unit = unitOver(database.db)
  const [free, kept, unknown] = await Promise.all([id, held, newId()].map((one) => unit.run(pay, one)))
  expect(free).toMatchObject({ id, email: `${id}@correo.example`, state: 2, createdAt: new Date('2026-01-15T12:00:00Z'), hold: null })
  expect(kept?.hold).toMatchObject({ reason: 'password_changed' })
  expect(kept?.hold?.until.getTime()).toBeGreaterThan(Date.now() + 4 * HOUR_MS)
  expect(unknown).toBeNull()
  expect([await isPaid(id), await isPaid(held)]).toEqual([true, false])
})

it.each([
  ['suspended', (id: string) => sql`UPDATE identity.account SET state = 3 WHERE id = ${id}`.execute(database.owner)],
  ['put on hold', (id: string) => hold(id, 24)],
])('R9 an account that is %s between the read and the write pays nothing, and its neighbour does', async (_what, change) => {
  const [id, neighbour] = [await person(), await person()]
  const unit = unitOver(interrupted(() => change(id)))
  await Promise.all([unit.run(pay, id), unit.run(pay, neighbour)])
  expect([await isPaid(id), await isPaid(neighbour)]).toEqual([false, true])
})

it.each([
  ['nothing while withdrawals wait, unless it says so', hold, [true, false]],
  [
    'nothing of a suspended account',
    (id: string) => sql`UPDATE identity.account SET state = 3 WHERE id = ${id}`.execute(database.owner),
    [false, false],
  ],
])('R9 a command that keeps an account writes %s', async (_what, change, expected) => {
  const ids = [await person(), await person()]
  const trade = (inCooldown: boolean): typeof pay => ({
    ...pay,
    decide(owner, { account }, work) {
      if (account?.state !== 2) return account
      IDENTITY_IN_GROUPS.keep(work, account, { inCooldown })
      work.add(PAYMENTS, owner)
      return account
    },
  })
  const unit = unitOver(interrupted(() => Promise.all(ids.map((id) => change(id, 24)))))
  await Promise.allSettled(ids.map((id, index) => unit.run(trade(index === 0), id)))
  expect(await Promise.all(ids.map(isPaid))).toEqual(expected)
})

it('R9 a freeze between the read and the write is decided on, though it leaves the state as it is', async () => {
  const id = await person()
  const marks: string[] = []
  const freeze = () => sql`UPDATE identity.account SET frozen_at = now() WHERE id = ${id}`.execute(database.owner)
  const watching: typeof pay = {
    ...pay,
    decide(owner, found, work) {
      marks.push(found.account?.mark ?? '')
      return pay.decide(owner, found, work)
    },
  }
  await unitOver(interrupted(freeze)).run(watching, id)
  expect(new Set(marks).size).toBe(2)
})
