import { readFile } from 'node:fs/promises'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../platform/database/ids.ts'
import { companyFields, filesOf, type KycTest, newOfficer, pdf, startKycTest } from './testing.ts'

// Every file is inspected for real, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

const today = () => bogotaDay(test.platform.clock.now())
const daysAgo = (days: number) => bogotaDay(new Date(test.platform.clock.now().getTime() - days * 86_400_000))

describe('a company', () => {
  const ready = async () => {
    const person = newId()
    await test.call(person, 'PUT', '/kyc/users/person-type', { personType: 'legal' })
    return person
  }
  const holder = (ownershipPercentage: string, more = {}) => ({
    name: 'Ana Rojas',
    identification: '1099888777',
    nationality: 'CO',
    ownershipPercentage,
    ...more,
  })

  it('KYC-12 refuses by every rule of its form', async () => {
    const company = await ready()
    await test.saveDocuments(company, 'legal-1', await filesOf('legal-1'))
    const cases = [
      [{ nit: '890.903.938-7' }, 'kyc.nit_invalid'],
      [{ nit: '890903938' }, 'kyc.nit_invalid'],
      [{ jurisdictionCountry: 'ZZ' }, 'kyc.country_unknown'],
      [{ departmentID: 99_999 }, 'kyc.department_unknown'],
      [{ departmentID: 2 }, 'kyc.city_unknown'],
      [{ fundsAreLawful: 'false' }, 'kyc.funds_not_declared'],
      [{ cellphoneNumber: '601 2345678' }, 'kyc.phone_invalid'],
      [{ chamberOfCommerceDate: daysAgo(90) }, 'kyc.chamber_certificate_old'],
      [{ chamberOfCommerceDate: daysAgo(-1) }, 'kyc.chamber_certificate_old'],
      [{ shareholders: [holder('60'), holder('40.01')] }, 'kyc.shares_above_total'],
      [{ shareholders: [holder('100', { nationality: 'ZZ' })] }, 'kyc.country_unknown'],
      [{ shareholders: [holder('100', { identification: '..-' })] }, 'kyc.partner_number_invalid'],
      [{ shareholders: [holder('100', { identification: 'ANA' })] }, 'kyc.partner_number_invalid'],
      [{ shareholders: [holder('100', { identification: 'АВ79123456' })] }, 'kyc.partner_number_invalid'],
      [{ shareholders: [] }, 'request.invalid'],
      [{ shareholders: [holder('1e2')] }, 'request.invalid'],
      [{ shareholders: [holder('-1')] }, 'request.invalid'],
      [{ shareholders: Array.from({ length: 51 }, () => holder('1')) }, 'request.invalid'],
    ] as const
    for (const [fields, code] of cases)
      expect((await test.saveFields(company, 'legal-1', companyFields(today(), fields))).code, JSON.stringify(fields)).toBe(code)
    expect((await test.status(company)).levels[0].state).toBe('open')
    const good = companyFields(daysAgo(89), { shareholders: [holder('33.33'), holder('33.33'), holder('33.34')] })
    expect((await test.saveFields(company, 'legal-1', good)).body.state).toBe('sent')
  })

  it('ADM-13 the numbers of partners are stored in the form of a person’s, and earlier ones are converted once', async () => {
    const company = await ready()
    await test.saveDocuments(company, 'legal-1', await filesOf('legal-1'))
    const typed = ['79.123.456', ' cc 79 123-456', 'ａｂ１２３.456']
    const shareholders = typed.map((identification, place) => holder(['33.33', '33.33', '33.34'][place] ?? '0', { identification }))
    expect((await test.saveFields(company, 'legal-1', companyFields(today(), { shareholders }))).body.state).toBe('sent')
    const kept = async () =>
      (
        await sql<{ numbers: string[]; keys: string[] }>`SELECT ARRAY(SELECT partner ->> 'identification'
            FROM jsonb_array_elements(shareholders) AS partner) AS numbers, partner_keys AS keys
          FROM kyc.company_report WHERE account_id = ${company}`.execute(test.platform.db)
      ).rows[0]
    const plain = { numbers: ['79123456', 'CC79123456', 'AB123456'], keys: ['79123456', 'AB123456'] }
    expect(await kept()).toEqual(plain)
    const older = JSON.stringify(typed.map((identification, place) => ({ name: `${place}`, identification })))
    await sql`UPDATE kyc.item SET facts = jsonb_set(facts, '{shareholders}', ${older}::jsonb)
      WHERE account_id = ${company} AND slot = 'fields'`.execute(test.platform.db)
    expect((await kept())?.keys).toEqual(plain.keys)
    const migration = await readFile(new URL('./migrations/0019_document_keys.sql', import.meta.url), 'utf8')
    await sql.raw(/UPDATE kyc\.item[^;]*;/.exec(migration)?.[0] ?? '').execute(test.platform.db)
    expect(await kept()).toEqual(plain)
  })

  it('KYC-12 KYC-09 income or VAT returns, one of them; a repeated call brings its files again, not twice', async () => {
    const company = await ready()
    const { vatReturns: _none, ...files } = await filesOf('legal-1')
    expect((await test.saveDocuments(company, 'legal-1', files)).code).toBe('kyc.tax_returns_missing')
    for (const _twice of [1, 2])
      expect((await test.saveDocuments(company, 'legal-1', { ...files, incomeReturns: [pdf(), pdf()] })).status).toBe(200)
    expect((await test.call(company, 'GET', '/kyc/users/drafts/legal-1')).body.files).toHaveLength(8)
  })

  it('KYC-13 KYC-18 A13 its three levels: 13 million a month, 40 million, and two officers for any amount', async () => {
    const company = await ready()
    await test.send(company, 'legal-1', companyFields(today(), { nit: '899.999.063-3' }))
    expect((await test.nameRepresentatives(company)).status).toBe(200)
    expect((await test.verify(company, 2)).body).toEqual({ currentLevel: 2, isVerified: false })
    expect(await test.mayDeposit(company, 1_300_000_000n)).toBe('yes')
    expect(await test.mayDeposit(company, 1n)).toBe('limits.monthly_exceeded')
    expect((await test.send(company, 'legal-2')).body.state).toBe('sent')
    expect((await test.verify(company, 3)).body).toEqual({ currentLevel: 3, isVerified: false })
    expect(await test.mayDeposit(company, 2_700_000_000n)).toBe('yes')
    expect(await test.mayDeposit(company, 1n)).toBe('limits.monthly_exceeded')
    expect((await test.changeLevel(newOfficer(), company, 4)).code).toBe('compliance.level_not_earned')
    expect((await test.saveDocuments(company, 'legal-3', { documents: [pdf(), pdf()] })).code).toBe('kyc.documents_missing')
    expect((await test.send(company, 'legal-3')).body.state).toBe('sent')
    expect(await test.mayDeposit(company, 1n), 'sent is not granted').toBe('limits.monthly_exceeded')
    expect((await test.verify(company, 4)).body).toEqual({ currentLevel: 3, isVerified: true })
    expect(await test.mayDeposit(company, 10_000_000_000n)).toBe('yes')
    const { rows } = await test.database.pool.query('SELECT kind, state FROM platform.approval_request WHERE subject_id = $1', [company])
    expect(rows, 'only the third level asks a second officer').toMatchObject([{ kind: 'kyc.level' }])
    expect((await test.kyc.person(company))?.dossier).toMatchObject({
      personType: 'legal',
      documentType: 'NIT',
      documentNumber: '8999990633',
      phone: '+573001234567',
    })
  })

  it('A13 a company verified at level 2 when companies had two levels continues to the third', async () => {
    const company = await ready()
    await test.send(company, 'legal-1', companyFields(today(), { nit: '860.002.964-4' }))
    await test.nameRepresentatives(company)
    await test.verify(company, 2)
    await test.send(company, 'legal-2')
    await test.verify(company, 3)
    await sql`UPDATE kyc.customer SET current_level = 2, is_verified = true WHERE account_id = ${company}`.execute(test.database.owner)
    expect((await test.status(company)).levels[2]).toMatchObject({ form: 'legal-3', state: 'open', done: 0, total: 3 })
    expect((await test.saveDocuments(company, 'natural-3', await filesOf('natural-3'))).code, 'the form of a person').toBe(
      'kyc.form_locked',
    )
    expect((await test.send(company, 'legal-3')).body.state).toBe('sent')
    expect((await test.verify(company, 4)).body).toEqual({ currentLevel: 3, isVerified: true })
  })
})
