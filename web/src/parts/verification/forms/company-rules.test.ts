import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { certificateDays, companyFields, formatNit } from './company-rules.ts'

const TODAY = '2026-11-21'
const company = {
  legalName: 'Café del Tunjo S.A.S.',
  jurisdictionCountry: 'CO',
  departmentID: 1,
  cityID: 1,
  mainAddress: 'Carrera 7 # 32-16',
  nit: '890.903.938-8',
  businessDescription: 'Exportamos café',
  fundsAreLawful: true,
  fundsOrigin: 'Ventas',
  chamberOfCommerceDate: '2026-11-01',
  cellphoneNumber: '300 123 4567',
}
const wrongIn = (change: object): readonly unknown[] =>
  z.safeParse(companyFields(TODAY), { ...company, ...change }).error?.issues.map(({ path }) => path[0]) ?? []

describe('KYC-12 fields of a company', () => {
  it('are valid when all of them are present', () => {
    expect(wrongIn({})).toEqual([])
    for (const name of Object.keys(company)) expect(wrongIn({ [name]: undefined }), name).toEqual([name])
  })

  it.each([
    { nit: '890.903.938-7' },
    { nit: '890.903.938' },
    { chamberOfCommerceDate: '2026-08-23' },
    { chamberOfCommerceDate: '2026-11-22' },
    { legalName: '   ' },
    { fundsOrigin: 'x'.repeat(501) },
  ])('are invalid with %o', (change) => {
    expect(wrongIn(change)).toEqual(Object.keys(change))
  })

  it('the days offered for the certificate are the valid ones', () => {
    const { min, max } = certificateDays(TODAY)
    expect({ min, max }).toEqual({ min: '2026-08-24', max: TODAY })
    expect([min, max].flatMap((chamberOfCommerceDate) => wrongIn({ chamberOfCommerceDate }))).toEqual([])
  })

  it('a complete NIT is formatted with dots', () => {
    expect(['8909039388', '890903938-7', '890903938', 'x'].map(formatNit)).toEqual(['890.903.938-8', '890.903.938-7', '890903938', 'x'])
  })
})
