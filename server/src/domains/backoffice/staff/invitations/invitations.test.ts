/** ADM-15 invitations to the team: two officers invite, one mailbox joins, once. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { joinTeam } from '@tunjo/contract/join-team'
import type { StaffRole } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { approvalsOf, newStaff, type OfficerAnswer, serveOfficers } from '../../../../../../dev/testing/officers.ts'
import { platformOfFile } from '../../../../../../dev/testing/platform-of-file.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { createIdentity, type Identity } from '../../../customers/identity/index.ts'
import { OPEN_ENTRY } from '../../../customers/identity/open-entry.testing.ts'
import { createPolicies } from '../../../customers/policies/index.ts'
import { createNotifications } from '../../../reference/notifications/index.ts'
import { createStaff } from '../index.ts'
import { expireInvitations } from './expire-invitations.ts'

const HOUR_MS = 3_600_000
const REASON = 'Entra al turno de la noche.'
const NOTE = 'Confirmado con talento humano.'
const PASSWORD = 'tres gatos en la ventana'
const file = platformOfFile()

let identity: Identity
let call: (officer: string, method: string, path: string, body?: object) => Promise<OfficerAnswer>
let [url, maker, checker, email] = ['', '', '', '']
let close: () => Promise<void>
beforeAll(async () => {
  const { platform } = file
  const notifications = createNotifications(platform)
  identity = createIdentity(platform, { notifications, policies: createPolicies(platform), entry: OPEN_ENTRY })
  const approvals = approvalsOf(platform, identity)
  notifications.useAddressBook(identity.addressOf)
  const { routes } = createStaff(platform, { identity, approvals, notifications })
  const served = await serveOfficers(platform, identity, [...routes, ...approvals.routes])
  call = served.call
  url = served.url
  close = served.close
})
afterAll(() => close())
beforeEach(async () => {
  await sql`TRUNCATE platform.rate_limit`.execute(file.database.owner)
  maker = await newStaff(identity, 'administrator')
  checker = await newStaff(identity, 'administrator')
  email = `nueva-${newId()}@empresa.example`
})

const invite = (by: string, roles: readonly StaffRole[] = ['analyst'], reason = REASON) =>
  call(by, 'POST', 'staff/invitations', { email, name: 'Marta Ruiz', roles, reason })
const decide = (by: string, id: string, what: string) => call(by, 'POST', `approvals/${id}/${what}`, { note: NOTE })
const opened = async (id: string) =>
  (await call(maker, 'GET', `staff/invitations?size=100`)).body.results.find((one: { id: string }) => one.id === id)
const act = (by: string, id: string, what: 'resend' | 'revoke') =>
  call(by, 'POST', `staff/invitations/${id}/${what}`, what === 'revoke' ? { reason: REASON } : undefined)

async function proposed(roles?: readonly StaffRole[]): Promise<string> {
  const { status, code, body } = await invite(maker, roles)
  expect([status, code]).toEqual([202, null])
  return body.approvalRequestId
}
/** Returns the invitation's id. */
async function invited(roles?: readonly StaffRole[]): Promise<string> {
  expect((await decide(checker, await proposed(roles), 'approve')).body).toMatchObject({ state: 'executed' })
  const found = await sql<{ id: string }>`SELECT id FROM staff.invitation WHERE email = ${email} AND state = 'invited'`.execute(
    file.database.db,
  )
  return found.rows[0]?.id ?? ''
}
/** Newest first. */
async function mails() {
  await file.platform.jobs.drain()
  return ((await file.platform.mail.inbox(1_000)) ?? []).filter(({ to }) => to === email)
}
const tokenOf = (text = '') => /\/users\/join-team\/([\w-]{43})/.exec(text)?.[1] ?? ''
const newestToken = async () => tokenOf((await mails())[0]?.text)

async function open(path: string, body: object): Promise<{ status: number; code: string | null; text: string }> {
  const response = await fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return { status: response.status, code: response.headers.get('app-error'), text: await response.text() }
}
const read = async (token: string) => JSON.parse((await open(joinTeam.readInvitation.path, { token })).text).invitation
const accept = (token: string, password = PASSWORD) => open(joinTeam.acceptInvitation.path, { token, password })
const accountsOf = async (address = email) =>
  (
    await sql<{ id: string; authorities: string[] }>`SELECT id, authorities FROM identity.account WHERE email = ${address}`.execute(
      file.database.db,
    )
  ).rows
const customer = (address: string, activated = true, langKey: 'es' | 'en' = 'es') =>
  identity.ensureAccount({ email: address, password: PASSWORD, authorities: ['ROLE_USER'], state: 2, activated, langKey })
const takeRoles = (accountId: string) =>
  file.database.db
    .transaction()
    .execute((tx) => identity.staff.setRoles(tx, { accountId, roles: [], by: { kind: 'system', name: 'test' }, reason: REASON }))

describe('ADM-15 inviting', () => {
  it('waits for a second administrator, who sees the person and the roles; then one mail is sent with a link that works once', async () => {
    const request = await proposed(['auditor', 'analyst'])
    expect(await mails()).toEqual([])
    const lines = [
      { label: 'Correo', before: null, after: email },
      { label: 'Nombre', before: null, after: 'Marta Ruiz' },
      { label: 'Roles', before: null, after: 'Analista, Auditor' },
    ]
    expect((await call(checker, 'GET', `approvals/${request}`)).body).toMatchObject({ subject: null, changes: lines })
    expect((await decide(checker, request, 'approve')).body).toMatchObject({ state: 'executed', changes: lines })

    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.text).toContain('Analista, Auditor')
    const token = tokenOf(mail?.text)
    expect(await read(token)).toEqual({ email, name: 'Marta Ruiz', roles: ['analyst', 'auditor'] })
    expect((await accept(token, 'corta')).code).toBe('identity.password_too_short')
    expect((await accept(token, 'password2026')).code).toBe('identity.password_too_common')
    expect(await accept(token)).toMatchObject({ status: 200 })
    const [account] = await accountsOf()
    expect(account?.authorities).toEqual(['ROLE_ADMIN'])
    expect(await identity.staff.rolesOf(file.database.db, account?.id ?? '')).toEqual(['analyst', 'auditor'])
    expect((await accept(token)).code).toBe('staff.invitation_over')
    expect(await read(token)).toBeNull()
    for (const [action, by] of [
      ['staff.invited', checker],
      ['staff.invitation_accepted', account?.id],
    ] as const) {
      const entries = (await auditTrail(file.database.db, { action })).filter(
        ({ actor }) => actor.kind === 'person' && actor.accountId === by,
      )
      expect(entries).toHaveLength(1)
    }
  })

  it('keeps the address in plain text neither in the permanent request nor in the audit trail', async () => {
    await accept((await invited()) && (await newestToken()))
    const written = await sql<{ text: string }>`SELECT request::text AS text FROM platform.approval_request AS request
      UNION ALL SELECT entry::text FROM platform.audit_entry AS entry
      UNION ALL SELECT step::text FROM staff.state_history AS step`.execute(file.database.owner)
    expect(written.rows.length).toBeGreaterThan(3)
    expect(written.rows.filter(({ text }) => text.includes(email) || text.includes('Marta'))).toEqual([])
    const links = await sql<{ text: string }>`SELECT invitation::text AS text FROM staff.invitation`.execute(file.database.owner)
    const token = await newestToken()
    expect(links.rows.filter(({ text }) => text.includes(token))).toEqual([])
  })

  it('is requested and approved by administrators only, never by one alone, and not twice for an address', async () => {
    for (const role of ['compliance_officer', 'auditor', 'support'] as const) {
      const other = await newStaff(identity, role)
      expect((await invite(other)).code).toBe('access.permission_missing')
      expect((await call(other, 'GET', 'staff/invitations')).code).toBe('access.permission_missing')
    }
    expect((await invite(maker, [])).code).toBe('request.invalid')
    expect((await invite(maker, ['analyst'], 'corta')).code).toBe('request.reason_invalid')
    const request = await proposed(['administrator'])
    expect((await decide(maker, request, 'approve')).code).toBe('approvals.own_request')
    expect((await decide(await newStaff(identity, 'treasury'), request, 'approve')).code).toBe('access.permission_missing')
    expect((await invite(checker)).code).toBe('approvals.already_waiting')
    expect((await decide(checker, request, 'approve')).status).toBe(200)
    expect((await invite(checker)).code).toBe('staff.already_invited')
    expect(await mails()).toHaveLength(1)
  })

  it('twenty concurrent approvals send one mail', async () => {
    const checkers = await Promise.all(Array.from({ length: 20 }, () => newStaff(identity, 'administrator')))
    const request = await proposed()
    const answers = await Promise.all(checkers.map((one) => decide(one, request, 'approve')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(await mails()).toHaveLength(1)
    for (const one of checkers) await takeRoles(one)
  })

  it('is not carried out when its requester may no longer grant roles', async () => {
    const request = await proposed()
    await takeRoles(maker)
    expect((await decide(checker, request, 'approve')).code).toBe('approvals.maker_unauthorized')
    expect(await mails()).toEqual([])
  })

  it('is limited by officer and by mailbox', async () => {
    const address = email
    for (let i = 0; i < 5; i++) await invite(maker)
    expect((await invite(checker)).code).toBe('staff.invited_too_often')
    for (let i = 0; i < 15; i++) {
      email = `otra-${i}-${newId()}@empresa.example`
      expect((await invite(maker)).status).toBe(202)
    }
    email = `ultima-${newId()}@empresa.example`
    expect((await invite(maker)).code).toBe('staff.invited_too_often')
    email = address
  })
})

describe('ADM-15 an address that has an account', () => {
  it('of a customer: the answers are the same, only their mailbox is notified, and their account is unchanged', async () => {
    const id = await customer(email)
    const request = await proposed(['administrator'])
    const approved = await decide(checker, request, 'approve')
    expect([approved.status, approved.body.state]).toEqual([200, 'executed'])
    const shown = (await call(maker, 'GET', 'staff/invitations?state=invited&size=100')).body.results.find(
      (one: { email: string }) => one.email === email,
    )
    expect(shown).toMatchObject({ state: 'invited', endedAt: null })
    const [mail] = await mails()
    expect(tokenOf(mail?.text)).toBe('')
    expect(mail?.text).toContain('ya tienes una cuenta')
    expect((await act(maker, shown.id, 'resend')).body).toMatchObject({ state: 'invited' })
    expect((await mails()).map(({ text }) => tokenOf(text))).toEqual(['', ''])
    expect(await accountsOf()).toEqual([{ id, authorities: ['ROLE_USER'] }])
    expect(await identity.staff.permissionsOf(file.database.db, id)).toEqual([])
  })

  it('of a customer: the mail is in the language of that account', async () => {
    await customer(email, true, 'en')
    expect((await decide(checker, await proposed(['administrator']), 'approve')).status).toBe(200)
    expect((await mails()).map(({ text }) => text)).toEqual([expect.stringContaining('you already have an account')])
  })

  it('of a customer who came in the meantime: the link no longer works', async () => {
    await invited()
    const id = await customer(email)
    expect((await accept(await newestToken())).code).toBe('staff.invitation_over')
    expect(await accountsOf()).toEqual([{ id, authorities: ['ROLE_USER'] }])
  })

  it('of a sign-up that was not activated: it gives way, since the link proves the mailbox', async () => {
    const id = await customer(email, false)
    await invited()
    expect(await accept(await newestToken())).toMatchObject({ status: 200 })
    expect((await accountsOf()).map(({ authorities }) => authorities)).toEqual([['ROLE_ADMIN']])
    expect(await identity.addressOf(id)).toEqual({ email: `${id}@released.invalid`, langKey: 'es' })
  })

  it('of the team: refused immediately, in any capitals', async () => {
    const member = await newStaff(identity, 'support')
    email = ((await identity.person(member))?.email ?? '').toUpperCase()
    expect((await invite(maker)).code).toBe('staff.already_member')
  })
})

describe('ADM-15 the link of an invitation', () => {
  it('twenty concurrent uses create one account', async () => {
    await invited()
    const token = await newestToken()
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'staff.invitation_over')).toHaveLength(19)
    expect(await accountsOf()).toHaveLength(1)
    const trail = await auditTrail(file.database.db, { action: 'identity.officer_created', objectId: (await accountsOf())[0]?.id ?? '' })
    expect(trail).toHaveLength(1)
  })

  it('expires after 48 hours; that is recorded once, and the person may be invited again', async () => {
    const id = await invited()
    const token = await newestToken()
    const { clock, db } = file.platform
    clock.advance(48 * HOUR_MS - 60_000)
    expect(await read(token)).not.toBeNull()
    clock.advance(60_000)
    expect(await read(token)).toBeNull()
    expect((await accept(token)).code).toBe('staff.invitation_over')
    expect((await act(maker, id, 'resend')).code).toBe('staff.invitation_ended')
    expect(await opened(id)).toMatchObject({ state: 'expired', endedAt: null })
    await Promise.all([expireInvitations({ db, clock }), expireInvitations({ db, clock })])
    expect(await opened(id)).toMatchObject({ state: 'expired', endedAt: expect.any(String) })
    await invited()
    expect(await read(await newestToken())).not.toBeNull()
  })

  it('that is sent again replaces the former one, and no invitation stays open for more than a week', async () => {
    const id = await invited()
    const first = await newestToken()
    const { clock } = file.platform
    expect((await act(checker, id, 'resend')).status).toBe(200)
    const second = await newestToken()
    expect(second).not.toBe(first)
    expect([await read(first), (await accept(first)).code]).toEqual([null, 'staff.invitation_over'])
    for (let day = 1; day < 7; day++) {
      clock.advance(24 * HOUR_MS)
      expect((await act(checker, id, 'resend')).status).toBe(200)
    }
    clock.advance(24 * HOUR_MS)
    expect((await act(checker, id, 'resend')).code).toBe('staff.invitation_ended')
  })

  it('of a revoked invitation has ended; revoked once by twenty concurrent calls, with the reason', async () => {
    const id = await invited()
    const token = await newestToken()
    expect((await act(await newStaff(identity, 'support'), id, 'revoke')).code).toBe('access.permission_missing')
    const answers = await Promise.all(Array.from({ length: 20 }, () => act(checker, id, 'revoke')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect((await accept(token)).code).toBe('staff.invitation_over')
    expect(await accountsOf()).toEqual([])
    expect(await auditTrail(file.database.db, { action: 'staff.invitation_revoked', objectId: id })).toMatchObject([{ reason: REASON }])
    expect((await act(maker, 'nobody', 'revoke')).status).toBe(404)
  })

  it('revoked and used at the same moment: either the account exists or the invitation is revoked', async () => {
    for (let i = 0; i < 5; i++) {
      email = `nueva-${newId()}@empresa.example`
      const id = await invited()
      const token = await newestToken()
      const [used, revoked] = await Promise.all([accept(token), act(checker, id, 'revoke')])
      expect([used.status, revoked.status].filter((status) => status === 200)).toHaveLength(1)
      expect(await accountsOf()).toHaveLength(used.status === 200 ? 1 : 0)
    }
  })

  it('ends when its requester may no longer grant roles, or may not sign in', async () => {
    const id = await invited()
    const token = await newestToken()
    await takeRoles(maker)
    expect((await accept(token)).code).toBe('staff.invitation_over')
    expect(await accountsOf()).toEqual([])
    const found = await sql`SELECT state FROM staff.invitation WHERE id = ${id}`.execute(file.database.db)
    expect(found.rows).toEqual([{ state: 'revoked' }])

    maker = await newStaff(identity, 'administrator')
    const other = await invited()
    const actor = { kind: 'system', name: 'test' } as const
    await file.database.db.transaction().execute((tx) => identity.setState(tx, { accountId: maker, state: ACCOUNT_STATE.suspended, actor }))
    expect((await act(checker, other, 'resend')).code).toBe('staff.invitation_ended')
    expect((await accept(await newestToken())).code).toBe('staff.invitation_over')
  })
})

it('ADM-15 a new officer holds no permission before a second factor, and does not count as a deciding one', async () => {
  await invited(['administrator'])
  await accept(await newestToken())
  const [account] = await accountsOf()
  const id = account?.id ?? ''
  expect(await identity.staff.rolesOf(file.database.db, id)).toEqual(['administrator'])
  expect(await identity.staff.permissionsOf(file.database.db, id)).toEqual([])
  expect(await identity.staff.officersWith(file.database.db, 'roles.grant')).not.toContain(id)
  await sql`INSERT INTO identity.totp (account_id, sealed_secret, begun_at, confirmed_at) VALUES (${id}, 'sealed', now(), now())`.execute(
    file.database.owner,
  )
  expect(await identity.staff.permissionsOf(file.database.db, id)).toContain('roles.grant')
  expect(await identity.staff.officersWith(file.database.db, 'roles.grant')).toContain(id)
})
