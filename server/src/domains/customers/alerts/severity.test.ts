/** Severity of alerts: the order for officers, the deadline, and that it only grows. */
import { ALERT_KINDS } from '@tunjo/contract/alert-kinds'
import { CONFIGURATION } from '@tunjo/contract/configuration-catalogue'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { typedNumbers } from '@tunjo/contract/versioned-numbers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import { addBusinessHours } from '../../../platform/time/business-days.ts'
import { type KycTest, newOfficer, startKycTest } from '../kyc/testing.ts'
import { alertDue, alertDueState } from './due.ts'

const BASE = '/kyc/administrative/alerts'
let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

async function newCustomer(): Promise<string> {
  const id = newId()
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${id}, ${`${id}@correo.example`}, 'x', ARRAY['ROLE_USER'], ${ACCOUNT_STATE.unverified}, 'es', now(), now())`.execute(
    test.platform.db,
  )
  return id
}
const open = async (person: string) => (await test.call(newOfficer(), 'GET', `${BASE}/open?userId=${person}`)).body
const episodes = async (person: string, alertId: number) =>
  (await test.call(newOfficer(), 'GET', `${BASE}/episodes?userId=${person}&alertId=${alertId}`)).body
const byHand = (person: string, alertId: number, more: object = {}) =>
  test.call(newOfficer(), 'POST', `${BASE}/${'alertTypeId' in more ? 'type/' : ''}activate`, {
    alertId,
    userId: person,
    message: 'Llegó un oficio del banco.',
    ...more,
  })
type Severity = 'low' | 'medium' | 'high' | 'critical'
/** The time after so many office hours, and a little more. */
const msOfBusinessHours = (hours: number) => {
  const now = test.platform.clock.now()
  return addBusinessHours(now, hours).getTime() - now.getTime() + 60_000
}
const find = (person: string, kind: number, severity: Severity, comment = 'REGLA v1: algo.') =>
  inTransaction(test.platform.db, (tx) =>
    test.alerts.raise(
      tx,
      { accountId: person, kind, typeId: null },
      { at: test.platform.clock.now(), actor: SYSTEM, comment, severity, evidence: [{ type: 'account', id: newId() }] },
    ),
  )

it.each([
  [2, {}, 'critical'],
  [3, {}, 'medium'],
  [5, {}, 'low'],
  [12, {}, 'high'],
  [7, { alertTypeId: 703 }, 'high'],
  [7, { alertTypeId: 706 }, 'medium'],
  [18, { alertTypeId: 804 }, 'critical'],
] as const)('ADM-10 alert %s %o opened by an officer has the severity of its kind: %s', async (kind, more, severity) => {
  const person = await newCustomer()
  expect((await byHand(person, kind, more)).body).toMatchObject({ severity, due: { state: 'in_time' } })
  expect(await open(person)).toMatchObject([{ alertId: kind, severity }])
})

it('ADM-13 a graver finding raises the severity of the open alert, emits it, shortens the deadline and is recorded; a lesser one changes nothing', async () => {
  const person = await newCustomer()
  await find(person, 8, 'low')
  const [before] = await open(person)
  await find(person, 8, 'high', 'EMAIL v1: junto a otra cuenta.')
  const [after] = await open(person)
  expect(after).toMatchObject({ severity: 'high', comment: 'REGLA v1: algo.', hits: 1 })
  expect(after.due.at < before.due.at).toBe(true)
  await find(person, 8, 'medium', 'EMAIL v1: otra vez.')
  expect(await open(person)).toMatchObject([{ severity: 'high', due: after.due, hits: 2 }])
  const [episode] = await episodes(person, 8)
  expect(episode).toMatchObject({ severity: 'high', state: 'open' })
  expect(episode.findings.map(({ severity, comment }: { severity: string; comment: string }) => [severity, comment])).toEqual([
    ['low', 'REGLA v1: algo.'],
    ['high', 'EMAIL v1: junto a otra cuenta. La gravedad pasó de baja a alta.'],
    ['medium', 'EMAIL v1: otra vez.'],
  ])
  expect(await auditTrail(test.platform.db, { action: 'alerts.severity_raised', objectId: person })).toMatchObject([
    { actor: { kind: 'system', name: 'alerts' }, before: { alertId: 8, severity: 'low' }, after: { severity: 'high' } },
  ])
})

it('ADM-13 many concurrent graver findings: the alert ends with the highest severity', async () => {
  const person = await newCustomer()
  await Promise.all((['low', 'high', 'medium', 'critical', 'low', 'high'] as const).map((severity) => find(person, 4, severity)))
  expect(await open(person)).toMatchObject([{ severity: 'critical', hits: 5 }])
})

it('ADM-13 the same text about the same object is one finding, for any number of queries', async () => {
  const person = await newCustomer()
  const [check, cause] = [newId(), { at: test.platform.clock.now(), actor: SYSTEM, comment: 'ANTECEDENTES v1: en listas.' }]
  const again = (id: string) =>
    inTransaction(test.platform.db, (tx) =>
      test.alerts.raise(tx, { accountId: person, kind: 2, typeId: null }, { ...cause, evidence: [{ type: 'background_check', id }] }),
    )
  await again(check)
  await again(check)
  expect(await open(person)).toMatchObject([{ hits: 0 }])
  await again(newId())
  expect(await open(person)).toMatchObject([{ hits: 1 }])
})

it('ADM-03 Ver alertas: the gravest first, then the earliest deadline; filters by severity; a closed one is not counted', async () => {
  const [low, critical, high, higher] = [await newCustomer(), await newCustomer(), await newCustomer(), await newCustomer()]
  await find(higher, 17, 'high')
  test.platform.clock.advance(60 * 60_000)
  await find(low, 5, 'low')
  await find(high, 12, 'high')
  await find(critical, 2, 'critical')
  await find(critical, 5, 'low')
  const list = async (more: object = {}) => {
    const body = { filters: ALERT_KINDS.map(() => '0'), itemsPerPage: 100, ...more }
    const { results } = (await test.call(newOfficer(), 'POST', `${BASE}/information`, body)).body
    return results.filter(({ id }: { id: string }) => [low, critical, high, higher].includes(id))
  }
  const ids = async (more: object = {}) => (await list(more)).map(({ id }: { id: string }) => id)
  expect(await ids()).toEqual([critical, higher, high, low])
  expect((await list())[0]).toMatchObject({ severity: 'critical', due: { state: 'in_time' } })
  expect([await ids({ severity: 'high' }), await ids({ severity: 'critical' }), await ids({ severity: 'medium' })]).toEqual([
    [higher, high],
    [critical],
    [],
  ])
  const filters = ALERT_KINDS.map(({ id }) => (id === 5 ? '1' : '0'))
  expect(await ids({ filters })).toEqual([critical, low])
  // A critical one has four office hours; the earlier high one has six more.
  test.platform.clock.advance(msOfBusinessHours(4))
  expect(await ids({ overdue: true })).toEqual([critical])
  expect(await ids({ overdue: true, severity: 'high' })).toEqual([])
  await test.call(newOfficer(), 'POST', `${BASE}/deactivate`, { alertId: 5, userId: low, message: 'Lo confirmó por teléfono.' })
  expect((await list()).find(({ id }: { id: string }) => id === low)).toMatchObject({ severity: null, due: null })
})

const deadlines = typedNumbers(CONFIGURATION.deadlines.numbers, {})
// A Friday afternoon before a holiday on Monday (Ley 51 de 1983).
const bogota = (text: string) => new Date(`${text}-05:00`)
it.each([
  ['critical', '2026-11-17T10:00:00', '2026-11-17T09:00:00'],
  ['high', '2026-11-17T16:00:00', '2026-11-17T13:30:00'],
  ['medium', '2026-11-19T16:00:00', '2026-11-19T08:30:00'],
  ['low', '2026-11-30T16:00:00', '2026-11-26T11:00:00'],
] as const)('ADM-10 an alert that is %s and came on Friday at four is due in office hours', (severity, due, soon) => {
  const since = bogota('2026-11-13T16:00:00')
  const dueAt = alertDue(since, severity, deadlines)
  expect(dueAt).toEqual(bogota(due))
  const stateAt = (now: Date) => alertDueState(dueAt, severity, { now, deadlines })
  const at = (moment: string) => stateAt(bogota(moment))
  expect([stateAt(since), at(soon), at(due)]).toEqual(['in_time', 'soon', 'overdue'])
  expect(stateAt(new Date(bogota(soon).getTime() - 1))).toBe('in_time')
})
