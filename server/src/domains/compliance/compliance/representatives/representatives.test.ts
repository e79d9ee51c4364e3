/**
 * Representatives and owners of a company, over the real database and HTTP: recorded by officers, screened, and required for acceptance.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { nitCheckDigit } from '@tunjo/contract/company'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { newId } from '../../../../platform/database/ids.ts'
import {
  companyFields,
  idOfOfficer,
  type KycTest,
  level1Fields,
  newOfficer,
  pdf,
  representative,
  startKycTest,
} from '../../../customers/kyc/testing.ts'
import { decideVersion } from '../../../reference/configuration/testing.ts'

vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

const PATH = '/kyc/administrative/users/representatives'
const REASON = 'Cotiza en la bolsa y nadie pasa del umbral.'
let companies = 0

async function sent(more: object = {}): Promise<string> {
  const company = newId()
  await test.call(company, 'PUT', '/kyc/users/person-type', { personType: 'legal' })
  const day = bogotaDay(test.platform.clock.now())
  const nit = nitOf(++companies)
  expect((await test.send(company, 'legal-1', companyFields(day, { nit, ...more }))).body.state).toBe('sent')
  return company
}
const nitOf = (number: number) => {
  const digits = String(900_100_000 + number)
  return `${digits}${nitCheckDigit(digits)}`
}
const shown = async (company: string, officer = newOfficer()) => test.call(officer, 'GET', `${PATH}?userId=${company}`)
const missing = async (company: string) => (await shown(company)).body.missing.map(({ what }: { what: string }) => what)
const pending = async (company: string) =>
  (await test.documents(company)).filter(({ state }) => state === 'Pendiente').map(({ id, slot }) => ({ id, slot }))
const eva = (more = {}) => representative({ roles: ['representative'], name: 'Eva Ruiz', documentNumber: '41000999', share: null, ...more })

describe('a list of representatives and final owners', () => {
  it('is stored with its author; a new one replaces it as a whole, and the older one stays readable', async () => {
    const [company, officer] = [await sent(), newOfficer()]
    expect((await shown(company)).body).toEqual({ lists: [], missing: [{ what: 'list', name: '' }], thresholdHundredths: 500 })
    const first = await test.nameRepresentatives(company, [eva({ documentNumber: '41.000.999' })], { officer })
    expect(first.body).toEqual({
      version: 1,
      people: [eva()],
      noOwnerReason: '',
      officer: `${idOfOfficer(officer)}@correo.example`,
      writtenAt: expect.any(String),
    })
    expect(await missing(company)).toEqual(['shareholder'])
    expect((await test.nameRepresentatives(company, [eva(), representative({ roles: ['owner'] })], { from: 1 })).body.version).toBe(2)
    const { body } = await shown(company)
    expect(body.lists.map(({ version, people }: { version: number; people: object[] }) => [version, people.length])).toEqual([
      [2, 2],
      [1, 1],
    ])
    expect(body.missing).toEqual([])
    const trail = await auditTrail(test.database.db, { objectId: company })
    expect(trail.filter(({ action }) => action === 'kyc.representatives_written')).toHaveLength(2)
    expect(JSON.stringify(trail)).not.toContain('Eva')
    for (const change of [sql`UPDATE kyc.representative_list SET people = '[{}]'`, sql`DELETE FROM kyc.representative_list`])
      await expect(change.execute(test.platform.db)).rejects.toThrow(/permission denied/)
  })

  it('one of twenty concurrent officers writes, and the others learn that their version is outdated', async () => {
    const company = await sent()
    const answers = await Promise.all(Array.from({ length: 20 }, () => test.nameRepresentatives(company)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status, code }) => status === 409 && code === 'kyc.representatives_changed')).toHaveLength(19)
    expect((await shown(company)).body.lists).toHaveLength(1)
  })

  it("refuses lists about oneself, by the customer, under another officer's lease, about a natural person, and invalid ones", async () => {
    const company = await sent()
    const code = async (people: object[], more: object = {}) => (await test.nameRepresentatives(company, people, more)).code
    expect(await code([eva()], { officer: `officer:${company}` })).toBe('compliance.own_account')
    expect((await shown(company, `officer:${company}`)).code).toBe('compliance.own_account')
    expect(await code([eva()], { officer: company })).toBe('identity.not_authorized')
    expect((await shown(company, company)).code).toBe('identity.not_authorized')
    expect(await code([])).toBe('request.invalid')
    expect(await code([eva({ share: 12.5, roles: ['owner'] })])).toBe('request.invalid')
    expect(await code([eva({ nationality: 'ZZ' })])).toBe('kyc.country_unknown')
    expect(await code([eva({ birthDate: '2999-01-01' })])).toBe('kyc.birth_date_invalid')
    expect(await code([eva({ birthDate: '1850-01-01' })])).toBe('kyc.birth_date_invalid')
    expect(await code([eva({ documentNumber: 'ABCD' })])).toBe('kyc.representative_faulty')
    expect(await code([eva({ documentType: 'NIT', documentNumber: '900123456-1', roles: [], share: 100 })])).toBe(
      'kyc.representative_faulty',
    )
    const faulty = await test.nameRepresentatives(company, [eva(), eva()])
    expect([faulty.code, faulty.text]).toEqual(['kyc.representative_faulty', expect.stringContaining('Corrige la línea 2')])
    expect(await code([eva()], { noOwnerReason: 'corta' })).toBe('request.reason_invalid')
    const person = newId()
    await test.send(person, 'natural-1', level1Fields())
    expect((await test.nameRepresentatives(person)).code).toBe('kyc.representatives_of_company')
    expect((await shown(person)).body).toMatchObject({ lists: [], missing: [] })
    await test.call(newOfficer(), 'POST', '/kyc/administrative/users/review/take', { userId: company })
    expect(await code([eva()])).toBe('compliance.taken')
    expect((await shown(company)).body.lists).toEqual([])
  })

  it('is included in the data export of the company, and is destroyed with the key of its documents', async () => {
    const company = await sent()
    await test.nameRepresentatives(company, [eva()], { noOwnerReason: REASON })
    const copied = await sql<{ entry: object }>`SELECT entry FROM kyc.personal_data
      WHERE account_id = ${company} AND section = 'representatives'`.execute(test.database.db)
    expect(copied.rows).toMatchObject([{ entry: { version: 1, people: [{ name: 'Eva Ruiz' }] } }])
    expect(JSON.stringify(copied.rows)).not.toContain(REASON)
    await test.platform.files.eraseOwner(company)
    const kept = await sql<{ text: string }>`SELECT list::text AS text FROM kyc.representative_list AS list
      WHERE account_id = ${company}`.execute(test.database.db)
    expect(kept.rows).toHaveLength(1)
    expect(kept.rows[0]?.text).not.toMatch(/Eva|41000999|bolsa/)
    const found = await sql`SELECT FROM kyc.company_report WHERE account_id = ${company}
      AND partner_keys @> ARRAY['41000999']`.execute(test.database.db)
    expect(found.rows).toEqual([])
  })
})

describe('acceptance of a company', () => {
  it('SAGRILAFT needs a representative and owners with a full explanation; its documents may be accepted before', async () => {
    const company = await sent()
    const items = await pending(company)
    const fields = items.filter(({ slot }) => slot === 'legal-1.fields').map(({ id }) => id)
    const documents = items.filter(({ slot }) => slot !== 'legal-1.fields').map(({ id }) => id)
    const refused = await test.accept(newOfficer(), [...documents, ...fields])
    expect([refused.status, refused.code]).toEqual([409, 'compliance.representatives_missing'])
    expect(refused.text).toContain('nadie ha anotado a quién nombran sus documentos')
    // All or nothing.
    expect(await pending(company)).toHaveLength(items.length)
    expect((await test.accept(newOfficer(), documents)).status).toBe(200)
    expect((await test.accept(newOfficer(), fields)).code).toBe('compliance.representatives_missing')
    // The level would accept the fields too.
    expect((await test.changeLevel(newOfficer(), company, 2)).code).toBe('compliance.representatives_missing')
    await test.nameRepresentatives(company, [eva()])
    const unexplained = await test.changeLevel(newOfficer(), company, 2)
    expect(unexplained.text).toContain('falta quién está detrás de Ana Rojas')
    await test.nameRepresentatives(company, [eva(), representative({ roles: ['owner'] })], { from: 1 })
    expect((await test.changeLevel(newOfficer(), company, 2)).body).toEqual({ currentLevel: 2, isVerified: false })
    // Its second level has no further requirement.
    await test.send(company, 'legal-2')
    expect(
      (
        await test.accept(
          newOfficer(),
          (await pending(company)).map(({ id }) => id),
        )
      ).status,
    ).toBe(200)
  })

  it('the threshold is configuration; a reason replaces owners who cannot be found', async () => {
    const partner = (name: string, identification: string, ownershipPercentage: string) => ({
      name,
      identification,
      nationality: 'CO',
      ownershipPercentage,
    })
    const company = await sent({ shareholders: [partner('Ana Rojas', '1099888777', '60'), partner('Beto Lara', '52000112', '4')] })
    const owner = representative({ roles: ['owner'], share: 60_00 })
    await test.nameRepresentatives(company, [eva(), owner])
    expect(await missing(company)).toEqual([])
    await decideVersion(test.platform, 'owners', { numbers: { ownerPercent: '4' }, lists: {} })
    expect((await shown(company)).body).toMatchObject({ thresholdHundredths: 400, missing: [{ what: 'shareholder', name: 'Beto Lara' }] })
    await test.nameRepresentatives(company, [eva(), owner], { from: 1, noOwnerReason: REASON })
    expect(await missing(company)).toEqual([])
    expect((await test.verify(company, 2)).status).toBe(200)
  })

  it('a document that was declined and sent again must be read before the list counts', async () => {
    const company = await sent()
    await test.nameRepresentatives(company)
    const certificate = (await pending(company)).filter(({ slot }) => slot === 'chamberOfCommerce').map(({ id }) => id)
    expect((await test.decline(newOfficer(), certificate, 'El certificado es de otra sociedad.')).status).toBe(200)
    expect(await missing(company)).toEqual([])
    await test.saveDocuments(company, 'legal-1', { chamberOfCommerce: [pdf()] })
    const again = await test.saveFields(company, 'legal-1', companyFields(bogotaDay(test.platform.clock.now())))
    expect(again.body.state).toBe('sent')
    expect(await missing(company)).toEqual(['newer_list'])
    expect((await test.verify(company, 2)).code).toBe('compliance.level_not_earned')
    await test.nameRepresentatives(company, [representative()], { from: 1 })
    expect((await test.verify(company, 2)).status).toBe(200)
  })

  it('remains explained afterwards, also while a renewal waits: one officer cannot write a list that breaks the requirement', async () => {
    const company = await sent()
    await test.nameRepresentatives(company)
    expect((await test.verify(company, 2)).status).toBe(200)
    const code = async (people: object[], from: number) => (await test.nameRepresentatives(company, people, { from })).code
    expect(await code([eva()], 1)).toBe('compliance.representatives_missing')
    expect((await shown(company)).body.lists).toHaveLength(1)
    expect((await test.nameRepresentatives(company, [representative({ name: 'Ana Rojas Gil' })], { from: 1 })).status).toBe(200)
    const asked = { userId: company, subjects: ['legal-1'], reason: 'Cambió su composición accionaria.' }
    expect((await test.call(newOfficer(), 'POST', '/kyc/administrative/users/renewals', asked)).status).toBe(200)
    await test.send(company, 'legal-1', companyFields(bogotaDay(test.platform.clock.now()), { nit: nitOf(companies) }))
    expect(await code([eva()], 2)).toBe('compliance.representatives_missing')
    expect((await shown(company)).body.lists).toHaveLength(2)
  })

  it('documents sent in a renewal need a list written afterwards', async () => {
    const company = await sent()
    await test.nameRepresentatives(company)
    expect((await test.verify(company, 2)).status).toBe(200)
    const asked = { userId: company, subjects: ['legal-1'], reason: 'Cambió su composición accionaria.' }
    expect((await test.call(newOfficer(), 'POST', '/kyc/administrative/users/renewals', asked)).status).toBe(200)
    const again = companyFields(bogotaDay(test.platform.clock.now()), { nit: nitOf(companies) })
    expect((await test.send(company, 'legal-1', again)).body.state).toBe('sent')
    const ids = (await pending(company)).map(({ id }) => id)
    const refused = await test.accept(newOfficer(), ids)
    expect([refused.code, refused.text]).toEqual(['compliance.representatives_missing', expect.stringContaining('es anterior')])
    await test.nameRepresentatives(company, [representative()], { from: 1 })
    expect((await test.accept(newOfficer(), ids)).status).toBe(200)
  })
})
