/** Findings of a provider are new until an officer who saw them closes Novedades (ADM-10, ADM-13). */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { DAY_MS, type MonitoringTest, startMonitoringTest } from '../testing.ts'
import { noveltyFacts } from './novelties.ts'

let test: MonitoringTest
beforeAll(async () => {
  test = await startMonitoringTest()
})
afterAll(() => test?.stop())

it.each([
  ['not closed', null, true],
  ['had looked before it', { closed: 2, seen: -1 }, true],
  ['had looked after it', { closed: 2, seen: 1 }, false],
  ['closed before it', { closed: -1, seen: -2 }, true],
])('ADM-13 a finding of a provider when the officer %s', async (_case, officer, isNew) => {
  const [accountId, { owner, db }] = [await test.newCustomer(), test.database]
  const now = test.platform.clock.now()
  const at = (days: number) => new Date(now.getTime() + (days - 10) * DAY_MS)
  const check = newId()
  await sql`INSERT INTO screening.background_check (id, account_id, state, subject, is_fresh, started_at, gravest)
    VALUES (${check}, ${accountId}, 'finished', '', false, ${at(0)}, 'Alto')`.execute(owner)
  await sql`INSERT INTO screening.background_report (id, check_id, account_id, report_id, sealed, sha256, received_at)
    VALUES (${newId()}, ${check}, ${accountId}, 'x', '', '', ${at(0)})`.execute(owner)
  if (officer)
    await sql`INSERT INTO alerts.episode (id, account_id, kind, state, opened_at, opening_comment, severity, opening_severity, due_at, closed_at,
        closed_by, closing_comment, seen_until)
      VALUES (${newId()}, ${accountId}, 1, 'closed', ${at(-5)}, 'x', 'low', 'low', ${at(5)}, ${at(officer.closed)}, ${newId()}, 'x',
        ${at(officer.seen)})`.execute(owner)
  const [facts] = await noveltyFacts(db, [{ accountId, now, until: null }])
  expect(facts?.found?.checkId ?? null).toBe(isNew ? check : null)
})
