import { FREEZE_PATH } from '@tunjo/contract/credentials'
import { LOST_FACTOR_PATH } from '@tunjo/contract/mfa-reset'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_ACTOR } from '../../../../../../dev/testing/audit.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { readIdentitySettings } from '../core/config.ts'
import { PASSWORD, TestPerson } from '../factors/person.testing.ts'
import { Browser, codeOf, type IdentityProcess, startIdentityProcess } from '../identity.testing.ts'

const HOUR_MS = 60 * 60_000
/** For the rounds of a race, on a busy machine. */
const RACES_MS = 60_000

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
beforeEach(() => sql`DELETE FROM platform.rate_limit`.execute(database.db))

const post = (path: string, body: unknown) => new Browser(here.url).send('POST', path, body)
const passHours = async (hours: number) => {
  here.platform.clock.advance(hours * HOUR_MS)
  await here.platform.jobs.drain()
}
async function withTotp(): Promise<TestPerson> {
  const person = await TestPerson.signedIn(here)
  expect((await person.addTotp()).status).toBe(200)
  return person
}
const request = async (person: TestPerson) => {
  const { browser, asked } = await person.beginSignIn()
  return browser.send('POST', '/api/lost-factor', { challenge: asked.challenge })
}
async function mailedToken(person: TestPerson, page: string, about: RegExp): Promise<string> {
  const mail = (await person.mails()).find(({ subject }) => about.test(subject))
  return new RegExp(`${page}/([\\w-]{43})`).exec(mail?.text ?? '')?.[1] ?? ''
}
const requestToken = (person: TestPerson) => mailedToken(person, LOST_FACTOR_PATH, /^¿Perdiste tu segundo factor/)
const confirm = (token: string) => post('/api/lost-factor/confirm', { token })
async function asked(): Promise<TestPerson> {
  const person = await withTotp()
  expect(await (await request(person)).json()).toEqual({ mailSent: true })
  expect((await confirm(await requestToken(person))).status).toBe(200)
  return person
}
const subjects = async (person: TestPerson) => (await person.mails()).map(({ subject }) => subject.replace(' · Tunjo', ''))
const signInCode = async ({ email }: TestPerson) => codeOf(await new Browser(here.url).signIn(email, PASSWORD))
const hasTotp = async ({ accountId }: TestPerson) =>
  (await sql`SELECT 1 FROM identity.totp WHERE account_id = ${accountId}`.execute(database.db)).rows.length === 1
const removals = async ({ accountId }: TestPerson) =>
  (
    await sql<{ isDone: boolean; isCancelled: boolean }>`SELECT done_at IS NOT NULL AS "isDone", cancelled_at IS NOT NULL AS "isCancelled"
    FROM identity.factor_removal WHERE account_id = ${accountId}`.execute(database.db)
  ).rows

describe('a person who lost every second factor', () => {
  it('R9 waits 72 hours with three notices; then the factors are removed, a reset is needed and withdrawals wait a day', async () => {
    const person = await asked()
    expect(await subjects(person)).toContain('Alguien pidió quitar tu segundo factor')
    await passHours(23)
    expect(await subjects(person)).not.toContain('Pronto quitaremos tu segundo factor')
    await passHours(1)
    expect(await subjects(person)).toContain('Pronto quitaremos tu segundo factor')
    await passHours(47)
    expect(await hasTotp(person)).toBe(true)
    await passHours(1)
    expect(await hasTotp(person)).toBe(false)
    expect(await subjects(person)).toContain('Quitamos tu segundo factor')
    expect(await signInCode(person)).toBe('identity.reset_required')
    const hold = await here.identity.withdrawalHold(database.db, person.accountId)
    expect(hold?.reason).toBe('factor_changed')
    expect(Math.round(((hold?.until.getTime() ?? 0) - here.platform.clock.now().getTime()) / HOUR_MS)).toBe(24)
    await post('/api/password/reset-request', { email: person.email })
    const token = await mailedToken(person, '/users/reset-password', /^Restablece/)
    expect((await post('/api/password/reset', { token, password: 'siete loros en el balcón' })).status).toBe(200)
    expect((await new Browser(here.url).signIn(person.email, 'siete loros en el balcón')).status).toBe(200)
  })

  it('ends every session when it is done', async () => {
    const person = await asked()
    expect((await person.browser.refresh()).status).toBe(200)
    // A session would be idle by then: it is extended, to see that it is ended and did not only expire.
    await sql`UPDATE identity.session SET active_at = now() + interval '30 days', expires_at = now() + interval '30 days'
      WHERE account_id = ${person.accountId}`.execute(database.db)
    await passHours(72)
    const open = await sql`SELECT 1 FROM identity.session WHERE account_id = ${person.accountId} AND ended_at IS NULL`.execute(database.db)
    expect(open.rows).toEqual([])
  })

  it('is requested once: a second link keeps the time, and jobs that run twice do nothing twice', async () => {
    const person = await withTotp()
    await request(person)
    const first = await (await confirm(await requestToken(person))).json()
    await passHours(1)
    await request(person)
    expect(await (await confirm(await requestToken(person))).json()).toEqual(first)
    await passHours(24)
    await passHours(48)
    await sql`UPDATE platform.job SET done_at = NULL WHERE name IN ('identity.remove_lost_factors', 'identity.remind_of_factor_removal')`.execute(
      database.db,
    )
    await passHours(0)
    const received = await subjects(person)
    expect(received.filter((subject) => subject === 'Quitamos tu segundo factor')).toHaveLength(1)
    expect(received.filter((subject) => subject === 'Pronto quitaremos tu segundo factor')).toHaveLength(1)
    expect(await removals(person)).toEqual([{ isDone: true, isCancelled: false }])
  })
})

describe('what ends the wait', () => {
  const survives = async (person: TestPerson) => {
    await passHours(73)
    expect(await removals(person)).toEqual([{ isDone: false, isCancelled: true }])
    expect(await subjects(person)).not.toContain('Quitamos tu segundo factor')
  }

  it('a sign-in with the factor, which is notified', async () => {
    const person = await asked()
    const { browser, asked: step } = await person.beginSignIn()
    expect((await person.secondStep(browser, step.challenge, { method: 'recovery', code: person.recoveryCodes[0] ?? '' })).status).toBe(200)
    expect(await subjects(person)).toContain('Tu segundo factor sigue activo')
    await survives(person)
    expect(await hasTotp(person)).toBe(true)
  })

  it('an approval with the factor', async () => {
    const person = await asked()
    await person.approve({ call: 'POST /api/factors/recovery-codes' })
    await survives(person)
  })

  it('the link “No fui yo”, which freezes', async () => {
    const person = await asked()
    const token = await mailedToken(person, FREEZE_PATH, /^Alguien pidió quitar/)
    expect((await post('/api/freeze', { token })).status).toBe(200)
    await survives(person)
    expect(await hasTotp(person)).toBe(true)
    expect(await signInCode(person)).toBe('identity.account_frozen')
  })

  it('a suspension, and a new role', async () => {
    const [suspended, promoted] = [await asked(), await asked()]
    const { db } = database
    await db.transaction().execute((tx) => here.identity.setState(tx, { accountId: suspended.accountId, state: 3, actor: TEST_ACTOR }))
    await db.transaction().execute((tx) => here.identity.setAuthorities(tx, promoted.accountId, ['ROLE_ADMIN'], TEST_ACTOR))
    await survives(suspended)
    expect(await removals(promoted)).toEqual([{ isDone: false, isCancelled: true }])
    expect([await hasTotp(suspended), await hasTotp(promoted)]).toEqual([true, true])
  })

  it(
    'of a concurrent objection and removal one comes first, whole',
    async () => {
      for (let round = 0; round < 3; round++) {
        const person = await asked()
        const token = await mailedToken(person, FREEZE_PATH, /^Alguien pidió quitar/)
        here.platform.clock.advance(72 * HOUR_MS)
        const [frozen] = await Promise.all([post('/api/freeze', { token }), here.platform.jobs.drain()])
        expect(frozen.status).toBe(200)
        const [removal] = await removals(person)
        expect(removal?.isDone).not.toBe(removal?.isCancelled)
        expect(await hasTotp(person)).toBe(removal?.isCancelled)
        // In either order, no session is open.
        expect(await signInCode(person)).toBe('identity.account_frozen')
      }
    },
    RACES_MS,
  )

  it(
    'of a concurrent sign-in with the factor and removal one comes first, whole',
    async () => {
      for (let round = 0; round < 3; round++) {
        const person = await asked()
        here.platform.clock.advance(72 * HOUR_MS)
        const { browser, asked: step } = await person.beginSignIn()
        const proof = { method: 'recovery', code: person.recoveryCodes[0] ?? '' }
        const [entered] = await Promise.all([person.secondStep(browser, step.challenge, proof), here.platform.jobs.drain()])
        const [removal] = await removals(person)
        expect(removal?.isDone).not.toBe(removal?.isCancelled)
        expect(entered.status === 200).toBe(removal?.isCancelled)
        expect(await hasTotp(person)).toBe(removal?.isCancelled)
      }
    },
    RACES_MS,
  )
})

describe('eligibility', () => {
  it('an officer gets the contact to ask', async () => {
    const officer = await TestPerson.signedIn(here, ['ROLE_ADMIN'])
    await officer.addTotp()
    expect(codeOf(await request(officer))).toBe('identity.lost_factor_officer')
    expect(await requestToken(officer)).toBe('')
  })

  it('needs the challenge of a right password, in the browser that proved it; the link works once, and for an hour', async () => {
    const person = await withTotp()
    expect(codeOf(await post('/api/lost-factor', { challenge: 'x'.repeat(43) }))).toBe('identity.second_factor_expired')
    const { asked: step } = await person.beginSignIn()
    const elsewhere = await new Browser(here.url).send(
      'POST',
      '/api/lost-factor',
      { challenge: step.challenge },
      { 'user-agent': 'another' },
    )
    expect(codeOf(elsewhere)).toBe('identity.second_factor_expired')
    await request(person)
    const token = await requestToken(person)
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410])
    await request(person)
    const late = await requestToken(person)
    await passHours(1)
    expect(codeOf(await confirm(late))).toBe('identity.lost_factor_expired')
  })

  it('R31 a mailbox gets at most five an hour', async () => {
    const person = await withTotp()
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) statuses.push((await request(person)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('the wait is a setting of a day or more', () => {
    expect(readIdentitySettings({})).toEqual({ lostFactorWaitMs: 72 * HOUR_MS })
    expect(readIdentitySettings({ LOST_FACTOR_WAIT_HOURS: '24' })).toEqual({ lostFactorWaitMs: 24 * HOUR_MS })
    expect(() => readIdentitySettings({ LOST_FACTOR_WAIT_HOURS: '1' })).toThrow('LOST_FACTOR_WAIT_HOURS')
  })
})
