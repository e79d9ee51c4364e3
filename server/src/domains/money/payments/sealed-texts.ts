/**
 * Sealed texts of pesos (docs/decisions/0045-sealed-rows.md): payee or credited customer, amount, destination, and approvers. JSON, since
 * names are free text and no separator is safe.
 */

import { isInfiniteTime } from '../../../platform/database/database.ts'
import type { PayoutOrder } from './providers/payout.ts'
import type { AccountType } from './types.ts'
import type { ReviewCause } from './withdrawals/review-rules.ts'

export interface BankAccountFacts {
  readonly id: string
  readonly accountId: string
  readonly bankId: number
  readonly accountType: AccountType
  readonly number: string
  /** Start of the hold after which it can be paid. */
  readonly changedAt: Date
}
export interface DepositFacts {
  readonly id: string
  readonly accountId: string
  readonly method: 'PSE' | 'TRANSFER'
  readonly amount: bigint
  /** True for a payment that two officers booked. */
  readonly isBooked?: boolean
}
/** `accountId`: null when it is in the suspense account. */
export interface BookingFacts {
  readonly id: string
  readonly anomalyId: string
  readonly provider: string
  readonly providerId: string
  readonly reference: string
  readonly amount: bigint
  readonly accountId: string | null
  readonly makerId: string
  readonly checkerId: string
}
/**
 * One change of a credited payment that the provider took back. `number`: its position among those of its deposit. The last three belong to
 * an end by two officers.
 */
export interface TakenBackFacts {
  readonly id: string
  readonly depositId: string
  readonly number: number
  readonly change: 'taken_back' | 'restored' | 'ended'
  readonly status: string
  readonly at: Date
  readonly loss: bigint | null
  readonly makerId: string | null
  readonly checkerId: string | null
}
export interface WithdrawalFacts {
  readonly id: string
  readonly accountId: string
  readonly amount: bigint
  readonly bankId: number
  readonly accountType: AccountType
  readonly accountNumber: string
  readonly payee: PayoutOrder['payee']
  readonly sendableFrom: Date | null
}
/** The bank's facts of a line, in a statement that two officers imported. */
export interface LineFacts {
  readonly id: string
  readonly bankId: string
  readonly bookedOn: string
  readonly amount: bigint
  readonly reference: string
  readonly description: string
  readonly payer: { readonly name: string; readonly document: string; readonly bank: string; readonly account: string }
}
/** `number`: how many times it had been held for review until then. */
export interface Review {
  readonly number: number
  readonly cause: ReviewCause | null
}
/** `checkerId`: null where one officer was enough. */
export interface Approvers {
  readonly makerId: string
  readonly checkerId: string | null
}

/** A forged row may have an infinite time, which has no text: it then fits no seal, like any other time that was changed. */
const timeText = (at: Date): string => (isInfiniteTime(at) ? 'infinite' : at.toISOString())

export const bankAccountText = ({ id, accountId, bankId, accountType, number, changedAt }: BankAccountFacts): string =>
  JSON.stringify(['bank-account', id, accountId, bankId, accountType, number, timeText(changedAt)])

export const depositText = ({ id, accountId, method, amount, isBooked = false }: DepositFacts): string =>
  JSON.stringify(['deposit', id, accountId, method, String(amount), ...(isBooked ? ['booked'] : [])])

/** `amount`: as text for a row that is not verified yet. */
export const bookingText = ({
  id,
  anomalyId,
  provider,
  providerId,
  reference,
  amount,
  accountId,
  makerId,
  checkerId,
}: Omit<BookingFacts, 'amount'> & { readonly amount: bigint | string }): string =>
  JSON.stringify(['anomaly-booking', id, anomalyId, provider, providerId, reference, String(amount), accountId, makerId, checkerId])

/** `loss`: as text for a row that is not verified yet. */
export const takenBackText = ({ loss, ...facts }: Omit<TakenBackFacts, 'loss'> & { readonly loss: bigint | string | null }): string => {
  const { id, depositId, number, change, status, at, makerId, checkerId } = facts
  return JSON.stringify([
    'taken-back',
    id,
    depositId,
    number,
    change,
    status,
    timeText(at),
    loss === null ? null : String(loss),
    makerId,
    checkerId,
  ])
}

export function lineText({ id, bankId, bookedOn, amount, reference, description, payer }: LineFacts): string {
  const { name, document, bank, account } = payer
  return JSON.stringify(['statement-line', id, bankId, bookedOn, String(amount), reference, description, name, document, bank, account])
}

export function withdrawalText(facts: WithdrawalFacts): string {
  const { id, accountId, amount, bankId, accountType, accountNumber, payee, sendableFrom } = facts
  const { personType, fullName, documentType, documentNumber, email } = payee
  const person = [personType, fullName, documentType, documentNumber, email]
  const destination = [bankId, accountType, accountNumber, ...person]
  return JSON.stringify(['bank-withdrawal', id, accountId, String(amount), sendableFrom && timeText(sendableFrom), ...destination])
}

export const reviewText = (withdrawal: WithdrawalFacts, { number, cause }: Review): string =>
  JSON.stringify(['bank-review', withdrawalText(withdrawal), number, cause])

export const approvalText = (withdrawal: WithdrawalFacts, number: number, { makerId, checkerId }: Approvers): string =>
  JSON.stringify(['bank-approval', withdrawalText(withdrawal), number, makerId, checkerId])

/** The first text of a withdrawal keeps its format from when there was only one. */
export const outcomeText = (word: {
  withdrawalId: string
  number: number
  outcome: string
  bankReference: string
  makerId: string
  checkerId: string
}): string => {
  const number = word.number === 1 ? [] : [word.number]
  return JSON.stringify(['payout-word', word.withdrawalId, word.outcome, word.bankReference, word.makerId, word.checkerId, ...number])
}

export const unpaidText = ({ id, withdrawalId }: { id: string; withdrawalId: string }): string =>
  JSON.stringify(['payout-unpaid', id, withdrawalId])
