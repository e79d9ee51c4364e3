import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { Obligation } from '@tunjo/contract/regulatory-calendar'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { newCompliance, newCustomer, type RegulatoryParts, serveRegulatory } from '../testing.ts'
import { regulatoryMetrics } from './metrics.ts'
import { absenceOf, monthAfter, monthsSince } from './rules.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

describe('ADM-19 due date of the absence of reports', () => {
  const of = (today: string, over: Partial<Parameters<typeof absenceOf>[0]> = {}) =>
    absenceOf({ month: '2026-01', today, filed: null, isNeedless: false, ...over })
  it.each([
    ['2026-01-31', 'coming', 20],
    ['2026-02-01', 'due', 19],
    ['2026-02-20', 'due', 0],
    ['2026-02-21', 'overdue', -1],
  ] as const)('on %s: %s', (today, state, daysLeft) => expect(of(today)).toMatchObject({ state, daysLeft, dueOn: '2026-02-20' }))

  it('not once it was presented, nor in a month with a report', () => {
    expect(of('2026-03-01', { filed: { number: '1', on: '2026-02-03' } })).toMatchObject({ state: 'done', daysLeft: null })
    expect(of('2026-03-01', { isNeedless: true })).toMatchObject({ state: 'not_needed', daysLeft: null })
    expect([monthAfter('2026-12'), monthsSince('2025-12', '2026-02-01')]).toEqual(['2027-01', ['2026-02', '2026-01', '2025-12']])
  })
})

describe('ADM-19 the calendar', () => {
  let database: TestDatabase
  let platform: TestPlatform
  let parts: RegulatoryParts
  let [maker, checker] = ['', '']
  let months: string[]
  beforeAll(async () => {
    database = await createTestDatabase()
    platform = createTestPlatform(database)
    parts = await serveRegulatory(platform)
    maker = await newCompliance(parts.identity)
    checker = await newCompliance(parts.identity)
    const today = bogotaDay(platform.clock.now())
    const [year = 0, number = 0] = today.split('-').map(Number)
    const first = new Date(Date.UTC(year, number - 1 - 4, 15))
    await sql`UPDATE identity.account SET created_at = ${first} WHERE id = ${maker}`.execute(database.owner)
    months = monthsSince(first.toISOString().slice(0, 7), today)
  })
  afterAll(async () => {
    await parts.server.close()
    platform.remove()
    await database.drop()
  })
  const calendar = async () => (await parts.server.call(maker, 'GET', 'regulatory/calendar')).body
  const declare = (month: string, on: string, officer = maker) =>
    parts.server.call(officer, 'POST', `regulatory/absences/${month}`, { number: 'A-1', on })
  const stateOf = async (month: string) => (await calendar()).absences.find((one: Obligation) => one.month === month)?.state

  it('has every month since the first customer, and an alarm for overdue ones', async () => {
    const { absences, files, clientFiles } = await calendar()
    expect([absences, files, clientFiles].map((list: Obligation[]) => list.map(({ month }) => month))).toEqual([months, months, months])
    expect(absences[0].state).toBe('coming')
    expect(await stateOf(months[2] ?? '')).toBe('overdue')
    const { overdue } = await regulatoryMetrics(platform).read()
    expect(overdue).toBeGreaterThanOrEqual(9)
  })

  it('an absence is declared once, for a past month, not before its end; a month with a report needs none', async () => {
    const [running = '', , second = '', third = ''] = months
    const today = bogotaDay(platform.clock.now())
    expect(await declare(running, today)).toMatchObject({ code: 'regulatory.month_not_over' })
    expect(await declare('2020-01', today)).toMatchObject({ code: 'regulatory.month_unknown' })
    expect(await declare(second, `${second}-28`)).toMatchObject({ code: 'regulatory.day_invalid' })
    const both = await Promise.all([declare(second, today), declare(second, today, checker)])
    expect(both.map(({ status, code }) => code ?? status).toSorted()).toEqual([200, 'regulatory.absence_declared'])
    expect(both.find(({ status }) => status === 200)?.body).toMatchObject({ state: 'done', filed: { number: 'A-1', on: today } })
    const person = await newCustomer(parts.identity)
    await sql`INSERT INTO regulatory.ros (id, account_id, state, version, urgency, created_by, created_at, changed_at, filed_number, filed_on, ended_at)
      VALUES (${newId()}, ${person}, 'filed', 1, 'normal', ${maker}, now(), now(), '7', ${`${third}-10`}, now())`.execute(database.owner)
    expect(await stateOf(third)).toBe('not_needed')
    expect(await declare(third, today)).toMatchObject({ code: 'regulatory.absence_not_needed' })
  })
})
