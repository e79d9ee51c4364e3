/** An empty installation in production gets its first two administrators from an operator, and all other officers from those two. */
import { joinTeam } from '@tunjo/contract/join-team'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { approvalsOf } from '../../../../../dev/testing/officers.ts'
import { createTestPlatform, startTestServer } from '../../../../../dev/testing/test-product.ts'
import { PASSWORD, TestPerson } from '../../customers/identity/factors/person.testing.ts'
import type { IdentityProcess } from '../../customers/identity/identity.testing.ts'
import { createIdentity, makeAdministratorLink } from '../../customers/identity/index.ts'
import { OPEN_ENTRY } from '../../customers/identity/open-entry.testing.ts'
import { createPolicies } from '../../customers/policies/index.ts'
import { createNotifications } from '../../reference/notifications/index.ts'
import { createStaff } from './index.ts'

const HOUR_MS = 3_600_000
const REASON = 'Entra al equipo de cumplimiento.'

let database: TestDatabase
let here: IdentityProcess
beforeAll(async () => {
  database = await createTestDatabase()
  here = await startProduction()
})
afterAll(async () => {
  await here?.close()
  await database?.drop()
})
beforeEach(async () => {
  await sql`TRUNCATE identity.administrator_link, staff.invitation, platform.rate_limit`.execute(database.owner)
  await sql`TRUNCATE identity.account CASCADE`.execute(database.owner)
})

async function startProduction(): Promise<IdentityProcess> {
  const made = createTestPlatform(database, { profile: 'production', publicUrl: 'https://tunjo.example' })
  const platform = { ...made, env: { SUPPORT_EMAIL: 'soporte@tunjo.example' } }
  const notifications = createNotifications(platform)
  const identity = createIdentity(platform, { notifications, policies: createPolicies(platform), entry: OPEN_ENTRY })
  const approvals = approvalsOf(platform, identity)
  const staff = createStaff(platform, { identity, approvals, notifications })
  const routes = [...identity.routes, ...notifications.routes, ...staff.routes, ...approvals.routes]
  identity.stepUp.register(routes)
  const server = await startTestServer(platform, routes, identity.authenticate, identity.stepUp.gate)
  const close = async () => {
    await server.close()
    platform.remove()
  }
  return { url: server.url, close, platform, identity, notifications }
}

/** Like the command, with the owner's connection. */
const make = (email: string, db = database.owner) =>
  makeAdministratorLink({ db, clock: here.platform.clock, audit: here.platform.audit }, { email, name: 'Marta Ruiz', by: 'Luz Operadora' })
async function open(path: string, body: object): Promise<{ status: number; code: string | null; text: string }> {
  const response = await fetch(here.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, code: response.headers.get('app-error'), text: await response.text() }
}
const read = async (token: string) => JSON.parse((await open(joinTeam.readInvitation.path, { token })).text).invitation
const accept = (token: string) => open(joinTeam.acceptInvitation.path, { token, password: PASSWORD })
const administrators = async () =>
  (await sql`SELECT 1 FROM identity.staff_role WHERE role = 'administrator'`.execute(database.owner)).rows.length

/** Joins by the link, the password and a second factor, and signs in with it. */
async function joined(person: TestPerson, token: string): Promise<TestPerson> {
  expect(await accept(token)).toMatchObject({ status: 200 })
  expect((await person.browser.signIn(person.email, PASSWORD)).status).toBe(200)
  expect((await person.browser.send('GET', '/api/administrative/staff?size=10')).headers.get('app-error')).toBe(
    'identity.second_factor_needed',
  )
  expect((await person.addPasskey()).status).toBe(200)
  const { browser, asked } = await person.beginSignIn()
  const proof = { method: 'passkey', passkey: person.passkey.sign(asked.passkey) }
  expect((await person.secondStep(browser, asked.challenge, proof)).status).toBe(200)
  person.browser = browser
  return person
}

const INVITE = 'POST /api/administrative/staff/invitations'
const decide = (person: TestPerson, id: string) => {
  const body = { note: 'Confirmado con talento humano.' }
  return person.guarded('POST', `/api/administrative/approvals/${id}/approve`, {
    call: 'POST /api/administrative/approvals/:id/approve',
    params: { id },
    body,
  })
}

describe('the first two administrators', () => {
  it('of an empty database sign in with a second factor, and together grant a role to a third person', async () => {
    const people = [new TestPerson(here), new TestPerson(here)]
    const [first, second] = await Promise.all(people.map(async (person) => joined(person, (await make(person.email)).token)))
    if (!first || !second) throw new Error('two people joined')
    const third = new TestPerson(here)
    const body = { email: third.email, name: 'Nora Gil', roles: ['compliance_officer'], reason: REASON }
    const proposed = await first.guarded('POST', '/api/administrative/staff/invitations', { call: INVITE, body })
    expect(proposed.status).toBe(202)
    const { approvalRequestId } = (await proposed.json()) as { approvalRequestId: string }
    expect((await decide(first, approvalRequestId)).headers.get('app-error')).toBe('approvals.own_request')
    expect((await decide(second, approvalRequestId)).status).toBe(200)
    const [mail] = await third.mails()
    await joined(third, /\/users\/join-team\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '')
    expect(await administrators()).toBe(2)
    const roles = await sql<{ role: string }>`SELECT role FROM identity.staff_role JOIN identity.account ON account.id = account_id
      WHERE email = ${third.email}`.execute(database.owner)
    expect(roles.rows).toEqual([{ role: 'compliance_officer' }])
  })

  it('get a link that shows its addressee, works once, and only for an hour', async () => {
    const email = 'marta@empresa.example'
    const { token, expiresAt } = await make(email)
    expect(expiresAt.getTime() - here.platform.clock.now().getTime()).toBeLessThanOrEqual(HOUR_MS)
    expect(await read(token)).toEqual({ email, name: 'Marta Ruiz', roles: ['administrator'] })
    expect((await accept(token)).status).toBe(200)
    expect([await read(token), (await accept(token)).code]).toEqual([null, 'staff.invitation_over'])

    const late = await make('luz@empresa.example')
    here.platform.clock.advance(HOUR_MS)
    expect([await read(late.token), (await accept(late.token)).code]).toEqual([null, 'staff.invitation_over'])
    expect(await administrators()).toBe(1)
  })

  it('are two: a third link is refused, also to concurrent requests', async () => {
    const asked = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => make(`${name}@empresa.example`)))
    const links = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(links).toHaveLength(2)
    expect(asked.find((one) => one.status === 'rejected')?.reason.message).toMatch(/^Links for \S+ and \S+ are open/)
    await Promise.all(links.map(({ token }) => accept(token)))
    expect(await administrators()).toBe(2)
    await expect(make('e@empresa.example')).rejects.toThrow('There are two administrators already.')
  })

  it('are two: links that are open while there are other administrators create none', async () => {
    const links = await Promise.all(['a', 'b'].map((name) => make(`${name}@empresa.example`)))
    await accept(links[0]?.token ?? '')
    await here.identity.ensureAccount({
      ...{ email: 'c@empresa.example', password: PASSWORD, authorities: ['ROLE_ADMIN'], state: 2, activated: true, langKey: 'es' },
      staffRoles: ['administrator'],
    })
    expect((await accept(links[1]?.token ?? '')).code).toBe('staff.invitation_over')
    expect(await administrators()).toBe(2)
  })

  it('have one link: another one for the same address ends it', async () => {
    const [before, after] = [await make('marta@empresa.example'), await make('Marta@empresa.example')]
    expect(await read(before.token)).toBeNull()
    expect((await accept(after.token)).status).toBe(200)
  })

  it('need an address without an account, and a name', async () => {
    await TestPerson.signedIn(here)
    const customer = await TestPerson.signedIn(here)
    await expect(make(customer.email)).rejects.toThrow('has an account already')
    await expect(make('nobody')).rejects.toThrow('is not an e-mail address')
    const { clock, audit } = here.platform
    const asked = { email: 'a@empresa.example', name: ' ', by: 'Luz' }
    await expect(makeAdministratorLink({ db: database.owner, clock, audit }, asked)).rejects.toThrow('--name needs')
  })

  it('are in the audit trail, with their requester and without an address', async () => {
    const { token } = await make('marta@empresa.example')
    await accept(token)
    const [made] = (await auditTrail(database.db, { action: 'identity.administrator_link_made' })).slice(-1)
    expect(made).toMatchObject({ actor: { kind: 'system', name: 'operator: Luz Operadora' }, after: { administrators: 0 } })
    const [created] = (await auditTrail(database.db, { action: 'identity.officer_created' })).slice(-1)
    expect(created?.after).toMatchObject({ roles: ['administrator'], invitedBy: null })
    const written = await sql<{ text: string }>`SELECT entry::text AS text FROM platform.audit_entry AS entry`.execute(database.owner)
    expect(written.rows.filter(({ text }) => text.includes('marta@'))).toEqual([])
  })

  it('R35 are not created by the role of the product, which cannot write a link', async () => {
    await expect(make('marta@empresa.example', database.db)).rejects.toThrow('DATABASE_MIGRATION_URL')
    await expect(sql`UPDATE identity.administrator_link SET token_hash = 'x'`.execute(database.db)).rejects.toThrow('permission denied')
  })
})
