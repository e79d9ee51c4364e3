import type { Form } from '@tunjo/contract/kyc-forms'
import { describe, expect, it } from 'vitest'
import { areDocumentsReady } from './documents-ready.ts'

type Level = Parameters<typeof areDocumentsReady>[0]

const BEFORE = '2026-11-20T10:00:00.000Z'
const SENT = '2026-11-20T10:00:01.000Z'
const AFTER = '2026-11-21T08:00:00.000Z'
const files = (...slots: string[]) => slots.map((slot) => ({ slot, addedAt: BEFORE }))
const open = (form: Form): Level => ({ form, state: 'open', sentAt: null, declined: [] })
const declined = (form: Form, ...slots: string[]): Level => ({
  form,
  state: 'declined',
  sentAt: SENT,
  declined: slots.map((slot) => ({ slot, description: 'No se lee' })),
})
const COMPANY = ['rut', 'chamberOfCommerce', 'shareholderCertificate', 'identityCopies', 'financialStatements', 'tradeAuthorization']

describe('documents of a form', () => {
  it('KYC-11 level 3 requires three of them', () => {
    expect([2, 3, 4].map((count) => areDocumentsReady(open('natural-3'), files(...Array(count).fill('documents'))))).toEqual([
      false,
      true,
      true,
    ])
  })

  it('KYC-12 a company requires each of its six, and income or VAT returns', () => {
    expect(areDocumentsReady(open('legal-1'), files(...COMPANY))).toBe(false)
    expect(areDocumentsReady(open('legal-1'), files(...COMPANY, 'incomeReturns'))).toBe(true)
    expect(areDocumentsReady(open('legal-1'), files(...COMPANY, 'vatReturns'))).toBe(true)
    for (const left of COMPANY) {
      const others = COMPANY.filter((name) => name !== left)
      expect(areDocumentsReady(open('legal-1'), files(...others, 'vatReturns', 'incomeReturns')), left).toBe(false)
    }
  })

  it('KYC-10, KYC-13 one document is enough for the proof of residence and for the compliance officer', () => {
    expect(areDocumentsReady(open('natural-2'), files())).toBe(false)
    expect(areDocumentsReady(open('natural-2'), files('proofResidence'))).toBe(true)
    expect(areDocumentsReady(open('legal-2'), files())).toBe(false)
    expect(areDocumentsReady(open('legal-2'), files('complianceOfficer'))).toBe(true)
  })

  it('KYC-17 requires one more file where one was declined, and none where only the fields were', () => {
    const three = files('documents', 'documents', 'documents')
    expect(areDocumentsReady(declined('natural-3', 'documents'), three)).toBe(false)
    expect(areDocumentsReady(declined('natural-3', 'documents'), [...three, { slot: 'documents', addedAt: AFTER }])).toBe(true)
    expect(areDocumentsReady(declined('natural-2', 'fields'), files('proofResidence'))).toBe(true)
    expect(areDocumentsReady(declined('natural-2', 'fields', 'proofResidence'), files())).toBe(false)
  })
})
