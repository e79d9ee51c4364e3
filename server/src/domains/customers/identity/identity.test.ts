import { ACCOUNT_STATE, type Account } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_ACTOR } from '../../../../../dev/testing/audit.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { Browser, codeOf, type IdentityProcess, startIdentityProcess } from './identity.testing.ts'

const PASSWORD = 'tres gatos en la ventana'
const MINUTE_MS = 60_000

let database: TestDatabase
let here: IdentityProcess
/** A second process over the same database. */
let there: IdentityProcess

beforeAll(async () => {
  database = await createTestDatabase()
  here = await startIdentityProcess(database)
  there = await startIdentityProcess(database)
})
afterAll(async () => {
  await here?.close()
  await there?.close()
  await database?.drop()
})
beforeEach(() => sql`TRUNCATE platform.rate_limit`.execute(database.owner))

let people = 0
const newEmail = () => `persona${++people}@correo.example`

async function newPerson(): Promise<{ email: string; accountId: string }> {
  const email = newEmail()
  const accountId = await here.identity.ensureAccount({
    email,
    password: PASSWORD,
    authorities: ['ROLE_USER'],
    state: ACCOUNT_STATE.unverified,
    activated: true,
    langKey: 'es',
  })
  return { email, accountId }
}

async function signedIn(): Promise<{ browser: Browser; email: string; accountId: string }> {
  const person = await newPerson()
  const browser = new Browser(here.url)
  expect((await browser.signIn(person.email, PASSWORD)).status).toBe(200)
  return { browser, ...person }
}

const signUp = (email: string, password = PASSWORD, termsAccepted: unknown = true) =>
  new Browser(here.url).send('POST', '/api/sign-up', { email, password, termsAccepted })

async function mailsTo(email: string) {
  await here.platform.jobs.drain()
  return ((await here.platform.mail.inbox(1_000)) ?? []).filter(({ to }) => to === email)
}
async function activationToken(email: string): Promise<string> {
  const [newest] = await mailsTo(email)
  return /\/users\/activate\/([\w-]+)/.exec(newest?.text ?? '')?.[1] ?? ''
}
const activate = (token: string, password = PASSWORD) => new Browser(here.url).send('POST', '/api/activate', { token, password })

describe('sign-up and activation', () => {
  it('ID-01 registers, mails a link, and the link activates once', async () => {
    const email = newEmail()
    const answer = await signUp(`  ${email.toUpperCase()} `)
    expect(await answer.json()).toEqual({ mailSent: true })
    const browser = new Browser(here.url)
    expect(codeOf(await browser.signIn(email, PASSWORD))).toBe('identity.not_activated')

    const token = await activationToken(email)
    expect(token).toHaveLength(43)
    // So that a person who did not just sign up does not open another person's link.
    expect((await mailsTo(email))[0]?.text).toContain('desde la dirección 127.0.0.1')
    expect((await activate(token)).status).toBe(200)
    const again = await activate(token)
    expect([again.status, codeOf(again)]).toEqual([410, 'identity.activation_expired'])

    expect((await browser.signIn(email, PASSWORD)).status).toBe(200)
    const account = (await (await browser.account()).json()) as Account
    expect(account).toEqual({
      id: expect.any(String),
      email,
      authorities: ['ROLE_USER'],
      state: 1,
      activated: true,
      langKey: 'es',
      permissions: [],
    })
  })

  it('keeps the consent with version, time and address, and no secret in clear', async () => {
    const email = newEmail()
    await signUp(email)
    const token = await activationToken(email)
    await activate(token)
    const consent = await sql`SELECT terms_version, ip FROM identity.consent
      WHERE account_id = (SELECT id FROM identity.account WHERE email = ${email})`.execute(database.db)
    expect(consent.rows).toEqual([{ terms_version: expect.any(String), ip: '127.0.0.1' }])
    const stored = await sql<{ row: string }>`SELECT account::text AS row FROM identity.account UNION ALL
      SELECT activation::text FROM identity.activation UNION ALL SELECT mail::text FROM notifications.mail UNION ALL
      SELECT job::text FROM platform.job`.execute(database.db)
    const text = stored.rows.map(({ row }) => row).join('\n')
    expect(text).toContain(email)
    expect(text).not.toContain(token)
    expect(text).not.toContain(PASSWORD)
  })

  it('SEC-15 ID-02 answers the same for a known e-mail; its owner gets a mail and nothing changes', async () => {
    const { email } = await newPerson()
    const unknown = await signUp(newEmail(), 'otra frase bien larga')
    const known = await signUp(email, 'otra frase bien larga')
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()])
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe('Ya tienes una cuenta de Tunjo')
    expect(mail?.text).not.toContain('/users/activate/')
    expect((await new Browser(here.url).signIn(email, PASSWORD)).status).toBe(200)
  })

  it("an outsider's earlier sign-up leaves no password behind", async () => {
    const email = newEmail()
    await signUp(email, 'la clave del extraño')
    // Mails are sent in parallel: the first is sent before the second is requested.
    await mailsTo(email)
    await signUp(email, PASSWORD)
    expect((await activate(await activationToken(email))).status).toBe(200)
    const browser = new Browser(here.url)
    expect(codeOf(await browser.signIn(email, 'la clave del extraño'))).toBe('identity.wrong_credentials')
    expect((await browser.signIn(email, PASSWORD)).status).toBe(200)
  })

  it('the link expires after 24 hours', async () => {
    const email = newEmail()
    await signUp(email)
    const token = await activationToken(email)
    await sql`UPDATE identity.activation SET expires_at = expires_at - interval '24 hours'`.execute(database.db)
    expect(codeOf(await activate(token))).toBe('identity.activation_expired')
  })

  it.each([
    ['no-es-un-correo', PASSWORD, true, 'identity.email_invalid'],
    ['a@b.example\r\nBcc: otro@correo.example', PASSWORD, true, 'identity.email_invalid'],
    ['alguien@correo.example', 'corta', true, 'identity.password_too_short'],
    ['alguien@correo.example', 'frase larga '.repeat(11), true, 'identity.password_too_long'],
    ['alguien@correo.example', 'qwertyuiop', true, 'identity.password_too_common'],
    ['alguien@correo.example', 'Password2026!', true, 'identity.password_too_common'],
    ['alguien@correo.example', 'aaaaaaaaaaaa', true, 'identity.password_too_common'],
    ['alguien@correo.example', 'alguien2026', true, 'identity.password_too_common'],
    ['alguien@correo.example', PASSWORD, false, 'identity.terms_not_accepted'],
    ['alguien@correo.example', PASSWORD, 'true', 'request.invalid'],
  ])('ID-01 refuses %.45j / %.30j / %j with %s', async (email, password, accepted, code) => {
    const answer = await signUp(email, password, accepted)
    expect([answer.status, codeOf(answer)]).toEqual([400, code])
  })

  it('R31 a mailbox gets at most five mails an hour', async () => {
    const email = newEmail()
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) statuses.push((await signUp(email)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(await mailsTo(email)).toHaveLength(5)
  })
})

describe('sign-in', () => {
  it('ID-02 wrong password and unknown e-mail are the same answer', async () => {
    const { email } = await newPerson()
    const browser = new Browser(here.url)
    const wrong = await browser.signIn(email, 'no es esta frase')
    const unknown = await browser.signIn(newEmail(), 'no es esta frase')
    expect([wrong.status, codeOf(wrong), await wrong.text()]).toEqual([unknown.status, codeOf(unknown), await unknown.text()])
    expect(codeOf(wrong)).toBe('identity.wrong_credentials')
  })

  it('SEC-02 sets the refresh cookie for its path only, out of reach of scripts', async () => {
    const { email } = await newPerson()
    const answer = await new Browser(here.url).signIn(email, PASSWORD)
    const cookie = answer.headers.get('set-cookie') ?? ''
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/api/session', 'Max-Age=43200']) expect(cookie).toContain(attribute)
    expect(await answer.json()).toEqual({ accessToken: expect.any(String), tokenType: 'Bearer', expiresInSeconds: 300 })
  })

  it('R10 the 11th try is refused with any X-Forwarded-For, at every process and for the right password too', async () => {
    const { email } = await newPerson()
    const statuses: number[] = []
    for (let index = 1; index <= 11; index++) {
      const browser = new Browser(index % 2 ? here.url : there.url)
      const spoofed = { 'x-forwarded-for': `203.0.113.${index}`, 'x-real-ip': `203.0.113.${index}`, forwarded: `for=203.0.113.${index}` }
      statuses.push((await browser.signIn(email, `intento número ${index}`, spoofed)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    expect((await new Browser(here.url).signIn(email, PASSWORD)).status).toBe(429)
    // A neighbour's tries do not count against others.
    expect((await new Browser(here.url).signIn((await newPerson()).email, PASSWORD)).status).toBe(200)
  })

  it('R10 parallel tries do not pass together', async () => {
    const { email } = await newPerson()
    const tries = Array.from({ length: 30 }, (_, index) => new Browser(here.url).signIn(email, `intento número ${index}`))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  it('a guesser gains no tries by signing in to their own account', async () => {
    const { email } = await newPerson()
    const own = await newPerson()
    const statuses: number[] = []
    for (let index = 0; index < 11; index++) {
      await new Browser(here.url).signIn(own.email, PASSWORD)
      statuses.push((await new Browser(here.url).signIn(email, `intento número ${index}`)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  it('R6 a new sign-in of the same browser ends its session before', async () => {
    const { browser, email } = await signedIn()
    const old = new Browser(here.url)
    old.token = browser.token
    await browser.signIn(email, PASSWORD)
    expect((await old.account()).status).toBe(401)
    expect((await browser.account()).status).toBe(200)
  })
})

describe('session', () => {
  it('refresh rotates the cookie and gives a new access token', async () => {
    const { browser } = await signedIn()
    const before = browser.cookie
    expect((await browser.refresh()).status).toBe(200)
    expect(browser.cookie).not.toBe(before)
    expect((await browser.account()).status).toBe(200)
  })

  it('SEC-03 R8 ten parallel refreshes get the same successor and no session ends', async () => {
    const { browser } = await signedIn()
    const tabs = Array.from({ length: 10 }, (_, index) => {
      const tab = new Browser(index % 2 ? here.url : there.url)
      tab.cookie = browser.cookie
      return tab
    })
    const answers = await Promise.all(tabs.map((tab) => tab.refresh()))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set(tabs.map(({ cookie }) => cookie)).size).toBe(1)
    for (const tab of tabs) expect((await tab.refresh()).status).toBe(200)
  })

  it('R8 a late tab gets the newest token of a family that was refreshed within the grace', async () => {
    const { browser } = await signedIn()
    const late = new Browser(here.url)
    late.cookie = browser.cookie
    await browser.refresh()
    await browser.refresh()
    await late.refresh()
    expect(late.cookie).toBe(browser.cookie)
  })

  it('R8 a replay after the grace ends the family within 5 seconds', async () => {
    const { browser } = await signedIn()
    const thief = new Browser(there.url)
    thief.cookie = browser.cookie
    await browser.refresh()
    const elsewhere = new Browser(there.url)
    elsewhere.token = browser.token
    expect((await elsewhere.account()).status).toBe(200)

    there.platform.clock.advance(11_000)
    expect(codeOf(await thief.refresh())).toBe('identity.session_reused')
    expect((await browser.refresh()).status).toBe(401)
    await expect.poll(async () => (await elsewhere.account()).status, { timeout: 5_000, interval: 200 }).toBe(401)
  })

  it('R8 a renewal whose answer was lost does not end the session, and a copy of the old token is still found', async () => {
    const { browser } = await signedIn()
    const kept = browser.cookie
    // The tab is closed while its session is renewed: the new cookie never arrives.
    await browser.refresh()
    const renewed = browser.cookie
    browser.cookie = kept
    there.platform.clock.advance(11_000)
    expect((await browser.refresh()).status).toBe(200)
    expect(browser.cookie).toBe(renewed)
    expect((await browser.account()).status).toBe(200)
    const copy = new Browser(there.url)
    copy.cookie = kept
    expect(codeOf(await copy.refresh())).toBe('identity.session_reused')
    expect((await browser.refresh()).status).toBe(401)
  })

  it('SEC-04 SHELL-10 sign-out ends refresh immediately and access tokens in every process within 5 seconds', async () => {
    const { browser } = await signedIn()
    const elsewhere = new Browser(there.url)
    elsewhere.token = browser.token
    expect((await elsewhere.account()).status).toBe(200)
    const kept = browser.cookie
    const answer = await browser.send('POST', '/api/session/sign-out')
    expect(answer.headers.get('clear-site-data')).toBe('"storage"')
    expect(answer.headers.get('set-cookie')).toMatch(/Path=\/api\/session.*Expires=Thu, 01 Jan 1970/)
    browser.cookie = kept
    expect((await browser.refresh()).status).toBe(401)
    expect((await browser.account()).status).toBe(401)
    await expect.poll(async () => (await elsewhere.account()).status, { timeout: 5_000, interval: 200 }).toBe(401)
    expect((await browser.send('POST', '/api/session/sign-out')).status).toBe(200)
  })

  it('R12 a revoked role, and a block, end live tokens within 5 seconds', async () => {
    const cases = [
      (accountId: string) => inTransaction(database.db, (tx) => here.identity.setAuthorities(tx, accountId, ['ROLE_USER'], TEST_ACTOR)),
      (accountId: string) =>
        inTransaction(database.db, (tx) =>
          here.identity.setState(tx, { accountId: accountId, state: ACCOUNT_STATE.suspended, actor: TEST_ACTOR }),
        ),
    ]
    for (const change of cases) {
      const { browser, accountId } = await signedIn()
      expect((await browser.account()).status).toBe(200)
      await change(accountId)
      await expect.poll(async () => (await browser.account()).status, { timeout: 5_000, interval: 200 }).toBe(401)
      expect((await browser.refresh()).status).toBe(401)
    }
  })

  it('ID-02 a suspended account gets the reason, with the right password only', async () => {
    const { email, accountId } = await newPerson()
    await inTransaction(database.db, (tx) =>
      here.identity.setState(tx, { accountId: accountId, state: ACCOUNT_STATE.suspended, actor: TEST_ACTOR }),
    )
    const browser = new Browser(here.url)
    expect(codeOf(await browser.signIn(email, PASSWORD))).toBe('identity.account_suspended')
    expect(codeOf(await browser.signIn(email, 'no es esta frase'))).toBe('identity.wrong_credentials')
  })

  it('a page of another site cannot refresh', async () => {
    const { browser } = await signedIn()
    const answer = await browser.send('POST', '/api/session/refresh', undefined, { 'sec-fetch-site': 'same-site' })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null])
    expect((await browser.refresh()).status).toBe(200)
  })

  it('SEC-16 ID-04 the account needs a valid token and accepts userDevice without trusting it', async () => {
    const { browser, accountId } = await signedIn()
    const account = (await (await browser.send('GET', '/api/account/?userDevice=otro')).json()) as Account
    expect(account.id).toBe(accountId)
    expect(codeOf(await new Browser(here.url).account())).toBe('identity.not_signed_in')
    const [header, payload] = (browser.token ?? '').split('.')
    const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`
    for (const forged of ['x', `${header}.${payload}.${'A'.repeat(86)}`, unsigned, `${unsigned}x`]) {
      const forger = new Browser(here.url)
      forger.token = forged
      expect(codeOf(await forger.account())).toBe('identity.session_expired')
    }
  })

  it('a public call with an old token is anonymous', async () => {
    const { email } = await newPerson()
    const browser = new Browser(here.url)
    browser.token = 'a.b.c'
    expect((await browser.signIn(email, PASSWORD)).status).toBe(200)
  })

  it.each([
    ['a number as e-mail', 'sign-in', '{"email":1,"password":"x"}'],
    ['a list', 'sign-in', '[]'],
    ['null', 'sign-in', 'null'],
    ['half a body', 'sign-in', '{"email":"a@b.example"'],
    ['nothing', 'sign-in', ''],
    ['an object as password', 'sign-up', '{"email":"a@b.example","password":{"$ne":1},"termsAccepted":true}'],
    ['a list as token', 'activate', '{"token":["x"]}'],
    ['a long token', 'activate', `{"token":"${'x'.repeat(5_000)}"}`],
    ['a long e-mail', 'sign-in', `{"email":"${'a'.repeat(300)}@b.example","password":"x"}`],
    ['a long password', 'sign-in', `{"email":"a@b.example","password":"${'x'.repeat(2_000)}"}`],
    ['a zero character in the e-mail', 'sign-in', '{"email":"a\\u0000@b.example","password":"x"}'],
    ['a zero character in the token', 'activate', '{"token":"\\u0000"}'],
  ])('R32 %s as a body is refused with a code and no 5xx', async (_, call, body) => {
    const answer = await fetch(`${here.url}/api/${call}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(codeOf(answer)).toMatch(/^(request|identity)\.\w+$/)
  })
})

describe('session life', () => {
  it('ends 30 minutes after the last call, and 12 hours after sign-in in any case', async () => {
    const aged = await startIdentityProcess(database)
    try {
      const { email } = await newPerson()
      const idle = new Browser(aged.url)
      await idle.signIn(email, PASSWORD)
      const busy = new Browser(aged.url)
      await busy.signIn(email, PASSWORD)
      for (let minutes = 0; minutes < 12 * 60 - 25; minutes += 25) {
        aged.platform.clock.advance(25 * MINUTE_MS)
        expect((await busy.account()).status).toBe(401)
        expect((await busy.refresh()).status).toBe(200)
        expect((await busy.account()).status).toBe(200)
        if (minutes === 0) expect((await idle.refresh()).status).toBe(200)
        // The refresh alone was no activity.
        if (minutes === 25) expect((await idle.refresh()).status).toBe(401)
      }
      aged.platform.clock.advance(25 * MINUTE_MS)
      expect((await busy.refresh()).status).toBe(401)
    } finally {
      await aged.close()
    }
  })
})

describe('accounts for the composition root', () => {
  it('ensureAccount makes an account once, also at the same moment', async () => {
    const account = {
      email: newEmail(),
      password: PASSWORD,
      authorities: ['ROLE_ADMIN', 'ROLE_USER'] as const,
      state: ACCOUNT_STATE.verified,
      activated: true,
      langKey: 'es',
    }
    const ids = await Promise.all([here, there, here, there].map(({ identity }) => identity.ensureAccount(account)))
    expect(new Set(ids).size).toBe(1)
    const [id = ''] = ids
    expect(await here.identity.person(id)).toEqual({ id, isActive: true, email: account.email, createdAt: expect.any(Date), state: 2 })
    expect(await here.identity.person('00000000-0000-4000-8000-000000000000')).toBeNull()
  })
})
