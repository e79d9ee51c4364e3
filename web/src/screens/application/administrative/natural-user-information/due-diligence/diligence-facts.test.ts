import type { DiligenceContent, DiligenceRecord } from '@tunjo/contract/due-diligence'
import { describe, expect, it } from 'vitest'
import {
  charactersLeft,
  contentToSave,
  diligenceStatus,
  formatMonthlyAmount,
  gapsOf,
  initialContent,
  mayWrite,
  missingOf,
  newerAlert,
  openRecord,
  parseMonthlyAmount,
  writtenContent,
} from './diligence-facts.ts'

const CONTENT: DiligenceContent = {
  cause: 'pep_own',
  office: 'Alcaldesa',
  entity: 'Alcaldía de Tunja',
  officeUntil: null,
  fundsOrigin: 'Salario de la alcaldía desde 2024.',
  wealthOrigin: 'Herencia y ahorro de doce años.',
  monthlyCop: '12000000',
  files: ['0198a000-0000-7000-8000-000000000001'],
  reviews: [],
  conclusion: 'continue',
  reasons: 'El origen está probado con extractos.',
  nextReviewOn: '2027-05-01',
}
const record = (changes: Partial<DiligenceRecord>): DiligenceRecord => ({
  id: '0198a000-0000-7000-8000-000000000009',
  number: 1,
  state: 'draft',
  version: 1,
  content: CONTENT,
  createdAt: '2026-11-26T12:00:00.000Z',
  writtenBy: 'ana@tunjo.example',
  writtenAt: '2026-11-26T12:00:00.000Z',
  waiting: null,
  returned: null,
  approval: null,
  ...changes,
})
const approval = { at: '2026-11-26T12:00:00.000Z', by: 'a@tunjo.example', second: 'b@tunjo.example', nextReviewOn: '2027-05-01' }
const APPROVED = record({ state: 'approved', approval })

describe('facts of the card', () => {
  it('no record, one in force, one with an expired review; a draft does not change it', () => {
    const today = '2026-11-26'
    expect(diligenceStatus({ today, records: [], inForce: null })).toEqual({ kind: 'none' })
    const inForce = { id: APPROVED.id, until: '2027-05-01' }
    expect(diligenceStatus({ today, records: [record({ number: 2 }), APPROVED], inForce })).toEqual({
      kind: 'inForce',
      until: '2027-05-01',
    })
    // It was in force until the end of that day.
    expect(diligenceStatus({ today: '2027-05-02', records: [APPROVED], inForce: null })).toEqual({ kind: 'overdue', on: '2027-05-01' })
    expect(diligenceStatus({ today, records: [APPROVED], inForce: null }), 'it is no longer valid').toEqual({ kind: 'none' })
    // Approved by its state alone, without a seal of two officers.
    expect(diligenceStatus({ today, records: [record({ state: 'approved' })], inForce: null })).toEqual({ kind: 'none' })
  })

  it('is missing where one is required and none is in force, or where the one in force permits no transactions', () => {
    const asked = { isProved: true, isRequired: true, allowsTransactions: true, inForce: { id: 'x', until: '2027-05-01' } }
    expect(missingOf({ ...asked, inForce: null })).toBe('missing')
    expect(missingOf({ ...asked, inForce: null, isRequired: false })).toBeNull()
    expect(missingOf(asked)).toBeNull()
    expect(missingOf({ ...asked, allowsTransactions: false })).toBe('notAllowed')
    expect(missingOf({ ...asked, isRequired: false, isProved: false }), 'nothing that is kept counts').toBe('unproved')
  })

  it('names an alert with a finding after the approval; without a record in force the card reports that', () => {
    const waitingAlerts = [
      { kind: 3, foundAt: '2026-11-25T12:00:00.000Z', isEndable: false },
      { kind: 17, foundAt: '2026-11-25T12:00:00.000Z', isEndable: true },
    ]
    const inForce = { id: 'x', until: '2027-05-01' }
    expect(newerAlert({ inForce, waitingAlerts })).toEqual({ name: 'PEP', foundAt: new Date('2026-11-25T12:00:00.000Z') })
    expect(newerAlert({ inForce: null, waitingAlerts })).toBeNull()
    expect(newerAlert({ inForce, waitingAlerts: waitingAlerts.slice(1) })).toBeNull()
  })

  it('at most one record is open, and it is editable unless it waits for approval or is unreadable', () => {
    expect(openRecord({ records: [APPROVED] })).toBeNull()
    for (const state of ['draft', 'returned'] as const) expect(mayWrite({ records: [record({ state })] })).toBe(true)
    expect(mayWrite({ records: [record({ state: 'proposed' })] })).toBe(false)
    expect(mayWrite({ records: [record({ content: null })] })).toBe(false)
    expect(mayWrite({ records: [APPROVED] })).toBe(true)
  })
})

describe('initial values of the form', () => {
  it('the draft; else the origin and office of the last record, without its checks and conclusion; else empty', () => {
    const proposedReviewOn = '2027-11-26'
    expect(initialContent({ records: [record({ number: 2 }), APPROVED], proposedReviewOn })).toEqual(CONTENT)
    expect(initialContent({ records: [APPROVED], proposedReviewOn })).toEqual({
      ...CONTENT,
      files: [],
      conclusion: null,
      reasons: '',
      nextReviewOn: proposedReviewOn,
    })
    expect(initialContent({ records: [], proposedReviewOn })).toMatchObject({ cause: null, monthlyCop: '', nextReviewOn: proposedReviewOn })
  })
})

describe('submitted values', () => {
  it('converts the amount between screen and wire, and does not send an invalid one', () => {
    expect([formatMonthlyAmount('12000000'), formatMonthlyAmount('')]).toEqual(['12.000.000', ''])
    expect([parseMonthlyAmount('12.000.000'), parseMonthlyAmount(' '), parseMonthlyAmount('12.00')]).toEqual(['12000000', '', null])
  })

  it('saves nothing while the amount is invalid, since it would be discarded', () => {
    expect(contentToSave(CONTENT, '12.00')).toBeNull()
    expect(contentToSave(CONTENT, '')).toEqual({ ...CONTENT, monthlyCop: '' })
    expect(contentToSave({ ...CONTENT, cause: 'high_risk' }, '9.000')).toMatchObject({ monthlyCop: '9000', office: '' })
  })

  it('lists every gap in the order of the form, including an invalid amount', () => {
    expect(gapsOf(CONTENT, '12.000.000', '2026-11-26')).toEqual([])
    expect(gapsOf({ ...CONTENT, office: ' ', reasons: 'Corto', files: [] }, '12.00', '2026-11-26')).toEqual([
      'office', 'monthlyCop', 'checked', 'reasons',
    ]) // biome-ignore format: one list
    for (const nextReviewOn of ['2026-11-26', '2027-11-27', null])
      expect(gapsOf({ ...CONTENT, nextReviewOn }, '1', '2026-11-26')).toEqual(['nextReviewOn'])
    expect(gapsOf({ ...CONTENT, nextReviewOn: '2027-11-26' }, '1', '2026-11-26')).toEqual([])
  })

  it('a high-risk customer has no public office', () => {
    expect(writtenContent({ ...CONTENT, cause: 'high_risk' })).toMatchObject({ office: '', entity: '', officeUntil: null })
    expect(writtenContent(CONTENT)).toEqual(CONTENT)
    expect(gapsOf({ ...CONTENT, cause: 'high_risk', office: '', entity: '' }, '1', '2026-11-26')).toEqual([])
  })

  it('counts characters as code points', () => {
    expect(charactersLeft('año 👩‍⚖️'.slice(0, 3))).toBe(3_997)
    expect(charactersLeft('😀')).toBe(3_999)
  })
})
