/** Blocklist at the entry points: a listed value at the sign-up, the mailed link or the sign-in gets the same answers as any other. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { StoredMail } from '../../../platform/mail/mail.ts'
import { Browser, codeOf, type IdentityProcess, startIdentityProcess } from '../../customers/identity/identity.testing.ts'
import { addEntry } from './add-entry.ts'
import { type Blocklist, createBlocklist } from './blocklist.ts'

const PASSWORD = 'tres gatos en la ventana'
const WRONG = 'cinco perros en el patio'
const HOME = '198.51.100.7'
let database: TestDatabase
let here: IdentityProcess
let blackList: Blocklist
beforeAll(async () => {
  database = await createTestDatabase()
  here = await startIdentityProcess(
    database,
    { trustedProxies: ['127.0.0.1'] },
    {
      entry(platform) {
        blackList = createBlocklist(platform)
        return blackList
      },
    },
  )
})
afterAll(async () => {
  await here?.close()
  await database?.drop()
})
beforeEach(() => sql`TRUNCATE platform.rate_limit`.execute(database.owner))

let count = 0
const newEmail = (domain = 'correo.example') => `puerta${++count}@${domain}`
const list = (kind: 'email' | 'domain' | 'network' | 'device', value: string) =>
  addEntry(
    { ...here.platform, blackList },
    { kind, value, reason: 'Fraude confirmado.', expiresOn: null, actor: { kind: 'person', accountId: newId(), sessionId: newId() } },
  )
const post = (path: string, body: object, ip = HOME) => new Browser(here.url).send('POST', path, body, { 'x-forwarded-for': ip })
const signUp = (email: string, ip?: string) => post('/api/sign-up', { email, password: PASSWORD, termsAccepted: true }, ip)
const signIn = async (email: string, password = PASSWORD, ip = HOME) =>
  codeOf(await new Browser(here.url).signIn(email, password, { 'x-forwarded-for': ip }))
async function mailsTo(email: string): Promise<StoredMail[]> {
  await here.platform.jobs.drain()
  return ((await here.platform.mail.inbox(1_000)) ?? []).filter(({ to }) => to === email)
}
async function tokenTo(email: string): Promise<string> {
  const [mail] = await mailsTo(email)
  return /\/users\/activate\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? 'none'
}
async function newPerson(authorities: readonly ('ROLE_USER' | 'ROLE_ADMIN')[] = ['ROLE_USER'], email = newEmail()) {
  const account = { email, password: PASSWORD, authorities, state: ACCOUNT_STATE.verified, activated: true, langKey: 'es' }
  return { email, accountId: await here.identity.ensureAccount(account) }
}
const hitsWithoutAccount = async () =>
  (
    await sql<{ times: number }>`SELECT coalesce(sum(times), 0)::integer AS times FROM blacklist.hit
    WHERE place = 'sign_up' AND account_id IS NULL`.execute(database.owner)
  ).rows[0]?.times ?? 0
const eventsOf = async (accountId: string) =>
  (await sql`SELECT 1 FROM platform.event WHERE type = 'blacklist.hit' AND payload->>'accountId' = ${accountId}`.execute(database.owner))
    .rows.length

describe('ADM-15 at the sign-up', () => {
  it.each([
    [
      'an e-mail',
      async () => {
        const email = newEmail()
        await list('email', email)
        return { email, ip: HOME }
      },
    ],
    [
      'a domain above that of the e-mail',
      async () => {
        const email = newEmail('buzon.cerrado.example')
        await list('domain', 'cerrado.example')
        return { email, ip: HOME }
      },
    ],
    [
      'a network',
      async () => {
        await list('network', '203.0.113.0/28')
        return { email: newEmail(), ip: '203.0.113.5' }
      },
    ],
  ])('a listed %s gets the normal answer, before and after, and no mail', async (_what, make) => {
    const { email, ip } = await make()
    const free = newEmail()
    const before = await hitsWithoutAccount()
    const [barred, ordinary] = [await signUp(email, ip), await signUp(free)]
    expect(await hitsWithoutAccount()).toBe(before + 1)
    expect([barred.status, await barred.text()]).toEqual([ordinary.status, await ordinary.text()])
    expect([await signIn(email), await signIn(email, WRONG)]).toEqual([await signIn(free), await signIn(free, WRONG)])
    expect((await mailsTo(free)).length).toBe(1)
    expect(await mailsTo(email)).toEqual([])
    const found = await sql<{ id: string }>`SELECT id FROM identity.account WHERE email = ${email}`.execute(database.db)
    // The typed e-mail may belong to another person: its owner gets no alert for it, at the sign-up or later.
    const attributed = await sql`SELECT 1 FROM blacklist.hit WHERE place = 'sign_up' AND account_id IS NOT NULL`.execute(database.owner)
    const ofSignUp = await sql`SELECT 1 FROM platform.event WHERE type = 'blacklist.hit' AND payload->>'accountId' = ${found.rows[0]?.id}
      AND payload->>'place' = 'sign_up'`.execute(database.owner)
    expect([found.rows.length, attributed.rows, ofSignUp.rows]).toEqual([1, [], []])
  })

  it('a visitor listed meanwhile gets no new link, and their link is invalid', async () => {
    const email = newEmail()
    await signUp(email)
    const token = await tokenTo(email)
    await list('email', email)
    await post('/api/activation/resend', { email })
    expect(await mailsTo(email)).toHaveLength(1)
    expect(codeOf(await post('/api/activate', { token, password: PASSWORD }))).toBe('identity.activation_expired')
    const other = newEmail()
    await signUp(other)
    expect(codeOf(await post('/api/activate', { token: await tokenTo(other), password: PASSWORD }))).toBeNull()
  })

  it('from a listed network with the e-mail of another person discloses nothing about that person', async () => {
    await list('network', '203.0.113.64/28')
    const { email, accountId } = await newPerson()
    await signUp(email, '203.0.113.70')
    expect([await mailsTo(email), await eventsOf(accountId), await signIn(email)]).toEqual([[], 0, null])
  })
})

describe('ADM-15 at the sign-in', () => {
  it('a listed e-mail counts as a wrong password, also with the right one', async () => {
    const { email, accountId } = await newPerson()
    expect(await signIn(email)).toBeNull()
    await list('email', email.toUpperCase())
    expect([await signIn(email), await signIn(email, WRONG)]).toEqual(['identity.wrong_credentials', 'identity.wrong_credentials'])
    const tries = await sql<{ result: string }>`SELECT result FROM identity.sign_in WHERE account_id = ${accountId} ORDER BY at`.execute(
      database.db,
    )
    expect(tries.rows.map(({ result }) => result)).toEqual(['entered', 'wrong_password', 'wrong_password'])
    expect(await eventsOf(accountId)).toBe(1)
    const codes = new Set<string | null>()
    for (let attempt = 0; attempt < 12; attempt++) codes.add(await signIn(email))
    expect(codes).toEqual(new Set(['identity.wrong_credentials', 'identity.too_many_attempts']))
  })

  it('a listed network blocks its addresses and no others; officers are admitted', async () => {
    await list('network', '203.0.113.128/26')
    const [{ email }, { email: officer }] = [await newPerson(), await newPerson(['ROLE_ADMIN'])]
    expect(await signIn(email, PASSWORD, '203.0.113.130')).toBe('identity.wrong_credentials')
    expect(await signIn(email, PASSWORD, '203.0.113.200')).toBeNull()
    expect(await signIn(officer, PASSWORD, '203.0.113.130')).toBeNull()
  })
})

describe('ADM-15 a device', () => {
  const enter = async (browser: Browser, email: string) => codeOf(await browser.signIn(email, PASSWORD, { 'x-forwarded-for': HOME }))
  const deviceOf = async (accountId: string) =>
    (await sql<{ id: string }>`SELECT id FROM identity.device WHERE account_id = ${accountId}`.execute(database.owner)).rows[0]?.id ?? ''

  it('a listed one admits its account and any other, and alerts officers about each once', async () => {
    const [first, second, elsewhere] = [await newPerson(), await newPerson(), await newPerson()]
    const [browser, other] = [new Browser(here.url), new Browser(here.url)]
    expect([await enter(browser, first.email), await enter(other, elsewhere.email)]).toEqual([null, null])
    const { masked } = await list('device', await deviceOf(first.accountId))
    expect(masked).toMatch(/•••[0-9a-f]{4}$/)
    for (const { email } of [first, second, first, second]) expect(await enter(browser, email)).toBeNull()
    expect(await enter(other, elsewhere.email)).toBeNull()
    expect([await eventsOf(first.accountId), await eventsOf(second.accountId), await eventsOf(elsewhere.accountId)]).toEqual([1, 1, 0])
  })

  it('is the same value by its row in another account, and has no account at the sign-up, which continues as usual', async () => {
    const [person, sharing] = [await newPerson(), await newPerson()]
    const browser = new Browser(here.url)
    for (const { email } of [person, sharing]) expect(await enter(browser, email)).toBeNull()
    await list('device', await deviceOf(person.accountId))
    await expect(list('device', await deviceOf(sharing.accountId))).rejects.toThrow('blacklist.known')
    const [email, before] = [newEmail(), await hitsWithoutAccount()]
    const answer = await browser.send(
      'POST',
      '/api/sign-up',
      { email, password: PASSWORD, termsAccepted: true },
      { 'x-forwarded-for': HOME },
    )
    expect([answer.status, (await mailsTo(email)).length, await hitsWithoutAccount()]).toEqual([200, 1, before + 1])
    const token = await tokenTo(email)
    expect((await browser.send('POST', '/api/activate', { token, password: PASSWORD })).status).toBe(200)
    const found = await sql<{ id: string }>`SELECT id FROM identity.account WHERE email = ${email}`.execute(database.db)
    expect(await eventsOf(found.rows[0]?.id ?? '')).toBe(1)
  })

  it('of an officer, or without an account, cannot be listed', async () => {
    const officer = await newPerson(['ROLE_ADMIN'])
    expect(await enter(new Browser(here.url), officer.email)).toBeNull()
    for (const id of [await deviceOf(officer.accountId), newId(), 'Windows 11'])
      await expect(list('device', id)).rejects.toThrow('blacklist.device_unknown')
  })
})
