import { createHash } from 'node:crypto'
import type { AssetCode } from '@tunjo/contract/money'
import type { CarfTotal, CarfUser } from '@tunjo/contract/regulatory-carf'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { beginAt } from '../../../../../../dev/testing/begin-at.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { createLedger, customerAccount, type Ledger, systemAccount } from '../../../money/ledger/index.ts'
import { newCompliance, newCustomer, type RegulatoryParts, serveRegulatory } from '../testing.ts'
import { dailyCloses, dossierOf } from '../uiaf/rails.testing.ts'
import { differences, readXml } from './structure.testing.ts'
import { yearOf } from './year-postings.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const UIAF = 'regulatory/uiaf'
let database: TestDatabase
let platform: TestPlatform
let parts: RegulatoryParts
/** Ledger that posts at the time set here. */
let past: Ledger
let instant = new Date('2026-12-31T20:00:00Z')
let maker: string
let checker: string
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  beginAt(platform.clock, '2028-02-01T07:00:00-05:00')
  parts = await serveRegulatory(platform)
  past = createLedger({ ...platform, clock: { now: () => instant } })
  maker = await newCompliance(parts.identity)
  checker = await newCompliance(parts.identity)
})
afterAll(async () => {
  await past?.close()
  await parts?.server.close()
  platform?.remove()
  await database?.drop()
})

const call: RegulatoryParts['server']['call'] = (...args) => parts.server.call(...args)
let documents = 0
/** At level 2, or at level 1 without an address. */
async function person(level: 1 | 2 = 2): Promise<string> {
  const id = await newCustomer(parts.identity)
  documents += 1
  await dossierOf(database.db, id, `20${documents}`)
  await sql`UPDATE kyc.dossier SET birth_date = '1990-02-03' WHERE account_id = ${id}`.execute(database.owner)
  if (level === 1) return id
  const facts = { livesInColombia: false, homeAddress: 'Rua 1', outsideCountry: 'BR', outsideCity: 'Manaus', outsideState: 'AM' }
  await sql`INSERT INTO kyc.form (account_id, form, state, fields, revision, updated_at)
    VALUES (${id}, 'natural-2', 'accepted', ${JSON.stringify(facts)}, 1, now())`.execute(database.owner)
  await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at, reviewed_at)
    VALUES (${newId()}, ${id}, 'natural-2', 'fields', ${JSON.stringify(facts)}, 'accepted', now(), now(), now())`.execute(database.owner)
  return id
}
interface Step {
  readonly owner: string
  readonly asset: AssetCode
  readonly amount: bigint
  readonly code: string
  readonly ref?: string
}
const come = ({ owner, asset, amount, code, ref = newId() }: Step) =>
  past.post([{ kind: 'post', id: newId(), code, ref, debit: systemAccount('chain', asset), credit: customerAccount(owner, asset), amount }])
const go = ({ owner, asset, amount, code, ref = newId() }: Step) =>
  past.post([{ kind: 'post', id: newId(), code, ref, debit: customerAccount(owner, asset), credit: systemAccount('chain', asset), amount }])

async function generated(year: string) {
  const asked = await call(maker, 'POST', `${UIAF}/carf/${year}`)
  expect(asked.status).toBe(200)
  await platform.jobs.drain()
  return (await call(maker, 'GET', `${UIAF}/files/${asked.body.id}`)).body
}
const usersIn = async (fileId: string): Promise<CarfUser[]> => (await call(maker, 'GET', `${UIAF}/files/${fileId}/carf-users`)).body.results
type File = { id: string; result: { sha256: string } }
const propose = (file: File) => call(maker, 'POST', `${UIAF}/files/${file.id}/propose`)
const approve = (approvalRequestId: string) => call(checker, 'POST', `approvals/${approvalRequestId}/approve`, { note: '' })
const markFiled = (file: File) => call(maker, 'POST', `${UIAF}/files/${file.id}/filed`, { number: 'D-1', on: '2028-02-01' })
const download = (file: File) => call(maker, 'GET', `${UIAF}/files/${file.id}/content`)
/** Approved by a second officer, downloaded and presented. */
async function present(file: File): Promise<string> {
  const proposed = await call(maker, 'POST', `${UIAF}/files/${file.id}/propose`)
  expect((await call(maker, 'POST', `approvals/${proposed.body.approvalRequestId}/approve`, { note: '' })).code).toBe(
    'approvals.own_request',
  )
  expect((await call(checker, 'POST', `approvals/${proposed.body.approvalRequestId}/approve`, { note: '' })).status).toBe(200)
  const answer = await fetch(`${parts.server.url}/api/administrative/${UIAF}/files/${file.id}/content`, {
    headers: { authorization: maker },
  })
  expect(answer.headers.get('content-type')).toContain('application/xml')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.result.sha256)
  const filed = await call(maker, 'POST', `${UIAF}/files/${file.id}/filed`, { number: 'D-1', on: '2028-02-01' })
  expect(filed.body.state).toBe('filed')
  const xml = bytes.toString('utf8')
  expect(differences(readXml(xml))).toEqual([])
  return xml
}
const unitsOf = (totals: readonly CarfTotal[], kind: string) => totals.filter((one) => one.kind === kind).map(({ units }) => units)

describe('CARF the yearly report to the DIAN', () => {
  it('sends no version that was generated before another one was presented', async () => {
    const { from } = yearOf('2024-12')
    await dailyCloses(database.db, from, yearOf('2024-12').until, 4_000n)
    instant = from
    const owner = await person(1)
    await come({ owner, asset: 'USDT', amount: 5n, code: 'crypto.deposit' })
    const first = await generated('2024')
    expect((await approve((await propose(first)).body.approvalRequestId)).status).toBe(200)
    // Each of the next two has the same person as new: the first one is not recorded as presented yet.
    const second = await generated('2024')
    const asked = await propose(second)
    expect((await markFiled(first)).body.state).toBe('filed')
    expect((await approve(asked.body.approvalRequestId)).code).toBe('approvals.facts_changed')
    expect((await propose(second)).code).toBe('regulatory.file_overtaken')

    await come({ owner, asset: 'USDT', amount: 1n, code: 'crypto.deposit' })
    const third = await generated('2024')
    expect((await approve((await propose(third)).body.approvalRequestId)).status).toBe(200)
    const fourth = await generated('2024')
    expect([third, fourth].map((file) => file.result.carf.corrected)).toEqual([1, 1])
    expect((await markFiled(third)).body.state).toBe('filed')
    expect((await propose(fourth)).code).toBe('regulatory.file_overtaken')
    // Its records are those that the DIAN has: it is downloaded again as often as needed.
    expect((await download(third)).status).toBe(200)
    expect((await generated('2024')).result.problems.map(({ problem }: { problem: string }) => problem)).toEqual(['unchanged'])
  })

  it('has every customer of the year with totals that equal the ledger, and is presented, corrected and deleted from', async () => {
    const { from, until } = yearOf('2026-12')
    await dailyCloses(database.db, from, until, 4_000n)
    const [ana, beto, outsider] = [await person(), await person(), await person()]
    for (const [version, country] of ['UY', 'PE'].entries())
      await sql`INSERT INTO kyc.tax_certification (id, account_id, version, residences, statement_version, certified_at)
        VALUES (${newId()}, ${ana}, ${version + 1}, ${JSON.stringify([{ country, tin: `77${version}`, noTinReason: null }])}, 1, now())`.execute(
        database.db,
      )
    instant = from
    await come({ owner: ana, asset: 'USDT', amount: 5_000_001n, code: 'crypto.deposit' })
    await go({ owner: ana, asset: 'USDT', amount: 1_000_000n, code: 'crypto.withdrawal' })
    await go({ owner: ana, asset: 'USDT', amount: 10n, code: 'crypto.withdrawal_fee' })
    const inside = newId()
    await past.post([
      { kind: 'post', id: inside, code: 'crypto.inside', ref: newId(), debit: customerAccount(ana, 'USDT'), credit: customerAccount(beto, 'USDT'), amount: 7n },
    ]) // biome-ignore format: one line
    await come({ owner: ana, asset: 'COP', amount: 99n, code: 'payments.deposit' })
    const first = await generated('2026')
    expect(first).toMatchObject({
      report: 'carf', month: '2026-12', version: 1, state: 'ready', fileName: 'carf-2026-v1-SIN-VERIFICAR.xml',
      result: { lines: 2, problems: [], carf: { message: 'CARF701', users: 2, new: 2 } },
    }) // biome-ignore format: a table
    expect(unitsOf(first.result.carf.totals, 'fees')).toEqual(['0.00001'])
    const users = await usersIn(first.id)
    expect(users.map(({ userId }) => userId).toSorted()).toEqual([ana, beto].toSorted())
    const own = users.find(({ userId }) => userId === ana)
    expect(own?.totals).toEqual(
      expect.arrayContaining([
        { asset: 'USDT', kind: 'transferInUnknown', transactions: 1, units: '5.000001', cop: '20000.00' },
        { asset: 'USDT', kind: 'transferOutUnknown', transactions: 1, units: '1', cop: '4000.00' },
        { asset: 'USDT', kind: 'transferOutOther', transactions: 1, units: '0.000007', cop: '0.02' },
      ]),
    )
    expect(first.result.carf.uncertified).toEqual({ count: 1, userIds: [beto] })
    const text = await present(first)
    expect(text).toContain('<carf:ResCountryCode>BR</carf:ResCountryCode><carf:TIN unknown="true"></carf:TIN>')
    // The newest certification of a person applies, and the address stays that of the accepted form.
    expect(text).toContain('<carf:ResCountryCode>PE</carf:ResCountryCode><carf:TIN issuedBy="PE">771</carf:TIN>')
    expect(text).not.toContain('UY')

    expect((await generated('2026')).result.problems.map(({ problem }: { problem: string }) => problem)).toEqual(['unchanged'])
    instant = new Date(until.getTime() - 1)
    await come({ owner: ana, asset: 'USDT', amount: 2n, code: 'crypto.deposit' })
    await past.post([{ kind: 'reverse', id: newId(), code: 'crypto.inside', transferId: inside }])
    const second = await generated('2026')
    expect(second.result.carf).toMatchObject({ message: 'CARF702', users: 1, corrected: 1, deleted: 1, pending: 0 })
    const xml = await present(second)
    for (const { docRefId } of users) expect(xml).toContain(`<stf:CorrDocRefId>${docRefId}</stf:CorrDocRefId>`)
    expect([xml.match(/OECD2</g)?.length, xml.match(/OECD3</g)?.length]).toEqual([1, 1])

    instant = until
    await come({ owner: outsider, asset: 'USDT', amount: 3n, code: 'crypto.deposit' })
    expect((await generated('2026')).result.carf).toMatchObject({ users: 1, new: 0 })
  })

  it('says that no customer is to be reported, keeps an unknown posting from approval, and has its day in the calendar', async () => {
    const nil = await generated('2025')
    expect(nil.result).toMatchObject({ lines: 0, problemsAll: 0, carf: { message: 'CARF703' } })
    expect(await present(nil)).toContain('CARF703')
    const { from } = yearOf('2027-12')
    instant = from
    const owner = await person()
    await come({ owner, asset: 'BTC', amount: 1n, code: 'made.up' })
    const file = await generated('2027')
    expect(file.result.problems.map(({ problem, userId }: CarfUser & { problem: string }) => [problem, userId])).toContainEqual([
      'posting',
      owner,
    ])
    expect((await call(maker, 'POST', `${UIAF}/files/${file.id}/propose`)).code).toBe('regulatory.file_problems')
    expect((await call(maker, 'POST', `${UIAF}/carf/2028`)).code).toBe('regulatory.month_not_over')
    await sql`UPDATE identity.account SET created_at = ${from} WHERE id = ${owner}`.execute(database.owner)
    const { carfFiles } = (await call(maker, 'GET', 'regulatory/calendar')).body
    expect(carfFiles).toContainEqual(expect.objectContaining({ month: '2027-12', state: 'due', dueOn: '2028-05-31' }))
  })
})
