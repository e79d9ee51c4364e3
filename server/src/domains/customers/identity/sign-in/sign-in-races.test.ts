import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { TestPerson } from '../factors/person.testing.ts'
import { Browser, codeOf, type IdentityProcess, startIdentityProcess } from '../identity.testing.ts'

let database: TestDatabase
let here: IdentityProcess
beforeAll(async () => {
  database = await createTestDatabase()
  here = await startIdentityProcess(database, {}, { guarded: [] })
})
afterAll(async () => {
  await here?.close()
  await database?.drop()
})

const hasWaiter = () =>
  expect
    .poll(
      async () =>
        (await sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(database.db))
          .rows.length,
      { timeout: 5_000 },
    )
    .toBeGreaterThan(0)

describe('changes during a sign-in', () => {
  it('ID-03 a challenge of a password that was changed while it was compared opens nothing', async () => {
    const person = await TestPerson.signedIn(here)
    await person.addTotp()
    const { begun } = await inTransaction(database.db, async (tx) => {
      // The sign-in reads the factors after the password and before it makes the challenge.
      await sql`LOCK TABLE identity.recovery_code IN ACCESS EXCLUSIVE MODE`.execute(tx)
      const begun = person.beginSignIn()
      await hasWaiter()
      const now = here.platform.clock.now()
      await sql`UPDATE identity.account SET password_changed_at = ${now} WHERE id = ${person.accountId}`.execute(tx)
      return { begun }
    })
    const { browser, asked } = await begun
    const late = await person.secondStep(browser, asked.challenge, { method: 'recovery', code: person.recoveryCodes[0] ?? '' })
    expect(codeOf(late)).toBe('identity.second_factor_expired')
  })

  it('R8 a reset requested before a change of e-mail goes to no former mailbox of the account', async () => {
    const person = await TestPerson.signedIn(here)
    const { drained } = await inTransaction(database.db, async (tx) => {
      await sql`UPDATE identity.account SET email = ${`nuevo-${person.email}`} WHERE id = ${person.accountId}`.execute(tx)
      await new Browser(here.url).send('POST', '/api/password/reset-request', { email: person.email })
      const drained = here.platform.jobs.drain()
      await Promise.race([hasWaiter(), drained])
      return { drained }
    })
    await drained
    expect((await person.mails()).filter(({ subject }) => subject.startsWith('Restablece'))).toEqual([])
  })
})
