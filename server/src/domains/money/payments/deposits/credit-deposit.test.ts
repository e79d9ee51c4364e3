/** Decision about the credit of a PSE deposit, on plain values and without a database. */
import { expect, it } from 'vitest'
import { createTestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { Refused } from '../../../../platform/http/refusal.ts'
import { evidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import { customerAccount, type FoundAccounts, systemAccount } from '../../ledger/index.ts'
import { readPaymentsSettings } from '../config.ts'
import { buildPayments, sandboxEnvironment } from '../parts.testing.ts'
import type { PseTransaction } from '../providers/pse.ts'
import { depositText } from '../sealed-texts.ts'
import { depositCredit } from './credit-deposit.ts'
import type { FoundDeposit } from './credit-store.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const AMOUNT = 5_000_000n
const noDatabase = new Proxy({}, { get: () => () => { throw new Error('a decision reads no database') } }) // biome-ignore format: one value
const platform = createTestPlatform({ db: noDatabase as never })
const env = sandboxEnvironment({ baseUrls: { wompi: 'https://wompi.example', payouts: 'http://127.0.0.1:1' } as never })
const seals = evidenceSeals(platform.secrets)
const { limits, ledger } = buildPayments({ ...platform, env })
const useCase = depositCredit({ limits, ledger, seals, settings: readPaymentsSettings(env, platform.settings) })

const owner = newId()
const id = newId()
const BANK = systemAccount('bank', 'COP')
const payer = { personType: 'natural', fullName: 'Ana María Rojas', documentType: 'CC', documentNumber: '123', email: '' } as const
const deposit: FoundDeposit = {
  ...{ id, accountId: owner, amount: AMOUNT, method: 'PSE', state: 'PENDING', isBooked: false, providerTransactionId: null },
  payer: payer as never,
  seal: seals.seal(depositText({ id, accountId: owner, method: 'PSE', amount: AMOUNT })),
  isElsewhere: false,
}
const transaction: PseTransaction = {
  ...({ id: '1234-1', reference: id, amountCop: AMOUNT, status: 'APPROVED', currency: 'COP', paymentUrl: null } as const),
  bankReference: 'ACH-1',
  payer: { name: '', document: '', email: '' },
}
const accounts: FoundAccounts = {
  accounts: [
    { ...customerAccount(owner, 'COP'), posted: 7n, held: 0n, version: 3n, isProved: true },
    { ...BANK, posted: -100n, held: 0n, version: 9n, isProved: true },
  ],
  frozen: new Set(),
  freezeEpoch: 0n,
  isPosted: false,
}
type Facts = Parameters<typeof useCase.decide>[1]
const facts = (changed: Partial<Facts> = {}): Facts => ({ deposit, person: null, isReleased: false, accounts, ...changed })

/** Answer of the decision, and the rows that it writes by the name of their kind. */
function decide(found: Facts, changed: Partial<PseTransaction> = {}) {
  const rows = new Map<string, unknown[]>()
  const add = ({ name }: { name: string }, row: unknown) => void rows.set(name, [...(rows.get(name) ?? []), row])
  const work = { now: NOW, groupId: newId(), add, shared: <State>(_: object, make: () => State) => make() }
  const addShared = (kind: { name: string }, _key: string, row: unknown) => add(kind, row)
  const answer = useCase.decide({ owner, transaction: { ...transaction, ...changed } }, found, { ...work, addShared })
  return { answer, rows, of: (name: string) => rows.get(name) ?? [] }
}

it('MON-04 credits, records and announces a payment as it was begun, on the condition that the facts are unchanged', () => {
  const { answer, rows, of } = decide(facts())
  expect(answer).toBe('credited')
  expect(of('payments_deposit_credited')).toEqual([
    { before: deposit, transactionId: '1234-1', paymentUrl: null, bankReference: 'ACH-1', state: 'COMPLETED', endedAt: NOW },
  ])
  expect(of('payments_state_history_inserted')).toMatchObject([{ from: 'PENDING', to: 'COMPLETED', at: NOW, actor: { kind: 'provider' } }])
  expect(of('platform_event_inserted')).toMatchObject([{ type: 'payments.deposit_updated' }, { type: 'payments.deposit_credited' }])
  expect(of('ledger_accounts_unchanged')).toMatchObject([{ before: { id: BANK.id, version: 9n } }, { before: { version: 3n } }])
  const after = (of('ledger_account_posted') as { after(): unknown }[]).map((row) => row.after())
  expect(after).toMatchObject([
    { id: BANK.id, posted: -100n - AMOUNT, version: 10n },
    { posted: 7n + AMOUNT, version: 4n },
  ])
  expect([...rows.keys()].every((name) => useCase.kinds.some((kind) => kind.name === name))).toBe(true)
})

it('MON-04 inserts the account of a first credit, without a condition on its row', () => {
  const [, bank] = accounts.accounts
  const { of } = decide(facts({ accounts: { ...accounts, accounts: bank ? [bank] : [] } }))
  expect(of('ledger_accounts_unchanged')).toHaveLength(1)
  expect(of('ledger_account_posted')).toHaveLength(2)
})

it.each<[what: string, found: Partial<Facts>, payment?: Partial<PseTransaction>]>([
  ['an unknown deposit', { deposit: null }],
  ['a deposit of another customer', { deposit: { ...deposit, accountId: newId() } }],
  ['a deposit that has ended', { deposit: { ...deposit, state: 'EXPIRED' } }],
  ['a deposit that is credited', { deposit: { ...deposit, state: 'COMPLETED' } }],
  ['a transfer', { deposit: { ...deposit, method: 'TRANSFER' } }],
  ['a booked payment', { deposit: { ...deposit, isBooked: true } }],
  ['a deposit of another transaction', { deposit: { ...deposit, providerTransactionId: '1234-0' } }],
  ['a transaction of another deposit, or one that was reported', { deposit: { ...deposit, isElsewhere: true } }],
  ['a rewritten amount', { deposit: { ...deposit, amount: AMOUNT + 1n } }, { amountCop: AMOUNT + 1n }],
  ['a posting that exists', { accounts: { ...accounts, isPosted: true } }],
  ['a use of the month that was released', { isReleased: true }],
  ['a payment that is not approved', {}, { status: 'PENDING' }],
  ['another amount', {}, { amountCop: AMOUNT - 1n }],
  ['another currency', {}, { currency: 'USD' }],
  ['another payer', {}, { payer: { name: 'Pedro Pérez Gil', document: '', email: '' } }],
  [
    'another payer than the verified person',
    { person: { ...payer, documentNumber: '9' } },
    { payer: { name: '', document: '123', email: '' } },
  ],
])('MON-04 leaves %s to a transaction, and writes nothing', (_, found, changed) => {
  const { answer, rows } = decide(facts(found), changed)
  expect([answer, rows.size]).toEqual(['aside', 0])
})

it('MON-04 credits a payment of the person that is verified now', () => {
  const named = { payer: { name: 'ANA MARIA ROJAS', document: '123', email: '' } }
  expect(decide(facts({ person: payer }), named).answer).toBe('credited')
  expect(decide(facts(), named).answer).toBe('credited')
})

it('MON-10 refuses to post to an account without its seal', () => {
  const forged = accounts.accounts.map((account) => ({ ...account, isProved: account.id === BANK.id }))
  expect(() => decide(facts({ accounts: { ...accounts, accounts: forged } }))).toThrow(Refused)
})

it('keeps a link of the provider only when its host is allowed', () => {
  const linkOf = (paymentUrl: string) =>
    (decide(facts(), { paymentUrl }).of('payments_deposit_credited')[0] as { paymentUrl: string | null }).paymentUrl
  expect(linkOf('https://evil.example/pay')).toBeNull()
})
