import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { StaffRole } from '@tunjo/contract/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { approvalsOf, newStaff, type OfficerAnswer, serveOfficers } from '../../../../../dev/testing/officers.ts'
import { platformOfFile } from '../../../../../dev/testing/platform-of-file.ts'
import { createIdentity, type Identity } from '../../customers/identity/index.ts'
import { OPEN_ENTRY } from '../../customers/identity/open-entry.testing.ts'
import { createPolicies } from '../../customers/policies/index.ts'
import { createNotifications } from '../../reference/notifications/index.ts'
import { createStaff } from './index.ts'
import { checkRoleChange } from './rules.ts'

const REASON = 'Cambio de cargo en agosto.'
const NOTE = 'Confirmado con su jefa.'
const file = platformOfFile()

let identity: Identity
let call: (officer: string, method: string, path: string, body?: object) => Promise<OfficerAnswer>
let close: () => Promise<void>
let [maker, checker, analyst] = ['', '', '']
beforeAll(async () => {
  const { platform } = file
  const notifications = createNotifications(platform)
  identity = createIdentity(platform, {
    notifications,
    policies: createPolicies(platform),
    entry: OPEN_ENTRY,
  })
  const approvals = approvalsOf(platform, identity)
  const served = await serveOfficers(platform, identity, [
    ...createStaff(platform, { identity, approvals, notifications }).routes,
    ...approvals.routes,
  ])
  call = served.call
  close = served.close
  maker = await newStaff(identity, 'administrator')
  checker = await newStaff(identity, 'administrator')
})
afterAll(() => close())
beforeEach(async () => {
  analyst = await newStaff(identity, 'analyst')
})

const setRoles = (by: string, id: string, roles: readonly StaffRole[], reason = REASON) =>
  call(by, 'PUT', `staff/${id}/roles`, { roles, reason })
const act = (by: string, id: string, what: string, note = NOTE) => call(by, 'POST', `approvals/${id}/${what}`, { note })
const rolesOf = (id: string) => identity.staff.rolesOf(file.database.db, id)
async function proposed(roles: readonly StaffRole[], id = analyst): Promise<string> {
  const { status, body, code } = await setRoles(maker, id, roles)
  expect([status, code]).toEqual([202, null])
  return body.approvalRequestId
}

describe('ADM-15 roles of staff', () => {
  it('wait for a second administrator, and are then granted and revoked once, with an entry in the audit trail', async () => {
    const id = await proposed(['auditor', 'support', 'auditor'])
    expect(await rolesOf(analyst)).toEqual(['analyst'])
    const shown = (await call(checker, 'GET', `approvals/${id}`)).body
    expect(shown).toMatchObject({ subject: { id: analyst }, changes: [{ label: 'Roles', before: 'Analista', after: 'Soporte, Auditor' }] })
    expect((await act(checker, id, 'approve')).body).toMatchObject({ state: 'executed' })
    expect(await rolesOf(analyst)).toEqual(['auditor', 'support'])
    const [entry, ...others] = await auditTrail(file.database.db, { action: 'identity.role_changed', objectId: analyst })
    expect(others).toEqual([])
    const actor = { kind: 'person', accountId: checker }
    expect(entry).toMatchObject({ actor, before: { roles: ['analyst'] }, after: { roles: ['support', 'auditor'] }, reason: REASON })
  })

  it('twenty concurrent approvals execute it once', async () => {
    const checkers = await Promise.all(Array.from({ length: 20 }, () => newStaff(identity, 'administrator')))
    const id = await proposed([])
    const answers = await Promise.all(checkers.map((one) => act(one, id, 'approve')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(await auditTrail(file.database.db, { action: 'identity.role_changed', objectId: analyst })).toHaveLength(1)
    expect(await rolesOf(analyst)).toEqual([])
    for (const one of checkers) await takeAway(one)
  })

  it('cannot be approved without the permission: not by maker, person concerned, compliance officer or auditor', async () => {
    const id = await proposed(['administrator'])
    expect((await act(maker, id, 'approve')).code).toBe('approvals.own_request')
    for (const role of ['compliance_officer', 'auditor', 'treasury'] as const)
      expect((await act(await newStaff(identity, role), id, 'approve')).code).toBe('access.permission_missing')
    expect((await act(maker, id, 'break-glass')).code).toBe('access.permission_missing')
    const both = await newStaff(identity, 'administrator')
    const roles = ['administrator', 'compliance_officer'] as const
    await file.database.db
      .transaction()
      .execute((tx) => identity.staff.setRoles(tx, { accountId: both, roles, by: { kind: 'system', name: 'test' }, reason: REASON }))
    expect((await act(both, id, 'break-glass')).code).toBe('approvals.never_alone')
    await takeAway(both)

    const other = await newStaff(identity, 'administrator')
    const about = await proposed(['auditor'], other)
    expect((await act(other, about, 'approve')).code).toBe('approvals.person_concerned')
    expect((await act(checker, about, 'approve')).status).toBe(200)
    expect(await rolesOf(analyst)).toEqual(['analyst'])
  })

  it('are requested by administrators only, for officers only, with a reason, and never for oneself', async () => {
    for (const role of ['compliance_officer', 'auditor', 'support'] as const)
      expect((await setRoles(await newStaff(identity, role), analyst, ['support'])).code).toBe('access.permission_missing')
    expect((await setRoles(maker, maker, ['administrator', 'compliance_officer'])).code).toBe('approvals.person_concerned')
    expect((await setRoles(maker, maker.toUpperCase(), ['auditor'])).code).toBe('approvals.person_concerned')
    expect((await setRoles(maker, analyst, ['support'], 'corta')).code).toBe('request.reason_invalid')
    expect((await setRoles(maker, analyst, ['support'], 'x'.repeat(2_001))).code).toBe('request.reason_too_long')
    expect((await setRoles(maker, analyst, ['analyst'])).code).toBe('staff.same_roles')
    expect((await setRoles(maker, 'nobody', ['support'])).status).toBe(404)
    const customer = await identity.ensureAccount({
      email: 'cliente@correo.example',
      password: 'tres gatos en la ventana',
      authorities: ['ROLE_USER'],
      state: 2,
      activated: true,
      langKey: 'es',
    })
    expect((await setRoles(maker, customer, ['administrator'])).status).toBe(404)
  })

  it('that another change replaced in the meantime are returned to the maker, unexecuted', async () => {
    const id = await proposed(['support'])
    await file.database.db
      .transaction()
      .execute((tx) =>
        identity.staff.setRoles(tx, { accountId: analyst, roles: ['treasury'], by: { kind: 'system', name: 'test' }, reason: REASON }),
      )
    expect((await act(checker, id, 'approve')).code).toBe('approvals.facts_changed')
    expect(await rolesOf(analyst)).toEqual(['treasury'])
  })

  it('that an officer requested who was suspended since are not executed', async () => {
    const suspended = await newStaff(identity, 'administrator')
    const { body } = await setRoles(suspended, analyst, ['administrator'])
    const actor = { kind: 'system', name: 'test' } as const
    await file.database.db
      .transaction()
      .execute((tx) => identity.setState(tx, { accountId: suspended, state: ACCOUNT_STATE.suspended, actor }))
    expect((await act(checker, body.approvalRequestId, 'approve')).code).toBe('approvals.maker_unauthorized')
    expect(await rolesOf(analyst)).toEqual(['analyst'])
  })

  it('leave two who may grant them, also when two are revoked concurrently', async () => {
    expect((await setRoles(maker, checker, ['auditor'])).code).toBe('staff.administrators_too_few')
    const [third, fourth] = [await newStaff(identity, 'administrator'), await newStaff(identity, 'administrator')]
    const requests = [await proposed([], third), await proposed([], fourth), await proposed([], checker)]
    await Promise.all([
      act(checker, requests[0] ?? '', 'approve'),
      act(fourth, requests[2] ?? '', 'approve'),
      act(checker, requests[1] ?? '', 'approve'),
    ])
    expect((await identity.staff.officersWith(file.database.db, 'roles.grant')).length).toBeGreaterThanOrEqual(2)
  })
})

describe('ADM-15 the list of staff', () => {
  const list = async (query: string, by = maker) => call(by, 'GET', `staff?${query}`)
  const emailOf = async (id: string) => (await identity.person(id))?.email ?? ''

  it('has officers with their roles in the order of the list; no customer, and no former officer', async () => {
    const formerOfficer = await newStaff(identity, 'support')
    const actor = { kind: 'system', name: 'test' } as const
    await file.database.db
      .transaction()
      .execute((tx) => identity.setState(tx, { accountId: formerOfficer, state: ACCOUNT_STATE.closed, actor }))
    const customer = { password: 'tres gatos en la ventana', authorities: ['ROLE_USER'], state: 2, activated: true, langKey: 'es' } as const
    const customerId = await identity.ensureAccount({ ...customer, email: 'otra@correo.example' })
    const both = await newStaff(identity, 'auditor', 'analyst')
    const { body } = await list('size=100')
    const ids = body.results.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(expect.arrayContaining([maker, checker, both]))
    expect(ids).not.toEqual(expect.arrayContaining([formerOfficer]))
    expect(ids).not.toEqual(expect.arrayContaining([customerId]))
    expect(body.results.find(({ id }: { id: string }) => id === both)).toEqual({
      id: both,
      email: await emailOf(both),
      roles: ['analyst', 'auditor'],
      state: 2,
      hasSecondFactor: false,
      lastSignInAt: null,
    })
  })

  it('is filtered by role and by part of the e-mail, and paginated', async () => {
    const granters = (await list('role=administrator&size=100')).body
    expect(granters.results.every(({ roles }: { roles: string[] }) => roles.includes('administrator'))).toBe(true)
    expect(granters.total).toBe(granters.results.length)
    expect((await list('role=administrator&size=1')).body).toMatchObject({ total: granters.total, pagesNumber: granters.total })
    expect((await list(`text=${(await emailOf(analyst)).slice(0, 20).toUpperCase()}`)).body.results).toMatchObject([{ id: analyst }])
    expect((await list('text=%25')).body.results).toEqual([])
  })

  it('needs the permission to see users', async () => {
    expect((await list('', await newStaff(identity, 'treasury'))).code).toBe('access.permission_missing')
    expect((await list('', await newStaff(identity, 'support'))).status).toBe(200)
  })
})

it.each([
  [['administrator'], ['auditor'], 1, 'staff.administrators_too_few'],
  [['administrator'], ['auditor'], 2, null],
  [['administrator'], ['administrator', 'auditor'], 0, null],
  [['auditor'], ['administrator'], 0, null],
  [['support', 'auditor'], ['auditor', 'support'], 2, 'staff.same_roles'],
] as const)('from %j to %j with %i others who grant: %s', (before, after, otherGranters, code) => {
  expect(checkRoleChange({ before, after, otherGranters })?.code ?? null).toBe(code)
})

const takeAway = (accountId: string) =>
  file.database.db
    .transaction()
    .execute((tx) => identity.staff.setRoles(tx, { accountId, roles: [], by: { kind: 'system', name: 'test' }, reason: REASON }))
