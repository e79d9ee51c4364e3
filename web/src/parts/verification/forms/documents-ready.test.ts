import { describe, expect, it } from 'vitest'
import { areDocumentsReady } from './documents-ready.ts'

const files = (...slots: string[]) => slots.map((slot) => ({ slot }))
const COMPANY = ['rut', 'chamberOfCommerce', 'shareholderCertificate', 'identityCopies', 'financialStatements', 'tradeAuthorization']

describe('documents of a form', () => {
  it('KYC-11 level 3 wants three of them', () => {
    expect([2, 3, 4].map((count) => areDocumentsReady('natural-3', files(...Array(count).fill('documents'))))).toEqual([false, true, true])
  })

  it('KYC-12 a company wants each of its six, and income or VAT returns', () => {
    expect(areDocumentsReady('legal-1', files(...COMPANY))).toBe(false)
    expect(areDocumentsReady('legal-1', files(...COMPANY, 'incomeReturns'))).toBe(true)
    expect(areDocumentsReady('legal-1', files(...COMPANY, 'vatReturns'))).toBe(true)
    for (const left of COMPANY) {
      const others = COMPANY.filter((name) => name !== left)
      expect(areDocumentsReady('legal-1', files(...others, 'vatReturns', 'incomeReturns')), left).toBe(false)
    }
  })

  it('KYC-10, KYC-13 one document is enough for the proof of residence and for the compliance officer', () => {
    expect(areDocumentsReady('natural-2', files())).toBe(false)
    expect(areDocumentsReady('natural-2', files('proofResidence'))).toBe(true)
    expect(areDocumentsReady('legal-2', files())).toBe(false)
    expect(areDocumentsReady('legal-2', files('complianceOfficer'))).toBe(true)
  })
})
