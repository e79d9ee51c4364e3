import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { runTypeScript } from '../../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { monthAfter } from '../calendar/rules.ts'
import { newCompliance, newCustomer, type RegulatoryParts, serveRegulatory } from '../testing.ts'
import { boundsOf } from './operations.ts'
import { dailyCloses, dollarDeposit, dossierOf } from './rails.testing.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const UIAF = 'regulatory/uiaf'
const PROCESS = new URL('./uiaf-process.testing.ts', import.meta.url)
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
/** Month so many months before this one: each test has its own. */
function monthAgo(count: number): string {
  const [year = 0, number = 0] = bogotaDay(platform.clock.now()).split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 - count, 1)).toISOString().slice(0, 7)
}
const show = async (id: string) => (await call(maker, 'GET', `${UIAF}/files/${id}`)).body
async function generated(month: string) {
  const asked = await call(maker, 'POST', `${UIAF}/${month}`)
  expect(asked.status).toBe(200)
  await platform.jobs.drain()
  return show(asked.body.id)
}
const propose = (id: string) => call(maker, 'POST', `${UIAF}/files/${id}/propose`)
const decide = (request: string, act: string, officer = checker) =>
  call(officer, 'POST', `approvals/${request}/${act}`, { note: act === 'refuse' ? 'Falta una persona.' : '' })
let documents = 0
async function customers(count: number): Promise<string[]> {
  const made: string[] = []
  for (let place = 0; place < count; place++) {
    const id = await newCustomer(parts.identity)
    documents += 1
    await dossierOf(database.db, id, `10${documents}`)
    made.push(id)
  }
  return made
}

describe('ADM-19 a monthly file', () => {
  it('covers a month of Bogotá from its first to its last moment, and thresholds to the millionth', async () => {
    const month = monthAgo(1)
    const { from, until } = boundsOf(month)
    await dailyCloses(database.db, from, until, 4_000n)
    const [one = '', four = '', none = '', late = ''] = await customers(4)
    const give = (owner: string, at: Date, amount: bigint) => dollarDeposit(database.db, { owner, at, amount })
    const last = new Date(until.getTime() - 1)
    const wanted = [await give(one, from, 150_000_000n), await give(one, last, 150_000_000n)]
    await give(one, new Date(from.getTime() - 1), 150_000_000n)
    await give(late, until, 150_000_000n)
    await give(none, from, 149_999_999n)
    for (let i = 0; i < 4; i++) wanted.push(await give(four, new Date(from.getTime() + i), 112_500_000n))
    const file = await generated(month)
    expect(file).toMatchObject({
      month, version: 1, state: 'ready', progress: { done: 3, all: 3 },
      result: {
        lines: 6, problems: [], problemsAll: 0, difference: null,
        totals: { individual: { lines: 2, usd: '300.00' }, multiple: { lines: 4, clients: 1, usd: '450.00' } },
        rates: { lowest: '4000', highest: '4000' },
      },
    }) // biome-ignore format: a table
    const { results, header } = (await call(maker, 'GET', `${UIAF}/files/${file.id}/lines`)).body
    expect(results.map(({ movementId }: { movementId: string }) => movementId).toSorted()).toEqual(wanted.toSorted())
    expect(results[0]).toMatchObject({
      name: 'Íñigo Núñez',
      operation: 'DEPOSIT',
      rate: '4000',
      text: expect.stringContaining('INIGO NUNEZ'),
    })
    expect(header).toContain('0000000006')
    expect(await auditTrail(database.db, { action: 'regulatory.file_viewed', objectId: file.id })).toHaveLength(1)
  })

  it('with missing data it is not approved; a new version lists the changes, and the old one stays', async () => {
    const month = monthAgo(2)
    const { from, until } = boundsOf(month)
    await dailyCloses(database.db, from, until, 4_000n)
    const person = await newCustomer(parts.identity)
    const [other = ''] = await customers(1)
    await dollarDeposit(database.db, { owner: person, at: from, amount: 200_000_000n })
    const laterErased = await dollarDeposit(database.db, { owner: other, at: from, amount: 300_000_000n })
    const first = await generated(month)
    expect(first.result.problems.map(({ problem }: { problem: string }) => problem)).toContain('client_document')
    expect(await propose(first.id)).toMatchObject({ status: 422, code: 'regulatory.file_problems' })
    await dossierOf(database.db, person, '99200')
    await sql`UPDATE crypto.deposit SET state = 'REVERSED' WHERE id = ${laterErased}`.execute(database.owner)
    await dollarDeposit(database.db, { owner: other, at: from, amount: 400_000_000n })
    const second = await generated(month)
    expect(second).toMatchObject({ version: 2, result: { problemsAll: 0, difference: { version: 1, added: 1, removed: 1, changed: 1 } } })
    expect(await show(first.id)).toMatchObject({ state: 'replaced', result: { sha256: first.result.sha256 } })
    const third = await generated(month)
    expect(third.result).toMatchObject({ sha256: second.result.sha256, difference: { version: 2, added: 0, removed: 0, changed: 0 } })
  })

  it('is approved by a second officer, downloaded with its hash, presented once, and nothing of it changes', async () => {
    const month = monthAgo(3)
    const { from, until } = boundsOf(month)
    await dailyCloses(database.db, from, until, 4_000n)
    const [person = ''] = await customers(1)
    await dollarDeposit(database.db, { owner: person, at: from, amount: 200_000_000n })
    const { id, result, fileName } = await generated(month)
    const content = () => fetch(`${parts.server.url}/api/administrative/${UIAF}/files/${id}/content`, { headers: { authorization: maker } })
    expect((await content()).status).toBe(409)
    await decide((await propose(id)).body.approvalRequestId, 'refuse')
    expect((await show(id)).state).toBe('ready')
    const request = (await propose(id)).body.approvalRequestId
    expect(await call(maker, 'POST', `${UIAF}/${month}`)).toMatchObject({ status: 409, code: 'regulatory.file_under_way' })
    expect(await decide(request, 'approve', maker)).toMatchObject({ code: 'approvals.own_request' })
    expect((await decide(request, 'approve')).status).toBe(200)
    const bytes = Buffer.from(await (await content()).arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(result.sha256)
    expect([bytes.length, fileName]).toEqual([result.bytes, expect.stringContaining('SIN-VERIFICAR')])
    expect(await auditTrail(database.db, { action: 'regulatory.file_downloaded', objectId: id })).toHaveLength(1)
    const filed = (on: string, officer = maker) => call(officer, 'POST', `${UIAF}/files/${id}/filed`, { number: 'U-1', on })
    const today = bogotaDay(platform.clock.now())
    expect(await filed(`${monthAfter(monthAfter(today.slice(0, 7)))}-01`)).toMatchObject({ code: 'regulatory.day_invalid' })
    const both = await Promise.all([filed(today), filed(today, checker)])
    expect(both.map(({ status, code }) => code ?? status).toSorted()).toEqual([200, 'regulatory.file_locked'])
    const again = await generated(month)
    expect([again.version, (await show(id)).state]).toEqual([2, 'filed'])
    await expect(sql`UPDATE regulatory.uiaf_piece SET sealed = 'x' WHERE file_id = ${id}`.execute(database.db)).rejects.toThrow(/denied/)
  })

  it('ADM-19 a version that two officers approved remains the one to send until two approve another', async () => {
    const month = monthAgo(12)
    const { from, until } = boundsOf(month)
    await dailyCloses(database.db, from, until, 4_000n)
    const [person = ''] = await customers(1)
    await dollarDeposit(database.db, { owner: person, at: from, amount: 200_000_000n })
    const first = await generated(month)
    await decide((await propose(first.id)).body.approvalRequestId, 'approve')
    const content = (id: string) =>
      fetch(`${parts.server.url}/api/administrative/${UIAF}/files/${id}/content`, { headers: { authorization: maker } })
    const filed = (id: string) => call(maker, 'POST', `${UIAF}/files/${id}/filed`, { number: 'U-12', on: bogotaDay(platform.clock.now()) })
    const states = async (...ids: string[]) => Promise.all(ids.map(async (id) => (await show(id)).state))

    const alone = await generated(month)
    expect(await states(first.id, alone.id)).toEqual(['approved', 'ready'])
    expect([(await content(first.id)).status, (await content(alone.id)).status]).toEqual([200, 409])
    expect((await filed(alone.id)).code).toBe('regulatory.file_locked')
    await decide((await propose(alone.id)).body.approvalRequestId, 'refuse')
    expect(await states(first.id, alone.id)).toEqual(['approved', 'ready'])

    const next = await generated(month)
    expect(await states(first.id, alone.id, next.id)).toEqual(['approved', 'replaced', 'ready'])
    expect((await decide((await propose(next.id)).body.approvalRequestId, 'approve')).status).toBe(200)
    expect(await states(first.id, next.id)).toEqual(['replaced', 'approved'])
    expect([(await content(first.id)).status, (await filed(first.id)).code]).toEqual([409, 'regulatory.file_locked'])
    expect((await filed(next.id)).status).toBe(200)
    await expect(
      sql`UPDATE regulatory.uiaf_file SET state = 'approved' WHERE id IN (${first.id}, ${alone.id})`.execute(database.owner),
    ).rejects.toThrow('uiaf_file_approved')
  })

  it('ADM-19 D11 a proposal sent twice with one key returns the first request, and is one', async () => {
    const { id } = await generated(monthAgo(14))
    const key = { 'idempotency-key': newId() }
    const send = async (headers: Record<string, string>) => {
      const path = `${parts.server.url}/api/administrative/${UIAF}/files/${id}/propose`
      const response = await fetch(path, { method: 'POST', headers: { authorization: maker, ...headers } })
      return { status: response.status, code: response.headers.get('app-error'), text: await response.text() }
    }
    const first = await send(key)
    expect(first).toMatchObject({ status: 202, text: expect.stringContaining('approvalRequestId') })
    expect(await send(key)).toEqual(first)
    expect((await send({})).code).toBe('approvals.already_waiting')
  })

  it('ADM-19 the approved version is filed and the next one approved concurrently: no order leaves two to send', async () => {
    const month = monthAgo(13)
    const first = await generated(month)
    await decide((await propose(first.id)).body.approvalRequestId, 'approve')
    const next = await generated(month)
    const request = (await propose(next.id)).body.approvalRequestId
    const body = { number: 'U-13', on: bogotaDay(platform.clock.now()) }
    const [filed, approved] = await Promise.all([call(maker, 'POST', `${UIAF}/files/${first.id}/filed`, body), decide(request, 'approve')])
    expect(approved.status).toBe(200)
    expect([filed.status, (await show(first.id)).state, (await show(next.id)).state]).toSatisfy(
      ([status, old, now]) => now === 'approved' && ((status === 200 && old === 'filed') || (status === 409 && old === 'replaced')),
    )
  })

  it('ADM-19 one that an older layout made is shown, named and downloaded by that layout', async () => {
    const { id, layout, thresholds, fileName } = await generated(monthAgo(11))
    expect(fileName).toContain('SIN-VERIFICAR')
    const made = {
      layout: { ...layout, version: 7, unverified: 3 },
      thresholds: { ...thresholds, individualUsd: '99.00' },
      fileName: 'antes-SIN-VERIFICAR.txt',
    }
    await sql`UPDATE regulatory.uiaf_file SET result = result || ${JSON.stringify({ made })}::jsonb WHERE id = ${id}`.execute(
      database.owner,
    )
    expect(await show(id)).toMatchObject(made)
    await decide((await propose(id)).body.approvalRequestId, 'approve')
    const content = await fetch(`${parts.server.url}/api/administrative/${UIAF}/files/${id}/content`, { headers: { authorization: maker } })
    expect(content.headers.get('content-disposition')).toContain('antes-SIN-VERIFICAR.txt')
  })

  it('only for a past month, and one at a time', async () => {
    expect(await call(maker, 'POST', `${UIAF}/${monthAgo(0)}`)).toMatchObject({ code: 'regulatory.month_not_over' })
    const both = await Promise.all([maker, checker].map((officer) => call(officer, 'POST', `${UIAF}/${monthAgo(4)}`)))
    expect(both.map(({ status, code }) => code ?? status).toSorted()).toEqual([200, 'regulatory.file_under_way'])
    await platform.jobs.drain()
  })

  it('ADM-19 SEC-71 a ready one is not proposed while a later version of the month is generated, also concurrently', async () => {
    const { id } = await generated(monthAgo(9))
    const both = await Promise.all([call(checker, 'POST', `${UIAF}/${monthAgo(9)}`), propose(id)])
    expect(both.map(({ status, code }) => code ?? status)).toSatisfy(
      ([asked, proposed]: unknown[]) =>
        (asked === 200 && proposed === 'regulatory.file_under_way') || (asked === 'regulatory.file_under_way' && proposed === 202),
    )
    const next = await call(checker, 'POST', `${UIAF}/${monthAgo(10)}`)
    await platform.jobs.drain()
    await call(checker, 'POST', `${UIAF}/${monthAgo(10)}`)
    expect(await propose(next.body.id)).toMatchObject({ status: 409, code: 'regulatory.file_under_way' })
    await platform.jobs.drain()
    expect((await show(next.body.id)).state).toBe('replaced')
  })

  it.each(['regulatory.file_built', 'regulatory.pieces_written', 'regulatory.file_ready'])(
    'R17 kill -9 at %s: it resumes, and exists once',
    async (point) => {
      const month = monthAgo({ 'regulatory.file_built': 5, 'regulatory.pieces_written': 6, 'regulatory.file_ready': 7 }[point] ?? 8)
      const { from, until } = boundsOf(month)
      await dailyCloses(database.db, from, until, 4_000n)
      const [person = ''] = await customers(1)
      await dollarDeposit(database.db, { owner: person, at: from, amount: 200_000_000n })
      const { id } = (await call(maker, 'POST', `${UIAF}/${month}`)).body
      const dying = runTypeScript(PROCESS, [JSON.stringify(database.connection)], { FAULT_AT: point })
      const { dataDir } = JSON.parse(await dying.nextLine())
      if (dying.child.exitCode === null && dying.child.signalCode === null) await once(dying.child, 'exit')
      expect(dying.child.signalCode).toBe('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
      await sql`UPDATE platform.job SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL`.execute(database.owner)
      await platform.jobs.drain()
      expect(await show(id)).toMatchObject({ state: 'ready', result: { lines: 1 } })
      const pieces = await sql`SELECT FROM regulatory.uiaf_piece WHERE file_id = ${id}`.execute(database.db)
      expect(pieces.rows).toHaveLength(2)
    },
  )
})
