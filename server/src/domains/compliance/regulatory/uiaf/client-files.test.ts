import { createHash } from 'node:crypto'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { Obligation } from '@tunjo/contract/regulatory-calendar'
import type { UiafClient } from '@tunjo/contract/regulatory-files'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { newCompliance, newCustomer, type RegulatoryParts, serveRegulatory } from '../testing.ts'
import { boundsOf, monthsBefore } from './operations.ts'
import { dollarDeposit, dossierOf, verifiedOn } from './rails.testing.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const UIAF = 'regulatory/uiaf'
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
const monthAgo = (count: number) => monthsBefore(bogotaDay(platform.clock.now()).slice(0, 7), count)
async function generated(month: string) {
  const asked = await call(maker, 'POST', `${UIAF}/clients/${month}`)
  expect(asked.status).toBe(200)
  await platform.jobs.drain()
  return (await call(maker, 'GET', `${UIAF}/files/${asked.body.id}`)).body
}
let documents = 0
async function client({ since, closedAt }: { since: Date; closedAt?: Date }): Promise<string> {
  const id = await newCustomer(parts.identity)
  documents += 1
  await dossierOf(database.db, id, `20${documents}`)
  await verifiedOn(database.db, id, since)
  if (closedAt) await sql`UPDATE identity.account SET state = 4, closed_at = ${closedAt} WHERE id = ${id}`.execute(database.owner)
  return id
}
const statusesOf = async (fileId: string): Promise<Map<string, UiafClient['status']>> => {
  const { results } = (await call(maker, 'GET', `${UIAF}/files/${fileId}/clients`)).body
  return new Map(results.map(({ userId, status }: UiafClient) => [userId, status]))
}

describe('B9 ADM-19 the monthly file of clients', () => {
  it('has every client of the month: with operations, without, or closed in it', async () => {
    const month = monthAgo(2)
    const { from, until } = boundsOf(month)
    const [before, last] = [new Date(from.getTime() - 1), new Date(until.getTime() - 1)]
    const active = await client({ since: before })
    await dollarDeposit(database.db, { owner: active, at: last, amount: 1n })
    const idle = await client({ since: last })
    await dollarDeposit(database.db, { owner: idle, at: until, amount: 150_000_000n })
    await dollarDeposit(database.db, { owner: idle, at: before, amount: 150_000_000n })
    const closed = await client({ since: before, closedAt: last })
    await dollarDeposit(database.db, { owner: closed, at: from, amount: 150_000_000n })
    const closedLater = await client({ since: before, closedAt: until })
    await client({ since: until })
    await client({ since: new Date(from.getTime() - 86_400_000), closedAt: before })
    await newCustomer(parts.identity)
    const unrecorded = await newCustomer(parts.identity)
    await dossierOf(database.db, unrecorded, '40000')
    await sql`UPDATE identity.account SET created_at = ${before} WHERE id = ${unrecorded}`.execute(database.owner)

    const file = await generated(month)
    expect(file).toMatchObject({
      report: 'clients', month, version: 1, state: 'ready', thresholds: null, layout: { name: 'uiaf-314-2021-annex-2' },
      fileName: `uiaf-clientes-${month}-v1-SIN-VERIFICAR.txt`,
      result: { lines: 5, totals: null, rates: null, clients: { active: 1, inactive: 3, closed: 1 }, problems: [] },
    }) // biome-ignore format: a table
    expect(await statusesOf(file.id)).toEqual(
      new Map([
        [active, 'active'],
        [idle, 'inactive'],
        [closed, 'closed'],
        [closedLater, 'inactive'],
        [unrecorded, 'inactive'],
      ]),
    )
    const { results, header } = (await call(maker, 'GET', `${UIAF}/files/${file.id}/clients`)).body
    expect(header).toContain('0000000005')
    const idleLine = results.find(({ userId }: UiafClient) => userId === idle)
    expect(idleLine).toMatchObject({
      name: 'Íñigo Núñez',
      since: boundsOf(month).lastDay,
      text: expect.stringMatching(/INIGO NUNEZ +\d{4}-\d\d-\d\d2X$/),
    })
    expect((await call(maker, 'GET', `${UIAF}/files/${file.id}/lines`)).code).toBe('request.not_found')
  })

  it('reports clients without a name or document, and the changes of another version', async () => {
    const month = monthAgo(3)
    const { from } = boundsOf(month)
    const nameless = await newCustomer(parts.identity)
    await verifiedOn(database.db, nameless, from)
    const first = await generated(month)
    expect(first.result.problems.map(({ problem, userId }: { problem: string; userId: string }) => [problem, userId])).toEqual(
      ['client_document', 'client_document', 'client_name'].map((problem) => [problem, nameless]),
    )
    expect((await call(maker, 'POST', `${UIAF}/files/${first.id}/propose`)).code).toBe('regulatory.file_problems')
    await dossierOf(database.db, nameless, '31000')
    await client({ since: from })
    const second = await generated(month)
    expect(second).toMatchObject({ version: 2, result: { problemsAll: 0, difference: { version: 1, added: 1, removed: 0, changed: 1 } } })
  })

  it('is approved by two officers and presented in addition to the file of operations of the month, and the calendar has both', async () => {
    const month = monthAgo(4)
    await sql`UPDATE identity.account SET created_at = ${boundsOf(month).from} WHERE id = ${maker}`.execute(database.owner)
    await client({ since: boundsOf(month).from })
    const operations = await call(maker, 'POST', `${UIAF}/${month}`)
    const file = await generated(month)
    expect((await call(maker, 'GET', `${UIAF}/${month}`)).body.results.map(({ id }: { id: string }) => id)).toEqual([operations.body.id])
    expect((await call(maker, 'GET', `${UIAF}/clients/${month}`)).body.results.map(({ id }: { id: string }) => id)).toEqual([file.id])
    const content = () =>
      fetch(`${parts.server.url}/api/administrative/${UIAF}/files/${file.id}/content`, { headers: { authorization: maker } })
    expect((await content()).status).toBe(409)
    const proposed = await Promise.all([file.id, operations.body.id].map((id) => call(maker, 'POST', `${UIAF}/files/${id}/propose`)))
    for (const { body } of proposed) {
      expect((await call(maker, 'POST', `approvals/${body.approvalRequestId}/approve`, { note: '' })).code).toBe('approvals.own_request')
      expect((await call(checker, 'POST', `approvals/${body.approvalRequestId}/approve`, { note: '' })).status).toBe(200)
    }
    const bytes = Buffer.from(await (await content()).arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.result.sha256)
    const filed = { number: 'C-4', on: bogotaDay(platform.clock.now()) }
    expect((await call(maker, 'POST', `${UIAF}/files/${file.id}/filed`, filed)).body).toMatchObject({ state: 'filed', filed })
    const calendar = (await call(maker, 'GET', 'regulatory/calendar')).body
    const stateIn = (list: string) => calendar[list].find((one: Obligation) => one.month === month)?.state
    expect(['files', 'clientFiles', 'absences'].map(stateIn)).toEqual(['overdue', 'done', 'overdue'])
  })
})
