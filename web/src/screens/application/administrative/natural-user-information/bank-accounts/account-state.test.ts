import type { OfficerBankAccount } from '@tunjo/contract/payments-officers'
import { expect, it } from 'vitest'
import { payoutState, rowState } from './account-state.ts'

const at = '2026-10-05T12:00:00.000Z'
const NO_USE = { count: 0, amount: 0n, firstAt: null, lastAt: null }
const account = (more: Partial<OfficerBankAccount> = {}): OfficerBankAccount => ({
  id: 'a',
  alias: 'Nómina',
  bank: { id: 1, name: 'AV Villas' },
  accountType: 9,
  accountAddress: '12345678',
  user: 'u',
  heldUntil: null,
  addedAt: at,
  deletedAt: null,
  match: 'confirmed',
  mismatches: [],
  holder: null,
  deposits: NO_USE,
  payouts: NO_USE,
  earlier: [],
  waiting: { count: 0, amount: 0n, inReview: 0, until: null },
  returned: { count: 0, lastAt: null, lastReason: null },
  sharedWith: 0,
  changes: [],
  alerts: [],
  ...more,
})
const payer = { transactionId: 't', at, isOpen: true, name: 'Otra', document: '', bank: '', number: '' }
const row = (accounts: readonly OfficerBankAccount[], otherPayers = [] as (typeof payer)[]) => {
  const { kind, says, count } = rowState({ accounts: [...accounts], otherPayers })
  return `${kind} ${says} ${count}`
}

it('ADM-06 the row shows the worst state of all accounts', () => {
  const alert = { alertId: 11, severity: 'low', since: at } as const
  expect(row([])).toBe('neutral none 0')
  expect(row([account(), account()])).toBe('done confirmed 2')
  expect(row([account(), account({ match: 'unproven' })])).toBe('waiting unproven 1')
  expect(row([account({ match: 'unproven' }), account({ alerts: [alert] })])).toBe('waiting alerted 1')
  expect(row([account({ alerts: [alert] })], [payer])).toBe('failed others 1')
  expect(row([account({ match: 'differs', deletedAt: at })], [payer])).toBe('failed differ 1')
  expect(row([account({ match: 'unproven', deletedAt: at })], [{ ...payer, isOpen: false }])).toBe('neutral deleted 1')
})

it('ADM-06 whether a payout to an account is possible, and the first reason why not', () => {
  const block = { cause: 'frozen', until: null } as const
  const waiting = { count: 1, amount: 1n, inReview: 1, until: null }
  expect(payoutState(account(), [])).toBe('ready')
  expect(payoutState(account({ waiting }), [])).toBe('in_review')
  expect(payoutState(account({ waiting, heldUntil: at }), [])).toBe('cooling')
  expect(payoutState(account({ waiting, heldUntil: at }), [block])).toBe('blocked')
  expect(payoutState(account({ deletedAt: at }), [block])).toBe('deleted')
})
