/** Confirmed matches with binding lists, over the real database and HTTP. */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { MatchReport } from '@tunjo/contract/regulatory-matches'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterKill } from '../../../../../../dev/testing/after-kill.ts'
import { auditTrail, TEST_ACTOR } from '../../../../../../dev/testing/audit.ts'
import { runTypeScript } from '../../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { newStaff } from '../../../../../../dev/testing/officers.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../../dev/testing/test-product.ts'
import type { Events } from '../../../../events.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { regulatoryMetrics } from '../calendar/metrics.ts'
import { newCompliance, newCustomer, type RegulatoryParts, serveRegulatory } from '../testing.ts'
import { checkNoticeDay, INFORM_WITHIN_HOURS, matchState } from './rules.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const MATCHES = 'regulatory/matches'
const PROCESS = new URL('../uiaf/uiaf-process.testing.ts', import.meta.url)
const HOUR_MS = 3_600_000
const YEAR_MS = 365.2425 * 24 * HOUR_MS
const CLOSED = 4

let database: TestDatabase
let platform: TestPlatform
let parts: RegulatoryParts
let [officer, other] = ['', '']
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  parts = await serveRegulatory(platform)
})
beforeEach(async () => {
  officer = await newCompliance(parts.identity)
  other = await newCompliance(parts.identity)
})
afterAll(async () => {
  await parts.server.close()
  platform.remove()
  await database.drop()
})

const call: RegulatoryParts['server']['call'] = (...args) => parts.server.call(...args)
const today = () => bogotaDay(platform.clock.now())
type Confirmed = Events['screening.binding_match']
const confirmed = (accountId: string, over: Partial<Confirmed> = {}): Confirmed => ({
  accountId,
  hitId: newId(),
  list: 'un',
  entryId: newId(),
  about: 'self',
  confirmedAt: platform.clock.now().toISOString(),
  ...over,
})
/** As screening announces them, each in a separate transaction. */
async function announce(...matches: readonly Confirmed[]): Promise<void> {
  for (const match of matches) await inTransaction(database.db, (tx) => platform.outbox.emit(tx, 'screening.binding_match', match))
}
async function opened(match: Confirmed): Promise<MatchReport> {
  await announce(match)
  await platform.jobs.drain()
  const [found] = (await listed()).filter(({ person, entryId }) => person.id === match.accountId && entryId === match.entryId)
  if (!found) throw new Error('the match was not opened')
  return found
}
const listed = async (query = '', by = officer): Promise<MatchReport[]> => {
  const { status, body } = await call(by, 'GET', `${MATCHES}?size=100&pageIndex=0${query}`)
  expect(status).toBe(200)
  return body.results
}
const inform = (id: string, authority: string, { by = officer, on = today(), number = 'R-77' } = {}) =>
  call(by, 'POST', `${MATCHES}/${id}/notices`, { authority, number, on })
const count = async (accountId: string) => {
  const found = await sql`SELECT FROM regulatory.match WHERE account_id = ${accountId}`.execute(database.db)
  return found.rows.length
}
const figures = () => regulatoryMetrics(platform).read()

describe('ADM-21 deadline of the notices to authorities', () => {
  const due = new Date('2026-11-21T15:00:00Z')
  it.each([
    [0, 0, 'due'],
    [1, 0, 'due'],
    [1, 1, 'overdue'],
    [2, 1, 'informed'],
  ] as const)('%s notified, %s ms after the deadline: %s', (informed, late, state) =>
    expect(matchState({ noticeCount: informed, dueAt: due, now: new Date(due.getTime() + late) })).toBe(state),
  )
  it.each([
    ['2026-11-19', 'regulatory.match_day_invalid'],
    ['2026-11-20', undefined],
    ['2026-11-21', undefined],
    ['2026-11-22', 'regulatory.match_day_invalid'],
  ])('on %s, for one that was confirmed late on the 20th in Bogotá and a clock of the 21st: %s', (on, code) =>
    expect(checkNoticeDay(on, new Date('2026-11-21T04:59:00Z'), new Date('2026-11-22T04:59:00Z'))?.code).toBe(code),
  )
})

describe('ADM-21 a confirmed match with a binding list', () => {
  it('exists once for a person and an entry, for any number of announcements; another entry is another', async () => {
    const person = await newCustomer(parts.identity)
    const [first, second] = [confirmed(person), confirmed(person, { list: 'ofac', about: 'payer' })]
    await announce(first, { ...first, hitId: newId() }, first, second)
    await Promise.all([platform.jobs.drain(), platform.jobs.drain()])
    expect(await count(person)).toBe(2)
    const mine = (await listed()).filter(({ person: one }) => one.id === person)
    expect(mine.map(({ list, about, entryId, state }) => [list, about, entryId, state]).toSorted()).toEqual([
      ['ofac', 'payer', second.entryId, 'due'],
      ['un', 'self', first.entryId, 'due'],
    ])
    for (const { dueAt, confirmedAt } of mine) expect(Date.parse(dueAt) - Date.parse(confirmedAt)).toBe(INFORM_WITHIN_HOURS * HOUR_MS)
    const actions = (await auditTrail(database.db)).filter(({ object }) => mine.some(({ id }) => id === object.id))
    expect(actions.map(({ action }) => action)).toEqual(['regulatory.match_opened', 'regulatory.match_opened'])
  })

  it.each(['regulatory.match_opened', 'regulatory.match_kept'])('R17 kill -9 at %s: it exists, once', async (point) => {
    const person = await newCustomer(parts.identity)
    await announce(confirmed(person))
    const dying = runTypeScript(PROCESS, [JSON.stringify(database.connection)], { FAULT_AT: point })
    const { dataDir } = JSON.parse(await dying.nextLine())
    if (dying.child.exitCode === null && dying.child.signalCode === null) await once(dying.child, 'exit')
    expect(dying.child.signalCode).toBe('SIGKILL')
    await afterKill(database.owner)
    rmSync(dataDir, { recursive: true, force: true })
    expect(await count(person)).toBe(point === 'regulatory.match_opened' ? 0 : 1)
    await sql`UPDATE platform.job SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL`.execute(database.owner)
    await platform.jobs.drain()
    expect(await count(person)).toBe(1)
  })

  it('ends when both authorities were notified, each with its number; two concurrent officers notify one once', async () => {
    const { id } = await opened(confirmed(await newCustomer(parts.identity)))
    const both = await Promise.all([inform(id, 'uiaf'), inform(id, 'uiaf', { by: other, number: 'R-78' })])
    expect(both.map(({ status, code }) => code ?? status).toSorted()).toEqual([200, 'regulatory.match_informed'])
    const said = both.find(({ status }) => status === 200)?.body
    expect(said).toMatchObject({ state: 'due', notices: [{ authority: 'uiaf', on: today() }] })
    expect((await inform(id, 'fiscalia', { number: 'F-9' })).body).toMatchObject({
      state: 'informed',
      notices: [said.notices[0], { authority: 'fiscalia', number: 'F-9' }],
    })
    const informed = (await auditTrail(database.db)).filter(
      ({ action, object }) => action === 'regulatory.match_informed' && object.id === id,
    )
    expect(informed.map(({ after }) => after)).toEqual([
      { authority: 'uiaf', number: said.notices[0].number, on: today() },
      { authority: 'fiscalia', number: 'F-9', on: today() },
    ])
    expect((await listed('&state=informed')).map((one) => one.id)).toContain(id)
    expect((await listed('&state=due')).map((one) => one.id)).not.toContain(id)
  })

  it('refuses a day before its confirmation, tomorrow, and any other authority', async () => {
    const { id } = await opened(confirmed(await newCustomer(parts.identity)))
    const away = (days: number) => bogotaDay(new Date(platform.clock.now().getTime() + days * 24 * HOUR_MS))
    expect(await inform(id, 'uiaf', { on: away(-1) })).toMatchObject({ status: 400, code: 'regulatory.match_day_invalid' })
    expect(await inform(id, 'uiaf', { on: away(1) })).toMatchObject({ status: 400, code: 'regulatory.match_day_invalid' })
    expect((await inform(id, 'dian')).status).toBe(400)
    expect((await inform(id, 'uiaf', { number: '' })).status).toBe(400)
    expect(await inform(newId(), 'uiaf')).toMatchObject({ status: 404, code: 'request.not_found' })
    expect((await listed()).find((one) => one.id === id)?.notices).toEqual([])
  })

  it('is overdue after its hours, first in the list, in the calendar, and in the alarm metric until it is notified', async () => {
    const { id, dueAt } = await opened(confirmed(await newCustomer(parts.identity)))
    const before = await figures()
    expect((await call(officer, 'GET', 'regulatory/calendar')).body.matches).toMatchObject({ due: before.due_soon, overdue: 0 })
    platform.clock.advance((INFORM_WITHIN_HOURS - 1) * HOUR_MS)
    expect((await listed('&state=due')).map((one) => one.id)).toContain(id)
    platform.clock.advance(HOUR_MS)
    const late = await opened(confirmed(await newCustomer(parts.identity)))
    expect((await listed()).find((one) => one.id === id)?.state).toBe('overdue')
    const order = (await listed()).map((one) => one.id)
    expect(order.indexOf(id)).toBeLessThan(order.indexOf(late.id))
    const { matches } = (await call(officer, 'GET', 'regulatory/calendar')).body
    expect(matches.overdue).toBeGreaterThan(0)
    expect(Date.parse(matches.nextDueAt)).toBeLessThanOrEqual(Date.parse(dueAt))
    const passed = await figures()
    await inform(id, 'uiaf')
    expect((await figures()).overdue).toBe(passed.overdue)
    await inform(id, 'fiscalia')
    const informed = await figures()
    expect([informed.overdue, informed.matches_to_inform]).toEqual([Number(passed.overdue) - 1, Number(passed.matches_to_inform) - 1])
  })

  it('SEC-70 the officer whom it is about reads and counts nothing of it, and one without the permission reads nothing at all', async () => {
    await announce(confirmed(officer))
    await platform.jobs.drain()
    const { id = '' } = (await listed('', other)).find(({ person }) => person.id === officer) ?? {}
    expect(id).not.toBe('')
    expect((await listed()).map((one) => one.person.id)).not.toContain(officer)
    expect(await inform(id, 'uiaf')).toMatchObject({ status: 404, code: 'request.not_found' })
    const countFor = async (by: string) => (await call(by, 'GET', 'regulatory/calendar')).body.matches
    const [own, others] = [await countFor(officer), await countFor(other)]
    expect(own.due + own.overdue).toBe(others.due + others.overdue - 1)
    const analyst = await newStaff(parts.identity, 'analyst')
    expect((await call(analyst, 'GET', `${MATCHES}?size=100&pageIndex=0`)).status).toBe(403)
    expect((await inform(id, 'uiaf', { by: analyst })).status).toBe(403)
    const auditor = await newStaff(parts.identity, 'auditor')
    expect((await listed('', auditor)).length).toBeGreaterThan(0)
    expect((await inform(id, 'uiaf', { by: auditor })).status).toBe(403)
  })

  it('SEC-74 R23 keeps the documents of its person until ten years after both were notified', async () => {
    const person = await newCustomer(parts.identity)
    const document = {
      ownerId: person,
      purpose: 'kyc.frontal',
      kind: 'pdf',
      mediaType: 'application/pdf',
      originalName: 'cédula.pdf',
    } as const
    await platform.files.store({ ...document, content: Buffer.from('%PDF-1.7') })
    const { id } = await opened(confirmed(person))
    await inTransaction(database.db, (tx) => parts.identity.setState(tx, { accountId: person, state: CLOSED, actor: TEST_ACTOR }))
    const isKept = async () => (await platform.files.openerOf(person)) !== null
    const pass = async (years: number) => {
      platform.clock.advance(years * YEAR_MS)
      await parts.purgeExpired()
      return isKept()
    }
    expect(await pass(12)).toBe(true)
    await inform(id, 'uiaf')
    expect(await pass(12)).toBe(true)
    await inform(id, 'fiscalia')
    expect([await pass(9.9), await pass(0.2)]).toEqual([true, false])
    // Notices are required nevertheless for a person matched again after that.
    expect((await opened(confirmed(person))).notices).toEqual([])
  })
})
