/**
 * Postings of the collection account. Every line of its statement is posted once, when it is reconciled, whatever its owner: therefore the
 * ledger's account equals the bank's balance, and unassigned money is in suspense.
 */
import { idOf } from '../../../../platform/database/ids.ts'
import { type Account, type Post, systemAccount } from '../../ledger/index.ts'
import { depositsInReview } from '../deposits/suspense.ts'

/** Its negative side is the balance at the bank. */
export const collection = systemAccount('collection', 'COP')
/** Pesos that two officers sent back and that the bank has not paid yet. */
export const refundsDue = systemAccount('refunds_due', 'COP')
/** Pesos that left and whose purpose is not known yet. */
export const debitsInReview = systemAccount('bank_debits_in_review', 'COP')

interface Line {
  readonly id: string
  readonly amount: bigint
}

/** One id for any decision about a line: the ledger takes no second posting. */
export const decisionId = (lineId: string): string => idOf('payments.deposit.decided', lineId)

const arrivalId = (lineId: string): string => idOf('payments.transfer', lineId)

/** The same code as for PSE: pesos arrived through the bank. The signer mints against it. */
export const arrived = ({ id, amount }: Line, credit: Account): Post => ({
  kind: 'post',
  id: arrivalId(id),
  debit: collection,
  credit,
  amount,
  code: 'payments.deposit',
  ref: id,
})

/** From suspense to its owner; the same posting as of a held PSE deposit. */
export const decided = ({ id, amount }: Line, credit: Account): Post => ({
  kind: 'post',
  id: decisionId(id),
  debit: depositsInReview,
  credit,
  amount,
  code: 'payments.deposit_decided',
  ref: id,
})

export const sentBack = ({ id, amount }: Line): Post => ({
  kind: 'post',
  id: decisionId(id),
  debit: depositsInReview,
  credit: refundsDue,
  amount,
  code: 'payments.deposit_refunded',
  ref: id,
})

/** `amount` is above zero: the sum that left. */
export const left = ({ id, amount }: Line, debit: Account): Post => ({
  kind: 'post',
  id: arrivalId(id),
  debit,
  credit: collection,
  amount,
  code: 'payments.bank_debit',
  ref: id,
})

export const debitExplained = ({ id, amount }: Line, debit: Account): Post => ({
  kind: 'post',
  id: decisionId(id),
  debit,
  credit: debitsInReview,
  amount,
  code: 'payments.bank_debit_decided',
  ref: id,
})
