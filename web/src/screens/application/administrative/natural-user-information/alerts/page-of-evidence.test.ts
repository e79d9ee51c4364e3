import { type AlertEvidence, EVIDENCE_TYPES } from '@tunjo/contract/alert-evidence'
import { expect, it } from 'vitest'
import { pageOfEvidence } from './page-of-evidence.ts'

const PERSON = '/application/administrative/naturalUserInformation/7'
const evidence = (more: Partial<AlertEvidence>): AlertEvidence => ({
  type: 'movement',
  id: 'a',
  role: null,
  at: null,
  isGone: false,
  facts: {},
  changes: [],
  ...more,
})
const to = (more: Partial<AlertEvidence>) => pageOfEvidence('7', evidence(more))

it('ADM-13 every piece of evidence of an alert has a link', () => {
  expect(to({ facts: { rail: 'BANK', kind: 'WITHDRAWAL' } })?.search).toEqual({ tab: 'withdrawals', transactionId: 'a' })
  expect(to({ facts: { rail: 'ERC20', kind: 'DEPOSIT' } })?.to).toBe('/application/administrative/financial/deposits')
  expect(to({ type: 'trade', facts: { rail: 'EXCHANGE', kind: 'SWAP' } })?.search).toEqual({ text: 'a' })
  expect(to({ type: 'kyc_item', facts: { form: 'natural-2' } })).toEqual({ to: `${PERSON}/doc/address` })
  expect(to({ type: 'sign_in' })).toEqual({ to: '/application/administrative/login-report', search: { userId: '7' } })
  expect(to({ type: 'account', id: '9' })?.to).toBe('/application/administrative/naturalUserInformation/9')
  expect(to({ type: 'list_hit' })).toEqual({ to: `${PERSON}/coincidencias` })
})

it('erased evidence has no link, and an alert links to itself', () => {
  for (const type of EVIDENCE_TYPES) {
    expect(to({ type, isGone: true })).toBeNull()
    expect(to({ type }) === null, type).toBe(type === 'alert')
  }
})
