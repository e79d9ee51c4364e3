import { GRANT_LIFE_SECONDS, STEP_UP_HEADER, type StepUp } from '@tunjo/contract/step-up'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { waitingForLocks } from '../../../../../../dev/testing/waiting-for-locks.ts'
import { Browser, codeOf, type IdentityProcess, startIdentityProcess } from '../identity.testing.ts'
import { PASSWORD, TestPerson } from './person.testing.ts'

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
beforeEach(() => sql`TRUNCATE platform.rate_limit`.execute(database.owner))

interface Factors {
  totp: { addedAt: string } | null
  passkeys: { id: string; name: string; lastUsedAt: string | null }[]
  recoveryCodesLeft: number
  required: boolean
}
const factorsOf = async ({ browser }: TestPerson) => (await (await browser.send('GET', '/api/factors')).json()) as Factors
const nextStep = () => here.platform.clock.advance(30_000)
const REMOVE_TOTP = { call: 'DELETE /api/factors/totp' }
const NEW_CODES = { call: 'POST /api/factors/recovery-codes' }
const begun = async (person: TestPerson) => (await (await person.begin(NEW_CODES)).json()) as StepUp

async function withTotp(): Promise<TestPerson> {
  const person = await TestPerson.signedIn(here)
  expect((await person.addTotp()).status).toBe(200)
  return person
}

describe('codes of an app', () => {
  it('ID-09 is active once a code confirmed it, and returns ten recovery codes', async () => {
    const person = await TestPerson.signedIn(here)
    expect(codeOf(await person.browser.send('POST', '/api/factors/totp'))).toBe('identity.step_up_required')
    expect(codeOf(await person.browser.send('POST', '/api/factors/totp/confirm', { code: '123456' }))).toBe('identity.totp_not_begun')
    const answer = await person.guarded('POST', '/api/factors/totp', { call: 'POST /api/factors/totp' })
    const { secret, uri } = (await answer.json()) as { secret: string; uri: string }
    expect(Object.fromEntries(new URL(uri).searchParams)).toEqual({ issuer: 'Tunjo', secret, algorithm: 'SHA1', digits: '6', period: '30' })
    expect(decodeURIComponent(new URL(uri).pathname)).toContain(person.email)
    expect(await factorsOf(person)).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0, required: false })
    expect((await new Browser(here.url).signIn(person.email, PASSWORD)).headers.get('set-cookie')).toContain('refresh=')

    person.secret = secret
    const code = person.totpCode()
    const wrong = code === '000000' ? '000001' : '000000'
    expect(codeOf(await person.browser.send('POST', '/api/factors/totp/confirm', { code: wrong }))).toBe('identity.second_factor_wrong')
    const confirmed = await person.browser.send('POST', '/api/factors/totp/confirm', { code })
    const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] }
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const recoveryCode of recoveryCodes) expect(recoveryCode).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
    expect(await factorsOf(person)).toMatchObject({ totp: { addedAt: expect.any(String) }, recoveryCodesLeft: 10 })
    person.recoveryCodes = [...recoveryCodes]
    expect(codeOf(await person.guarded('POST', '/api/factors/totp', { call: 'POST /api/factors/totp' }))).toBe('identity.totp_already_on')

    const stored = await sql<{ row: string }>`SELECT totp::text AS row FROM identity.totp UNION ALL
      SELECT recovery_code::text FROM identity.recovery_code`.execute(database.db)
    const text = stored.rows.map(({ row }) => row).join('\n')
    for (const clear of [secret, ...recoveryCodes, ...recoveryCodes.map((item) => item.replace('-', ''))]) expect(text).not.toContain(clear)
  })

  it('ID-10 is asked for at sign-in, and the password alone opens nothing', async () => {
    const person = await withTotp()
    nextStep()
    const { browser, asked } = await person.beginSignIn()
    expect(asked).toEqual({ challenge: expect.any(String), methods: ['totp', 'recovery'], passkey: null })
    expect([browser.cookie, (await browser.refresh()).status]).toEqual([null, 401])
    const answer = await person.secondStep(browser, asked.challenge, { method: 'totp', code: person.totpCode() })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('refresh=')])
    expect((await browser.account()).status).toBe(200)
    expect((await browser.refresh()).status).toBe(200)
    // The challenge is used up, for a right code too.
    nextStep()
    const again = await person.secondStep(new Browser(here.url), asked.challenge, { method: 'totp', code: person.totpCode() })
    expect(codeOf(again)).toBe('identity.second_factor_expired')
  })

  it('a step works once, never after a later one, and one step of clock difference is accepted', async () => {
    const person = await withTotp()
    const enter = async (code: string) => {
      const { browser, asked } = await person.beginSignIn()
      return codeOf(await person.secondStep(browser, asked.challenge, { method: 'totp', code }))
    }
    expect(await enter(person.totpCode())).toBe('identity.second_factor_wrong')
    expect(await enter(person.totpCode(2))).toBe('identity.second_factor_wrong')
    expect(await enter(person.totpCode(1))).toBeNull()
    nextStep()
    expect(await enter(person.totpCode(0))).toBe('identity.second_factor_wrong')
    nextStep()
    nextStep()
    expect(await enter(person.totpCode(-1))).toBeNull()
    expect(await enter(person.totpCode(-2))).toBe('identity.second_factor_wrong')
  })

  it('of ten parallel uses of one code one is accepted', async () => {
    const person = await withTotp()
    nextStep()
    const code = person.totpCode()
    const challenges = await Promise.all(Array.from({ length: 5 }, () => person.beginSignIn()))
    const approvals = await Promise.all(Array.from({ length: 5 }, () => begun(person)))
    const answers = await Promise.all([
      ...challenges.map(({ browser, asked }) => person.secondStep(browser, asked.challenge, { method: 'totp', code })),
      ...approvals.map(({ id }) => person.verify(id, { method: 'totp', code })),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => codeOf(answer) === 'identity.second_factor_wrong')).toHaveLength(9)
  })

  it('R10 five wrong codes end a challenge; the tries of all challenges count together; each is a line of the history', async () => {
    const person = await withTotp()
    const refused: (string | null)[] = []
    for (let round = 0; round < 3; round++) {
      const { browser, asked } = await person.beginSignIn()
      for (let index = 0; index < 6; index++)
        refused.push(codeOf(await person.secondStep(browser, asked.challenge, { method: 'recovery', code: `AAAA-${index}AA` })))
    }
    const [wrong, closed] = ['identity.second_factor_wrong', 'identity.too_many_attempts']
    const expected = [...Array(5).fill(wrong), closed, ...Array(5).fill(wrong), closed, ...Array(6).fill(closed)]
    expect(refused).toEqual(expected)
    // Also for the right code.
    nextStep()
    const { browser, asked } = await person.beginSignIn()
    expect(codeOf(await person.secondStep(browser, asked.challenge, { method: 'totp', code: person.totpCode() }))).toBe(closed)
    const lines = await sql`SELECT 1 FROM identity.sign_in WHERE account_id = ${person.accountId} AND result = 'wrong_factor'`.execute(
      database.db,
    )
    expect(lines.rows).toHaveLength(10)
  })

  it('a challenge belongs to the browser that began, and lasts five minutes', async () => {
    const person = await withTotp()
    nextStep()
    const { browser, asked } = await person.beginSignIn(new Browser(here.url), { 'user-agent': 'one' })
    const proof = () => ({ method: 'totp', code: person.totpCode() })
    expect(codeOf(await person.secondStep(new Browser(here.url), asked.challenge, proof(), { 'user-agent': 'other' }))).toBe(
      'identity.second_factor_expired',
    )
    expect(codeOf(await person.secondStep(browser, 'x'.repeat(43), proof(), { 'user-agent': 'one' }))).toBe(
      'identity.second_factor_expired',
    )
    here.platform.clock.advance(300_001)
    expect(codeOf(await person.secondStep(browser, asked.challenge, proof(), { 'user-agent': 'one' }))).toBe(
      'identity.second_factor_expired',
    )
  })

  it('a secret that waited half an hour for its first code is refused', async () => {
    const person = await TestPerson.signedIn(here)
    const answer = await person.guarded('POST', '/api/factors/totp', { call: 'POST /api/factors/totp' })
    person.secret = ((await answer.json()) as { secret: string }).secret
    here.platform.clock.advance(29 * 60_000)
    await person.browser.refresh()
    await person.browser.account()
    here.platform.clock.advance(2 * 60_000)
    expect(codeOf(await person.browser.send('POST', '/api/factors/totp/confirm', { code: person.totpCode() }))).toBe(
      'identity.totp_not_begun',
    )
  })

  it('a code that was mailed before does not approve once a factor exists', async () => {
    const person = await TestPerson.signedIn(here)
    const { id } = await begun(person)
    const code = await person.mailedCode()
    await person.addTotp()
    expect(codeOf(await person.verify(id, { method: 'mail', code }))).toBe('identity.second_factor_wrong')
    expect(await begun(person)).toMatchObject({ methods: ['totp', 'recovery'], sentTo: null })
  })
})

describe('recovery codes', () => {
  it('ID-09 work once each, in any spelling, and their use is notified', async () => {
    const person = await withTotp()
    const [first = '', second = ''] = person.recoveryCodes
    const { browser, asked } = await person.beginSignIn()
    expect(
      (await person.secondStep(browser, asked.challenge, { method: 'recovery', code: ` ${first.toLowerCase().replace('-', ' ')}` })).status,
    ).toBe(200)
    expect((await factorsOf(person)).recoveryCodesLeft).toBe(9)
    // Mails are sent in parallel.
    expect((await person.mails()).map(({ text }) => text).join()).toMatch(/códigos? de recuperación/i)
    const { id } = await begun(person)
    expect(codeOf(await person.verify(id, { method: 'recovery', code: first }))).toBe('identity.second_factor_wrong')
    expect((await person.verify(id, { method: 'recovery', code: second })).status).toBe(200)

    const other = await withTotp()
    const { id: otherId } = await begun(other)
    const [, , foreign = ''] = person.recoveryCodes
    expect(codeOf(await other.verify(otherId, { method: 'recovery', code: foreign }))).toBe('identity.second_factor_wrong')
  })

  it('of parallel uses of one code one is accepted', async () => {
    const person = await withTotp()
    const code = person.recoveryCodes[0] ?? ''
    const approvals = await Promise.all(Array.from({ length: 6 }, () => begun(person)))
    const answers = await Promise.all(approvals.map(({ id }) => person.verify(id, { method: 'recovery', code })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('new ones end the old ones; without a factor there are none', async () => {
    const person = await withTotp()
    const old = person.recoveryCodes[0] ?? ''
    const answer = await person.guarded('POST', '/api/factors/recovery-codes', NEW_CODES)
    const { recoveryCodes } = (await answer.json()) as { recoveryCodes: string[] }
    expect(recoveryCodes).toHaveLength(10)
    const { id } = await begun(person)
    expect(codeOf(await person.verify(id, { method: 'recovery', code: old }))).toBe('identity.second_factor_wrong')
    person.recoveryCodes = recoveryCodes
    expect((await person.guarded('DELETE', '/api/factors/totp', REMOVE_TOTP)).status).toBe(200)
    expect(await factorsOf(person)).toMatchObject({ totp: null, recoveryCodesLeft: 0 })
    expect(codeOf(await person.guarded('POST', '/api/factors/recovery-codes', NEW_CODES))).toBe('identity.factor_not_found')
    expect((await new Browser(here.url).signIn(person.email, PASSWORD)).status).toBe(200)
  })
})

describe('a change of factors', () => {
  it('R9 holds withdrawals for 24 hours, ends the other sessions, and is notified in a mail with the link to stop it', async () => {
    const person = await TestPerson.signedIn(here)
    const second = new Browser(here.url)
    await second.signIn(person.email, PASSWORD)
    // A new browser causes a hold too; the test needs the hold of the factor.
    await sql`DELETE FROM identity.hold WHERE account_id = ${person.accountId}`.execute(database.owner)
    const hold = () => here.identity.withdrawalHold(database.db, person.accountId)
    expect(await hold()).toBeNull()
    const before = here.platform.clock.now().getTime()
    await person.addTotp()
    const after = here.platform.clock.now().getTime()
    const held = await hold()
    expect(held?.reason).toBe('factor_changed')
    expect((held?.until.getTime() ?? 0) - before).toBeGreaterThanOrEqual(24 * 60 * 60_000)
    expect((held?.until.getTime() ?? 0) - after).toBeLessThanOrEqual(24 * 60 * 60_000)
    expect((await second.refresh()).status).toBe(401)
    expect((await person.browser.account()).status).toBe(200)
    const [mail] = await person.mails()
    expect(mail?.text).toContain('/users/freeze/')

    here.platform.clock.advance(24 * 60 * 60_000 + 10_000)
    expect(await hold()).toBeNull()
    expect((await new Browser(here.url).send('POST', '/api/sign-in', { email: person.email, password: PASSWORD })).status).toBe(200)
    const { browser, asked } = await person.beginSignIn()
    await person.secondStep(browser, asked.challenge, { method: 'totp', code: person.totpCode() })
    person.browser = browser
    await person.guarded('DELETE', '/api/factors/totp', REMOVE_TOTP)
    expect((await hold())?.reason).toBe('factor_changed')
    const events = await sql<{ payload: unknown }>`SELECT payload FROM platform.event
      WHERE type = 'identity.account_changed' AND payload->>'accountId' = ${person.accountId}`.execute(database.db)
    expect(events.rows.length).toBeGreaterThanOrEqual(2)
  })

  it('a sign-in by password that began before the first factor does not complete without it', async () => {
    const person = await TestPerson.signedIn(here)
    const late = await database.db.transaction().execute(async (tx) => {
      // The password is right and no factor exists; the session waits for the account.
      await sql`SELECT 1 FROM identity.account WHERE id = ${person.accountId} FOR UPDATE`.execute(tx)
      const started = { answer: new Browser(here.url).signIn(person.email, PASSWORD) }
      await expect.poll(() => waitingForLocks(database.db)).toBe(1)
      await sql`INSERT INTO identity.totp (account_id, sealed_secret, begun_at, confirmed_at)
        VALUES (${person.accountId}, 'sealed', now(), now())`.execute(tx)
      return started
    })
    expect(codeOf(await late.answer)).toBe('identity.second_factor_expired')
  })

  it('a grant for one change is not accepted for another', async () => {
    const person = await withTotp()
    const grant = await person.approve(NEW_CODES)
    const answer = await person.browser.send('DELETE', '/api/factors/totp', undefined, { [STEP_UP_HEADER]: grant })
    expect(codeOf(answer)).toBe('identity.step_up_invalid')
    here.platform.clock.advance(GRANT_LIFE_SECONDS * 1000 + 1)
    expect(codeOf(await person.browser.send('POST', '/api/factors/recovery-codes', undefined, { [STEP_UP_HEADER]: grant }))).toBe(
      'identity.step_up_invalid',
    )
  })
})
