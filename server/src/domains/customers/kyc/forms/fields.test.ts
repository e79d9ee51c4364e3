import { bogotaDay } from '@tunjo/contract/bogota-day'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { beginAt } from '../../../../../../dev/testing/begin-at.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { ageOn } from '../core/people-facts.ts'
import { filesOf, type KycTest, level1Fields, level2Fields, startKycTest } from '../testing.ts'
import { checkBirthDate, checkOffice } from './field-rules.ts'

// Every file is inspected for real, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
  beginAt(test.platform.clock, '2027-03-10T10:00:00-05:00')
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
    ['2008-11-21', '2026-11-21T05:00:00Z', null],
    ['2008-11-21', '2026-11-21T04:59:59Z', 'kyc.under_age'],
    ['2008-11-22', '2026-11-22T04:59:59Z', 'kyc.under_age'],
    ['2008-02-29', '2026-03-01T04:59:59Z', 'kyc.under_age'],
    ['2008-02-29', '2026-03-01T05:00:00Z', null],
    ['2004-02-29', '2022-02-28T23:00:00Z', 'kyc.under_age'],
    ['2026-11-21', '2026-11-21T05:00:00Z', 'kyc.under_age'],
    ['2026-11-22', '2026-11-22T04:59:59Z', 'kyc.birth_date_invalid'],
    ['2027-01-01', '2026-11-21T05:00:00Z', 'kyc.birth_date_invalid'],
    ['9981-12-31', '2026-11-21T05:00:00Z', 'kyc.birth_date_invalid'],
    ['9982-01-01', '2026-11-21T05:00:00Z', 'kyc.birth_date_invalid'],
    ['9999-12-31', '2026-11-21T05:00:00Z', 'kyc.birth_date_invalid'],
    ['1906-11-21', '2026-11-21T05:00:00Z', null],
    ['1905-11-22', '2026-11-21T05:00:00Z', null],
    ['1905-11-21', '2026-11-21T05:00:00Z', 'kyc.birth_date_invalid'],
    ['0001-01-01', '2026-11-21T05:00:00Z', 'kyc.birth_date_invalid'],
  ])('KYC-07 born on %s, asked at %s: %s', (birthDate, now, expected) => {
    expect(checkBirthDate(birthDate, new Date(now))?.code ?? null).toBe(expected)
  })

  it('KYC-07 of all days there are, those from 18 to 120 years ago are accepted', () => {
    const now = new Date('2026-11-21T17:00:00Z')
    const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(fc.oneof(day, fc.date({ min: new Date('1900-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })), (date) => {
        const birth = date.toISOString().slice(0, 10)
        const isTaken = birth > '1905-11-21' && birth <= '2008-11-21'
        expect(checkBirthDate(birth, now) === null, birth).toBe(isTaken)
        expect(ageOn(birth, birth)).toBe(0)
      }),
    )
  })

  it.each([
    ['2020-01-01', null, null],
    ['2020-01-01', '2024-01-01', null],
    ['2020-01-01', '2020-01-01', null],
    ['2026-11-21', '2030-11-20', null],
    ['2026-11-22', null, 'kyc.pep_dates_invalid'],
    ['9999-01-01', null, 'kyc.pep_dates_invalid'],
    ['2020-01-01', '2019-12-31', 'kyc.pep_dates_invalid'],
    ['2020-01-01', '9999-12-31', 'kyc.pep_dates_invalid'],
    ['1988-02-28', null, 'kyc.pep_dates_invalid'],
  ])('KYC-08 an office from %s to %s: %s', (since, until, expected) => {
    expect(checkOffice({ since, until }, '1988-02-29', new Date('2026-11-21T17:00:00Z'))?.code ?? null).toBe(expected)
  })

  it('SEC-19 KYC-07 the server refuses a person one day too young, and accepts one who is 18 today', async () => {
    const person = await ready()
    const year = Number(today().slice(0, 4)) - 18
    const tomorrow = `${year}${daysAgo(-1).slice(4)}`
    const refused = await test.saveFields(person, 'natural-1', level1Fields({ birthDate: tomorrow }))
    expect([refused.status, refused.code, refused.text]).toEqual([400, 'kyc.under_age', 'Debes ser mayor de edad'])
    expect((await test.saveFields(person, 'natural-1', level1Fields({ birthDate: `${year}${today().slice(4)}` }))).status).toBe(200)
  })

  it('R10 the fields of an account are accepted forty times an hour, and not more with concurrent calls', async () => {
    const [person, other] = [newId(), newId()]
    const answers = await Promise.all(Array.from({ length: 45 }, () => test.saveFields(person, 'natural-1', level1Fields())))
    const codes = answers.map(({ code }) => code).sort()
    expect(codes).toEqual([...Array(40).fill('kyc.documents_missing'), ...Array(5).fill('request.too_many')])
    expect((await test.saveFields(other, 'natural-1', level1Fields())).code).toBe('kyc.documents_missing')
  })

  it('fields that were sent before a rule was made are read, accepted and shown nevertheless', async () => {
    const person = newId()
    await test.send(person, 'natural-1', level1Fields())
    // Like an older row: with characters that are refused today.
    const name = 'Ana \u202eRojas\u200b'
    await test.database.pool.query(
      `UPDATE kyc.item SET facts = facts || jsonb_build_object('fullName', $2::text) WHERE account_id = $1 AND slot = 'fields'`,
      [person, name],
    )
    expect((await test.call(person, 'GET', '/kyc/users/natural/kyc-information')).body.Level1.fullName).toBe(name)
    expect((await test.verify(person, 2)).status).toBe(200)
    expect((await test.kyc.person(person))?.dossier?.fullName).toBe(name)
  })

  it('KYC-06 refuses values that no document has', async () => {
    const person = await ready()
    const cases = [
      [{ fullName: 'Ana' }, 'kyc.name_invalid'],
      [{ fullName: '<b>Ana</b> Rojas' }, 'kyc.name_invalid'],
      [{ fullName: '1099 8887' }, 'kyc.name_invalid'],
      [{ fullName: '\u200b\u200b \u200b' }, 'request.text_unseen'],
      [{ fullName: 'Ana \u202esajoR' }, 'request.text_unseen'],
      [{ identificationTypeID: 601 }, 'kyc.document_type_unknown'],
      [{ identificationTypeID: 1 }, 'kyc.document_type_unknown'],
      [{ identificationTypeID: -7 }, 'kyc.document_type_unknown'],
      [{ identificationNumber: '0123456' }, 'kyc.document_number_invalid'],
      [{ identificationNumber: '12345' }, 'kyc.document_number_invalid'],
      [{ identificationNumber: '10998887771' }, 'kyc.document_number_invalid'],
      [{ identificationTypeID: 602, identificationNumber: 'AB-1' }, 'kyc.document_number_invalid'],
      [{ cellphoneNumber: '601 234 5678' }, 'kyc.phone_invalid'],
      [{ cellphoneNumber: '12345' }, 'kyc.phone_invalid'],
      [{ cellphoneNumber: '0057 601 234 5678' }, 'kyc.phone_invalid'],
      [{ birthDate: '9999-01-01' }, 'kyc.birth_date_invalid'],
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
  ])('KYC-06 accepts %j', async (fields) => {
    const person = await ready()
    expect((await test.saveFields(person, 'natural-1', level1Fields(fields))).body.state).toBe('sent')
  })

  it('SEC-21 R23 an unknown field changes nothing, and the e-mail of the account is never changed', async () => {
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

  it('a lone surrogate causes no failure', async () => {
    const person = await ready()
    const draft = (fullName: string, revision: number) =>
      test.call(person, 'PUT', '/kyc/users/drafts/natural-1', { fields: { fullName }, revision })
    expect((await draft('Ana\u0000', 0)).status).toBe(200)
    expect((await draft('Ana \ud83d', 1)).status).toBe(200)
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

  it('KYC-10 refuses fields without residence, occupation or lawful funds', async () => {
    const person = await ready()
    const cases = [
      [{ cityID: undefined }, 'kyc.residence_incomplete'],
      [{ cityID: 999_999 }, 'kyc.city_unknown'],
      [{ ...abroad, outsideCity: '' }, 'kyc.residence_incomplete'],
      [{ ...abroad, outsideCity: '   ' }, 'kyc.residence_incomplete'],
      [{ ...abroad, outsideCountry: 'CO' }, 'kyc.country_unknown'],
      [{ ...abroad, outsideCountry: 'ZZ' }, 'kyc.country_unknown'],
      [{ ...abroad, outsideCountry: 'Colombia' }, 'kyc.country_unknown'],
      [{ ...abroad, outsideCountry: 'Narnia' }, 'kyc.country_unknown'],
      [{ cityID: '' }, 'kyc.residence_incomplete'],
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

  it('A10 SEC-22 KYC-10 of the two forms of an address only the chosen one is kept', async () => {
    const person = await ready()
    await test.send(person, 'natural-2', level2Fields({ ...abroad, outsideCountry: 'españa', cityID: '' }))
    const { fields } = (await test.call(person, 'GET', '/kyc/users/drafts/natural-2')).body
    expect(fields).toMatchObject({ livesInColombia: false, outsideCountry: 'ES' })
    expect(fields).not.toHaveProperty('isColombian')
    expect(fields).not.toHaveProperty('cityID')
    await test.verify(person, 3)
    const { rows } = await test.database.pool.query('SELECT country, address FROM kyc.dossier WHERE account_id = $1', [person])
    expect(rows).toEqual([{ country: 'ES', address: 'Carrera 7 # 12-34, Madrid, Madrid' }])
  })
})
