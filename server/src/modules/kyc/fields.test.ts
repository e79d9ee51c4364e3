import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { bogotaDay, isAdult } from './field-rules.ts'
import { companyFields, filesOf, type KycTest, level1Fields, level2Fields, pdf, startKycTest } from './testing.ts'

/** Every document is opened in a process of its own. */
const TIMEOUT_MS = 60_000

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

const today = () => bogotaDay(test.platform.clock.now())
const daysAgo = (days: number) => bogotaDay(new Date(test.platform.clock.now().getTime() - days * 86_400_000))

describe('level 1 of a person', () => {
  const ready = async () => {
    const person = newId()
    await test.saveDocuments(person, 'natural-1', await filesOf('natural-1'))
    return person
  }

  it.each([
    ['2008-11-21', '2026-11-21T05:00:00Z', true],
    ['2008-11-21', '2026-11-21T04:59:59Z', false],
    ['2008-11-22', '2026-11-22T04:59:59Z', false],
    ['2008-02-29', '2026-03-01T04:59:59Z', false],
    ['2008-02-29', '2026-03-01T05:00:00Z', true],
    ['2004-02-29', '2022-02-28T23:00:00Z', false],
    ['1899-12-31', '2026-11-21T05:00:00Z', false],
  ])('KYC-07 born on %s, asked at %s: of age %s', (birthDate, now, expected) => {
    expect(isAdult(birthDate, new Date(now))).toBe(expected)
  })

  it('KYC-07 the server refuses who is one day too young, and takes who is 18 today', async () => {
    const person = await ready()
    const year = Number(today().slice(0, 4)) - 18
    const tomorrow = `${year}${daysAgo(-1).slice(4)}`
    const refused = await test.saveFields(person, 'natural-1', level1Fields({ birthDate: tomorrow }))
    expect([refused.status, refused.code, refused.text]).toEqual([400, 'kyc.under_age', 'Debes ser mayor de edad'])
    expect((await test.saveFields(person, 'natural-1', level1Fields({ birthDate: `${year}${today().slice(4)}` }))).status).toBe(200)
  })

  it('KYC-06 refuses what no document says', async () => {
    const person = await ready()
    const cases = [
      [{ fullName: 'Ana' }, 'kyc.name_invalid'],
      [{ fullName: '<b>Ana</b> Rojas' }, 'kyc.name_invalid'],
      [{ fullName: '1099 8887' }, 'kyc.name_invalid'],
      [{ fullName: '\u200b\u200b \u200b' }, 'kyc.name_invalid'],
      [{ identificationTypeID: 601 }, 'kyc.document_type_unknown'],
      [{ identificationTypeID: 1 }, 'kyc.document_type_unknown'],
      [{ identificationTypeID: -7 }, 'kyc.document_type_unknown'],
      [{ identificationNumber: '0123456' }, 'kyc.document_number_invalid'],
      [{ identificationNumber: '12345' }, 'kyc.document_number_invalid'],
      [{ identificationNumber: '10998887771' }, 'kyc.document_number_invalid'],
      [{ identificationTypeID: 602, identificationNumber: 'AB-1' }, 'kyc.document_number_invalid'],
      [{ cellphoneNumber: '601 234 5678' }, 'kyc.phone_invalid'],
      [{ cellphoneNumber: '12345' }, 'kyc.phone_invalid'],
      [{ birthDate: '2001-02-29' }, 'request.invalid'],
      [{ birthDate: '01/02/1990' }, 'request.invalid'],
      [{ peps: 'no' }, 'request.invalid'],
      [{ peps: 'TRUE' }, 'request.invalid'],
      [{ peps: 1 }, 'request.invalid'],
      [{ peps: null }, 'request.invalid'],
      [{ fullName: ['Ana Rojas'] }, 'request.invalid'],
      [{ fullName: 'a '.repeat(100) }, 'request.invalid'],
    ] as const
    for (const [fields, code] of cases)
      expect((await test.saveFields(person, 'natural-1', level1Fields(fields))).code, JSON.stringify(fields)).toBe(code)
    expect((await test.status(person)).levels[0].state).toBe('open')
  })

  it.each([
    { peps: 'false', identificationTypeID: '7', identificationNumber: '1.099.888.001' },
    { identificationTypeID: 8, identificationNumber: 'e 123456', cellphoneNumber: '+573001234567' },
    { identificationTypeID: 602, identificationNumber: 'ab123456', cellphoneNumber: '+34 612 34 56 78', fullName: "Núria D'Áòs-Puig" },
    { identificationTypeID: 603, identificationNumber: '1234567', peps: true },
  ])('KYC-06 takes %j', async (fields) => {
    const person = await ready()
    expect((await test.saveFields(person, 'natural-1', level1Fields(fields))).body.state).toBe('sent')
  })

  it('R23 what is not a field of the form changes nothing, and the e-mail of the account is never touched', async () => {
    const person = await ready()
    const more = {
      state: 'accepted',
      currentLevel: 3,
      isVerified: true,
      accountId: newId(),
      userId: newId(),
      personType: 'legal',
      __proto__: {},
    }
    const body = level1Fields({ ...more, email: 'thief@correo.example' })
    expect((await test.saveFields(person, 'natural-1', body)).status).toBe(200)
    const { fields } = (await test.call(person, 'GET', '/kyc/users/drafts/natural-1')).body
    expect(Object.keys(fields).sort()).toEqual(
      ['birthDate', 'cellphoneNumber', 'fullName', 'identificationNumber', 'identificationTypeID', 'peps'].sort(),
    )
    expect(await test.status(person)).toMatchObject({ personType: 'natural', levels: [{ state: 'sent' }, { state: 'locked' }, {}] })
    expect((await test.kyc.person(person))?.email).toBe(`${person}@correo.example`)
  })

  it('half of a character is no reason to fall over', async () => {
    const person = await ready()
    const draft = (fields: object) => test.call(person, 'PUT', '/kyc/users/drafts/natural-1', { fields, revision: 0 })
    expect((await draft({ fullName: 'Ana\u0000' })).status).toBe(400)
    expect((await draft({ fullName: 'Ana \ud83d' })).status).toBe(200)
  })
})

describe('level 2 of a person', () => {
  const ready = async () => {
    const person = newId()
    await test.send(person, 'natural-1', level1Fields())
    await test.verify(person, 2)
    return person
  }
  const abroad = { isColombian: 'false', cityID: undefined, outsideCountry: 'ES', outsideState: 'Madrid', outsideCity: 'Madrid' }

  it('KYC-10 refuses what does not say where one lives, what one does, or that funds are lawful', async () => {
    const person = await ready()
    const cases = [
      [{ cityID: undefined }, 'kyc.residence_incomplete'],
      [{ cityID: 999_999 }, 'kyc.city_unknown'],
      [{ ...abroad, outsideCity: '' }, 'kyc.residence_incomplete'],
      [{ ...abroad, outsideCity: '   ' }, 'kyc.residence_incomplete'],
      [{ ...abroad, outsideCountry: 'CO' }, 'kyc.country_unknown'],
      [{ ...abroad, outsideCountry: 'ZZ' }, 'kyc.country_unknown'],
      [{ occupationID: 9 }, 'kyc.occupation_unknown'],
      [{ economicActivityID: 1 }, 'kyc.activity_unknown'],
      [{ sourceOfFunds: false }, 'kyc.funds_not_declared'],
      [{ sourceOfFunds: 'false' }, 'kyc.funds_not_declared'],
      [{ sourceOfFunds: 'yes' }, 'request.invalid'],
      [{ isColombian: 'si' }, 'request.invalid'],
      [{ homeAddress: '  ' }, 'request.invalid'],
      [{ descriptionEconomicActivity: 'x'.repeat(501) }, 'request.invalid'],
    ] as const
    for (const [fields, code] of cases)
      expect((await test.saveFields(person, 'natural-2', level2Fields(fields))).code, JSON.stringify(fields)).toBe(code)
    expect((await test.saveFields(person, 'natural-2', level2Fields({ isColombian: 'true', sourceOfFunds: 'true' }))).status).toBe(200)
  })

  it('KYC-10 of the two ways to live somewhere only the chosen one is kept', async () => {
    const person = await ready()
    await test.send(person, 'natural-2', level2Fields({ ...abroad, cityID: 1 }))
    const { fields } = (await test.call(person, 'GET', '/kyc/users/drafts/natural-2')).body
    expect(fields).toMatchObject({ isColombian: false, outsideCountry: 'ES' })
    expect(fields).not.toHaveProperty('cityID')
    await test.verify(person, 3)
    const { rows } = await test.database.pool.query('SELECT country, address FROM kyc.dossier WHERE account_id = $1', [person])
    expect(rows).toEqual([{ country: 'ES', address: 'Carrera 7 # 12-34, Madrid, Madrid' }])
  })
})

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

  it('KYC-12 refuses by every rule of its form', { timeout: TIMEOUT_MS }, async () => {
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

  it('KYC-12 KYC-09 income or VAT returns, one of them; a repeated call brings its files again, not twice', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const company = await ready()
    const { vatReturns: _none, ...files } = await filesOf('legal-1')
    expect((await test.saveDocuments(company, 'legal-1', files)).code).toBe('kyc.tax_returns_missing')
    for (const _twice of [1, 2])
      expect((await test.saveDocuments(company, 'legal-1', { ...files, incomeReturns: [pdf(), pdf()] })).status).toBe(200)
    expect((await test.call(company, 'GET', '/kyc/users/drafts/legal-1')).body.files).toHaveLength(8)
  })

  it('KYC-13 KYC-18 both levels for real, with 13 and 40 million a month', { timeout: TIMEOUT_MS }, async () => {
    const company = await ready()
    await test.send(company, 'legal-1', companyFields(today(), { nit: '899.999.063-3' }))
    expect((await test.verify(company, 2)).body).toEqual({ currentLevel: 2, isVerified: false })
    expect(await test.mayDeposit(company, 1_300_000_000n)).toBe('yes')
    expect(await test.mayDeposit(company, 1n)).toBe('limits.monthly_exceeded')
    expect((await test.send(company, 'legal-2')).body.state).toBe('sent')
    expect((await test.verify(company, 3)).body).toEqual({ currentLevel: 2, isVerified: true })
    expect(await test.mayDeposit(company, 2_700_000_000n)).toBe('yes')
    expect(await test.mayDeposit(company, 1n)).toBe('limits.monthly_exceeded')
    expect((await test.changeLevel('officer:7a8f1f52-0000-4000-8000-000000000001', company, 4)).code).toBe('compliance.level_not_earned')
    expect((await test.kyc.person(company))?.dossier).toMatchObject({
      personType: 'legal',
      documentType: 'NIT',
      documentNumber: '8999990633',
      phone: '+573001234567',
    })
  })
})
