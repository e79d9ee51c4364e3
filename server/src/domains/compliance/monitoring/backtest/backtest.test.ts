/**
 * Backtests over the real database, jobs and HTTP: the alerts a version would have raised, once, despite crashes, and without any effect on
 * live data.
 */
import { once } from 'node:events'
import type { Backtest } from '@tunjo/contract/alert-backtests'
import { firstValues } from '@tunjo/contract/alert-rule-catalogue'
import { permissionsOf } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { afterKill } from '../../../../../../dev/testing/after-kill.ts'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { runTypeScript } from '../../../../../../dev/testing/child-process.ts'
import { startTestServer, type TestServer } from '../../../../../../dev/testing/test-product.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { officer } from '../../../../platform/state-machine/index.ts'
import { DAY_MS, type MonitoringTest, startMonitoringTest } from '../testing.ts'

vi.setConfig({ testTimeout: 60_000 })

const PROCESS = new URL('../process.testing.ts', import.meta.url)
const PATH = '/api/administrative/alert-rules'
const MILLION = 1_000_000
let test: MonitoringTest
let server: TestServer
const analysts = new Set<string>()

beforeAll(async () => {
  test = await startMonitoringTest()
  server = await startTestServer(test.platform, [...test.approvals.routes, ...test.monitoring.routes], async ({ headers }) => {
    const accountId = String(headers.authorization)
    const permissions = permissionsOf([analysts.has(accountId) ? 'analyst' : 'compliance_officer'])
    return { accountId, sessionId: accountId, authorities: ['ROLE_ADMIN'], permissions }
  })
})
afterAll(async () => {
  await server?.close()
  await test?.stop()
})

async function call(as: string, method: string, path: string, body?: object) {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: as, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, code: response.headers.get('app-error'), text, body: isJson ? JSON.parse(text) : null }
}

const daysBefore = (days: number) => new Date(test.platform.clock.now().getTime() - days * DAY_MS)
/** A customer whose account is a year old. */
async function customer(): Promise<string> {
  const id = await test.newCustomer()
  await sql`UPDATE identity.account SET created_at = ${daysBefore(400)} WHERE id = ${id}`.execute(test.database.owner)
  return id
}
/** A deposit in pesos of so many days ago, with its event. */
async function deposit(accountId: string, millions: number, days: number, state = 'COMPLETED'): Promise<void> {
  const [id, at] = [newId(), daysBefore(days)]
  await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number, amount,
      payer, state, created_at, ended_at)
    VALUES (${id}, ${accountId}, 'x', ${newId()}, 1, 'Nómina', 9, '123456', ${BigInt(millions * MILLION) * 100n}, '{}', ${state}, ${at}, ${at})`.execute(
    test.database.owner,
  )
  await sql`INSERT INTO platform.event (id, type, version, account_id, payload, at)
    VALUES (${newId()}, 'payments.deposit_credited', 1, ${accountId}, '{}', ${at})`.execute(test.database.owner)
}
const numbers = (threshold: number) => ({ ...firstValues('FRACCIONAMIENTO'), threshold: String(threshold * MILLION) })
const start = (rule: string, tried: object, as = newId()) => call(as, 'POST', `${PATH}/${rule}/backtests`, tried)
const listed = async (rule: string): Promise<Backtest[]> => (await call(newId(), 'GET', `${PATH}/${rule}/backtests`)).body
const alertsOf = async ({ rule, id }: Backtest, query = 'size=100', as = newId()) =>
  (await call(as, 'GET', `${PATH}/${rule}/backtests/${id}/alerts?${query}`)).body
async function ran(rule: string, tried: object): Promise<Backtest> {
  const started = await start(rule, tried)
  expect([started.status, started.text]).toEqual([200, expect.any(String)])
  await test.platform.jobs.drain()
  const found = (await listed(rule)).find(({ id }) => id === started.body.id)
  if (!found) throw new Error('the backtest no longer exists')
  return found
}
const LIVE = ['alerts.episode', 'alerts.evidence', 'alerts.state_history', 'monitoring.finding', 'monitoring.address', 'platform.event']
async function liveRows(): Promise<number[]> {
  const counts = LIVE.map(async (table) => {
    const found = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM ${sql.table(table)}`.execute(test.database.owner)
    return found.rows[0]?.n ?? 0
  })
  return Promise.all(counts)
}
/** Finish the jobs of earlier tests, so that live rules are not evaluated in between. */
const settle = () => test.platform.jobs.drain()

describe('ADM-13 a backtest of a rule', () => {
  const people: Record<string, string> = {}
  let backtest: Backtest
  let before: number[]

  beforeAll(async () => {
    for (const name of ['old', 'new', 'both', 'neither', 'failed', 'twice', 'known']) people[name] = await customer()
    const { old = '', new: added = '', both = '', neither = '', failed = '', twice = '', known = '' } = people
    for (const days of [40, 39, 38]) {
      await deposit(old, 9, days)
      await deposit(added, 11, days)
      await deposit(both, 9.8, days)
      await deposit(neither, 5, days)
      await deposit(failed, 9, days, days === 38 ? 'FAILED' : 'COMPLETED')
    }
    // Raised again after an officer closed the first alert.
    for (const days of [70, 69, 68, 20, 19, 18]) await deposit(twice, 9, days)
    const key = { accountId: twice, kind: 18, typeId: 801 }
    const cause = (days: number) => ({ at: daysBefore(days), actor: officer(newId()), comment: 'Es el recaudo de su tienda.' })
    await inTransaction(test.database.db, (tx) => test.alerts.raise(tx, key, cause(67)))
    await inTransaction(test.database.db, (tx) => test.alerts.close(tx, key, cause(60)))
    // Before the window began the customer had an alert, and within it only small deposits.
    for (const days of [95, 94, 93, 91]) await deposit(known, 9, days)
    await deposit(known, 1, 88)
    await settle()
    before = await liveRows()
    backtest = await ran('FRACCIONAMIENTO', { mode: 'active', numbers: numbers(12) })
  })

  it('finds exactly the alerts that only the proposed numbers raise, those that only the current ones raise, and the common ones', async () => {
    expect(backtest).toMatchObject({
      state: 'finished',
      onlyNew: 1,
      onlyOld: 3,
      both: 1,
      failures: 0,
      minutesPerAlert: 15,
      isMeasured: false,
    })
    expect(backtest).toMatchObject({ people: 7, peopleAll: 7, present: { version: 1, mode: 'active' } })
    const { results, total } = await alertsOf(backtest)
    const names = new Map(Object.entries(people).map(([name, id]) => [id, name]))
    const found = results.map((one: { accountId: string; side: string; at: string }) => [
      names.get(one.accountId),
      one.side,
      Math.floor((test.platform.clock.now().getTime() - Date.parse(one.at)) / DAY_MS),
    ])
    expect(total).toBe(5)
    expect(found.sort()).toEqual([
      ['both', 'both', expect.any(Number)],
      ['new', 'new', expect.any(Number)],
      ['old', 'old', expect.any(Number)],
      ['twice', 'old', expect.any(Number)],
      ['twice', 'old', expect.any(Number)],
    ])
    for (const [, , days] of found) expect([17, 18, 37, 38, 67, 68]).toContain(days)
    const added = results.find(({ side }: { side: string }) => side === 'new')
    expect(added).toMatchObject({ severity: 'high', said: expect.stringContaining('3 operaciones en 7 días') })
  })

  it('writes no alert, no finding and no event, and changes no live data', async () => {
    expect(await liveRows()).toEqual(before)
    expect((await sql`SELECT 1 FROM monitoring.backtest_person`.execute(test.database.owner)).rows).toEqual([])
  })

  it('a version that is off raises no alert; one in test mode counts as if it were active', async () => {
    const off = await ran('FRACCIONAMIENTO', { mode: 'off', numbers: numbers(10) })
    expect([off.onlyNew, off.onlyOld, off.both]).toEqual([0, 4, 0])
    const tried = await ran('FRACCIONAMIENTO', { mode: 'test', numbers: numbers(10) })
    expect([tried.onlyNew, tried.onlyOld, tried.both]).toEqual([0, 0, 4])
  })

  it('a process killed in the middle: the next one resumes, and no alert is found twice', async () => {
    const id = (await start('FRACCIONAMIENTO', { mode: 'active', numbers: numbers(12) })).body.id
    const argument = [JSON.stringify(test.database.connection)]
    const dying = runTypeScript(PROCESS, argument, { FAULT_AT: 'monitoring.looked_back' })
    expect(await once(dying.child, 'exit')).toEqual([null, 'SIGKILL'])
    expect((await listed('FRACCIONAMIENTO'))[0]).toMatchObject({ id, state: 'running', people: 0, peopleAll: 7 })
    await afterKill(test.database.owner)
    const next = runTypeScript(PROCESS, argument)
    await expect.poll(async () => (await listed('FRACCIONAMIENTO'))[0]?.state, { timeout: 50_000 }).toBe('finished')
    await next.kill()
    const again = (await listed('FRACCIONAMIENTO'))[0]
    expect(again).toMatchObject({ onlyNew: 1, onlyOld: 3, both: 1, people: 7 })
    expect(again && (await alertsOf(again)).total).toBe(5)
  })

  it('runs once at a time per rule, also with concurrent requests; a cancelled backtest stops and its results are deleted', async () => {
    const started = await Promise.all(Array.from({ length: 8 }, () => start('FRACCIONAMIENTO', { mode: 'active', numbers: numbers(12) })))
    const running = started.find(({ status }) => status === 200)?.body
    expect(started.map(({ code }) => code).filter((code) => code === 'monitoring.backtest_running')).toHaveLength(7)
    const cancel = (as = newId()) => call(as, 'POST', `${PATH}/FRACCIONAMIENTO/backtests/${running.id}/cancel`)
    expect((await cancel()).body).toMatchObject({ state: 'cancelled' })
    await test.platform.jobs.drain()
    expect((await cancel()).body).toMatchObject({ state: 'cancelled', people: 0, onlyNew: 0 })
    expect((await alertsOf(running)).total).toBe(0)
    const entries = await auditTrail(test.database.db, { action: 'monitoring.backtest_cancelled', objectId: 'FRACCIONAMIENTO' })
    expect(entries).toHaveLength(1)
    expect(await ran('FRACCIONAMIENTO', { mode: 'active', numbers: numbers(12) })).toMatchObject({ state: 'finished', onlyNew: 1 })
  })

  it('the second officer sees the backtest next to the change, and that there is none for other numbers', async () => {
    const propose = async (threshold: number) => {
      const reason = 'Con 12 millones hay menos alertas que no son nada.'
      const body = { mode: 'active', numbers: numbers(threshold), fromDay: null, reason }
      const { approvalRequestId } = (await call(newId(), 'POST', `${PATH}/FRACCIONAMIENTO/versions`, body)).body
      const path = `/api/administrative/approvals/${approvalRequestId}`
      const { changes } = (await call(newId(), 'GET', path)).body
      await call(newId(), 'POST', `${path}/refuse`, { note: 'Primero otra prueba.' })
      return changes.at(-1)
    }
    expect(await propose(12)).toEqual({
      label: 'Prueba con los últimos 90 días',
      before: null,
      after: '1 alerta nueva, 3 que ya no saldrían y 1 igual; cerca de 30 minutos de trabajo',
    })
    expect((await propose(13)).after).toBe('Nadie la ha hecho con estos valores')
  })

  it('is readable with the permission to read customers, and started with that to change rules; each access and export is recorded', async () => {
    const analyst = newId()
    analysts.add(analyst)
    expect((await start('FRACCIONAMIENTO', { mode: 'active', numbers: numbers(12) }, analyst)).status).toBe(403)
    expect((await call(analyst, 'POST', `${PATH}/FRACCIONAMIENTO/backtests/${backtest.id}/cancel`)).status).toBe(403)
    expect((await alertsOf(backtest, 'side=new', analyst)).total).toBe(1)
    expect((await call(analyst, 'GET', `${PATH}/FRACCIONAMIENTO/backtests/${backtest.id}/alerts/csv`)).status).toBe(403)
    const csv = await call(newId(), 'GET', `${PATH}/FRACCIONAMIENTO/backtests/${backtest.id}/alerts/csv?side=new`)
    expect(csv.text.trim().split('\r\n')).toHaveLength(2)
    expect(csv.text).toContain('Solo la propuesta')
    expect((await call(newId(), 'GET', `${PATH}/EMAIL/backtests/${backtest.id}/alerts`)).status).toBe(404)
    expect((await start('NADA', { mode: 'active', numbers: {} })).status).toBe(404)
    expect((await start('FRACCIONAMIENTO', { mode: 'active', numbers: numbers(0) })).code).toBe('monitoring.number_out_of_bounds')
    // An officer cannot read alerts about themselves (Ley 526 de 1999).
    expect((await alertsOf(backtest, 'size=100', people.new)).total).toBe(4)
    const looks = await auditTrail(test.database.db, { action: 'monitoring.backtest_viewed', objectId: 'FRACCIONAMIENTO' })
    expect(looks.filter(({ actor }) => actor.kind === 'person' && actor.accountId === analyst)).toHaveLength(1)
    const exports = await auditTrail(test.database.db, { action: 'reports.exported', objectId: 'FRACCIONAMIENTO' })
    expect(exports).toMatchObject([{ after: { backtestId: backtest.id, rows: 1 } }])
  })

  it('is kept for thirty days', async () => {
    test.platform.clock.advance(31 * DAY_MS)
    expect(await listed('FRACCIONAMIENTO')).toEqual([])
    expect((await call(newId(), 'GET', `${PATH}/FRACCIONAMIENTO/backtests/${backtest.id}/alerts`)).status).toBe(404)
  })
})

it('ADM-13 every rule can be backtested, also for a customer without data', async () => {
  const person = await customer()
  await deposit(person, 1, 3)
  for (const type of ['kyc.form_sent', 'identity.signed_in', 'payments.account_changed', 'alerts.opened'])
    await sql`INSERT INTO platform.event (id, type, version, account_id, payload, at)
      VALUES (${newId()}, ${type}, 1, ${person}, '{}', ${daysBefore(2)})`.execute(test.database.owner)
  for (const { rule, numbers } of (await call(newId(), 'GET', PATH)).body)
    expect(await ran(rule, { mode: 'active', numbers }), rule).toMatchObject({ state: 'finished', failures: 0, onlyNew: 0, onlyOld: 0 })
})
