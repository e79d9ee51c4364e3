import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { newId } from '../../../platform/database/ids.ts'
import { idOfOfficer, type KycTest, level1Fields, level2Fields, newOfficer, startKycTest } from '../../customers/kyc/testing.ts'
import { levelApproval } from './level-approval.ts'

// Files are really inspected, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const APPROVALS = '/api/administrative/approvals'
const NOTE = 'Lo revisé con el expediente.'
const HOUR_MS = 3_600_000

let test: KycTest
let person: string
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

/** A customer who works on level 2. */
async function onLevel2(): Promise<string> {
  const id = newId()
  await test.send(id, 'natural-1', level1Fields())
  expect((await test.verify(id, 2)).status).toBe(200)
  return id
}
const act = (officer: string, id: string, what: string, body: object = { note: NOTE }) =>
  test.call(officer, 'POST', `${APPROVALS}/${id}/${what}`, body)
const show = async (id: string) => (await test.call(newOfficer(), 'GET', `${APPROVALS}/${id}`)).body
const level = async (of: string) => (await test.call(of, 'GET', '/kyc/users/natural/kyc-verified')).body.currentLevel
async function proposed(maker = newOfficer(), of?: string): Promise<string> {
  person = of ?? (await onLevel2())
  const answer = await test.changeLevel(maker, person, 1, 'El documento venció ayer.')
  expect([answer.status, answer.code]).toEqual([202, null])
  expect(answer.body).toMatchObject({ state: 'proposed', expiresAt: expect.any(String) })
  return answer.body.approvalRequestId
}
const changes = async (of: string) =>
  (await sql`SELECT 1 FROM kyc.level_change WHERE account_id = ${of} AND reason = 'El documento venció ayer.'`.execute(test.database.db))
    .rows.length

describe('SEC-31 R11 two officers for one decision', () => {
  it('ADM-11 a lower level waits: nothing changes until another officer approves, and then it is applied once', async () => {
    const maker = newOfficer()
    const id = await proposed(maker)
    expect(await level(person)).toBe(2)
    expect((await test.changeLevel(newOfficer(), person, 1)).code).toBe('approvals.already_waiting')

    const checker = newOfficer()
    expect((await act(checker, id, 'approve')).body).toMatchObject({ state: 'executed', note: NOTE, mayDecide: false })
    expect(await level(person)).toBe(1)
    expect((await act(newOfficer(), id, 'approve')).code).toBe('approvals.not_waiting')
    expect((await show(id)).history.map(({ event }: { event: string }) => event)).toEqual(['proposed', 'approved', 'executed'])

    const [change] = (await auditTrail(test.database.db, { action: 'kyc.level_changed', objectId: person })).slice(-1)
    const two = { approvalRequestId: id, makerId: idOfOfficer(maker), checkerId: idOfOfficer(checker) }
    expect(change).toMatchObject({ before: { currentLevel: 2 }, after: { currentLevel: 1, ...two }, reason: 'El documento venció ayer.' })
    const trail = await auditTrail(test.database.db, { objectId: id })
    expect(trail.map(({ action }) => action)).toEqual([
      'approvals.proposed',
      'approvals.approved',
      'approvals.executed',
      'approvals.attempt_refused',
    ])
  })

  it('twenty concurrent approvals execute once', async () => {
    const id = await proposed()
    const answers = await Promise.all(Array.from({ length: 20 }, () => act(newOfficer(), id, 'approve')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([null, 'approvals.not_waiting']))
    expect(await changes(person)).toBe(1)
  })

  it('of a concurrent approval and rejection one takes effect, and the level matches it', async () => {
    const id = await proposed()
    await Promise.all(Array.from({ length: 6 }, (_, index) => act(newOfficer(), id, index % 2 ? 'approve' : 'refuse')))
    const { state } = await show(id)
    expect(['executed', 'refused']).toContain(state)
    expect(await changes(person)).toBe(state === 'executed' ? 1 : 0)
  })

  it('is refused to its maker and to the person concerned', async () => {
    const maker = newOfficer()
    const id = await proposed(maker)
    for (const decision of ['approve', 'refuse']) {
      expect((await act(maker, id, decision)).code).toBe('approvals.own_request')
      expect((await act(`officer:${person}`, id, decision)).code).toBe('approvals.person_concerned')
    }
    expect((await act(`officer:${person}`, id, 'break-glass')).code).toBe('approvals.person_concerned')
    expect((await act(newOfficer(), id, 'withdraw')).code).toBe('approvals.not_maker')
    expect((await show(id)).state).toBe('proposed')
  })

  it('a rejection has a note, its maker can read it, and may request again', async () => {
    const id = await proposed()
    for (const note of ['', 'corta', '\u200b'.repeat(30)])
      expect((await act(newOfficer(), id, 'refuse', { note })).code).toBe('approvals.note_invalid')
    expect((await act(newOfficer(), id, 'refuse', { note: 'x'.repeat(2_001) })).code).toBe('approvals.note_too_long')
    expect((await act(newOfficer(), id, 'refuse')).body).toMatchObject({ state: 'refused', note: NOTE })
    await proposed(newOfficer(), person)
  })

  it('can be withdrawn by its maker', async () => {
    const maker = newOfficer()
    const id = await proposed(maker)
    expect((await act(maker, id, 'withdraw')).body.state).toBe('withdrawn')
    expect((await act(newOfficer(), id, 'approve')).code).toBe('approvals.not_waiting')
  })

  it('is returned unexecuted when the facts changed after the request', async () => {
    const id = await proposed()
    expect((await test.send(person, 'natural-2', level2Fields())).status).toBe(200)
    expect((await act(newOfficer(), id, 'approve')).code).toBe('approvals.facts_changed')
    expect(await show(id)).toMatchObject({ state: 'refused', outcome: 'approvals.facts_changed' })
    expect(await level(person)).toBe(2)
  })

  it('expires after 48 hours', async () => {
    const id = await proposed()
    test.platform.clock.advance(48 * HOUR_MS)
    expect(await show(id)).toMatchObject({ state: 'expired', mayDecide: false })
    expect((await act(newOfficer(), id, 'approve')).code).toBe('approvals.expired')
    expect((await show(id)).history.map(({ event }: { event: string }) => event)).toEqual(['proposed', 'expired'])
    expect(await level(person)).toBe(2)
  })
})

describe('break glass', () => {
  it('one officer executes, another must review it within a business day; late is marked', async () => {
    const maker = newOfficer()
    const id = await proposed(maker)
    expect((await act(maker, id, 'break-glass', { note: 'corta' })).code).toBe('approvals.note_invalid')
    const broken = await act(maker, id, 'break-glass')
    expect(broken.body).toMatchObject({ state: 'break_glass', review: { isOverdue: false, reviewedAt: null } })
    expect(await level(person)).toBe(1)
    expect((await act(maker, id, 'review', { note: NOTE, verdict: 'justified' })).code).toBe('approvals.own_request')

    test.platform.clock.advance(5 * 24 * HOUR_MS)
    expect((await show(id)).review).toMatchObject({ isOverdue: true })
    const waiting = await test.call(newOfficer(), 'GET', `${APPROVALS}?reviewPending=true`)
    expect(waiting.body.results.map((request: { id: string }) => request.id)).toContain(id)

    const reviewed = await act(newOfficer(), id, 'review', { note: NOTE, verdict: 'not_justified' })
    expect(reviewed.body.review).toMatchObject({ verdict: 'not_justified', isOverdue: false })
    expect((await act(newOfficer(), id, 'review', { note: NOTE, verdict: 'justified' })).code).toBe('approvals.not_reviewable')
    const trail = await auditTrail(test.database.db, { objectId: id })
    const undoing = await sql<{ params: unknown }>`SELECT params FROM platform.approval_request
      WHERE target = ${person} AND state = 'proposed'`.execute(test.database.db)
    // The lower level returned its form to the customer: until it is accepted again, officers can only handle the case manually.
    expect(undoing.rows).toEqual([])
    const steps = trail.map(({ action }) => action).filter((action) => action !== 'approvals.attempt_refused')
    expect(steps).toEqual(['approvals.proposed', 'approvals.break_glass', 'approvals.break_glass_reviewed'])
  })
})

describe('D5 break glass and levels without limits', () => {
  const withoutLimits = (...levels: number[]) => {
    const monthlyMaximums = async () => (level: number) => (levels.includes(level) ? null : 1n)
    const levelChoices = async () => [1, 2, 3, 4].map((newLevel) => ({ newLevel, completed: newLevel - 1 }))
    const kind = levelApproval({ limits: { monthlyMaximums }, kyc: { levelChoices }, clock: test.platform.clock } as never)
    return async (newLevel: number) =>
      (await kind.checkAlone?.(test.database.db, { accountId: newId(), newLevel, withoutCheck: false }))?.code ?? null
  }
  it('D5 one officer cannot raise a customer to a level without a maximum in the table of limits, whatever its number', async () => {
    const [three, two] = [withoutLimits(3), withoutLimits(2, 3)]
    expect([await three(2), await three(3), await three(4)]).toEqual([null, null, 'approvals.never_alone'])
    expect([await two(2), await two(3), await two(4)]).toEqual([null, 'approvals.never_alone', 'approvals.never_alone'])
  })
})

describe('the inbox', () => {
  it('shows waiting requests first, filters by state, kind and maker, and has pages', async () => {
    const maker = newOfficer()
    const id = await proposed(maker)
    const list = async (officer: string, query = '') => (await test.call(officer, 'GET', `${APPROVALS}?${query}`)).body
    const [first] = (await list(newOfficer(), 'size=1')).results
    expect(first).toMatchObject({ id, state: 'proposed', mayDecide: true, mayWithdraw: false, title: 'Cambiar el nivel de un usuario' })
    expect(first).toMatchObject({ subject: { id: person }, changes: [{ label: 'Nivel', before: '2', after: '1' }] })
    expect((await list(maker, 'mine=true')).results).toMatchObject([{ id, mayDecide: false, mayWithdraw: true }])
    expect((await list(newOfficer(), 'mine=true')).total).toBe(0)
    expect((await list(maker, 'state=refused&mine=true')).total).toBe(0)
    expect((await list(maker, 'kind=retention.lift_legal_hold')).total).toBe(0)
    expect((await test.call(maker, 'GET', `${APPROVALS}/nobody`)).status).toBe(404)
    expect((await test.call(person, 'GET', APPROVALS)).status).toBe(403)
  })
})

describe('D10 a background check without an answer', () => {
  const PATH = '/kyc/administrative/users/kyc-level'
  const REASON = 'El proveedor no responde hoy.'
  async function accepted(): Promise<string> {
    const id = newId()
    await test.send(id, 'natural-1', level1Fields())
    const pending = (await test.documents(id)).filter(({ state }) => state === 'Pendiente').map((one) => one.id)
    await test.accept(newOfficer(), pending)
    return id
  }

  it('is shown before the decision; the level needs a confirmation, which the audit trail records', async () => {
    const id = await accepted()
    expect((await test.call(newOfficer(), 'GET', `${PATH}?userId=${id}`)).body.isCheckAnswered).toBe(false)
    const grant = (more: object) => test.call(newOfficer(), 'PUT', PATH, { userId: id, newKYCLevel: 2, reason: REASON, ...more })
    expect((await grant({})).code).toBe('compliance.check_unanswered')
    expect((await grant({ withoutCheck: false })).code).toBe('compliance.check_unanswered')
    expect((await grant({ withoutCheck: true })).body).toEqual({ currentLevel: 2, isVerified: false })
    const [entry] = await auditTrail(test.platform.db, { objectId: id, action: 'kyc.level_changed' })
    expect(entry).toMatchObject({ reason: REASON, after: { withoutCheck: true } })
    // A lower level protects, so it needs no confirmation.
    const lowered = await test.call(newOfficer(), 'PUT', PATH, { userId: id, newKYCLevel: 1, reason: REASON })
    expect(lowered.status).toBe(202)
  })

  it('is included in the facts for the second officer of level 3', async () => {
    const id = await onLevel2()
    await test.send(id, 'natural-2', level2Fields())
    await test.verify(id, 3)
    await test.send(id, 'natural-3')
    const pending = (await test.documents(id)).filter(({ state }) => state === 'Pendiente').map((one) => one.id)
    await test.accept(newOfficer(), pending)
    const answer = await test.changeLevel(newOfficer(), id, 4, REASON)
    expect((await show(answer.body.approvalRequestId)).changes).toEqual([
      { label: 'Nivel', before: '3', after: '4' },
      { label: 'Consulta de antecedentes', before: 'Sin respuesta completa', after: 'Se otorga sin ella' },
    ])
  })
})
