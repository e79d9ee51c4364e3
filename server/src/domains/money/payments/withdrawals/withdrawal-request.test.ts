/** Decision about a withdrawal request, on plain values and without a database. */
import { CONFIGURATION, firstNumbersOf } from '@tunjo/contract/configuration-catalogue'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { typedNumbers } from '@tunjo/contract/versioned-numbers'
import { describe, expect, it } from 'vitest'
import { createTestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { Refused } from '../../../../platform/http/refusal.ts'
import { evidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import type { FoundWithdrawer } from '../../../customers/limits/index.ts'
import { customerAccount, type FoundBooks } from '../../ledger/index.ts'
import { readPaymentsSettings } from '../config.ts'
import { buildPayments, sandboxEnvironment } from '../parts.testing.ts'
import { bankAccountText, reviewText, withdrawalText } from '../sealed-texts.ts'
import type { FlowOfDay } from './flow-of-day.ts'
import type { RequestedWithdrawal } from './request-store.ts'
import { type WithdrawalRequest, withdrawalRequest } from './withdrawal-request.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const MILLION = 100_000_000n
const noDatabase = new Proxy({}, { get: () => () => { throw new Error('a decision reads no database') } }) // biome-ignore format: one value
const platform = createTestPlatform({ db: noDatabase as never })
const env = {
  ...sandboxEnvironment({ baseUrls: { wompi: 'http://127.0.0.1:1', payouts: 'http://127.0.0.1:1' } as never }),
  WITHDRAWAL_TWO_OFFICERS_COP: '40000000',
  WITHDRAWAL_CANCEL_SECONDS: '600',
  BANK_ACCOUNT_HOLD_HOURS: '24',
}
const seals = evidenceSeals(platform.secrets)
const { limits, ledger } = buildPayments({ ...platform, env })
const useCase = withdrawalRequest({ limits, ledger, seals, settings: readPaymentsSettings(env, platform.settings) })

const owner = newId()
const account = {
  ...({ id: newId(), accountId: owner, alias: 'Nómina', bankId: 1, accountType: 9, number: '12345678' } as const),
  changedAt: new Date('2026-10-01T12:00:00Z'),
}
const dossier = {
  personType: 'natural',
  fullName: 'Ana María Rojas',
  documentType: 'CC',
  documentNumber: '1',
  phone: '+573001234567',
} as const
const withdrawer: FoundWithdrawer = {
  account: { id: owner, email: 'ana@correo.example', createdAt: new Date(0), state: ACCOUNT_STATE.verified, hold: null, mark: 'm' },
  verification: { verifiedLevel: 3, dossier },
  mayTransact: true,
  limits: { version: 1, numbers: typedNumbers(CONFIGURATION.limits.numbers, firstNumbersOf('limits')), lists: {} },
  month: { own: 5n, used: 5n },
}
const flow: FlowOfDay = { cameIn: 0n, isCameInUnknown: false, goesOut: 0n, unseen: 0n, waiting: 0n }
const books = (posted: bigint): FoundBooks => ({
  account: { ...customerAccount(owner, 'COP'), posted, held: 0n, version: 3n, isProved: true },
  frozen: new Map() as never,
  freezeEpoch: 0n,
})
type Facts = Parameters<typeof useCase.decide>[1]
const facts = (changed: Partial<Facts> = {}): Facts => ({
  earlier: null,
  withdrawer,
  bankAccount: { account: { ...account, seal: seals.seal(bankAccountText(account)) }, isProved: true },
  flow,
  inReview: [],
  requestedToday: 0,
  books: books(100n * MILLION),
  ...changed,
})
const request = (changed: Partial<WithdrawalRequest> = {}): WithdrawalRequest => ({
  owner,
  operation: { id: newId(), hash: 'h', isKeyless: false },
  bankAccountId: account.id,
  amount: MILLION,
  ...changed,
})

/** Answer of the decision, and the rows that it writes by the name of their kind. */
function decide(found: Facts, asked = request()) {
  const rows = new Map<string, unknown[]>()
  const add = ({ name }: { name: string }, row: unknown) => void rows.set(name, [...(rows.get(name) ?? []), row])
  const answer = useCase.decide(asked, found, { now: NOW, groupId: newId(), add, shared: (_, make) => make(), addShared: add as never })
  return { answer, rows, of: (name: string) => rows.get(name) ?? [] }
}
const codeOf = (found: Facts, asked = request()): string => {
  try {
    return decide(found, asked).answer.outcome
  } catch (error) {
    if (error instanceof Refused) return error.refusal.code
    throw error
  }
}

describe('decision about a withdrawal request', () => {
  it('MON-06 records, counts, holds and announces the requested amount, on the condition that the facts are unchanged', () => {
    const asked = request()
    const open = newId()
    const { answer, rows, of } = decide(facts({ inReview: [open] }), asked)
    expect(answer).toMatchObject({ outcome: 'recorded', steps: [{ state: 'HELD', note: null }] })
    const [withdrawal] = of('payments_withdrawal_inserted') as RequestedWithdrawal[]
    expect(withdrawal).toMatchObject({ requestHash: 'h', createdAt: NOW, review: null })
    expect(withdrawal?.facts).toMatchObject({ amount: MILLION, accountNumber: '12345678', sendableFrom: new Date('2026-11-20T15:10:00Z') })
    expect(seals.isSealOf(withdrawalText(withdrawal?.facts as never), withdrawal?.seal ?? null)).toBe(true)
    expect(of('limits_month_use_updated')).toMatchObject([{ accountId: owner, month: '2026-11-01', before: 5n, after: 5n + MILLION }])
    expect(of('limits_operation_use_inserted')).toMatchObject([{ operationId: asked.operation.id, amountCop: MILLION }])
    expect(of('payments_still_in_review')).toEqual([open])
    expect(of('payments_account_used')).toMatchObject([{ id: account.id }])
    expect(of('ledger_account_updated')).toMatchObject([{ before: { version: 3n }, state: { held: MILLION, version: 4n } }])
    expect(of('platform_event_inserted')).toMatchObject([{ type: 'payments.withdrawal_requested' }])
    expect(of('platform_job_inserted')).toMatchObject([{ key: asked.operation.id, runAt: withdrawal?.facts.sendableFrom }])
    expect([...rows.keys()].every((name) => useCase.kinds.some((kind) => kind.name === name))).toBe(true)
  })

  it('SEC-50 refuses in the order in which a person can correct: their identity, the month, the day, the account, the money', () => {
    const stranger = { ...withdrawer, verification: { verifiedLevel: 0, dossier: null } } as const
    const suspended = { ...withdrawer, account: { ...withdrawer.account, state: ACCOUNT_STATE.suspended } } as FoundWithdrawer
    const level1 = {
      ...withdrawer,
      verification: { verifiedLevel: 1, dossier },
      month: { own: 13n * MILLION, used: 13n * MILLION },
    } as const
    const until = new Date('2026-11-21T15:00:00Z')
    const onHold = { ...withdrawer, account: { ...withdrawer.account, hold: { until, reason: 'password_changed' } } } as FoundWithdrawer
    const nothing = { bankAccount: null, books: books(0n) }
    const allToday = { ...nothing, requestedToday: 5 }
    expect(codeOf(facts({ ...nothing, withdrawer: { ...withdrawer, account: null } }))).toBe('limits.not_verified')
    expect(codeOf(facts({ ...nothing, withdrawer: stranger }))).toBe('limits.not_verified')
    expect(codeOf(facts({ ...nothing, withdrawer: suspended }))).toBe('limits.blocked')
    expect(codeOf(facts({ ...nothing, withdrawer: { ...withdrawer, mayTransact: false } }))).toBe('limits.in_review')
    expect(codeOf(facts({ ...allToday, withdrawer: level1 }))).toBe('limits.monthly_exceeded')
    expect(codeOf(facts({ ...allToday, withdrawer: onHold }))).toBe('limits.withdrawals_on_hold')
    expect(codeOf(facts(allToday))).toBe('payments.too_many_withdrawals')
    expect(codeOf(facts(nothing))).toBe('payments.account_not_found')
    expect(codeOf(facts({ books: books(MILLION - 1n) }))).toBe('ledger.insufficient_funds')
    expect(codeOf(facts({ books: books(MILLION) }))).toBe('recorded')
  })

  it('E8 the last withdrawal of a day is recorded, and the next one is refused with the number', () => {
    expect(codeOf(facts({ requestedToday: 4 }))).toBe('recorded')
    expect(() => decide(facts({ requestedToday: 5 }))).toThrow(
      expect.objectContaining({ refusal: expect.objectContaining({ code: 'payments.too_many_withdrawals', params: { maximum: '5' } }) }),
    )
  })

  it('MON-06 a bank account without the seal of its owner is not paid, and is named for the security log', () => {
    const forged = { account: { ...account, seal: 'ab' }, isProved: false }
    expect(() => decide(facts({ bankAccount: forged }))).toThrow(expect.objectContaining({ bankAccountId: account.id }))
    expect(codeOf(facts({ bankAccount: forged }))).toBe('ledger.unproved')
  })

  it('KYC-18 the refusal by the month has the facts that are recorded of it', () => {
    const used = { own: 13n * MILLION, used: 13n * MILLION }
    const exceeded = { ...withdrawer, verification: { verifiedLevel: 1, dossier }, month: used } as const
    const refused = { accountId: owner, direction: 'withdrawal', amountCop: MILLION, maximum: 13n * MILLION, at: NOW }
    expect(() => decide(facts({ withdrawer: exceeded }))).toThrow(expect.objectContaining({ refused: expect.objectContaining(refused) }))
  })

  it('KYC-18 the use by earlier accounts of the person counts, and is not written again', () => {
    const month = { own: 2n * MILLION, used: 12n * MILLION }
    const level1 = { ...withdrawer, verification: { verifiedLevel: 1, dossier }, month } as const
    expect(decide(facts({ withdrawer: level1 })).of('limits_month_use_updated')).toMatchObject([
      { before: 2n * MILLION, after: 3n * MILLION },
    ])
    expect(codeOf(facts({ withdrawer: level1 }), request({ amount: MILLION + 1n }))).toBe('limits.monthly_exceeded')
  })

  it('R2 an operation that is recorded writes nothing; with another body it is refused', () => {
    const { answer, rows } = decide(facts({ earlier: { requestHash: 'h' } }))
    expect([answer.outcome, rows.size]).toEqual(['repeated', 0])
    expect(codeOf(facts({ earlier: { requestHash: 'other' } }))).toBe('request.idempotency_key_reused')
  })

  it('KYC-18 a month without a row is begun before anything is written', () => {
    const { answer, rows } = decide(facts({ withdrawer: { ...withdrawer, month: { own: null, used: 0n } } }))
    expect([answer.outcome, rows.size]).toEqual(['month_not_begun', 0])
  })

  it('MON-06 a new bank account is paid a day after its change, and the customer reads why', () => {
    const fresh = { ...account, changedAt: new Date('2026-11-20T14:00:00Z'), seal: 'x' }
    const { answer, of } = decide(facts({ bankAccount: { account: fresh, isProved: true } }))
    expect(of('payments_withdrawal_inserted')).toMatchObject([{ facts: { sendableFrom: new Date('2026-11-21T14:00:00Z') } }])
    expect(answer).toMatchObject({ steps: [{ state: 'HELD', note: expect.stringContaining('hace poco') }] })
  })

  it.each([
    ['large itself', { amount: 40n * MILLION }, {}, 'large'],
    ['large with what no two officers saw', {}, { unseen: 20n * MILLION, waiting: 19n * MILLION }, 'large'],
    ['just below', {}, { unseen: 20n * MILLION, waiting: 19n * MILLION - 1n }, null],
  ])('R11 %s', (_name, asked, day, cause) => {
    const { answer, of } = decide(facts({ flow: { ...flow, ...day } }), request(asked))
    const [withdrawal] = of('payments_withdrawal_inserted') as RequestedWithdrawal[]
    expect(withdrawal?.review?.cause ?? null).toBe(cause)
    if (!withdrawal?.review) return expect(answer).toMatchObject({ steps: [{ state: 'HELD' }] })
    const { facts: sealed, review } = withdrawal
    expect(seals.isSealOf(reviewText(sealed, { number: 1, cause: review.cause }), review.seal)).toBe(true)
    expect(answer).toMatchObject({ steps: [{ state: 'HELD' }, { state: 'IN_REVIEW' }] })
    expect(of('payments_state_history_inserted')).toMatchObject([
      { from: null, to: 'HELD' },
      { from: 'HELD', to: 'IN_REVIEW' },
    ])
    expect((of('platform_event_inserted') as { type: string }[]).map(({ type }) => type)).toEqual([
      'payments.withdrawal_requested',
      'payments.withdrawal_updated',
      'payments.withdrawal_in_review',
    ])
  })
})
