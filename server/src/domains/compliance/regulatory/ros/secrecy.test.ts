/** Secrecy of a report's existence and content: by role, in requests, in the audit trail, in every table. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { STAFF_ROLE, type StaffRole } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { newStaff } from '../../../../../../dev/testing/officers.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { pseDeposit } from '../../../money/movements/rails.testing.ts'
import { newCompliance, newCustomer, type RegulatoryParts, serveRegulatory } from '../testing.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const ROS = 'regulatory/ros'
const WORDS = {
  refuse: 'Quimbaya no aparece en los soportes.',
  withdraw: 'Falta la cuenta de Quimbaya.',
  approve: 'Vi lo de Quimbaya.',
  reopen: 'Quimbaya es otra persona.',
}

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

/** Ready to be proposed: version 2. */
async function draftAbout(person: string): Promise<string> {
  const { id } = (await call(maker, 'POST', ROS, { userId: person })).body
  const movements = [await pseDeposit(database.db, { owner: person, at: platform.clock.now() })]
  const narrative = 'Recibió pesos de varias cuentas en un día y los cambió de inmediato, sin relación con lo que declaró.'
  const draft = { narrative, urgency: 'normal', period: { from: today(), to: today() }, episodes: [], movements, involved: [] }
  expect((await call(maker, 'PUT', `${ROS}/${id}`, { version: 1, draft })).status).toBe(200)
  return id
}
async function propose(id: string): Promise<string> {
  const { body } = await call(maker, 'POST', `${ROS}/${id}/propose`, { version: 2 })
  return body.approvalRequestId
}
const decide = (officer: string, request: string, act: Exclude<keyof typeof WORDS, 'reopen'>) =>
  call(officer, 'POST', `approvals/${request}/${act}`, { note: WORDS[act] })

const answersOf = async (officer: string, asked: string) => [
  await call(officer, 'GET', `approvals/${asked}`),
  await decide(officer, asked, 'approve'),
  await decide(officer, asked, 'refuse'),
  await decide(officer, asked, 'withdraw'),
]

/** Refused, withdrawn, then approved: each with words. */
async function decidedThrice(person: string) {
  const id = await draftAbout(person)
  const requests: string[] = []
  for (const [officer, act] of [
    [checker, 'refuse'],
    [maker, 'withdraw'],
    [checker, 'approve'],
  ] as const) {
    const request = await propose(id)
    expect((await decide(officer, request, act)).status).toBe(200)
    requests.push(request)
  }
  return { id, requests }
}
const newOfficer = (role: StaffRole) => newStaff(parts.identity, role)
const listed = async (officer: string) => {
  const { body } = await call(officer, 'GET', 'approvals?kind=regulatory.file_ros&size=100&pageIndex=0')
  return { ids: body.results.map(({ id }: { id: string }) => id) as string[], total: body.total as number }
}
const trailOf = async (officer: string) => {
  const { body } = await call(officer, 'GET', 'audit?size=100')
  return body.results as { action: string; object: { id: string }; reason: string | null }[]
}
const csvOf = async (officer: string) => {
  const response = await fetch(`${parts.server.url}/api/administrative/audit/csv`, { headers: { authorization: officer } })
  expect(response.status).toBe(200)
  return response.text()
}

describe('SEC-70 officers’ words about a report', () => {
  it('are read with the report, and are in plain words in no table', async () => {
    const { id } = await decidedThrice(await newCustomer(parts.identity))
    const undone = await call(maker, 'POST', `${ROS}/${id}/reopen`, { version: 2, reason: WORDS.reopen })
    expect((await decide(checker, undone.body.approvalRequestId, 'refuse')).status).toBe(200)
    const { history, undoing } = (await call(maker, 'GET', `${ROS}/${id}`)).body
    const notes = history.map(({ note }: { note: string | null }) => note).filter((note: string | null) => note !== null)
    expect(notes).toEqual([WORDS.refuse, WORDS.withdraw, WORDS.approve])
    expect(undoing.map(({ note }: { note: string }) => note)).toEqual([WORDS.reopen, WORDS.refuse])
    const tables = await sql<{ schema: string; name: string }>`SELECT schemaname AS schema, tablename AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`.execute(database.owner)
    for (const { schema, name } of tables.rows) {
      const plain = await sql`SELECT FROM ${sql.id(schema, name)} AS one WHERE one::text LIKE '%Quimbaya%'`.execute(database.owner)
      expect.soft([schema, name, plain.rows.length]).toEqual([schema, name, 0])
    }
  })

  it('and the text proved by a factor, which is mailed and kept, names neither the person nor the words', async () => {
    const person = await newCustomer(parts.identity)
    const id = await draftAbout(person)
    const request = await propose(id)
    const caller = { accountId: checker, sessionId: checker, authorities: ['ROLE_ADMIN' as const], permissions: [] }
    const email = (await call(maker, 'GET', `${ROS}/${id}`)).body.person.email
    const mine = parts.routes.filter(
      ({ endpoint: { path, stepUp } }) => stepUp && (path.includes('/ros/') || path.includes('/approvals/:id/')),
    )
    expect(mine.length).toBeGreaterThan(6)
    for (const { endpoint, describe: describeCall } of mine) {
      const permissions = ['approvals.read', 'approvals.decide', 'regulatory.read', 'regulatory.manage'] as const
      const body = { version: 2, reason: WORDS.refuse, note: WORDS.refuse, verdict: 'justified', number: 'S-1', on: today() }
      const params = { id: endpoint.path.includes('/ros/') ? id : request }
      const said = JSON.stringify(
        await describeCall?.({ params, query: undefined, body, caller: { ...caller, permissions }, locale: 'es' }),
      )
      expect
        .soft([endpoint.path, said.includes(email), said.includes(person), said.includes('Quimbaya')])
        .toEqual([endpoint.path, false, false, false])
    }
  })
})

describe('SEC-70 the existence of a report', () => {
  it.each([
    ['analyst', false],
    ['treasury', false],
    ['administrator', false],
    ['auditor', true],
    ['compliance_officer', true],
  ] satisfies [StaffRole, boolean][])('a %s learns of it from requests and the audit trail: %s', async (role, isSeen) => {
    const { id, requests } = await decidedThrice(await newCustomer(parts.identity))
    const officer = await newOfficer(role)
    const { ids, total } = await listed(officer)
    expect(requests.map((request) => ids.includes(request))).toEqual(requests.map(() => isSeen))
    expect(total > 0).toBe(isSeen)
    const [first = ''] = requests
    expect((await call(officer, 'GET', `approvals/${first}`)).status).toBe(isSeen ? 200 : 404)
    if (role === 'analyst' || role === 'treasury') return
    const trail = await trailOf(officer)
    const about = trail.filter(({ object }) => object.id === id || requests.includes(object.id))
    expect([about.length > 0, about.some(({ action }) => action === 'regulatory.ros_approved')]).toEqual([isSeen, isSeen])
    expect(JSON.stringify(trail)).not.toContain('Quimbaya')
    if (role !== 'compliance_officer') return
    const sheet = await csvOf(officer)
    expect([sheet.includes(id), sheet.includes('Quimbaya')]).toEqual([true, false])
  })

  it('an officer who may not know of it decides nothing, and gets the answer that there is no such request', async () => {
    const id = await draftAbout(await newCustomer(parts.identity))
    const request = await propose(id)
    for (const role of ['treasury', 'administrator'] as const) {
      const officer = await newOfficer(role)
      for (const act of ['approve', 'refuse', 'withdraw'] as const)
        expect(await decide(officer, request, act)).toMatchObject({ status: 404, code: 'request.not_found' })
      const caller = {
        accountId: officer,
        sessionId: officer,
        authorities: ['ROLE_ADMIN' as const],
        permissions: STAFF_ROLE[role].permissions,
      }
      const approve = parts.routes.find(({ endpoint: { path } }) => path.endsWith('/approvals/:id/approve'))
      const asked = approve?.describe?.({ params: { id: request }, query: undefined, body: { note: '' }, caller, locale: 'es' })
      await expect(asked).rejects.toMatchObject({ refusal: { code: 'request.not_found' } })
    }
    expect((await call(maker, 'GET', `${ROS}/${id}`)).body.state).toBe('proposed')
  })

  it('the officer whom it is about gets the same answer as for a request that never existed', async () => {
    const own = await newCompliance(parts.identity)
    const { id, requests } = await decidedThrice(own)
    const waiting = await propose(await draftAbout(await newCustomer(parts.identity)))
    const undone = await call(maker, 'POST', `${ROS}/${id}/reopen`, { version: 2, reason: WORDS.reopen })
    requests.push(undone.body.approvalRequestId)
    expect(await answersOf(own, undone.body.approvalRequestId)).toEqual(await answersOf(own, newId()))
    expect((await decide(checker, undone.body.approvalRequestId, 'approve')).status).toBe(200)
    const request = await propose(id)
    expect(await answersOf(own, request)).toEqual(await answersOf(own, newId()))
    const { ids } = await listed(own)
    expect([ids.includes(waiting), ids.some((one) => [request, ...requests].includes(one))]).toEqual([true, false])
    const trail = await trailOf(own)
    expect(trail.some(({ object }) => object.id === waiting)).toBe(true)
    expect(trail.filter(({ object }) => [id, request, ...requests].includes(object.id))).toEqual([])
    const sheet = await csvOf(own)
    expect([sheet.includes(waiting), sheet.includes(id), sheet.includes(request)]).toEqual([true, false, false])
  })
})
