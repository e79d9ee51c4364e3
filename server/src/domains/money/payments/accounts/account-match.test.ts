import { expect, it } from 'vitest'
import { matchOf, mismatchesOf, sortByRisk } from './account-match.ts'

const PERSON = { fullName: 'Ana María Gómez', documentType: 'CC', documentNumber: '1020304050' } as const
const at = '2026-10-05T12:00:00.000Z'
const facts = (reported: Partial<typeof PERSON> | object | null, more: object = {}) => ({
  refusedId: null,
  refusedAt: null,
  isPaid: true,
  reported: reported && { ...PERSON, id: 'w', at, ...reported },
  ...more,
})

it("ADM-06 an account mismatches by the bank's answer, then by the document, then by the name", () => {
  expect(mismatchesOf(facts({}), PERSON)).toEqual([])
  expect(mismatchesOf(facts({ fullName: 'ANA MARIA GOMEZ', documentNumber: '1.020.304.050' }), PERSON)).toEqual([])
  expect(mismatchesOf(facts({ documentNumber: '99' }), PERSON)).toEqual([{ why: 'document_changed', at, transactionId: 'w' }])
  expect(mismatchesOf(facts({ fullName: 'Ana María Pérez' }), PERSON).map(({ why }) => why)).toEqual(['name_changed'])
  const refused = facts({ documentNumber: '99' }, { refusedId: 'p', refusedAt: new Date(at) })
  expect(mismatchesOf(refused, PERSON).map(({ why }) => why)).toEqual(['bank_refused', 'document_changed'])
  // Without a verified person, only a refusal of the bank is a mismatch.
  expect(mismatchesOf(refused, null)).toEqual([{ why: 'bank_refused', at, transactionId: 'p' }])
  expect(mismatchesOf(facts(null), PERSON)).toEqual([])
})

it('only a payout proves an account, and an account that mismatches is never proven', () => {
  expect(matchOf([], true)).toBe('confirmed')
  expect(matchOf([], false)).toBe('unproven')
  expect(matchOf([{ why: 'name_changed', at, transactionId: 'w' }], true)).toBe('differs')
})

it('sorts by risk: mismatches, accounts with an alert, unproven, proven, deleted', () => {
  const alert = { alertId: 11, severity: 'low', since: at } as const
  const accounts = [
    { id: 'gone', match: 'confirmed', deletedAt: at, alerts: [] },
    { id: 'proven', match: 'confirmed', deletedAt: null, alerts: [] },
    { id: 'new', match: 'unproven', deletedAt: null, alerts: [] },
    { id: 'alerted', match: 'confirmed', deletedAt: at, alerts: [alert] },
    { id: 'differed', match: 'differs', deletedAt: at, alerts: [] },
    { id: 'differs', match: 'differs', deletedAt: null, alerts: [] },
  ] as const
  expect(sortByRisk(accounts).map(({ id }) => id)).toEqual(['differs', 'differed', 'alerted', 'new', 'proven', 'gone'])
})
