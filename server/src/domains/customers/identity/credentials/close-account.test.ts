import { ACTIVATION_PATH } from '@tunjo/contract/activation'
import { FREEZE_PATH } from '@tunjo/contract/credentials'
import type { Endpoint } from '@tunjo/contract/endpoint'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { anyPerson, auditTrail } from '../../../../../../dev/testing/audit.ts'
import { everyCall } from '../../../../../../dev/testing/every-call.ts'
import { startTestServer } from '../../../../../../dev/testing/test-product.ts'
import { waitingForLocks } from '../../../../../../dev/testing/waiting-for-locks.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { OPEN_ROLES } from '../../../../platform/http/guards/authorize.ts'
import { refusal, refuse } from '../../../../platform/http/refusal.ts'
import type { Route } from '../../../../platform/http/route.ts'
import { Browser, codeOf } from '../identity.testing.ts'
import { expectSignedOut, OTHER_PASSWORD, PASSWORD, People } from './people.testing.ts'

let people: People
const notEmpty = new Set<string>()
beforeAll(async () => {
  people = await People.start()
  for (const { identity } of [people.here, people.there])
    identity.addClosingCheck(async (_, accountId) => (notEmpty.has(accountId) ? refusal('identity.account_not_empty') : null))
})
afterAll(() => people?.stop())
beforeEach(() => people.clearAttempts())

const revokeOfficers = () =>
  sql`UPDATE identity.account SET authorities = '{ROLE_USER}' WHERE 'ROLE_ADMIN' = ANY(authorities)`.execute(people.database.db)
const close = (browser: Browser, password = PASSWORD) => browser.send('POST', '/api/account/close', { password })

/** Writing calls of signed-in people; a call with several names once. */
async function writes(): Promise<readonly Endpoint[]> {
  const all = Object.values(await everyCall()).filter(
    ({ method, role, audit }) => (method !== 'GET' || audit !== undefined) && !OPEN_ROLES.has(role),
  )
  return [...new Map(all.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint])).values()]
}
const routeOf = (endpoint: Endpoint, handled: string[]): Route => {
  const name = `${endpoint.method} ${endpoint.path}`
  const handle = async () => {
    handled.push(name)
    return refuse('request.not_found')
  }
  return { name, endpoint, handle, describe: null }
}

describe('closing of the account', () => {
  it('ID-09 R12 is permanent: sessions end, every sign-in is refused, a mail notifies, and earlier links do nothing', async () => {
    const { email, accountId, browser } = await people.signedIn()
    const other = await people.anotherBrowser(email)
    await browser.send('POST', '/api/email-change', { email: people.newEmail(), password: PASSWORD })
    const freezing = await people.tokenTo(email, FREEZE_PATH)
    const answer = await close(browser)
    expect([answer.status, await answer.json()]).toEqual([200, { closed: true }])
    expect(answer.headers.getSetCookie().join()).toMatch(/Expires=Thu, 01 Jan 1970/)
    await expectSignedOut(browser)
    await expectSignedOut(other)
    expect((await other.refresh()).status).toBe(401)
    expect(codeOf(await new Browser(people.here.url).signIn(email, PASSWORD))).toBe('identity.account_closed')
    expect((await people.subjectsTo(email))[0]).toBe('Cerraste tu cuenta · Tunjo')
    expect(await people.eventsOf(accountId)).toContain('identity.account_closed')
    expect(await auditTrail(people.database.db, { objectId: accountId })).toMatchObject([
      { action: 'identity.account_closed', actor: anyPerson(accountId), before: ACCOUNT_STATE.verified },
    ])
    expect(codeOf(await people.post('/api/freeze', { token: freezing }))).toBe('identity.freeze_expired')
    await people.post('/api/password/reset-request', { email })
    await expect.poll(async () => (await people.subjectsTo(email))[0]).toBe('Tu cuenta de Tunjo está cerrada')
  })

  it('C5 the same mailbox may register again: another account, while the closed one keeps its history', async () => {
    const { email, accountId, browser } = await people.signedIn()
    expect((await close(browser)).status).toBe(200)
    const again = { email, password: OTHER_PASSWORD, termsAccepted: true }
    expect((await people.post('/api/sign-up', again)).status).toBe(200)
    // Until the link is opened the sign-up proves nothing: each password gets the answer about its own account.
    expect(codeOf(await new Browser(people.here.url).signIn(email, PASSWORD))).toBe('identity.account_closed')
    expect(codeOf(await new Browser(people.here.url).signIn(email, OTHER_PASSWORD))).toBe('identity.not_activated')
    expect(codeOf(await new Browser(people.here.url).signIn(email, 'otra frase que no es'))).toBe('identity.wrong_credentials')
    const token = await people.tokenTo(email, ACTIVATION_PATH)
    expect((await people.post('/api/activate', { token, password: OTHER_PASSWORD })).status).toBe(200)
    expect((await new Browser(people.here.url).signIn(email, OTHER_PASSWORD)).status).toBe(200)
    expect(codeOf(await new Browser(people.here.url).signIn(email, PASSWORD))).toBe('identity.wrong_credentials')
    const { rows } = await sql<{ id: string; state: number }>`SELECT id, state FROM identity.account WHERE email = ${email}
      ORDER BY created_at`.execute(people.database.db)
    expect(rows).toMatchObject([{ id: accountId, state: ACCOUNT_STATE.closed }, { state: ACCOUNT_STATE.unverified }])
    await people.post('/api/password/reset-request', { email })
    await expect.poll(async () => (await people.subjectsTo(email))[0]).toBe('Restablece tu contraseña de Tunjo')
  })

  it('C5 ID-01 the answer about an address with a closed account equals the answer about an unknown one', async () => {
    const { email, browser } = await people.signedIn()
    expect((await close(browser)).status).toBe(200)
    const mailsTo = async (address: string) => {
      const signIn = await new Browser(people.here.url).signIn(address, 'no es esta frase')
      const signUp = await people.post('/api/sign-up', { email: address, password: OTHER_PASSWORD, termsAccepted: true })
      const reset = await people.post('/api/password/reset-request', { email: address })
      return Promise.all([signIn, signUp, reset].map(async (answer) => [answer.status, codeOf(answer), await answer.text()]))
    }
    expect(await mailsTo(email)).toEqual(await mailsTo(people.newEmail()))
  })

  it('C5 two concurrent sign-ups with the address of a closed account make one account', async () => {
    const { email, browser } = await people.signedIn()
    expect((await close(browser)).status).toBe(200)
    const body = { email, password: OTHER_PASSWORD, termsAccepted: true }
    await Promise.all([people.here, people.there, people.here].map((process) => people.post('/api/sign-up', body, process)))
    const { rows } = await sql`SELECT 1 FROM identity.account WHERE email = ${email}`.execute(people.database.db)
    expect(rows).toHaveLength(2)
  })

  it('D9 ID-09 R12 no call of the contract writes from then on, in a process that had its session cached', async () => {
    const { browser } = await people.signedIn(['ROLE_USER', 'ROLE_ADMIN'])
    await people.signedIn(['ROLE_USER', 'ROLE_ADMIN'])
    const handled: string[] = []
    const routes = (await writes()).map((endpoint) => routeOf(endpoint, handled))
    const elsewhere = await startTestServer(people.there.platform, routes, people.there.identity.authenticate)
    const answers = () =>
      Promise.all(
        routes.map(async ({ name, endpoint }) => {
          const path = endpoint.path.replace(/:\w+/g, newId())
          const answer = await fetch(elsewhere.url + path, {
            method: endpoint.method,
            headers: { authorization: `Bearer ${browser.token}` },
          })
          return { name, status: answer.status }
        }),
      )
    try {
      expect((await answers()).filter(({ status }) => status === 401)).toEqual([])
      handled.length = 0
      // A session is cached for two seconds: it was read just now, for any duration of the calls before.
      vi.spyOn(performance, 'now').mockReturnValue(performance.now())
      expect((await fetch(`${people.there.url}/api/account`, { headers: { authorization: `Bearer ${browser.token}` } })).status).toBe(200)
      expect((await close(browser)).status).toBe(200)
      expect((await answers()).filter(({ status }) => status !== 401)).toEqual([])
      expect(handled).toEqual([])
    } finally {
      vi.restoreAllMocks()
      await elsewhere.close()
    }
  })

  it('C5 a sign-up that found the account open, and closed a moment later, makes another account', async () => {
    const { email, browser } = await people.signedIn()
    const { owner, db } = people.database
    // Between the write and the read of the sign-up: the moment of a possible closing.
    await sql`CREATE FUNCTION identity.wait_there() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock(7000); RETURN NULL; END'`.execute(owner)
    await sql`CREATE TRIGGER wait_there AFTER INSERT ON identity.account EXECUTE FUNCTION identity.wait_there()`.execute(owner)
    try {
      const signingUp = await inTransaction(owner, async (tx) => {
        await sql`SELECT pg_advisory_xact_lock(7000)`.execute(tx)
        const answer = people.post('/api/sign-up', { email, password: OTHER_PASSWORD, termsAccepted: true })
        await expect.poll(() => waitingForLocks(db)).toBe(1)
        expect((await close(browser)).status).toBe(200)
        return { answer }
      })
      expect((await signingUp.answer).status).toBe(200)
    } finally {
      await sql`DROP FUNCTION identity.wait_there() CASCADE`.execute(owner)
    }
    const states = await sql`SELECT state FROM identity.account WHERE email = ${email} ORDER BY created_at`.execute(db)
    expect(states.rows).toEqual([{ state: ACCOUNT_STATE.closed }, { state: ACCOUNT_STATE.unverified }])
    expect(await people.tokenTo(email, ACTIVATION_PATH)).toBeTruthy()
  })

  it('ID-09 waits until the modules above have no objection', async () => {
    const { browser, accountId } = await people.signedIn()
    notEmpty.add(accountId)
    expect(codeOf(await close(browser))).toBe('identity.account_not_empty')
    expect((await browser.account()).status).toBe(200)
    notEmpty.delete(accountId)
    expect((await close(browser)).status).toBe(200)
  })

  it('ID-09 needs the password', async () => {
    const { browser } = await people.signedIn()
    expect(codeOf(await close(browser, 'no es esta frase'))).toBe('identity.current_password_wrong')
    expect((await browser.account()).status).toBe(200)
  })

  it('ID-09 one officer remains, also when the last two leave at the same moment', async () => {
    await revokeOfficers()
    const officers = [await people.signedIn(['ROLE_ADMIN', 'ROLE_USER']), await people.signedIn(['ROLE_ADMIN', 'ROLE_USER'])]
    const answers = await Promise.all(officers.map(({ browser }) => close(browser)))
    expect(answers.map(codeOf).sort()).toEqual(['identity.last_officer', null])
  })

  it('ID-09 one officer who may sign in remains: a frozen one does not count', async () => {
    await revokeOfficers()
    const [{ browser }, { accountId }] = [
      await people.signedIn(['ROLE_ADMIN', 'ROLE_USER']),
      await people.signedIn(['ROLE_ADMIN', 'ROLE_USER']),
    ]
    const freeze = (at: Date | null) =>
      sql`UPDATE identity.account SET frozen_at = ${at} WHERE id = ${accountId}`.execute(people.database.db)
    await freeze(new Date())
    expect(codeOf(await close(browser))).toBe('identity.last_officer')
    await freeze(null)
    expect((await close(browser)).status).toBe(200)
  })
})
