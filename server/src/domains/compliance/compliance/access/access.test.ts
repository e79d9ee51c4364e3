/** ADM-15 Gestión de usuarios: account access controls of officers, over real accounts, approvals and database. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { StaffRole } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditTrail, TEST_ACTOR } from '../../../../../../dev/testing/audit.ts'
import { approvalsOf, newStaff, type OfficerAnswer, serveOfficers } from '../../../../../../dev/testing/officers.ts'
import { platformOfFile } from '../../../../../../dev/testing/platform-of-file.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { openAlertFacts } from '../../../customers/alerts/episode-store.ts'
import { createIdentity, type Identity } from '../../../customers/identity/index.ts'
import { OPEN_ENTRY } from '../../../customers/identity/open-entry.testing.ts'
import { createKyc } from '../../../customers/kyc/index.ts'
import { createPolicies } from '../../../customers/policies/index.ts'
import { createNotifications } from '../../../reference/notifications/index.ts'
import { createParameters } from '../../../reference/parameters/index.ts'
import { createAccountAccess } from '../index.ts'
import { stateAfterBlock } from './rules.ts'

const REASON = 'Llamó y dijo que le robaron el celular.'
const NOTE = 'Hablé con la persona por video.'
const file = platformOfFile()

let identity: Identity
let call: (officer: string, method: string, path: string, body?: object) => Promise<OfficerAnswer>
let close: () => Promise<void>
let [maker, checker, person] = ['', '', '']
beforeAll(async () => {
  const { platform } = file
  const notifications = createNotifications(platform)
  identity = createIdentity(platform, { notifications, policies: createPolicies(platform), entry: OPEN_ENTRY })
  notifications.useAddressBook(identity.addressOf)
  const kyc = createKyc(platform, { identity, parameters: createParameters(), notifications })
  const approvals = approvalsOf(platform, identity)
  const { routes } = createAccountAccess(platform, { identity, kyc, alerts: { openFacts: openAlertFacts }, approvals })
  const served = await serveOfficers(platform, identity, [...routes, ...approvals.routes])
  call = served.call
  close = served.close
  maker = await newStaff(identity, 'compliance_officer')
  checker = await newStaff(identity, 'compliance_officer')
})
afterAll(() => close())
beforeEach(async () => {
  person = await newCustomer()
})

const newCustomer = (): Promise<string> =>
  identity.ensureAccount({
    email: `${newId()}@correo.example`,
    password: 'tres gatos en la ventana',
    authorities: ['ROLE_USER'],
    state: ACCOUNT_STATE.verified,
    activated: true,
    langKey: 'es',
  })
async function openSession(accountId: string): Promise<string> {
  const [id, now] = [newId(), file.platform.clock.now()]
  await sql`INSERT INTO identity.session (id, account_id, ip, user_agent, created_at, active_at, expires_at)
    VALUES (${id}, ${accountId}, '127.0.0.1', 'test', ${now}, ${now}, ${new Date(now.getTime() + 3_600_000)})`.execute(file.database.owner)
  return id
}
async function addFactors(accountId: string): Promise<void> {
  const now = file.platform.clock.now()
  await sql`INSERT INTO identity.totp (account_id, sealed_secret, begun_at, confirmed_at) VALUES (${accountId}, 's', ${now}, ${now})`.execute(
    file.database.owner,
  )
}
const act = (by: string, what: string, id = person, reason = REASON) => call(by, 'POST', `accounts/${id}/${what}`, { reason })
const decide = (by: string, id: string, what: string) => call(by, 'POST', `approvals/${id}/${what}`, { note: NOTE })
const shown = async (id = person, by = maker) => (await call(by, 'GET', `accounts/${id}`)).body
const noticesOf = async (id = person) =>
  (
    await sql<{ kind: string }>`SELECT kind FROM notifications.notice WHERE account_id = ${id} ORDER BY id`.execute(file.database.db)
  ).rows.map(({ kind }) => kind)
const newAdministrators = async (count: number) => {
  const [first = '', second = '', third = '', fourth = ''] = await Promise.all(
    Array.from({ length: count }, () => newStaff(identity, 'administrator')),
  )
  return [first, second, third, fourth] as const
}
const makeOfficer = (id: string) => inTransaction(file.database.db, (tx) => identity.setAuthorities(tx, id, ['ROLE_ADMIN'], TEST_ACTOR))
const setRoles = (accountId: string, roles: StaffRole[]) =>
  inTransaction(file.database.db, (tx) => identity.staff.setRoles(tx, { accountId, roles, by: TEST_ACTOR, reason: REASON }))
const outcomeOf = async (id: string) => (await call(checker, 'GET', `approvals/${id}`)).body.outcome
const suspendAdministrators = async () => {
  for (const id of await identity.staff.officersWith(file.database.db, 'roles.grant')) await setState(id, ACCOUNT_STATE.suspended)
}
const setState = (id: string, state: 1 | 2 | 3 | 4) =>
  inTransaction(file.database.db, (tx) => identity.setState(tx, { accountId: id, state, actor: TEST_ACTOR }))

describe('ADM-15 a suspension', () => {
  it('ends the sessions immediately, is notified without its reason, and is in the audit trail with it', async () => {
    const session = await openSession(person)
    expect(await shown()).toMatchObject({ state: ACCOUNT_STATE.verified, liveSessions: 1, mayChange: true, history: [] })
    expect((await act(maker, 'block')).body).toEqual({ done: true })
    expect(await shown()).toMatchObject({
      state: ACCOUNT_STATE.suspended,
      liveSessions: 0,
      history: [{ action: 'block', reason: REASON, second: null }],
    })
    await sql`INSERT INTO compliance.access_action (id, account_id, action, officer_id, reason, at)
      SELECT gen_random_uuid(), account_id, 'end_sessions', officer_id, reason, at + place * interval '1 second'
      FROM compliance.access_action, generate_series(1, 120) AS place WHERE account_id = ${person}`.execute(file.database.db)
    expect((await shown()).history.at(-1), 'the first act, before 120 later ones').toMatchObject({ action: 'block' })
    const [ended] = (
      await sql<{ reason: string }>`SELECT end_reason AS reason FROM identity.session WHERE id = ${session}`.execute(file.database.db)
    ).rows
    expect(ended?.reason).toBe('account_blocked')
    expect(await noticesOf()).toEqual(['identity.account_blocked'])
    const notices = await sql<{
      values: unknown
    }>`SELECT notice_values AS values FROM notifications.notice WHERE account_id = ${person}`.execute(file.database.db)
    expect(JSON.stringify(notices.rows)).not.toContain(REASON)
    const [entry] = await auditTrail(file.database.db, { action: 'identity.state_changed', objectId: person })
    expect(entry).toMatchObject({ actor: { accountId: maker }, before: 2, after: 3, reason: REASON })
  })

  it('is done once for twenty concurrent officers', async () => {
    const officers = await Promise.all(Array.from({ length: 20 }, () => newStaff(identity, 'compliance_officer')))
    const answers = await Promise.all(officers.map((one) => act(one, 'block')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([null, 'compliance.account_blocked']))
    expect(await noticesOf()).toEqual(['identity.account_blocked'])
    expect((await shown()).history).toHaveLength(1)
  })

  it('ends when a second officer approves, with the state for the level at that time', async () => {
    expect((await act(maker, 'unblock')).code).toBe('compliance.account_not_blocked')
    await act(maker, 'block')
    const asked = await act(maker, 'unblock', person, 'Envió su cédula y coincide.')
    expect([asked.status, asked.body.state]).toEqual([202, 'proposed'])
    const request = asked.body.approvalRequestId
    for (const one of [maker, checker]) expect((await decide(one, request, 'break-glass')).code).toBe('approvals.never_alone')
    expect((await shown()).state).toBe(ACCOUNT_STATE.suspended)
    expect((await decide(maker, request, 'approve')).code).toBe('approvals.own_request')
    for (const role of ['analyst', 'auditor', 'support'] as const)
      expect((await decide(await newStaff(identity, role), request, 'approve')).code).toBe('access.permission_missing')
    expect((await decide(checker, request, 'approve')).status).toBe(200)
    // The customer was never verified, and the level is unchanged.
    const { state, history } = await shown()
    expect(state).toBe(ACCOUNT_STATE.unverified)
    expect(history[0]).toMatchObject({ action: 'unblock', reason: 'Envió su cédula y coincide.' })
    expect([history[0].officer, history[0].second]).toEqual(
      await Promise.all([maker, checker].map(async (id) => (await identity.person(id))?.email)),
    )
    expect(await noticesOf()).toEqual(['identity.account_blocked', 'identity.account_unblocked'])
  })

  it('is not ended when the customer closed the account after the proposal', async () => {
    await act(maker, 'block')
    const { body } = await act(maker, 'unblock')
    await setState(person, ACCOUNT_STATE.closed)
    expect((await decide(checker, body.approvalRequestId, 'approve')).status).toBe(409)
    expect((await shown()).state).toBe(ACCOUNT_STATE.closed)
    for (const what of ['block', 'unblock', 'freeze', 'end-sessions', 'reset-factors'])
      expect([what, (await act(maker, what)).code]).toEqual([what, 'compliance.account_closed'])
  })

  it('needs a new decision when the customer became an officer since', async () => {
    await act(maker, 'block')
    const { body } = await act(maker, 'unblock')
    await makeOfficer(person)
    expect((await decide(checker, body.approvalRequestId, 'approve')).code).toBe('approvals.facts_changed')
    expect((await shown()).state).toBe(ACCOUNT_STATE.suspended)
  })

  it('ends only on unchanged facts: not after another suspension, nor after an alert was opened', async () => {
    await act(maker, 'block')
    const early = await act(maker, 'unblock')
    await setState(person, ACCOUNT_STATE.verified)
    await act(checker, 'block', person, 'La fiscalía lo pidió.')
    expect(await decide(checker, early.body.approvalRequestId, 'approve')).toMatchObject({ status: 409, code: 'approvals.facts_changed' })
    const { body } = await act(maker, 'unblock')
    await sql`INSERT INTO alerts.episode (id, account_id, kind, state, opened_at, opening_comment, severity, opening_severity, due_at)
      VALUES (${newId()}, ${person}, 17, 'open', now(), 'x', 'medium', 'medium', now())`.execute(file.database.owner)
    expect((await decide(checker, body.approvalRequestId, 'approve')).code).toBe('approvals.facts_changed')
    expect((await shown()).state).toBe(ACCOUNT_STATE.suspended)
  })

  it('of an officer needs two officers who may grant roles, with their permissions at the time of the approval', async () => {
    const [officer, first, second] = [await newStaff(identity, 'analyst'), ...(await newAdministrators(2))]
    await act(first, 'block', officer)
    const early = await act(first, 'unblock', officer)
    expect((await decide(checker, early.body.approvalRequestId, 'approve')).code).toBe('approvals.execution_failed')
    expect(await outcomeOf(early.body.approvalRequestId)).toBe('access.permission_missing')
    expect((await shown(officer)).state).toBe(ACCOUNT_STATE.suspended)
    const { body } = await act(first, 'unblock', officer)
    await setRoles(first, ['compliance_officer'])
    expect((await decide(second, body.approvalRequestId, 'approve')).code).toBe('approvals.execution_failed')
    expect(await outcomeOf(body.approvalRequestId)).toBe('access.permission_missing')
    await setRoles(first, ['administrator'])
    const again = await act(first, 'unblock', officer)
    expect((await decide(second, again.body.approvalRequestId, 'approve')).status).toBe(200)
    expect((await shown(officer)).state).toBe(ACCOUNT_STATE.verified)
  })

  it('leaves an officer verified, and a customer at their level', () => {
    expect(stateAfterBlock({ isOfficer: true, verifiedLevel: 0 })).toBe(ACCOUNT_STATE.verified)
    expect(stateAfterBlock({ isOfficer: false, verifiedLevel: 1 })).toBe(ACCOUNT_STATE.verified)
    expect(stateAfterBlock({ isOfficer: false, verifiedLevel: 0 })).toBe(ACCOUNT_STATE.unverified)
  })
})

describe('ADM-15 account takeover', () => {
  it('a freeze ends the sessions, holds withdrawals, mails a way back, and emits the event that stops withdrawals', async () => {
    await openSession(person)
    expect((await act(maker, 'freeze')).status).toBe(200)
    const { frozenAt, liveSessions, withdrawalsHeldUntil } = await shown()
    expect([frozenAt, liveSessions, withdrawalsHeldUntil]).toEqual([expect.any(String), 0, expect.any(String)])
    expect(await noticesOf()).toContain('identity.account_protected')
    const events =
      await sql`SELECT 1 FROM platform.event WHERE type = 'identity.account_frozen' AND payload->>'accountId' = ${person}`.execute(
        file.database.db,
      )
    expect(events.rows).toHaveLength(1)
    const links =
      await sql`SELECT 1 FROM identity.link WHERE account_id = ${person} AND purpose = 'password_reset' AND used_at IS NULL`.execute(
        file.database.db,
      )
    expect(links.rows).toHaveLength(1)
    const [entry] = await auditTrail(file.database.db, { action: 'identity.account_frozen', objectId: person })
    expect(entry).toMatchObject({ actor: { accountId: maker }, reason: REASON })
  })

  it('every session is ended, and the customer may sign in again', async () => {
    await openSession(person)
    await openSession(person)
    expect((await act(maker, 'end-sessions')).status).toBe(200)
    expect(await shown()).toMatchObject({
      state: ACCOUNT_STATE.verified,
      liveSessions: 0,
      frozenAt: null,
      history: [{ action: 'end_sessions' }],
    })
    const [entry] = await auditTrail(file.database.db, { action: 'identity.sessions_ended', objectId: person })
    expect(entry).toMatchObject({ before: { live: 2 }, after: { live: 0 }, reason: REASON })
    expect(await noticesOf()).toEqual(['identity.sessions_ended'])
  })
})

describe('ADM-15 MFA reset', () => {
  it('needs two officers; the password must be reset and withdrawals are held', async () => {
    expect((await act(maker, 'reset-factors')).code).toBe('compliance.no_factors')
    await addFactors(person)
    await openSession(person)
    const { body } = await act(maker, 'reset-factors')
    expect(await shown()).toMatchObject({ hasApp: true, liveSessions: 1 })
    for (const one of [maker, checker])
      expect((await decide(one, body.approvalRequestId, 'break-glass')).code).toBe('approvals.never_alone')
    expect((await decide(checker, body.approvalRequestId, 'approve')).status).toBe(200)
    expect(await shown()).toMatchObject({
      hasApp: false,
      liveSessions: 0,
      withdrawalsHeldUntil: expect.any(String),
      history: [{ action: 'reset_factors' }],
    })
    const account = await sql<{ reset: Date | null }>`SELECT reset_required_at AS reset FROM identity.account WHERE id = ${person}`.execute(
      file.database.db,
    )
    expect(account.rows[0]?.reset).not.toBeNull()
    expect(await noticesOf()).toContain('identity.factors_reset')
  })

  it('needs a new decision when the customer became an officer since', async () => {
    await addFactors(person)
    const { body } = await act(maker, 'reset-factors')
    await makeOfficer(person)
    expect((await decide(checker, body.approvalRequestId, 'approve')).code).toBe('approvals.facts_changed')
    expect((await shown()).hasApp).toBe(true)
  })

  it('of an officer needs two officers who may grant roles', async () => {
    const officer = await newStaff(identity, 'analyst')
    await addFactors(officer)
    expect((await act(maker, 'reset-factors', officer)).code).toBe('access.permission_missing')
    const [first, second] = await newAdministrators(2)
    const { status, body } = await act(first, 'reset-factors', officer)
    expect(status).toBe(202)
    expect((await decide(officer, body.approvalRequestId, 'approve')).status).toBe(403)
    expect((await decide(checker, body.approvalRequestId, 'approve')).code).toBe('approvals.execution_failed')
    expect(await outcomeOf(body.approvalRequestId)).toBe('access.permission_missing')
    expect((await shown(officer)).hasApp).toBe(true)
    const demoted = await act(first, 'reset-factors', officer)
    await setRoles(first, ['compliance_officer'])
    expect((await decide(second, demoted.body.approvalRequestId, 'approve')).code).toBe('approvals.execution_failed')
    expect((await shown(officer)).hasApp).toBe(true)
    await setRoles(first, ['administrator'])
    const again = await act(first, 'reset-factors', officer)
    expect((await decide(second, again.body.approvalRequestId, 'approve')).status).toBe(200)
    expect((await shown(officer)).hasApp).toBe(false)
  })
})

describe('ADM-15 access control', () => {
  const ACTS = ['block', 'unblock', 'freeze', 'end-sessions', 'reset-factors'] as const

  it('refuses every call without the permission, about oneself, without a reason, or about an unknown account', async () => {
    for (const role of ['analyst', 'support', 'treasury', 'auditor'] satisfies StaffRole[]) {
      const officer = await newStaff(identity, role)
      for (const what of ACTS) expect([role, what, (await act(officer, what)).code]).toEqual([role, what, 'access.permission_missing'])
    }
    for (const what of ACTS) {
      expect((await act(maker, what, maker.toUpperCase())).code).toBe('compliance.own_account')
      expect((await act(maker, what, person, 'corta')).code).toBe('request.reason_invalid')
      expect((await act(maker, what, newId())).status).toBe(404)
    }
    expect((await call(maker, 'GET', `accounts/${maker}`)).code).toBe('compliance.own_account')
    expect((await shown(person, await newStaff(identity, 'support'))).mayChange).toBe(false)
    expect(await auditTrail(file.database.db, { action: 'kyc.person_viewed', objectId: person })).toMatchObject([
      { after: { part: 'access' } },
    ])
  })

  it('refuses changes of officers without the permission to grant roles, and keeps two such officers, also with concurrent calls', async () => {
    const target = await newStaff(identity, 'analyst')
    for (const what of ACTS) expect((await act(maker, what, target)).code).toBe('access.permission_missing')
    expect((await shown(target)).mayChange).toBe(false)
    await suspendAdministrators()
    const [first, second, third, fourth] = await newAdministrators(4)
    expect((await act(first, 'block', target)).status).toBe(200)
    const answers = await Promise.all([
      act(first, 'block', second),
      act(second, 'block', third),
      act(third, 'block', fourth),
      act(fourth, 'block', first),
    ])
    expect(answers.map(({ code }) => code)).toContain('staff.administrators_too_few')
    expect((await identity.staff.officersWith(file.database.db, 'roles.grant')).length).toBeGreaterThanOrEqual(2)
  })

  it('refuses to freeze one of the last two who may grant roles, and a frozen officer does not count', async () => {
    await suspendAdministrators()
    const [target, [first, second, third]] = [await newStaff(identity, 'analyst'), await newAdministrators(3)]
    await act(third, 'block', target)
    const { body } = await act(third, 'unblock', target)
    expect((await act(first, 'freeze', third)).status).toBe(200)
    expect(await identity.staff.permissionsOf(file.database.db, third)).toEqual([])
    expect(await identity.staff.officersWith(file.database.db, 'roles.grant')).toEqual([first, second].sort())
    for (const what of ['freeze', 'block']) expect((await act(first, what, second)).code).toBe('staff.administrators_too_few')
    // Their earlier proposal ends with it.
    expect((await decide(second, body.approvalRequestId, 'approve')).code).toBe('approvals.maker_unauthorized')
    expect((await act(first, 'block', third)).status).toBe(200)
  })

  it('concurrent freezes of such officers stop before fewer than two are left', async () => {
    await suspendAdministrators()
    const [first, second, third] = await newAdministrators(3)
    const answers = await Promise.all([act(first, 'freeze', second), act(second, 'freeze', third), act(third, 'block', first)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await identity.staff.officersWith(file.database.db, 'roles.grant')).toHaveLength(2)
  })
})
