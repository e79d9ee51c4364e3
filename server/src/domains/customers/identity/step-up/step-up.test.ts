import { STEP_UP_HEADER, type StepUp } from '@tunjo/contract/step-up'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { callOf } from '../../../../platform/http/guards/step-up.ts'
import { TestPerson } from '../factors/person.testing.ts'
import { Browser, codeOf, type IdentityProcess, startIdentityProcess } from '../identity.testing.ts'
import { countingRoutes, GUARDED_CALLS, type GuardedCallCase, pathOf } from './guarded-calls.testing.ts'

const { routes, accepted } = countingRoutes()
let database: TestDatabase
let here: IdentityProcess

beforeAll(async () => {
  database = await createTestDatabase()
  here = await startIdentityProcess(database, {}, { guarded: routes })
})
afterAll(async () => {
  await here?.close()
  await database?.drop()
})
beforeEach(async () => {
  accepted.length = 0
  await sql`TRUNCATE platform.rate_limit`.execute(database.owner)
})

type Values = GuardedCallCase['right']
const send = ({ endpoint }: GuardedCallCase, { params, body }: Values, browser: Browser, headers: Record<string, string>) =>
  browser.send(endpoint.method, pathOf(endpoint, params), body, headers)
const SEND = { call: 'POST /api/test/send/:asset', params: { asset: 'USDT' }, body: { to: '0xaa', amount: '1' } }
const transfer = (browser: Browser, headers: Record<string, string>, body: unknown = SEND.body) =>
  browser.send('POST', '/api/test/send/USDT', body, headers)
const begun = async (person: TestPerson, approved: object = SEND) =>
  (await (await person.browser.send('POST', '/api/step-up', approved)).json()) as StepUp

describe('SEC-32 R7 a grant is good for one call of one session, once', () => {
  let person: TestPerson
  let elsewhere: Browser
  let other: TestPerson

  beforeAll(async () => {
    await sql`TRUNCATE platform.rate_limit`.execute(database.owner)
    person = await TestPerson.signedIn(here, ['ROLE_ADMIN', 'ROLE_USER'])
    await person.addPasskey()
    other = await TestPerson.signedIn(here, ['ROLE_ADMIN', 'ROLE_USER'])
    const { browser, asked } = await person.beginSignIn()
    elsewhere = browser
    expect(
      (await person.secondStep(browser, asked.challenge, { method: 'passkey', passkey: person.passkey.sign(asked.passkey) })).status,
    ).toBe(200)
  })

  const cases = GUARDED_CALLS.map((given, index) => [callOf(given.endpoint), given, index] as const)

  it.each(cases)('R7 ID-10 %s: six faults, none accepted', async (call, given, index) => {
    for (const browser of [person.browser, elsewhere, other.browser]) expect((await browser.refresh()).status).toBe(200)
    const { right, changed } = given
    const approve = () => person.approve({ call, ...right })
    const refused: (string | null)[] = []
    const attempt = async (values: Values, browser: Browser, grant: string, target = given) =>
      refused.push(codeOf(await send(target, values, browser, { [STEP_UP_HEADER]: grant })))

    const grant = await approve()
    await attempt(right, other.browser, grant)
    await attempt(right, elsewhere, grant)
    const next = GUARDED_CALLS[(index + 1) % GUARDED_CALLS.length] ?? given
    await attempt(next.right, person.browser, grant, next)
    for (const values of changed) await attempt(values, person.browser, grant)
    // None of the faulty calls consumed it.
    expect((await send(given, right, person.browser, { [STEP_UP_HEADER]: grant })).status).toBe(200)
    expect(accepted).toEqual([call])
    await attempt(right, person.browser, grant)

    const late = await approve()
    here.platform.clock.advance(120_001)
    await attempt(right, person.browser, late)
    expect(refused).toEqual(Array(5 + changed.length).fill('identity.step_up_invalid'))
    expect(codeOf(await send(given, right, person.browser, {}))).toBe('identity.step_up_required')
    expect(accepted).toEqual([call])
  })

  it('R7 of ten parallel uses of one grant one is accepted', async () => {
    await person.browser.refresh()
    const grant = await person.approve({ call: 'GET /api/test/secret/:id', params: { id: 'x' } })
    const uses = Array.from({ length: 10 }, () => person.browser.send('GET', '/api/test/secret/x', undefined, { [STEP_UP_HEADER]: grant }))
    const statuses = (await Promise.all(uses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(accepted).toHaveLength(1)
  })

  it('R2 a repeat of the same operation may send its used grant; another key or body may not', async () => {
    await person.browser.refresh()
    const grant = await person.approve(SEND)
    const key = (value: string) => ({ [STEP_UP_HEADER]: grant, 'idempotency-key': value })
    expect((await transfer(person.browser, key('operation-1'))).status).toBe(200)
    expect((await transfer(person.browser, key('operation-1'))).status).toBe(200)
    expect(codeOf(await transfer(person.browser, key('operation-2')))).toBe('identity.step_up_invalid')
    const noted = { ...SEND.body, note: 'otra cosa' }
    expect(codeOf(await transfer(person.browser, key('operation-1'), noted))).toBe('identity.step_up_invalid')
    expect(codeOf(await transfer(elsewhere, key('operation-1')))).toBe('identity.step_up_invalid')
  })
})

describe('asking', () => {
  it('ID-10 mails a code with a description of the call, to a person without another factor', async () => {
    const person = await TestPerson.signedIn(here)
    const asked = await begun(person)
    expect(asked).toMatchObject({ title: 'Aprobar /api/test/send/:asset', methods: ['mail'], passkey: null, sentTo: 'p•••@correo.example' })
    const [mail] = await person.mails()
    expect(mail?.text).toContain('Aprobar /api/test/send/:asset')
    expect(mail?.text).toContain('Valor: $ 50.000')
    const code = await person.mailedCode()
    expect(mail?.subject).not.toContain(code)
    const stored = await sql<{ row: string }>`SELECT step_up::text AS row FROM identity.step_up UNION ALL
      SELECT mail::text FROM notifications.mail UNION ALL SELECT job::text FROM platform.job`.execute(database.db)
    expect(stored.rows.length).toBeGreaterThan(0)
    for (const { row } of stored.rows) expect(row).not.toMatch(new RegExp(`\\b${code}\\b`))

    const answer = await person.verify(asked.id, { method: 'mail', code: `${code.slice(0, 3)} ${code.slice(3)}` })
    const { grant, expiresInSeconds } = (await answer.json()) as { grant: string; expiresInSeconds: number }
    expect([Buffer.from(grant, 'base64url').length, expiresInSeconds]).toEqual([32, 120])
    expect((await transfer(person.browser, { [STEP_UP_HEADER]: grant })).status).toBe(200)
    expect(codeOf(await person.verify(asked.id, { method: 'mail', code }))).toBe('identity.step_up_expired')
  })

  it.each([
    {
      stored: 'en',
      asking: 'es',
      shown: 'Aprobar',
      mailed: 'Approve',
      subject: /^Your code to confirm/,
      amount: 'Amount: $ 50.000\nDay: 21 November 2026',
    },
    {
      stored: 'es',
      asking: 'en',
      shown: 'Approve',
      mailed: 'Aprobar',
      subject: /^Tu código para confirmar/,
      amount: 'Valor: $ 50.000\nDía: 21 de noviembre de 2026',
    },
  ])(
    'SHELL-13 mails the code in the stored language of the person ($stored), and answers in that of the request ($asking)',
    async (given) => {
      const person = await TestPerson.signedIn(here)
      expect((await person.browser.send('PUT', '/api/account/profile', { langKey: given.stored })).status).toBe(200)
      const answer = await person.browser.send('POST', '/api/step-up', SEND, { 'accept-language': given.asking })
      const { id, title } = (await answer.json()) as StepUp
      expect(title).toBe(`${given.shown} /api/test/send/:asset`)
      expect((await person.browser.send('POST', `/api/step-up/${id}/resend`, undefined, { 'accept-language': given.asking })).status).toBe(
        200,
      )
      const mails = await person.mails()
      expect(mails).toHaveLength(2)
      for (const { subject, text } of mails) {
        expect(subject).toMatch(given.subject)
        expect(text).toContain(`${given.mailed} /api/test/send/:asset\n${given.amount}`)
      }
    },
  )

  it('the values are read by the schemas of the call: another spelling of the same amount is the same approval', async () => {
    const person = await TestPerson.signedIn(here)
    const id = '0192f0c1-2f6b-7b3e-9a57-5d0c6a3f7e11'
    const grant = await person.approve({ call: 'POST /payment/withdraw', body: { account: id, amount: '50000' } })
    const answer = await person.browser.send('POST', '/payment/withdraw', { account: id, amount: '50000.00' }, { [STEP_UP_HEADER]: grant })
    expect(answer.status).toBe(200)
  })

  it.each([
    ['a call that does not exist', { call: 'POST /payment/nothing' }, 'identity.step_up_unknown_call'],
    ['a call that needs no approval', { call: 'GET /api/account' }, 'identity.step_up_unknown_call'],
    ['a body that the call refuses', { ...SEND, body: { to: 1 } }, 'request.invalid'],
    ['no body', { ...SEND, body: undefined }, 'request.invalid'],
    ['missing parameters', { ...SEND, params: undefined }, 'request.invalid'],
    ['a call of officers', { call: 'POST /kyc/administrative/user-documents/accept', body: {} }, 'identity.not_authorized'],
    ['no call', {}, 'request.invalid'],
  ])('refuses %s', async (_, approved, code) => {
    const person = await TestPerson.signedIn(here)
    expect(codeOf(await person.browser.send('POST', '/api/step-up', approved))).toBe(code)
    expect(await person.mails()).toHaveLength(0)
  })

  it("refuses the proof of another person's approval, and of one from another session", async () => {
    const person = await TestPerson.signedIn(here)
    const thief = await TestPerson.signedIn(here)
    const second = new Browser(here.url)
    await second.signIn(person.email, 'tres gatos en la ventana')
    const { id } = await begun(person)
    const code = await person.mailedCode()
    for (const browser of [thief.browser, second])
      expect(codeOf(await person.verify(id, { method: 'mail', code }, browser))).toBe('identity.step_up_expired')
    expect(codeOf(await person.verify('not-an-id', { method: 'mail', code }))).toBe('identity.step_up_expired')
    expect((await person.verify(id, { method: 'mail', code })).status).toBe(200)
  })

  it('R10 five wrong codes end an approval, also at the same moment', async () => {
    const person = await TestPerson.signedIn(here)
    const { id } = await begun(person)
    const code = await person.mailedCode()
    const wrong = code === '000000' ? '000001' : '000000'
    const tries = await Promise.all(Array.from({ length: 9 }, () => person.verify(id, { method: 'mail', code: wrong })))
    const codes = tries.map(codeOf).sort()
    expect(codes).toEqual([...Array(5).fill('identity.second_factor_wrong'), ...Array(4).fill('identity.too_many_attempts')].sort())
    expect(codeOf(await person.verify(id, { method: 'mail', code }))).toBe('identity.too_many_attempts')
  })

  it('R10 ten wrong codes block guesses for the account, in every approval', async () => {
    const person = await TestPerson.signedIn(here)
    const refused: (string | null)[] = []
    for (let round = 0; round < 3; round++) {
      const { id } = await begun(person)
      const code = await person.mailedCode()
      const wrong = code === '000000' ? '000001' : '000000'
      for (let index = 0; index < 4; index++) refused.push(codeOf(await person.verify(id, { method: 'mail', code: wrong })))
    }
    expect(refused).toEqual([...Array(10).fill('identity.second_factor_wrong'), ...Array(2).fill('identity.too_many_attempts')])
  })

  it('an approval waits ten minutes, and ends with its session', async () => {
    const aged = await startIdentityProcess(database, {}, { guarded: routes })
    try {
      const person = await TestPerson.signedIn(aged)
      const { id } = await begun(person)
      const code = await person.mailedCode()
      aged.platform.clock.advance(600_001)
      await person.browser.refresh()
      expect(codeOf(await person.verify(id, { method: 'mail', code }))).toBe('identity.step_up_expired')

      const grant = await person.approve(SEND)
      // Ended by another process a moment ago: a call that writes reads the session again.
      await sql`UPDATE identity.session SET ended_at = now() WHERE account_id = ${person.accountId}`.execute(database.db)
      expect(codeOf(await transfer(person.browser, { [STEP_UP_HEADER]: grant }))).toBe('identity.session_expired')
    } finally {
      await aged.close()
    }
  })

  it('another code replaces the former; ten mails in fifteen minutes are the limit', async () => {
    const person = await TestPerson.signedIn(here)
    const { id } = await begun(person)
    const first = await person.mailedCode()
    const resend = () => person.browser.send('POST', `/api/step-up/${id}/resend`)
    const answer = await resend()
    expect(await answer.json()).toEqual({ sentTo: 'p•••@correo.example' })
    const second = await person.mailedCode()
    if (first !== second) expect(codeOf(await person.verify(id, { method: 'mail', code: first }))).toBe('identity.second_factor_wrong')
    expect((await person.verify(id, { method: 'mail', code: second })).status).toBe(200)
    expect(codeOf(await resend())).toBe('identity.step_up_expired')
    const statuses: number[] = []
    for (let index = 0; index < 9; index++) statuses.push((await person.begin(SEND)).status)
    expect(statuses).toEqual([...Array(7).fill(200), 429, 429])
    expect(codeOf(await person.begin(SEND))).toBe('identity.too_many_codes')
  })

  it('an outsider cannot ask', async () => {
    const answer = await new Browser(here.url).send('POST', '/api/step-up', SEND)
    expect([answer.status, codeOf(answer)]).toEqual([401, 'identity.not_signed_in'])
  })
})
