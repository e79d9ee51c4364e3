import { describe, expect, it } from 'vitest'
import { cleanNumber, earliestBirth, hasPictures, isOfAge, latestBirth, level1Body } from './level-1-rules.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const FIELDS = {
  fullName: 'Berta Lucía Otálora',
  identificationNumber: '52123456',
  birthDate: '1988-02-29',
  identificationTypeID: 7,
  cellphoneNumber: '3209876543',
  peps: false,
}
const PEP = { relation: 'self', position: 'Alcaldesa', entity: 'Municipio de Sáchica', since: '2024-01-01', until: null }

describe('KYC-07 of age', () => {
  it('a person is of age from the birthday on, in Bogotá', () => {
    expect(latestBirth(NOW)).toBe('2008-11-21')
    expect(isOfAge('2008-11-21', NOW)).toBe(true)
    expect(isOfAge('2008-11-22', NOW)).toBe(false)
    // In Bogotá it is still the 20th.
    expect(isOfAge('2008-11-21', new Date('2026-11-21T03:00:00Z'))).toBe(false)
  })

  it('refuses a birth date before anyone alive, and a text that is no date', () => {
    for (const date of ['1905-11-21', '', undefined]) expect(isOfAge(date, NOW)).toBe(false)
  })

  it('KYC-07 ends at 120 years, as in the server', () => {
    expect(earliestBirth(NOW)).toBe('1905-11-22')
    expect(isOfAge('1905-11-22', NOW)).toBe(true)
    // The leap day does not exist in 1907: a person born on 1 March of that year is still 120.
    expect(earliestBirth(new Date('2028-02-29T15:00:00Z'))).toBe('1907-03-01')
  })

  it('requires an existing day', () => {
    expect(latestBirth(new Date('2028-02-29T15:00:00Z'))).toBe('2010-02-28')
  })
})

describe('KYC-08 the form is complete', () => {
  it('with every field, and sends them', () => {
    expect(level1Body(FIELDS, NOW)).toEqual(FIELDS)
  })

  it.each(Object.keys(FIELDS))('not without %s', (name) => {
    expect(level1Body({ ...FIELDS, [name]: undefined }, NOW)).toBeNull()
  })

  it('not with a minor or with one name only', () => {
    expect(level1Body({ ...FIELDS, birthDate: '2012-01-01' }, NOW)).toBeNull()
    expect(level1Body({ ...FIELDS, fullName: 'Berta' }, NOW)).toBeNull()
  })

  it('with the office of a politically exposed person, and without it for the others', () => {
    expect(level1Body({ ...FIELDS, peps: true }, NOW)).toBeNull()
    expect(level1Body({ ...FIELDS, peps: true, pepDetails: { ...PEP, position: '' } }, NOW)).toBeNull()
    expect(level1Body({ ...FIELDS, peps: true, pepDetails: PEP }, NOW)).toMatchObject({ pepDetails: PEP })
    expect(level1Body({ ...FIELDS, pepDetails: { relation: 'self' } }, NOW)).not.toHaveProperty('pepDetails.relation')
  })

  it('with all three pictures', () => {
    const files = ['frontal', 'back', 'selfie'].map((slot) => ({ slot }))
    expect(hasPictures(files)).toBe(true)
    expect(hasPictures(files.slice(1))).toBe(false)
  })
})

it('numbers lose their separators', () => {
  expect(cleanNumber('52.123.456 a', true)).toBe('52123456')
  expect(cleanNumber('ab-12 34', false)).toBe('AB1234')
})
