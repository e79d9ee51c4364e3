import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditTrail, TEST_ACTOR } from '../../../../../../dev/testing/audit.ts'
import { approvalsOf, newStaff, type OfficerAnswer, serveOfficers } from '../../../../../../dev/testing/officers.ts'
import { platformOfFile } from '../../../../../../dev/testing/platform-of-file.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { createNotifications } from '../../../reference/notifications/index.ts'
import { createIdentity, type Identity } from '../../identity/index.ts'
import { OPEN_ENTRY } from '../../identity/open-entry.testing.ts'
import { createPolicies } from '../../policies/index.ts'
import { createRetention } from '../index.ts'
import { purgeExpired } from '../purge-expired.ts'

const YEAR_MS = 365.2425 * 86_400_000
const CLOSED = 4
const ORDER = 'Oficio 123 de la Fiscalía.'
const DONE = 'La Fiscalía archivó el caso.'
const file = platformOfFile()

let identity: Identity
let call: (officer: string, method: string, path: string, body?: object) => Promise<OfficerAnswer>
let close: () => Promise<void>
let [maker, checker, person] = ['', '', '']
beforeAll(async () => {
  const { platform } = file
  identity = createIdentity(platform, {
    notifications: createNotifications(platform),
    policies: createPolicies(platform),
    entry: OPEN_ENTRY,
  })
  const approvals = approvalsOf(platform, identity)
  const { routes } = createRetention(platform, { identity, approvals })
  const served = await serveOfficers(platform, identity, [...routes, ...approvals.routes])
  call = served.call
  close = served.close
  maker = await newStaff(identity, 'compliance_officer')
  checker = await newStaff(identity, 'compliance_officer')
})
afterAll(() => close())
/** With a document, and closed so long ago that the next run of the schedule destroys it. */
beforeEach(async () => {
  const email = `${newId()}@correo.example`
  const account = {
    email,
    password: 'tres gatos en la ventana',
    authorities: ['ROLE_USER'],
    state: 2,
    activated: true,
    langKey: 'es',
  } as const
  person = await identity.ensureAccount(account)
  const document = {
    ownerId: person,
    purpose: 'kyc.frontal',
    kind: 'pdf',
    mediaType: 'application/pdf',
    originalName: 'cédula.pdf',
  } as const
  await file.platform.files.store({ ...document, content: Buffer.from('%PDF-1.7') })
  await inTransaction(file.database.db, (tx) => identity.setState(tx, { accountId: person, state: CLOSED, actor: TEST_ACTOR }))
  file.platform.clock.advance(11 * YEAR_MS)
})

const place = (by: string, accountId = person, reason = ORDER) => call(by, 'POST', 'legal-holds', { accountId, reason })
const lift = (by: string, id: string, reason = DONE) => call(by, 'POST', `legal-holds/${id}/lift`, { reason })
const act = (by: string, id: string, what: string) => call(by, 'POST', `approvals/${id}/${what}`, { note: 'Revisé el auto de archivo.' })
const erase = () => purgeExpired({ ...file.platform, identity, years: 10, keepers: [] })
const isReadable = async () => {
  const [document] = await file.platform.files.listOf(person)
  return document !== undefined && (await file.platform.files.read(document.id)) !== null
}
const inForce = async () => (await call(maker, 'GET', `legal-holds?accountId=${person}`)).body.results

describe('R23 a legal hold', () => {
  it('keeps documents of any age, until two officers agree that it ends; both are in the audit trail', async () => {
    const placed = await place(maker)
    expect(placed.body).toMatchObject({ accountId: person, reason: ORDER, liftedAt: null })
    await erase()
    expect(await isReadable()).toBe(true)

    const asked = await lift(maker, placed.body.id)
    expect([asked.status, asked.body.state]).toEqual([202, 'proposed'])
    const request = asked.body.approvalRequestId
    expect((await call(checker, 'GET', `approvals/${request}`)).body.changes).toEqual([
      { label: 'Conservación legal', before: ORDER, after: 'Levantada' },
    ])
    await erase()
    expect([await isReadable(), (await inForce())[0].liftedAt]).toEqual([true, null])
    expect((await act(maker, request, 'approve')).code).toBe('approvals.own_request')
    // Documents destroyed in an emergency could not be recovered by its review.
    for (const one of [maker, checker]) {
      expect((await call(one, 'GET', `approvals/${request}`)).body.mayBreakGlass).toBe(false)
      expect((await act(one, request, 'break-glass')).code).toBe('approvals.never_alone')
    }

    expect((await act(checker, request, 'approve')).status).toBe(200)
    expect((await inForce())[0].liftedAt).not.toBeNull()
    expect((await lift(maker, placed.body.id)).code).toBe('retention.hold_lifted')
    await erase()
    expect(await isReadable()).toBe(false)
    const trail = (await auditTrail(file.database.db, { objectId: person })).filter(({ action }) => action.startsWith('retention.legal'))
    expect(trail).toMatchObject([
      { action: 'retention.legal_hold_placed', actor: { accountId: maker }, reason: ORDER },
      { action: 'retention.legal_hold_lifted', actor: { accountId: checker }, after: { makerId: maker, checkerId: checker }, reason: DONE },
    ])
  })

  it('is lifted once by twenty concurrent approvals', async () => {
    const { id } = (await place(maker)).body
    const request = (await lift(maker, id)).body.approvalRequestId
    const checkers = await Promise.all(Array.from({ length: 20 }, () => newStaff(identity, 'compliance_officer')))
    const answers = await Promise.all(checkers.map((one) => act(one, request, 'approve')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(await auditTrail(file.database.db, { action: 'retention.legal_hold_lifted', objectId: person })).toHaveLength(1)
  })

  it('placed while the schedule runs either keeps the documents or reports that they are destroyed', async () => {
    const [placed] = await Promise.all([place(maker), erase()])
    if (placed.status === 200) expect(await isReadable()).toBe(true)
    else expect([placed.code, await isReadable()]).toEqual(['retention.already_destroyed', false])
  })

  it('is for compliance officers only, with a reason, for another person whose documents exist', async () => {
    for (const role of ['analyst', 'administrator', 'auditor', 'support', 'treasury'] as const) {
      const other = await newStaff(identity, role)
      expect((await place(other)).code).toBe('access.permission_missing')
      expect((await call(other, 'GET', 'legal-holds')).code).toBe('access.permission_missing')
    }
    expect((await place(maker, person, 'corta')).code).toBe('request.reason_invalid')
    expect((await place(maker, maker)).code).toBe('approvals.person_concerned')
    expect((await place(maker, newId())).status).toBe(404)
    expect((await lift(maker, newId())).status).toBe(404)
    await erase()
    expect((await place(maker)).code).toBe('retention.already_destroyed')
    expect(await inForce()).toEqual([])
  })

  it('two holds: the documents stay while one is in force', async () => {
    const [one, other] = [(await place(maker)).body.id, (await place(checker)).body.id]
    expect((await act(checker, (await lift(maker, one)).body.approvalRequestId, 'approve')).status).toBe(200)
    await erase()
    expect(await isReadable()).toBe(true)
    expect((await inForce()).map(({ id }: { id: string }) => id)).toEqual([other, one])
  })
})
