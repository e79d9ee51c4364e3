/** Rule catalogue over the real database and HTTP: two officers change a rule, and its findings before and after. */
import { ALERT_RULES, firstValues, RULE_NAMES, wordsOfRule } from '@tunjo/contract/alert-rule-catalogue'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { permissionsOf } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { startTestServer, type TestServer } from '../../../../../../dev/testing/test-product.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { officer } from '../../../../platform/state-machine/index.ts'
import { formatDay } from '../../../../platform/time/format-date.ts'
import { comingOf, inForce, stateOf } from '../../../../platform/versions/effective.ts'
import { judge } from '../judge.ts'
import { RULES } from '../rules/index.ts'
import { DAY_MS, type MonitoringTest, startMonitoringTest } from '../testing.ts'
import { checkNumbers } from './rules.ts'
import type { Version } from './version.ts'

vi.setConfig({ testTimeout: 60_000 })

const REASON = 'Demasiadas alertas que no eran nada.'
const RULES_PATH = '/api/administrative/alert-rules'
let test: MonitoringTest
let server: TestServer
const analysts = new Set<string>()
const newOfficer = () => newId()

beforeAll(async () => {
  test = await startMonitoringTest()
  server = await startTestServer(test.platform, [...test.approvals.routes, ...test.monitoring.routes], async ({ headers }) => {
    const accountId = String(headers.authorization)
    const permissions = permissionsOf([analysts.has(accountId) ? 'analyst' : 'compliance_officer'])
    return { accountId, sessionId: accountId, authorities: ['ROLE_ADMIN'], permissions }
  })
})
afterAll(async () => {
  await server.close()
  await test.stop()
})

interface Answer {
  readonly status: number
  readonly code: string | null
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly body: any
}
async function call(as: string, method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: as, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, code: response.headers.get('app-error'), text, body: isJson ? JSON.parse(text) : null }
}
const propose = (rule: string, change: object, as = newOfficer()) =>
  call(as, 'POST', `${RULES_PATH}/${rule}/versions`, { mode: 'active', numbers: {}, fromDay: null, reason: REASON, ...change })
const approve = ({ body }: Answer, as = newOfficer()) =>
  call(as, 'POST', `/api/administrative/approvals/${body.approvalRequestId}/approve`, { note: '' })
const changed = async (rule: string, change: object) => {
  const approved = await approve(await propose(rule, change))
  expect([approved.status, approved.text]).toEqual([200, expect.any(String)])
}
const shown = async (rule: string) => (await call(newOfficer(), 'GET', `${RULES_PATH}/${rule}`)).body
const inDays = (days: number) => bogotaDay(new Date(test.platform.clock.now().getTime() + days * DAY_MS))
const look = (person: string) => judge({ ...test.platform, alerts: test.alerts, limits: test.limits }, person, RULES)
const emailAlerts = async (person: string) => (await test.episodes(person)).filter(({ kind }) => kind === 8)
const findings = async (person: string, rule: string) =>
  (
    await sql<{ version: number; outcome: string }>`SELECT version, outcome FROM monitoring.finding
      WHERE account_id = ${person} AND rule = ${rule} ORDER BY version`.execute(test.database.owner)
  ).rows.map(({ version, outcome }) => `v${version} ${outcome}`)
const EMAIL = (quietDays: string) => ({ quietDays, togetherHours: '72' })

describe('ADM-13 the catalogue', () => {
  it('has every rule once, with a title in both languages and a first value within the bounds of each number', async () => {
    const { body } = await call(newOfficer(), 'GET', RULES_PATH)
    expect(body.map(({ rule }: { rule: string }) => rule)).toEqual(RULE_NAMES)
    expect(RULES.map(({ name }) => name).sort()).toEqual([...RULE_NAMES].sort())
    expect(new Set(RULE_NAMES.map((name) => `${ALERT_RULES[name].kind} ${ALERT_RULES[name].typeId}`)).size).toBe(RULE_NAMES.length)
    for (const name of RULE_NAMES) expect(checkNumbers(wordsOfRule(name), firstValues(name)), name).toBeNull()
    expect(body[0]).toMatchObject({ rule: 'EMAIL', version: 1, mode: 'active', numbers: EMAIL('30'), coming: null, changeWaits: false })
  })

  it('reports how many alerts a rule raised and how they ended: automatically, confirmed, a false alarm, or not stated', async () => {
    const before = await shown('REPRESENTANTE')
    const close = async (verdict: 'confirmed' | 'false_alarm' | undefined, actor = officer(newId())) => {
      const key = { accountId: newId(), kind: 6, typeId: null }
      const at = test.platform.clock.now()
      await inTransaction(test.database.db, async (tx) => {
        await test.alerts.raise(tx, key, { at, actor: { kind: 'system', id: null }, comment: 'REPRESENTANTE v1: está en otra empresa.' })
        await test.alerts.close(tx, key, { at, actor, comment: 'Lo revisamos con la empresa.', verdict })
      })
    }
    await close('confirmed')
    await close('false_alarm')
    await close('false_alarm')
    await close(undefined)
    await close(undefined, { kind: 'system', id: null } as never)
    expect(await shown('REPRESENTANTE')).toMatchObject({
      open: before.open,
      confirmed: before.confirmed + 1,
      falseAlarms: before.falseAlarms + 2,
      unclassified: before.unclassified + 1,
      closedByRule: before.closedByRule + 1,
    })
  })
})

describe('ADM-13 a change of a rule', () => {
  it.each([
    ['a number below its bound', 'EMAIL', { numbers: EMAIL('0') }, 'monitoring.number_out_of_bounds'],
    ['a number above it', 'EMAIL', { numbers: EMAIL('366') }, 'monitoring.number_out_of_bounds'],
    ['a number that is no number', 'EMAIL', { numbers: EMAIL('-1') }, 'request.invalid'],
    ['a number of thirty digits', 'EMAIL', { numbers: EMAIL('9'.repeat(30)) }, 'request.invalid'],
    ['a number too few', 'EMAIL', { numbers: { quietDays: '30' } }, 'request.invalid'],
    ['a number that it has not', 'EMAIL', { numbers: { quietDays: '30', other: '72' } }, 'request.invalid'],
    ['one too many', 'EMAIL', { numbers: { ...EMAIL('30'), other: '72' } }, 'request.invalid'],
    [
      'numbers that contradict each other',
      'DEPOSITOS',
      { numbers: { declaredPercent: '300', highPercent: '200' } },
      'monitoring.numbers_contradict',
    ],
    ['a mode that there is not', 'INFORMACION', { mode: 'paused' }, 'request.invalid'],
    ['nothing', 'EMAIL', { numbers: EMAIL('30') }, 'monitoring.nothing_changes'],
    ['no reason', 'INFORMACION', { mode: 'off', reason: 'no' }, 'request.reason_invalid'],
    ['an unknown rule', 'toString', { mode: 'off' }, 'request.not_found'],
  ])('is refused: %s', async (_case, rule, change, code) => {
    expect((await propose(rule, change)).code).toBe(code)
  })

  it('begins with its approval or on a future day, within a year', async () => {
    const onDay = async (fromDay: string) => (await propose('INFORMACION', { mode: 'off', fromDay })).code
    expect([await onDay(inDays(-1)), await onDay(inDays(0)), await onDay(inDays(400))]).toEqual(
      Array(3).fill('monitoring.date_out_of_bounds'),
    )
    expect(await onDay('2026-02-30')).toBe('request.invalid')
  })

  it('needs the permission of the maker, is possible once per rule, and is decided by another officer', async () => {
    const analyst = newOfficer()
    analysts.add(analyst)
    expect((await propose('RETIROS', { mode: 'off', numbers: firstValues('RETIROS') }, analyst)).status).toBe(403)
    const maker = newOfficer()
    const twenty = await Promise.all(
      Array.from({ length: 20 }, () => propose('RETIROS', { mode: 'test', numbers: firstValues('RETIROS') }, maker)),
    )
    expect(twenty.map(({ status, code }) => code ?? status).sort()).toEqual([202, ...Array(19).fill('approvals.already_waiting')])
    const proposed = twenty.find(({ status }) => status === 202) ?? twenty[0]
    if (!proposed) throw new Error('nothing was proposed')
    expect(await shown('RETIROS')).toMatchObject({ version: 1, mode: 'active', changeWaits: true })
    expect((await approve(proposed, maker)).code).toBe('approvals.own_request')
    expect((await approve(proposed, analyst)).status).toBe(403)
    const emergency = `/api/administrative/approvals/${proposed.body.approvalRequestId}/break-glass`
    expect((await call(newOfficer(), 'POST', emergency, { note: REASON })).code).toBe('approvals.never_alone')
    const checker = newOfficer()
    const approvals = await Promise.all(Array.from({ length: 20 }, () => approve(proposed, checker)))
    expect(approvals.filter(({ status }) => status === 200)).toHaveLength(1)
    const { versions, ...row } = await shown('RETIROS')
    expect(row).toMatchObject({ version: 2, mode: 'test', changeWaits: false })
    expect(versions).toMatchObject([
      { version: 2, state: 'in_force', mode: 'test', decision: { maker, checker, reason: REASON } },
      { version: 1, state: 'past', mode: 'active', decision: null },
    ])
    expect(await auditTrail(test.database.db, { action: 'monitoring.rule_changed', objectId: 'RETIROS' })).toMatchObject([
      { before: { version: 1, mode: 'active' }, after: { version: 2, mode: 'test', makerId: maker, checkerId: checker }, reason: REASON },
    ])
  })

  it('reads in the inbox: only the changed values, with their units, and the start', async () => {
    const numbers = { ...firstValues('FRACCIONAMIENTO'), threshold: '8000000', fromPercent: '85' }
    const fromDay = inDays(5)
    const { body } = await propose('FRACCIONAMIENTO', { mode: 'test', numbers, fromDay })
    const request = await call(newOfficer(), 'GET', `/api/administrative/approvals/${body.approvalRequestId}`)
    expect(request.body).toMatchObject({ title: 'Cambiar una regla de alertas', mayBreakGlass: false })
    expect(request.body.changes).toEqual([
      { label: 'Regla', before: null, after: 'Fraccionamiento' },
      { label: 'Modo', before: 'Activa', after: 'En prueba' },
      { label: 'Desde qué parte del monto', before: '80 %', after: '85 %' },
      { label: 'Monto que se vigila', before: '$ 10.000.000', after: '$ 8.000.000' },
      { label: 'Vale desde', before: null, after: formatDay(fromDay) },
      { label: 'Prueba con los últimos 90 días', before: null, after: 'Nadie la ha hecho con estos valores' },
    ])
  })

  it('returns to its maker when its day came before the second officer decided', async () => {
    const proposed = await propose('VOLUMEN', { numbers: { declaredPercent: '150', peers: '30' }, fromDay: inDays(1) })
    test.platform.clock.advance(DAY_MS)
    expect((await approve(proposed)).code).toBe('approvals.facts_changed')
    expect(await shown('VOLUMEN')).toMatchObject({ version: 1, coming: null })
  })

  it('a version written by an older release omits numbers that no longer exist, and uses the first value of new ones', async () => {
    await sql`INSERT INTO monitoring.rule_version VALUES ('KYC', 2, 'off', '{}', now(), now(), ${newId()}, ${newId()}, 'x'),
      ('LIMITES', 2, 'active', '{"gone": "7"}', now() - interval '1 day', now() - interval '1 day', ${newId()}, ${newId()}, 'x')`.execute(
      test.database.owner,
    )
    expect(await shown('LIMITES')).toMatchObject({ version: 2, numbers: firstValues('LIMITES') })
    expect((await shown('LIMITES')).numbers).not.toHaveProperty('gone')
    const rows = (await call(newOfficer(), 'GET', RULES_PATH)).body
    expect(rows.find(({ rule }: { rule: string }) => rule === 'LIMITES')).toMatchObject({ version: 2, numbers: firstValues('LIMITES') })
    expect((await propose('LIMITES', { numbers: firstValues('LIMITES') })).code).toBe('monitoring.nothing_changes')
    await changed('LIMITES', { numbers: { nearPercent: '85' } })
    expect((await shown('LIMITES')).numbers).toEqual({ nearPercent: '85' })
  })

  it('a decided version is immutable, for the product and for a second writer', async () => {
    await changed('DIRECCION', { mode: 'test' })
    const tamper = sql`UPDATE monitoring.rule_version SET mode = 'active' WHERE rule = 'DIRECCION'`.execute(test.database.db)
    await expect(tamper).rejects.toThrow(/permission denied/)
  })
})

describe('ADM-13 effect of a rule by its version', () => {
  it('in test mode it records its findings and no alert opens; off it is not evaluated; active again it raises once', async () => {
    await changed('EMAIL', { mode: 'test', numbers: EMAIL('30') })
    const person = await test.newCustomer()
    await test.changeEmail(person)
    await look(person)
    await look(person)
    expect([await emailAlerts(person), await findings(person, 'EMAIL')]).toEqual([[], ['v2 test']])
    expect((await test.episodes(person)).length).toBe(0)
    await changed('EMAIL', { mode: 'off', numbers: EMAIL('30') })
    await test.changeEmail(person)
    await look(person)
    expect(await findings(person, 'EMAIL')).toEqual(['v2 test'])
    await changed('EMAIL', { mode: 'active', numbers: EMAIL('30') })
    await Promise.all(Array.from({ length: 5 }, () => look(person)))
    expect(await emailAlerts(person)).toMatchObject([{ state: 'open', opening: expect.stringMatching(/^EMAIL v4: /), hits: 1 }])
  })

  it('a finding that another version raised and an officer closed stays closed; a rule in test mode closes no alert', async () => {
    const person = await test.newCustomer()
    await test.changeEmail(person)
    await look(person)
    const cause = { at: test.platform.clock.now(), actor: officer(newId()), comment: 'Lo confirmó por teléfono.' }
    await inTransaction(test.database.db, (tx) => test.alerts.close(tx, { accountId: person, kind: 8, typeId: null }, cause))
    await changed('EMAIL', { numbers: EMAIL('45') })
    await look(person)
    expect(await emailAlerts(person)).toMatchObject([{ state: 'closed' }])
    const other = await test.newCustomer()
    await test.changeEmail(other)
    await look(other)
    await changed('EMAIL', { mode: 'test', numbers: EMAIL('45') })
    test.platform.clock.advance(60 * DAY_MS)
    await look(other)
    expect(await emailAlerts(other)).toMatchObject([{ state: 'open' }])
    await changed('EMAIL', { numbers: EMAIL('45') })
    await look(other)
    expect(await emailAlerts(other)).toMatchObject([{ state: 'closed', closing: expect.stringMatching(/^EMAIL v\d+: 45 días/) }])
  })

  it('takes effect at the decided midnight in Bogotá, and a later one replaces it', async () => {
    const from = inDays(3)
    await changed('CUENTA_NUEVA', { numbers: { days: '10', usedPercent: '80' }, fromDay: from })
    expect(await shown('CUENTA_NUEVA')).toMatchObject({
      version: 1,
      numbers: { days: '7' },
      coming: { version: 2, from: `${from}T05:00:00.000Z` },
    })
    await changed('CUENTA_NUEVA', { numbers: { days: '5', usedPercent: '80' }, fromDay: inDays(2) })
    const states = async () => (await shown('CUENTA_NUEVA')).versions.map(({ state }: { state: string }) => state)
    expect(await states()).toEqual(['coming', 'replaced', 'in_force'])
    test.platform.clock.advance(4 * DAY_MS)
    expect([await states(), (await shown('CUENTA_NUEVA')).numbers.days]).toEqual([['in_force', 'replaced', 'past'], '5'])
  })

  it('lists its findings in pages, for officers with the permission to read customers, except those about themselves; each access is recorded', async () => {
    await changed('REPRESENTANTE', { mode: 'test', numbers: firstValues('REPRESENTANTE') })
    const reader = newOfficer()
    const about = async (accountId: string, outcome: string, day: number) => {
      const at = new Date(test.platform.clock.now().getTime() + day * DAY_MS)
      await sql`INSERT INTO monitoring.finding VALUES (${newId()}, ${accountId}, 'REPRESENTANTE', 2, 6, NULL, 'p', 'f', 'high', 'está en otra empresa',
        '[]', ${outcome}, ${at})`.execute(test.database.owner)
    }
    const [first, second] = [newId(), newId()]
    await about(first, 'test', 1)
    await about(second, 'opened', 2)
    await about(reader, 'test', 3)
    const findings = (query: string, as = reader) => call(as, 'GET', `${RULES_PATH}/REPRESENTANTE/findings?${query}`)
    const page = await findings('size=1')
    expect(page.body).toMatchObject({
      total: 2,
      pagesNumber: 2,
      results: [{ accountId: second, outcome: 'opened', said: 'está en otra empresa' }],
    })
    expect((await findings('outcome=test')).body.results.map(({ accountId }: { accountId: string }) => accountId)).toEqual([first])
    expect((await findings('outcome=raised')).body.total).toBe(1)
    expect((await findings('', newOfficer())).body.total).toBe(3)
    expect((await findings('outcome=all')).code).toBe('request.invalid')
    expect((await call(reader, 'GET', `${RULES_PATH}/NADA/findings`)).status).toBe(404)
    const looks = await auditTrail(test.database.db, { action: 'monitoring.findings_viewed', objectId: 'REPRESENTANTE' })
    expect(looks.filter(({ actor }) => actor.kind === 'person' && actor.accountId === reader)).toHaveLength(3)
  })

  it('the metric grows with every rule that raises no alert', async () => {
    const before = (await test.monitoring.figures.read()).rules_not_active ?? 0
    await sql`INSERT INTO monitoring.rule_version SELECT 'NOVEDADES', 2, 'off', '{}', now(), now(), ${newId()}, ${newId()}, 'x'`.execute(
      test.database.owner,
    )
    expect((await test.monitoring.figures.read()).rules_not_active).toBe(before + 1)
  })
})

it('ADM-13 the version in force is the highest one that has begun', () => {
  const version = (number: number, day: number): Version => ({ version: number, mode: 'active', numbers: {}, from: new Date(day * DAY_MS) })
  const versions = [version(1, 0), version(2, 10), version(3, 5), version(4, 20), version(5, 30)]
  const now = new Date(12 * DAY_MS)
  expect([inForce(versions, now)?.version, comingOf(versions, now)?.version]).toEqual([3, 4])
  expect(versions.map((one) => stateOf(one, versions, now))).toEqual(['past', 'replaced', 'in_force', 'coming', 'coming'])
})
