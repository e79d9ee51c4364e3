import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { RosDraft } from '@tunjo/contract/regulatory-ros'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { newStaff } from '../../../../../../dev/testing/officers.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { readMyData } from '../../../backoffice/reports/my-data.ts'
import { pseDeposit, swap, tokenDeposit } from '../../../money/movements/rails.testing.ts'
import { newCompliance, newCustomer, type RegulatoryParts, raiseAlert, serveRegulatory } from '../testing.ts'
import { isReported } from './ros-store.ts'
import { keptSince } from './rules.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const DAY_MS = 86_400_000
const NARRATIVE = 'Recibió pesos de varias cuentas en un día y los cambió de inmediato por USDT, sin relación con lo que declaró.'
const REASON = 'Era una venta que soportó con documentos.'
const ROS = 'regulatory/ros'

let database: TestDatabase
let platform: TestPlatform
let parts: RegulatoryParts
let maker: string
let checker: string
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  parts = await serveRegulatory(platform)
  maker = await newCompliance(parts.identity)
  checker = await newCompliance(parts.identity)
})
afterAll(async () => {
  await parts.server.close()
  platform.remove()
  await database.drop()
})

const call: RegulatoryParts['server']['call'] = (...args) => parts.server.call(...args)
const today = () => bogotaDay(platform.clock.now())
const period = () => ({ from: bogotaDay(new Date(platform.clock.now().getTime() - 30 * DAY_MS)), to: today() })

interface Case {
  readonly person: string
  readonly id: string
  readonly draft: RosDraft
}
/** With an alert and two movements of the person, saved once: version 2. */
async function prepared(): Promise<Case> {
  const person = await newCustomer(parts.identity)
  const at = platform.clock.now()
  await raiseAlert(database.db, parts.alerts, person, at)
  const movements = [await pseDeposit(database.db, { owner: person, at }), await swap(database.db, { owner: person, at })]
  const { id } = (await call(maker, 'POST', ROS, { userId: person })).body
  const offered = (await call(maker, 'GET', `${ROS}/${id}/evidence?from=${period().from}&to=${period().to}`)).body
  const draft: RosDraft = {
    narrative: NARRATIVE,
    urgency: 'urgent',
    period: period(),
    episodes: offered.episodes.map((episode: { id: string }) => episode.id),
    movements,
    involved: [{ name: 'Pedro Pérez', document: 'CC 79123456', relation: 'Le envió los pesos' }],
  }
  expect((await call(maker, 'PUT', `${ROS}/${id}`, { version: 1, draft })).status).toBe(200)
  return { person, id, draft }
}
const propose = (id: string, version = 2, officer = maker) => call(officer, 'POST', `${ROS}/${id}/propose`, { version })
const decide = (request: string, act: string, officer = checker, note = '') =>
  call(officer, 'POST', `approvals/${request}/${act}`, { note })
async function approved(): Promise<Case> {
  const made = await prepared()
  const { body } = await propose(made.id)
  expect((await decide(body.approvalRequestId, 'approve')).status).toBe(200)
  return made
}
const show = async (id: string, officer = maker) => (await call(officer, 'GET', `${ROS}/${id}`)).body
const undo = (id: string, change: 'reopen' | 'discard', reason: string, officer = maker) =>
  call(officer, 'POST', `${ROS}/${id}/${change}`, { version: 2, reason })
const file = (id: string, on = today(), officer = maker, number = 'SIREL-77') =>
  call(officer, 'POST', `${ROS}/${id}/filed`, { version: 2, number, on })

describe('ADM-18 a draft from a case', () => {
  it('keeps the chosen evidence as it was then: alerts with their findings, movements, others, facts', async () => {
    const { id, person, draft } = await prepared()
    const ros = await show(id)
    expect(ros).toMatchObject({ state: 'draft', version: 2, urgency: 'urgent', person: { id: person }, content: draft })
    expect(ros.content.evidence.episodes).toMatchObject([
      {
        alertId: 16,
        name: 'Volumen excedidos',
        isOpen: true,
        findings: [{ text: expect.stringContaining('movió más') }, { text: expect.stringContaining('otra vez') }],
      },
    ])
    expect(ros.content.evidence.movements.map(({ amount }: { amount: string }) => amount).toSorted()).toEqual(['100000', '50000'])
    expect(ros.history).toMatchObject([{ state: 'draft', by: expect.stringContaining('@') }])
  })

  it('refuses evidence of another person, and outside of its period', async () => {
    const { id, draft } = await prepared()
    const other = await tokenDeposit(database.db, { owner: newId(), at: platform.clock.now() })
    const save = (change: Partial<RosDraft>) => call(maker, 'PUT', `${ROS}/${id}`, { version: 2, draft: { ...draft, ...change } })
    expect(await save({ movements: [other] })).toMatchObject({ status: 400, code: 'regulatory.ros_evidence_unknown' })
    const before = bogotaDay(new Date(platform.clock.now().getTime() - 5 * DAY_MS))
    const old = { from: before, to: before }
    expect(await save({ period: old })).toMatchObject({ status: 400, code: 'regulatory.ros_evidence_unknown' })
    const tomorrow = bogotaDay(new Date(platform.clock.now().getTime() + DAY_MS))
    expect(await save({ period: { from: before, to: tomorrow } })).toMatchObject({ status: 400, code: 'regulatory.period_invalid' })
    expect((await show(id)).version).toBe(2)
  })

  it('of two officers who save over one version, or begin one about one person, one succeeds', async () => {
    const { id, draft } = await prepared()
    const save = (officer: string) => call(officer, 'PUT', `${ROS}/${id}`, { version: 2, draft })
    const saved = await Promise.all([save(maker), save(checker)])
    expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(saved.find(({ status }) => status === 409)?.code).toBe('regulatory.ros_changed')
    const person = await newCustomer(parts.identity)
    const begun = await Promise.all([maker, checker].map((officer) => call(officer, 'POST', ROS, { userId: person })))
    expect(begun.map(({ status, code }) => code ?? status).toSorted()).toEqual([200, 'regulatory.ros_open'])
  })
})

describe('ADM-18 four eyes', () => {
  it('an incomplete one cannot be proposed; the maker cannot approve it; a second officer can, once', async () => {
    const { id, draft } = await prepared()
    await call(maker, 'PUT', `${ROS}/${id}`, { version: 2, draft: { ...draft, narrative: 'Muy corto.' } })
    expect(await propose(id, 3)).toMatchObject({ status: 422, code: 'regulatory.ros_incomplete' })
    await call(maker, 'PUT', `${ROS}/${id}`, { version: 3, draft })
    const waiting = await propose(id, 4)
    expect(waiting.status).toBe(202)
    expect(await propose(id, 4)).toMatchObject({ code: 'approvals.already_waiting' })
    expect((await show(id)).state).toBe('proposed')
    expect(await call(maker, 'PUT', `${ROS}/${id}`, { version: 4, draft })).toMatchObject({ status: 409, code: 'regulatory.ros_locked' })
    const request = waiting.body.approvalRequestId
    expect(await decide(request, 'approve', maker)).toMatchObject({ code: 'approvals.own_request' })
    const third = await newCompliance(parts.identity)
    const both = await Promise.all([decide(request, 'approve'), decide(request, 'approve', third)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const ros = await show(id)
    expect([ros.state, ros.history.map(({ state }: { state: string }) => state)]).toEqual(['approved', ['draft', 'proposed', 'approved']])
  })

  it('the person concerned neither reads, proposes nor approves it, and is not notified; the request names no person', async () => {
    const { id } = await prepared()
    const own = await newCompliance(parts.identity)
    expect(await call(own, 'POST', ROS, { userId: own.toUpperCase() })).toMatchObject({ status: 403, code: 'compliance.own_account' })
    const { id: about } = (await call(maker, 'POST', ROS, { userId: own })).body
    for (const [method, path, body] of [
      ['GET', about],
      ['POST', `${about}/propose`, { version: 1 }],
      ['GET', `${about}/pdf`],
    ] as const)
      expect(await call(own, method, `${ROS}/${path}`, body)).toMatchObject({ status: 404 })
    expect((await call(own, 'GET', `${ROS}?userId=${own}`)).body.results).toEqual([])
    expect(await call(own, 'GET', `${ROS}?userId=%00`)).toMatchObject({ status: 200, body: { results: [], total: 0 } })
    await fill(about, own)
    const request = (await propose(about)).body.approvalRequestId
    expect(await decide(request, 'approve', own)).toMatchObject({ status: 404, code: 'request.not_found' })
    const seen = (await call(checker, 'GET', `approvals/${request}`)).body
    expect([seen.subject, seen.mayDecide, seen.isConfidential]).toEqual([null, true, true])
    expect(JSON.stringify(seen)).not.toContain(own)
    expect((await show(id)).state).toBe('draft')
  })

  it('when refused, withdrawn or expired it returns for correction, with the reason', async () => {
    const { id } = await prepared()
    await decide((await propose(id)).body.approvalRequestId, 'refuse', checker, 'Faltan los soportes del origen.')
    expect(await show(id)).toMatchObject({ state: 'returned', history: [{}, {}, { note: 'Faltan los soportes del origen.' }] })
    await decide((await propose(id)).body.approvalRequestId, 'withdraw', maker, 'Lo corrijo y lo envío otra vez.')
    expect((await show(id)).state).toBe('returned')
    const request = (await propose(id)).body.approvalRequestId
    platform.clock.advance(2 * DAY_MS)
    expect(await decide(request, 'approve')).toMatchObject({ code: 'approvals.expired' })
    expect(await show(id)).toMatchObject({ state: 'returned', history: { length: 7 } })
  })

  it('an analyst does not read it; an auditor reads and changes nothing', async () => {
    const { id } = await prepared()
    const [analyst, auditor] = [await newStaff(parts.identity, 'analyst'), await newStaff(parts.identity, 'auditor')]
    expect((await call(analyst, 'GET', `${ROS}/${id}`)).status).toBe(403)
    expect((await call(auditor, 'GET', `${ROS}/${id}`)).status).toBe(200)
    expect((await propose(id, 2, auditor)).status).toBe(403)
  })
})

describe('ADM-18 SEC-71 filed manually', () => {
  it('only an approved one, not tomorrow, and then nothing of it changes', async () => {
    const { id, draft } = await approved()
    expect(await call(maker, 'PUT', `${ROS}/${id}`, { version: 2, draft })).toMatchObject({ code: 'regulatory.ros_locked' })
    const tomorrow = bogotaDay(new Date(platform.clock.now().getTime() + DAY_MS))
    expect(await file(id, tomorrow)).toMatchObject({ status: 400, code: 'regulatory.day_invalid' })
    const filed = await Promise.all([file(id), file(id, today(), checker, 'SIREL-78')])
    expect(filed.map(({ status, code }) => code ?? status).toSorted()).toEqual([200, 'regulatory.ros_locked'])
    const number = filed.find(({ status }) => status === 200)?.body.filed.number
    expect(await show(id)).toMatchObject({ state: 'filed', filed: { number, on: today() } })
    const trail = await auditTrail(database.db, { action: 'regulatory.ros_filed', objectId: id })
    expect(trail.map(({ after }) => after)).toEqual([{ number, on: today() }])
    expect((await show(id)).history.filter(({ state }: { state: string }) => state === 'filed')).toHaveLength(1)
    expect(await call(maker, 'POST', `${ROS}/${id}/discard`, { version: 2, reason: REASON })).toMatchObject({
      code: 'regulatory.ros_locked',
    })
    const open = await prepared()
    expect(await file(open.id)).toMatchObject({ status: 409, code: 'regulatory.ros_locked' })
  })

  it('a draft that was never approved is discarded by one officer, with a reason, once', async () => {
    const { id } = await prepared()
    const discarded = await undo(id, 'discard', REASON)
    expect(discarded.status).toBe(200)
    expect(await show(id)).toMatchObject({ state: 'discarded', wasApproved: false, history: { 1: { note: REASON } }, undoing: [] })
    expect(await undo(id, 'discard', 'Otra razón que nadie guardó.', checker)).toMatchObject({ status: 409, code: 'regulatory.ros_locked' })
    expect(await auditTrail(database.db, { action: 'regulatory.ros_discarded', objectId: id })).toHaveLength(1)
  })

  it('E4 an approval by two officers is neither reopened nor discarded by one', async () => {
    const { id } = await approved()
    const reopening = await undo(id, 'reopen', 'Apareció otra persona.')
    expect(reopening.status).toBe(202)
    const first = reopening.body.approvalRequestId
    expect(await show(id)).toMatchObject({
      state: 'approved',
      wasApproved: true,
      undoing: [{ change: 'reopen', step: 'proposed', by: expect.stringContaining('@'), note: 'Apareció otra persona.' }],
    })
    expect(await undo(id, 'reopen', REASON, checker)).toMatchObject({ status: 409, code: 'approvals.already_waiting' })
    expect(await decide(first, 'approve', maker)).toMatchObject({ code: 'approvals.own_request' })
    expect((await decide(first, 'approve', checker, 'De acuerdo.')).status).toBe(200)
    expect(await show(id)).toMatchObject({
      state: 'returned',
      history: { 3: { note: 'Apareció otra persona.' } },
      undoing: [{ step: 'proposed' }, { step: 'executed', note: 'De acuerdo.' }],
    })
    expect(await file(id)).toMatchObject({ code: 'regulatory.ros_locked' })

    const discarding = await undo(id, 'discard', REASON)
    expect([discarding.status, (await show(id)).state]).toEqual([202, 'returned'])
    expect((await decide(discarding.body.approvalRequestId, 'approve')).status).toBe(200)
    expect(await show(id)).toMatchObject({ state: 'discarded', history: { 4: { note: REASON } } })
    const trail = await auditTrail(database.db, { action: 'regulatory.ros_discarded', objectId: id })
    expect(trail.map(({ after }) => after)).toEqual([
      { version: 2, approvalRequestId: discarding.body.approvalRequestId, makerId: maker, checkerId: checker },
    ])
  })

  it('E4 a refused proposal leaves the report as it was, has a reason, and another may be made', async () => {
    const { id } = await approved()
    await decide((await undo(id, 'reopen', REASON)).body.approvalRequestId, 'refuse', checker, 'Está bien como está.')
    const left = await show(id)
    expect([left.state, left.undoing.map(({ step, note }: { step: string; note: string }) => [step, note])]).toEqual([
      'approved',
      [
        ['proposed', REASON],
        ['refused', 'Está bien como está.'],
      ],
    ])
    expect((await undo(id, 'reopen', REASON)).status).toBe(202)
  })

  it('E4 a report that was filed meanwhile is not reopened', async () => {
    const { id } = await approved()
    const { body } = await undo(id, 'reopen', REASON)
    expect((await file(id)).status).toBe(200)
    expect(await decide(body.approvalRequestId, 'approve')).toMatchObject({ code: 'approvals.facts_changed' })
    expect((await show(id)).state).toBe('filed')
  })

  it.each(['discard', 'save', 'reopen', 'propose', 'refuse', 'withdraw'] as const)(
    'SEC-71 approved and %s concurrently: it is one or the other, whole, and no officer gets an error',
    async (other) => {
      for (let turn = 0; turn < 3; turn++) {
        const { id, draft } = await prepared()
        const request = (await propose(id)).body.approvalRequestId
        const rivals = {
          discard: () => call(maker, 'POST', `${ROS}/${id}/discard`, { version: 2, reason: REASON }),
          save: () => call(maker, 'PUT', `${ROS}/${id}`, { version: 2, draft }),
          reopen: () => call(maker, 'POST', `${ROS}/${id}/reopen`, { version: 2, reason: REASON }),
          propose: () => propose(id),
          refuse: () => decide(request, 'refuse', checker, REASON),
          withdraw: () => decide(request, 'withdraw', maker, REASON),
        }
        const [approval, rival] = await Promise.all([decide(request, 'approve'), rivals[other]()])
        expect([200, 409]).toContain(approval.status)
        expect([200, 202, 409]).toContain(rival.status)
        const ros = await show(id)
        const states = ros.history.map(({ state }: { state: string }) => state)
        const asked = (await call(checker, 'GET', `approvals/${request}`)).body.state
        const isApproved = approval.status === 200
        expect([asked === 'executed', states.includes('approved')]).toEqual([isApproved, isApproved])
        expect(ros.version).toBe(2)
        expect(ros.state).toBe(isApproved ? 'approved' : 'returned')
      }
    },
  )

  it('as a PDF once approved, the same bytes each time, and each is recorded', async () => {
    const { id } = await prepared()
    expect((await call(maker, 'GET', `${ROS}/${id}/pdf`)).code).toBe('regulatory.ros_locked')
    await decide((await propose(id)).body.approvalRequestId, 'approve')
    const pdf = async () => {
      const response = await fetch(`${parts.server.url}/api/administrative/${ROS}/${id}/pdf`, { headers: { authorization: maker } })
      expect(response.headers.get('content-type')).toBe('application/pdf')
      return Buffer.from(await response.arrayBuffer())
    }
    const [one, other] = [await pdf(), await pdf()]
    expect(one.subarray(0, 5).toString()).toBe('%PDF-')
    expect(one.equals(other)).toBe(true)
    expect(await auditTrail(database.db, { action: 'regulatory.ros_exported', objectId: id })).toHaveLength(2)
  })
})

describe('ADM-18 SEC-70 tipping-off and retention', () => {
  it('nothing outside of the module discloses that there is a report about a person, and no table has its plain words', async () => {
    const { id, person } = await approved()
    await file(id)
    const mine = JSON.stringify(await readMyData(database.db, person))
    expect([mine.includes(id), /\bROS\b|UIAF|SIREL|sospech/i.test(mine)]).toEqual([false, false])
    // Views of matches with lists, for officers who notify the authorities: they contain nothing of a report.
    const views = await sql<{ name: string; isOfReports: boolean }>`SELECT viewname AS name, definition ~* 'ros' AS "isOfReports"
      FROM pg_views WHERE schemaname = 'regulatory'`.execute(database.db)
    expect(views.rows).toEqual([{ name: 'waiting_match', isOfReports: false }])
    for (const { schema, name } of await everyTable()) {
      const table = sql.id(schema, name)
      const inPlain = await sql`SELECT FROM ${table} AS one WHERE one::text LIKE ${`%${NARRATIVE.slice(0, 40)}%`}`.execute(database.owner)
      expect.soft([schema, name, inPlain.rows.length]).toEqual([schema, name, 0])
      if (schema === 'regulatory') continue
      const linked = await sql`SELECT FROM ${table} AS one WHERE one::text LIKE ${`%${id}%`} AND one::text LIKE ${`%${person}%`}`.execute(
        database.owner,
      )
      expect.soft([schema, name, linked.rows.length]).toEqual([schema, name, 0])
    }
    const notices = await sql`SELECT FROM notifications.notice WHERE account_id = ${person}`.execute(database.owner)
    expect(notices.rows).toEqual([])
  })

  it('keeps the documents of the reported person until ten years after it ended', async () => {
    const { id, person } = await prepared()
    const kept = (years: number) =>
      isReported(database.db, person, keptSince(new Date(platform.clock.now().getTime() + years * 365.25 * DAY_MS)))
    expect(await kept(30)).toBe(true)
    await call(maker, 'POST', `${ROS}/${id}/discard`, { version: 2, reason: REASON })
    expect([await kept(9.9), await kept(10.1)]).toEqual([true, false])
  })

  it('reports a destroyed key, and nothing fails', async () => {
    const { id, person } = await approved()
    await platform.files.eraseOwner(person)
    expect(await show(id)).toMatchObject({ state: 'approved', content: null })
    expect(await call(maker, 'GET', `${ROS}/${id}/pdf`)).toMatchObject({ status: 410, code: 'regulatory.ros_unreadable' })
  })
})

/** The version that a draft about an officer needs to be proposed. */
async function fill(id: string, person: string): Promise<void> {
  const movements = [await pseDeposit(database.db, { owner: person, at: platform.clock.now() })]
  const draft: RosDraft = { narrative: NARRATIVE, urgency: 'normal', period: period(), episodes: [], movements, involved: [] }
  expect((await call(maker, 'PUT', `${ROS}/${id}`, { version: 1, draft })).status).toBe(200)
}

async function everyTable() {
  const found = await sql<{ schema: string; name: string }>`SELECT schemaname AS schema, tablename AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`.execute(database.owner)
  return found.rows
}
