import { RESET_PATH } from '@tunjo/contract/credentials'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../../platform/database/database.ts'
import { lockAccount, updatePassword } from '../core/account-store.ts'
import { GUESS_LIMITS } from '../core/rate-limits.ts'
import { Browser, codeOf, startIdentityProcess } from '../identity.testing.ts'
import { expectSignedOut, HOUR_MS, MINUTE_MS, OTHER_PASSWORD, PASSWORD, People } from './people.testing.ts'

let people: People
beforeAll(async () => {
  people = await People.start()
})
afterAll(() => people?.stop())
beforeEach(() => people.clearAttempts())

const ask = (email: string) => people.post('/api/password/reset-request', { email })
const reset = (token: string, password = OTHER_PASSWORD, process = people.here) =>
  people.post('/api/password/reset', { token, password }, process)
async function linkFor(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(200)
  return people.tokenTo(email, RESET_PATH)
}

describe('reset request', () => {
  it('ID-03 answers the same for an unknown address, and writes the same: only the mailbox shows it', async () => {
    const { email } = await people.newPerson()
    const unknown = people.newEmail()
    const written = async (address: string) => {
      const count = async () =>
        (
          await sql<{ jobs: bigint; mails: bigint; links: bigint }>`SELECT (SELECT count(*) FROM platform.job) AS jobs,
            (SELECT count(*) FROM notifications.mail) AS mails, (SELECT count(*) FROM identity.link) AS links`.execute(people.database.db)
        ).rows[0]
      const before = await count()
      const answer = await ask(address)
      const after = await count()
      return [
        answer.status,
        await answer.json(),
        Object.entries(after ?? {}).map(([name, n]) => [name, n - (before?.[name as 'jobs'] ?? 0n)]),
      ]
    }
    const ofKnown = await written(email)
    expect(ofKnown).toEqual([
      200,
      { mailSent: true },
      [
        ['jobs', 1n],
        ['mails', 0n],
        ['links', 0n],
      ],
    ])
    expect(await written(unknown)).toEqual(ofKnown)
    expect(await people.subjectsTo(email)).toEqual(['Restablece tu contraseña de Tunjo'])
    expect(await people.subjectsTo(unknown)).toEqual([])
  })

  it('ID-03 refuses an invalid address', async () => {
    expect(codeOf(await ask('nadie'))).toBe('identity.email_invalid')
  })

  it('R31 a mailbox gets at most five mails an hour, known or not', async () => {
    const { email } = await people.newPerson()
    for (const address of [email, people.newEmail()]) {
      const statuses: number[] = []
      for (let index = 0; index < 6; index++) statuses.push((await ask(address)).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    }
    expect(await people.mailsTo(email)).toHaveLength(5)
  })

  it('ID-03 another link ends the former one', async () => {
    const { email } = await people.newPerson()
    const first = await linkFor(email)
    const second = await linkFor(email)
    expect(codeOf(await reset(first))).toBe('identity.reset_expired')
    expect((await reset(second)).status).toBe(200)
  })
})

describe('reset', () => {
  it('ID-03 R9 changes the password once, ends every session, holds withdrawals and notifies by mail', async () => {
    const { email, accountId, browser } = await people.signedIn()
    const token = await linkFor(email)
    expect(await (await reset(token)).json()).toEqual({ changed: true })
    await expectSignedOut(browser)
    expect((await browser.refresh()).status).toBe(401)
    expect(codeOf(await new Browser(people.here.url).signIn(email, PASSWORD))).toBe('identity.wrong_credentials')
    await people.anotherBrowser(email, OTHER_PASSWORD)
    expect(await people.holdOf(accountId)).toEqual({ reason: 'password_changed', hours: 24 })
    expect((await people.mailsTo(email)).map(({ subject }) => subject)).toContain('Restableciste tu contraseña · Tunjo')
    expect(await people.tokenTo(email, '/users/freeze')).toHaveLength(43)
    expect(await people.eventsOf(accountId)).toContain('identity.account_changed')
    expect(codeOf(await reset(token))).toBe('identity.reset_expired')
  })

  it('ID-03 of two uses of one link at the same moment, one wins', async () => {
    const { email } = await people.newPerson()
    const token = await linkFor(email)
    const passwords = ['la primera de las frases', 'la segunda de las frases']
    const answers = await Promise.all(passwords.map((password, index) => reset(token, password, index ? people.there : people.here)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? ''
    await people.anotherBrowser(email, winner)
  })

  it('ID-03 a weak password leaves the link valid', async () => {
    const { email } = await people.newPerson()
    const token = await linkFor(email)
    expect(codeOf(await reset(token, 'corta'))).toBe('identity.password_too_short')
    expect(codeOf(await reset(token, 'Password2026!'))).toBe('identity.password_too_common')
    expect((await reset(token)).status).toBe(200)
  })

  it('ID-03 the link ends after 30 minutes', async () => {
    const later = await startIdentityProcess(people.database)
    try {
      const { email } = await people.newPerson()
      const token = await linkFor(email)
      later.platform.clock.advance(29 * MINUTE_MS)
      expect(codeOf(await reset(token, 'corta', later))).toBe('identity.password_too_short')
      later.platform.clock.advance(MINUTE_MS)
      expect(codeOf(await reset(token, OTHER_PASSWORD, later))).toBe('identity.reset_expired')
    } finally {
      await later.close()
    }
  })

  it('SEC-12 whether a link works is answered without consuming it, and nothing else is disclosed', async () => {
    const { email } = await people.newPerson()
    const token = await linkFor(email)
    const check = async (purpose: string, asked = token) => (await people.post('/api/links/check', { token: asked, purpose })).json()
    expect(await check('password_reset')).toEqual({ works: true })
    expect(await check('password_reset')).toEqual({ works: true })
    for (const purpose of ['lost_factor', 'activation']) expect(await check(purpose)).toEqual({ works: false })
    expect(await check('password_reset', 'x'.repeat(43))).toEqual({ works: false })
    expect((await reset(token)).status).toBe(200)
    expect(await check('password_reset')).toEqual({ works: false })
  })

  it('R10 working links cannot be guessed', async () => {
    const check = async () => (await people.post('/api/links/check', { token: 'x'.repeat(43), purpose: 'password_reset' })).status
    expect(await check()).toBe(200)
    const { tries } = GUESS_LIMITS['link-check'].network
    await sql`UPDATE platform.rate_limit SET tries = array_fill(${new Date()}::timestamptz, ARRAY[${tries - 1}::integer]) WHERE bucket LIKE 'link-check-network:%'`.execute(
      people.database.db,
    )
    expect([await check(), await check()]).toEqual([200, 429])
  })

  it('R10 guesses of links are limited per network, and the right link of a neighbour is not counted', async () => {
    const { email } = await people.newPerson()
    const token = await linkFor(email)
    const guess = async (index: number) => (await reset(`${token.slice(0, -2)}${String(index).padStart(2, '0')}`)).status
    for (let index = 0; index < 12; index++) expect(await guess(index)).toBe(410)
    expect((await reset(token)).status).toBe(200)
    const { tries } = GUESS_LIMITS.reset.network
    await sql`UPDATE platform.rate_limit SET tries = array_fill(${new Date()}::timestamptz, ARRAY[${tries - 1}::integer]) WHERE bucket LIKE 'reset-network:%'`.execute(
      people.database.db,
    )
    expect([await guess(13), await guess(14)]).toEqual([410, 429])
  })

  it('ID-02 lifts a freeze, a required reset, and the tries against the old password', async () => {
    const { email, accountId } = await people.newPerson()
    const { db } = people.database
    const now = people.here.platform.clock.now()
    await sql`UPDATE identity.account SET frozen_at = ${now}, reset_required_at = ${now} WHERE id = ${accountId}`.execute(db)
    const browser = new Browser(people.here.url)
    expect(codeOf(await browser.signIn(email, PASSWORD))).toBe('identity.account_frozen')
    expect(codeOf(await browser.signIn(email, 'no es esta frase'))).toBe('identity.wrong_credentials')
    await sql`UPDATE identity.account SET frozen_at = NULL WHERE id = ${accountId}`.execute(db)
    expect(codeOf(await browser.signIn(email, PASSWORD))).toBe('identity.reset_required')
    for (let index = 0; index < 10; index++) await browser.signIn(email, `intento número ${index}`)
    const token = await linkFor(email)
    expect((await reset(token)).status).toBe(200)
    await people.anotherBrowser(email, OTHER_PASSWORD)
  })

  it('ID-03 a pending sign-in with the old password opens nothing', async () => {
    const { email, accountId } = await people.newPerson()
    const browser = new Browser(people.here.url)
    const signingIn = await inTransaction(people.database.db, async (tx) => {
      await lockAccount(tx, accountId, 'update')
      const waiting = browser.signIn(email, PASSWORD)
      // The password is checked by now, and the sign-in waits for the account.
      await expect
        .poll(
          async () =>
            (
              await sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
                people.database.db,
              )
            ).rows.length,
        )
        .toBeGreaterThan(0)
      await updatePassword(tx, accountId, 'another', people.here.platform.clock.now())
      return { waiting }
    })
    expect(codeOf(await signingIn.waiting)).toBe('identity.wrong_credentials')
  })

  it('R9 the hold ends after 24 hours', async () => {
    const later = await startIdentityProcess(people.database)
    try {
      const { email, accountId } = await people.newPerson()
      await reset(await linkFor(email))
      later.platform.clock.advance(24 * HOUR_MS - MINUTE_MS)
      expect(await later.identity.withdrawalHold(people.database.db, accountId)).toMatchObject({ reason: 'password_changed' })
      later.platform.clock.advance(2 * MINUTE_MS)
      expect(await later.identity.withdrawalHold(people.database.db, accountId)).toBeNull()
    } finally {
      await later.close()
    }
  })

  it('ID-03 no password or token is stored in clear', async () => {
    const { email } = await people.newPerson()
    const token = await linkFor(email)
    await reset(token)
    await people.mailsTo(email)
    const stored = await sql<{
      row: string
    }>`SELECT link::text AS row FROM identity.link UNION ALL SELECT account::text FROM identity.account
      UNION ALL SELECT mail::text FROM notifications.mail UNION ALL SELECT job::text FROM platform.job`.execute(people.database.db)
    const text = stored.rows.map(({ row }) => row).join('\n')
    expect(text).toContain(email)
    expect(text).not.toContain(token)
    expect(text).not.toContain(OTHER_PASSWORD)
  })
})
