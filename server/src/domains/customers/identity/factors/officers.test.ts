import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { waitingForLocks } from '../../../../../../dev/testing/waiting-for-locks.ts'
import { codeOf, type IdentityProcess, startIdentityProcess } from '../identity.testing.ts'
import { countingRoutes } from '../step-up/guarded-calls.testing.ts'
import { PASSWORD, TestPerson } from './person.testing.ts'

const LEVEL = { call: 'PUT /kyc/administrative/users/kyc-level', body: { newKYCLevel: 2, userId: 'x', reason: 'Evidencia completa' } }
const PRODUCTION = { profile: 'production', publicUrl: 'https://tunjo.example' } as const
const { routes } = countingRoutes()

let database: TestDatabase
let production: IdentityProcess
let demo: IdentityProcess

beforeAll(async () => {
  database = await createTestDatabase()
  const env = { SUPPORT_EMAIL: 'soporte@tunjo.example' }
  production = await startIdentityProcess(database, PRODUCTION, { env, guarded: routes })
  demo = await startIdentityProcess(database, {}, { guarded: routes })
})
afterAll(async () => {
  await production?.close()
  await demo?.close()
  await database?.drop()
})

const changeLevel = ({ browser }: TestPerson) => browser.send('PUT', '/kyc/administrative/users/kyc-level', LEVEL.body)
const required = async ({ browser }: TestPerson) =>
  ((await (await browser.send('GET', '/api/factors')).json()) as { required: boolean }).required

describe('officers outside the demo profile', () => {
  it('ID-10 an officer without a factor has no permissions until they add one', async () => {
    const officer = await TestPerson.signedIn(production, ['ROLE_ADMIN'])
    expect(await required(officer)).toBe(true)
    expect(codeOf(await changeLevel(officer))).toBe('identity.second_factor_needed')
    expect(codeOf(await officer.begin(LEVEL))).toBe('identity.second_factor_needed')
    expect((await officer.browser.account()).status).toBe(200)

    expect((await officer.addPasskey()).status).toBe(200)
    // Immediately, in the same session.
    expect(codeOf(await changeLevel(officer))).toBe('identity.step_up_required')
    expect((await officer.guarded('PUT', '/kyc/administrative/users/kyc-level', LEVEL)).status).toBe(200)
  })

  it('signs in as an officer with the factor, and keeps the last one', async () => {
    const officer = await TestPerson.signedIn(production, ['ROLE_ADMIN'])
    await officer.addPasskey()
    const { browser, asked } = await officer.beginSignIn()
    expect(
      (await officer.secondStep(browser, asked.challenge, { method: 'passkey', passkey: officer.passkey.sign(asked.passkey) })).status,
    ).toBe(200)
    officer.browser = browser
    expect(codeOf(await changeLevel(officer))).toBe('identity.step_up_required')

    const { passkeys } = (await (await browser.send('GET', '/api/factors')).json()) as { passkeys: { id: string }[] }
    const id = passkeys[0]?.id ?? ''
    const removal = { call: 'DELETE /api/factors/passkeys/:id', params: { id } }
    expect(codeOf(await officer.guarded('DELETE', `/api/factors/passkeys/${id}`, removal))).toBe('identity.last_factor_required')
    await officer.addTotp()
    expect((await officer.guarded('DELETE', `/api/factors/passkeys/${id}`, removal)).status).toBe(200)
    const totp = { call: 'DELETE /api/factors/totp' }
    expect(codeOf(await officer.guarded('DELETE', '/api/factors/totp', totp))).toBe('identity.last_factor_required')
    const left = (await (await browser.send('GET', '/api/factors')).json()) as { totp: unknown; recoveryCodesLeft: number }
    expect(left.totp).not.toBeNull()
    expect(left.recoveryCodesLeft).toBeGreaterThan(0)
  })

  it('of two concurrent removals one leaves the officer with a factor', async () => {
    const officer = await TestPerson.signedIn(production, ['ROLE_ADMIN'])
    await officer.addPasskey()
    await officer.addTotp()
    const { passkeys } = (await (await officer.browser.send('GET', '/api/factors')).json()) as { passkeys: { id: string }[] }
    const id = passkeys[0]?.id ?? ''
    const passkeyGrant = await officer.approve({ call: 'DELETE /api/factors/passkeys/:id', params: { id } })
    const totpGrant = await officer.approve({ call: 'DELETE /api/factors/totp' })
    const removals = await database.db.transaction().execute(async (tx) => {
      // Both wait for the account here, and continue at the same moment.
      await sql`SELECT 1 FROM identity.account WHERE id = ${officer.accountId} FOR UPDATE`.execute(tx)
      const started = [
        officer.browser.send('DELETE', `/api/factors/passkeys/${id}`, undefined, { 'step-up-grant': passkeyGrant }),
        officer.browser.send('DELETE', '/api/factors/totp', undefined, { 'step-up-grant': totpGrant }),
      ]
      await expect.poll(() => waitingForLocks(database.db)).toBe(2)
      return { started }
    })
    const answers = await Promise.all(removals.started)
    expect(answers.map(codeOf).sort()).toEqual(['identity.last_factor_required', null])
  })

  it('customers need none, and neither do the officers of the demo profile', async () => {
    const customer = await TestPerson.signedIn(production)
    expect([await required(customer), codeOf(await changeLevel(customer))]).toEqual([false, 'identity.not_authorized'])
    const officer = await TestPerson.signedIn(demo, ['ROLE_ADMIN'])
    expect([await required(officer), codeOf(await changeLevel(officer))]).toEqual([false, 'identity.step_up_required'])
  })

  it('ADM-15 an invited officer has no permissions without a factor, in the demo profile too', async () => {
    const officer = new TestPerson(demo)
    const { staff } = demo.identity
    const passwordHash = await staff.newPassword(PASSWORD, officer.email)
    const inviter = await TestPerson.signedIn(demo, ['ROLE_ADMIN'])
    const invited = { email: officer.email, passwordHash, roles: ['compliance_officer'] as const, invitedBy: inviter.accountId }
    officer.accountId = (await database.db.transaction().execute((tx) => staff.createOfficer(tx, invited))) ?? ''
    expect((await officer.browser.signIn(officer.email, PASSWORD)).status).toBe(200)
    expect([await required(officer), codeOf(await changeLevel(officer))]).toEqual([true, 'identity.second_factor_needed'])
    expect((await officer.addPasskey()).status).toBe(200)
    expect(codeOf(await changeLevel(officer))).toBe('identity.step_up_required')
    const { passkeys } = (await (await officer.browser.send('GET', '/api/factors')).json()) as { passkeys: { id: string }[] }
    const id = passkeys[0]?.id ?? ''
    const removal = { call: 'DELETE /api/factors/passkeys/:id', params: { id } }
    expect(codeOf(await officer.guarded('DELETE', `/api/factors/passkeys/${id}`, removal))).toBe('identity.last_factor_required')
  })
})
