/** Approvals over HTTP with a test kind: expiry and overdue reviews, requests that return to the maker, and notices. */
import { readFileSync } from 'node:fs'
import { type ApprovalKindName, approvalKind } from '@tunjo/contract/approval-kinds'
import { type Permission, permissionsOf } from '@tunjo/contract/permissions'
import { sentenceOf } from '@tunjo/contract/sentences'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { auditTrail } from '../../../../dev/testing/audit.ts'
import { platformOfFile } from '../../../../dev/testing/platform-of-file.ts'
import { startTestServer, type TestServer } from '../../../../dev/testing/test-product.ts'
import { newId } from '../database/ids.ts'
import type { Caller } from '../http/route.ts'
import { BOUND_FACTS } from './bound-facts.ts'
import { type ApprovalKind, type Approvals, createApprovals, type NotifyOfficer } from './index.ts'
import { approvalGauges } from './metrics.ts'

const record = readFileSync('docs/decisions/0073-approvals-are-bound-to-facts.md', 'utf8').split('\n')
const HOUR_MS = 3_600_000
const NOTE = 'Lo revisé con el expediente.'
const file = platformOfFile()

let approvals: Approvals
let server: TestServer
let sweep: () => Promise<void>
const executed: string[] = []
const notified: [string, Parameters<NotifyOfficer>[2]][] = []
/** Each test officer has a separate session; an account that is not listed has the rights of a compliance officer. */
const rights = new Map<string, readonly Permission[]>()
const rightsOf = (id: string) => rights.get(id) ?? permissionsOf(['compliance_officer'])
let officers: string[] = []

/** Facts of each kind, as its row names them. */
const factsNow: Record<string, string> = {}
const useFactsOf = (name: ApprovalKindName) => {
  for (const fact of Object.keys(factsNow)) delete factsNow[fact]
  for (const fact of BOUND_FACTS[name]) factsNow[fact] = 'as proposed'
}

const Params = z.object({ what: z.string(), about: z.string().nullable() })
const kind: ApprovalKind<z.output<typeof Params>, string> = {
  permission: 'kyc.level',
  parse: (params) => Params.parse(params),
  target: ({ what }) => what,
  subjectId: ({ about }) => about,
  facts: async () => ({ ...factsNow }),
  isNeeded: () => true,
  changes: ({ what }) => [{ label: 'Qué', before: null, after: what }],
  async execute(_tx, { what }) {
    executed.push(what)
    return what
  },
}

const callerOf = (accountId: string): Caller => ({
  accountId,
  sessionId: accountId,
  authorities: ['ROLE_ADMIN'],
  permissions: rightsOf(accountId),
})

beforeAll(async () => {
  const { platform } = file
  const staff = {
    permissionsOf: async (_connection: unknown, id: string) => rightsOf(id),
    officersWith: async (_connection: unknown, permission: Permission) => officers.filter((id) => rightsOf(id).includes(permission)),
    emailOf: async (_connection: unknown, id: string) => `${id}@tunjo.example`,
  }
  const notifyOfficer: NotifyOfficer = async (_tx, accountId, notice) => void notified.push([accountId, notice])
  const jobs = {
    ...platform.jobs,
    schedule: ({ run }: Parameters<typeof platform.jobs.schedule>[0]) => (sweep = () => run({ log: platform.log })),
  }
  approvals = createApprovals({ ...platform, jobs, staff, notifyOfficer })
  for (const name of approvalKind.options) approvals.register(name, kind)
  server = await startTestServer(platform, approvals.routes, async ({ headers }) => callerOf(String(headers.authorization)))
})
afterAll(() => server.close())
beforeEach(() => {
  notified.length = 0
  rights.clear()
  officers = []
  useFactsOf('kyc.level')
})

async function call(officer: string, method: string, path: string, body?: object, headers = {}) {
  const response = await fetch(`${server.url}/api/administrative/approvals${path}`, {
    method,
    headers: { authorization: officer, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, code: response.headers.get('app-error'), body: isJson ? JSON.parse(text) : null }
}
const act = (officer: string, id: string, what: string, body: object = { note: NOTE }) => call(officer, 'POST', `/${id}/${what}`, body)
const show = async (id: string, officer = newId()) => (await call(officer, 'GET', `/${id}`)).body
const eventsOf = async (id: string) => (await show(id)).history.map(({ event }: { event: string }) => event)

async function propose(maker: string, about: string | null = null, name: ApprovalKindName = 'kyc.level'): Promise<string> {
  const params = { what: newId(), about }
  const { outcome } = await approvals.perform(name, {
    params,
    caller: callerOf(maker),
    operation: null,
    reason: 'El documento venció ayer.',
  })
  if (outcome.isDone) throw new Error('done without a second officer')
  return outcome.waiting.approvalRequestId
}

const notifiedOf = () => notified.map(([who, notice]) => [who, notice.kind])

describe('the sweep', () => {
  it('ADM-14 expires a request that no officer decided in 48 hours, once, and notifies its maker', async () => {
    const maker = newId()
    const old = await propose(maker)
    file.platform.clock.advance(47 * HOUR_MS)
    const young = await propose(maker)
    await sweep()
    expect((await show(old)).state).toBe('proposed')
    file.platform.clock.advance(HOUR_MS)
    await Promise.all([sweep(), sweep(), sweep()])
    expect([(await show(old)).state, (await show(young)).state]).toEqual(['expired', 'proposed'])
    expect(await eventsOf(old)).toEqual(['proposed', 'expired'])
    expect(notified).toEqual([[maker, { kind: 'approvals.decided', values: { request: 'kyc.level', outcome: 'expired' } }]])
    const trail = await auditTrail(file.database.db, { objectId: old })
    expect(trail.map(({ action, actor }) => [action, actor.kind])).toEqual([
      ['approvals.proposed', 'person'],
      ['approvals.expired', 'system'],
    ])
    expect((await act(newId(), old, 'approve')).code).toBe('approvals.not_waiting')
    expect(executed).toEqual([])
    expect((await act(maker, young, 'withdraw')).status).toBe(200)
  })

  it('ADM-14 reports a review later than a business day to all who decide, once, and the metric stays raised until it is made', async () => {
    const [maker, reviewer] = [newId(), newId()]
    officers = [maker, reviewer]
    const id = await propose(maker)
    expect((await act(maker, id, 'break-glass')).status).toBe(200)
    await sweep()
    expect(notifiedOf()).toEqual([
      [reviewer, 'approvals.waiting'],
      [maker, 'approvals.decided'],
      [reviewer, 'approvals.review_due'],
    ])
    expect(await signal('review_overdue')).toBe(0)

    notified.length = 0
    file.platform.clock.advance(6 * 24 * HOUR_MS)
    // Overdue by the clock that dated it, before the sweep has recorded it.
    expect(await signal('review_overdue')).toBe(1)
    await Promise.all([sweep(), sweep()])
    expect(notifiedOf()).toEqual([
      [maker, 'approvals.review_overdue'],
      [reviewer, 'approvals.review_overdue'],
    ])
    expect(await eventsOf(id)).toEqual(['proposed', 'break_glass', 'review_overdue'])
    expect(await show(id, reviewer)).toMatchObject({ review: { isOverdue: true }, mayReview: true })
    expect(await signal('review_overdue')).toBe(1)

    expect((await act(reviewer, id, 'review', { note: NOTE, verdict: 'justified' })).status).toBe(200)
    expect([await signal('review_overdue'), await signal('review_waiting')]).toEqual([0, 0])
    expect(await eventsOf(id)).toEqual(['proposed', 'break_glass', 'review_overdue', 'reviewed'])
  })
})

describe('back to the maker', () => {
  it('ADM-14 a refusal: the bell notifies the maker, and the request keeps the note', async () => {
    const maker = newId()
    const id = await propose(maker)
    notified.length = 0
    expect((await act(newId(), id, 'refuse')).status).toBe(200)
    expect(notified).toEqual([[maker, { kind: 'approvals.decided', values: { request: 'kyc.level', outcome: 'refused' } }]])
    expect(await show(id, maker)).toMatchObject({
      state: 'refused',
      note: NOTE,
      mayDecide: false,
      mayWithdraw: false,
      mayBreakGlass: false,
    })
  })

  it('does not execute what its maker may not ask for any more', async () => {
    const maker = newId()
    const id = await propose(maker)
    rights.set(maker, permissionsOf(['auditor']))
    expect((await act(newId(), id, 'approve')).code).toBe('approvals.maker_unauthorized')
    expect(await show(id)).toMatchObject({ state: 'refused', outcome: 'approvals.maker_unauthorized' })
  })
})

describe('decision 73: facts that a decision depends on', () => {
  const everyFact = approvalKind.options.flatMap((name) => BOUND_FACTS[name].map((fact) => [name, fact] as const))
  it.each(everyFact)('%s goes back as out of date when its %s has changed', async (name, fact) => {
    useFactsOf(name)
    const id = await propose(newId(), null, name)
    factsNow[fact] = 'another since'
    expect(await act(newId(), id, 'approve')).toMatchObject({ status: 409, code: 'approvals.facts_changed' })
    const outcomeText = sentenceOf('approvals.facts_changed', {}, 'es')
    expect(await show(id)).toMatchObject({ state: 'refused', outcome: 'approvals.facts_changed', outcomeText })
    expect(executed).not.toContain(id)
  })

  it.each(approvalKind.options)('%s has its row in the decision record, with each fact and the reason', (name) => {
    const row = record.find((line) => line.startsWith(`| \`${name}\` |`))
    const [facts = '', why = ''] = row?.split('|').slice(2) ?? []
    expect(facts.split(',').map((fact) => fact.trim().replaceAll('`', ''))).toEqual([...BOUND_FACTS[name]])
    expect(why.trim()).not.toBe('')
  })

  it('refuses a proposal of a kind whose facts are not those of its row', async () => {
    factsNow.forgotten = 'in no row'
    await expect(propose(newId())).rejects.toThrow('forgotten')
  })
})

describe('the inbox', () => {
  it('shows the person concerned, what changes, and what the reader may do', async () => {
    const [maker, about, checker] = [newId(), newId(), newId()]
    const id = await propose(maker, about)
    const asMaker = { mayDecide: false, mayWithdraw: true, mayBreakGlass: true, mayReview: false }
    expect(await show(id, maker)).toMatchObject({ subject: { id: about, email: `${about}@tunjo.example` }, ...asMaker })
    expect(await show(id, checker)).toMatchObject({ mayDecide: true, mayWithdraw: false, mayBreakGlass: true })
    const nothing = { mayDecide: false, mayWithdraw: false, mayBreakGlass: false, mayReview: false }
    expect(await show(id, about)).toMatchObject(nothing)
    rights.set(checker, permissionsOf(['analyst']))
    expect(await show(id, checker)).toMatchObject(nothing)
    expect((await act(checker, id, 'approve')).code).toBe('access.permission_missing')
  })

  it('lists open requests apart from ended ones, with titles in the requested language', async () => {
    const [maker, reviewer] = [newId(), newId()]
    const [waiting, refused, broken] = [await propose(maker), await propose(maker), await propose(maker)]
    await act(reviewer, refused, 'refuse')
    await act(reviewer, broken, 'break-glass')
    const ids = async (decided: boolean) =>
      (await call(maker, 'GET', `?mine=true&decided=${decided}`)).body.results.map(({ id }: { id: string }) => id).sort()
    expect(await ids(false)).toEqual([waiting, broken].sort())
    expect(await ids(true)).toEqual([refused])
    expect((await call(maker, 'GET', `/${waiting}`, undefined, { 'accept-language': 'en' })).body.title).toBe('Change the level of a user')
    expect((await call(maker, 'GET', `/${waiting}`)).body.title).toBe('Cambiar el nivel de un usuario')
  })
})

const signal = async (state: string): Promise<number | undefined> => (await approvalGauges(file.platform).read())[state]
