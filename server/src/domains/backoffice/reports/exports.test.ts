import { once } from 'node:events'
import { compliancePeopleAlerts } from '@tunjo/contract/compliance-alerts'
import { compliancePeople } from '@tunjo/contract/compliance-people'
import type { ExportView } from '@tunjo/contract/exports'
import { moneyReports } from '@tunjo/contract/money-reports'
import { STAFF_ROLE } from '@tunjo/contract/permissions'
import { reports } from '@tunjo/contract/reports'
import { tradeReports } from '@tunjo/contract/trade-reports'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { newId } from '../../../platform/database/ids.ts'
import { IP, newPerson, PASSWORD, Traveller } from '../../customers/identity/devices/devices.testing.ts'
import { startReports } from './testing.ts'

const PROCESS = new URL('./exports-process.testing.ts', import.meta.url)
const EXPORTS = '/api/administrative/exports'
const PEOPLE = 2_300
const FORMULA = '=muchos@correo.example'

const { database, platform, here, officer, officerId } = await startReports()
await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at)
  SELECT gen_random_uuid(), 'muchos' || n || '@correo.example', 'x', ARRAY['ROLE_USER'], 1, 'es', now() - n * interval '1 minute'
  FROM generate_series(1, ${PEOPLE - 1}::integer) n`.execute(database.db)
await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at)
  VALUES (${newId()}, ${FORMULA}, 'x', ARRAY['ROLE_USER'], 1, 'es', now())`.execute(database.db)

const ASKED = { report: 'usuarios', filter: { role: 'ROLE_USER', text: 'muchos' } }
const view = async (answer: Response): Promise<ExportView> => {
  expect(answer.status).toBe(200)
  return (await answer.json()) as ExportView
}
const start = async (by = officer, asked: object = ASKED) => view(await by.send('POST', EXPORTS, asked))
const mine = async (by = officer) => (await (await by.send('GET', EXPORTS)).json()) as { results: ExportView[]; rowsAtOnce: number }
const stateOf = async (id: string, by = officer) => (await mine(by)).results.find((one) => one.id === id)
const download = (id: string, by = officer) => by.send('GET', `${EXPORTS}/${id}/file`)
const codeOf = (answer: Response) => answer.headers.get('app-error')
const linesOf = async (answer: Response): Promise<string[]> => (await answer.text()).split('\r\n').slice(0, -1)
async function anotherOfficer(): Promise<Traveller> {
  const { email } = await newPerson(here, 'ROLE_ADMIN')
  const other = new Traveller(here.url, IP.bogota)
  expect((await other.signIn(email, PASSWORD)).status).toBe(200)
  return other
}
const pieces = async (id: string) =>
  (await sql<{ sealed: Buffer }>`SELECT sealed FROM platform.export_piece WHERE export_id = ${id} ORDER BY place`.execute(database.db)).rows
const cancelAll = async (by = officer) => {
  for (const { id } of (await mine(by)).results) await by.send('POST', `${EXPORTS}/${id}/cancel`, {})
}

describe('SEC-44 a long list is written in the background', () => {
  it('ADM-02 requested, followed, downloaded: every row once, sealed at rest, no live formula, and both recorded', async () => {
    const asked = await start()
    expect(asked).toMatchObject({ state: 'waiting', rows: 0, total: PEOPLE, fileName: 'users-report.csv' })
    expect(codeOf(await download(asked.id))).toBe('reports.export_not_ready')
    await platform.jobs.drain()
    expect(await stateOf(asked.id)).toMatchObject({ state: 'ready', rows: PEOPLE, total: PEOPLE })
    const kept = await pieces(asked.id)
    expect(kept.length).toBeGreaterThan(3)
    expect(kept.every(({ sealed }) => !sealed.includes('correo.example'))).toBe(true)

    const file = await download(asked.id)
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="users-report.csv"')
    const [header, ...rows] = await linesOf(file)
    expect(header).toContain('ID;Correo;Rol')
    expect(rows.length).toBe(PEOPLE)
    expect(new Set(rows.map((row) => row.split(';')[0])).size).toBe(PEOPLE)
    expect(rows.some((row) => row.includes(`;'${FORMULA};`))).toBe(true)

    const [requested] = await auditTrail(database.db, { action: 'reports.export_requested' })
    const [exported] = await auditTrail(database.db, { action: 'reports.exported' })
    for (const entry of [requested, exported]) {
      expect(entry).toMatchObject({ actor: { accountId: officerId }, object: { type: 'report', id: 'usuarios' }, after: { rows: PEOPLE } })
      expect(entry?.after).toMatchObject({ exportId: asked.id, filter: { role: 'ROLE_USER' } })
      // The search text may be a person's e-mail.
      expect(JSON.stringify(entry)).not.toContain('muchos')
    }
  })

  it('SHELL-13 is in the language of the officer who asked for it, also when it is written later', async () => {
    const asked = await view(await officer.send('POST', EXPORTS, ASKED, { 'accept-language': 'en' }))
    await platform.jobs.drain()
    const [header, first] = await linesOf(await download(asked.id))
    expect(header).toBe('ID;E-mail;Role;Registration date;Last sign-in;State')
    expect(first).toMatch(/;User;.*;Unverified$/)
  })

  it('belongs to its requester: it does not exist for another officer, and needs the permission', async () => {
    const { id } = await start()
    await platform.jobs.drain()
    const other = await anotherOfficer()
    expect((await mine(other)).results).toEqual([])
    expect(codeOf(await download(id, other))).toBe('reports.export_gone')
    expect(codeOf(await other.send('POST', `${EXPORTS}/${id}/cancel`, {}))).toBe('reports.export_gone')
    const { email } = await newPerson(here)
    const customer = new Traveller(here.url, IP.bogota)
    await customer.signIn(email, PASSWORD)
    expect((await download(id, customer)).status).toBe(403)
    expect((await customer.send('POST', EXPORTS, ASKED)).status).toBe(403)
  })

  it('each officer has at most two in progress, also when four are requested concurrently', async () => {
    const other = await anotherOfficer()
    const answers = await Promise.all(Array.from({ length: 4 }, () => other.send('POST', EXPORTS, ASKED)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
    expect(answers.map(codeOf).filter(Boolean)).toEqual(['reports.exports_under_way', 'reports.exports_under_way'])
    await cancelAll(other)
    expect((await start(other)).state).toBe('waiting')
    await cancelAll(other)
  })

  it('a cancelled one is never written, and a finished one stays', async () => {
    const asked = await start()
    expect(await view(await officer.send('POST', `${EXPORTS}/${asked.id}/cancel`, {}))).toMatchObject({ state: 'cancelled' })
    await platform.jobs.drain()
    expect(await stateOf(asked.id)).toMatchObject({ state: 'cancelled', rows: 0 })
    expect(await pieces(asked.id)).toEqual([])
    expect(codeOf(await download(asked.id))).toBe('reports.export_not_ready')
    const ready = await start()
    await platform.jobs.drain()
    expect(await view(await officer.send('POST', `${EXPORTS}/${ready.id}/cancel`, {}))).toMatchObject({ state: 'ready' })
    expect((await download(ready.id)).status).toBe(200)
  })

  it('one that is deleted during its download breaks off: no short file looks complete', async () => {
    const { id } = await start()
    await platform.jobs.drain()
    await sql`DELETE FROM platform.export_piece WHERE export_id = ${id} AND place = 3`.execute(database.db)
    const answer = await download(id)
    await expect(answer.text()).rejects.toThrow()
    await sql`DELETE FROM platform.export_job WHERE id = ${id}`.execute(database.db)
  })

  it('each officer keeps a limited number on the disk: the oldest finished ones are deleted first', async () => {
    const other = await anotherOfficer()
    const asked = { report: 'usuarios', filter: { text: FORMULA } }
    const all: string[] = []
    for (let count = 0; count < 12; count++) {
      all.push((await start(other, asked)).id)
      await platform.jobs.drain()
    }
    expect((await mine(other)).results.map(({ id }) => id)).toEqual(all.slice(2).reverse())
    expect(await pieces(all[0] ?? '')).toEqual([])
    expect((await download(all[11] ?? '', other)).status).toBe(200)
  })

  it('an officer who may export may also read each of these lists', () => {
    const lists = [
      compliancePeople.people, compliancePeopleAlerts.alertsOfPeople, reports.users, reports.signIns, tradeReports.orders, tradeReports.trades,
      moneyReports.fiat, moneyReports.tokens,
    ] // biome-ignore format: one list
    for (const { permissions } of Object.values(STAFF_ROLE))
      if (permissions.includes('reports.export'))
        expect(permissions).toEqual(expect.arrayContaining(lists.map(({ permission }) => permission)))
  })

  it('refuses an unknown list, and a filter of another list', async () => {
    for (const asked of [
      { report: 'otro', filter: {} },
      { report: 'usuarios', filter: { role: 'ROLE_ROOT' } },
    ])
      expect(codeOf(await officer.send('POST', EXPORTS, asked))).toBe('request.invalid')
  })
})

it('R17 killed half-way, it is written again from the beginning by another process: every row once', async () => {
  const { id } = await start()
  const worker = runTypeScript(PROCESS, [JSON.stringify(database.connection)], { FAULT_AT: 'exports.piece_written' })
  await once(worker.child, 'exit')
  expect(worker.child.signalCode).toBe('SIGKILL')
  expect(await stateOf(id)).toMatchObject({ state: 'running', rows: 1_000 })
  await afterKill(database.owner)
  const next = runTypeScript(PROCESS, [JSON.stringify(database.connection)])
  expect(await next.nextLine()).toBe('drained')
  await next.kill()
  expect(await stateOf(id)).toMatchObject({ state: 'ready', rows: PEOPLE })
  const [, ...rows] = await linesOf(await download(id))
  expect(new Set(rows.map((row) => row.split(';')[0])).size).toBe(PEOPLE)
  expect(rows.length).toBe(PEOPLE)
})

it('one that ends every process that writes it is abandoned', async () => {
  const { id } = await start()
  await sql`UPDATE platform.job SET attempts = 3 WHERE name = 'platform.write_export' AND key = ${id}`.execute(database.db)
  await platform.jobs.drain()
  expect(await stateOf(id)).toMatchObject({ state: 'failed' })
  expect(await pieces(id)).toEqual([])
})

it('is deleted after a day, with its content', async () => {
  const { id } = await start()
  await platform.jobs.drain()
  platform.clock.advance(24 * 3_600_000)
  expect(codeOf(await download(id))).toBe('reports.export_gone')
  expect(await stateOf(id)).toBeUndefined()
})
