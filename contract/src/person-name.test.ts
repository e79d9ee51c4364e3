import { describe, expect, it } from 'vitest'
import { NaturalLevel1Fields } from './kyc-forms.ts'
import { isFullName } from './person-name.ts'

const fields = (fullName: string) => ({
  fullName,
  identificationNumber: '1099888777',
  birthDate: '1990-01-01',
  identificationTypeID: 7,
  cellphoneNumber: '3001234567',
  peps: false,
})

describe('C4 KYC-06 the full name', () => {
  it.each([
    ['Ana D´Angelo', "Ana D'Angelo"],
    ['Ana D’Angelo', "Ana D'Angelo"],
    ['Ana D`Angelo', "Ana D'Angelo"],
    ['Luis Gómez–Ruiz', 'Luis Gómez-Ruiz'],
    ['Luis Gómez—Ruiz', 'Luis Gómez-Ruiz'],
    ['Luis Gómez‑Ruiz', 'Luis Gómez-Ruiz'],
    ['Nguyễn Văn Ánh', 'Nguyễn Văn Ánh'],
  ])('%s passes the form and is stored as %s', (typed, kept) => {
    expect(isFullName(typed)).toBe(true)
    expect(NaturalLevel1Fields.parse(fields(typed)).fullName).toBe(kept)
  })

  it.each(['Ana', 'Ana 2', '-Ana Rojas', 'Ana Rojas!', ''])('%j is no full name', (typed) => {
    expect(isFullName(typed)).toBe(false)
  })
})
