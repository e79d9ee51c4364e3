/** SQL of withdrawal requests, which run in groups. */
import { type Fact, held, inserted, type Kind } from '../../../../platform/unit-of-work/index.ts'
import type { BankAccountRow } from '../accounts/account-store.ts'
import { WITHDRAWAL_IN_REVIEW } from '../reasons.ts'
import type { WithdrawalFacts } from '../sealed-texts.ts'
import type { ReviewCause } from './review-rules.ts'

/** Withdrawal that the same operation recorded before. */
export const earlierFact = (operation: string): Fact<{ readonly requestHash: string } | null> => ({
  text: `SELECT jsonb_build_object('requestHash', request_hash) FROM payments.withdrawal WHERE id = asked.${operation}`,
  read: (json) => json as { requestHash: string } | null,
})

/** Withdrawals of a customer that wait for officers. */
export const inReviewFact = (owner: string): Fact<readonly string[]> => ({
  text: `SELECT jsonb_agg(id) FROM payments.withdrawal WHERE account_id = asked.${owner} AND state = 'IN_REVIEW'`,
  read: (json) => (json as string[] | null) ?? [],
})

/** Lock against officers who decide: either the officer reads this request, or the request reads the decision. */
export const STILL_IN_REVIEW: Kind<string> = held(
  'payments_still_in_review',
  [['id', 'uuid', (id) => id]],
  `payments.withdrawal AS t WHERE t.id = r.id AND t.state = 'IN_REVIEW'`,
)

export interface RequestedWithdrawal {
  readonly facts: WithdrawalFacts & { readonly sendableFrom: Date }
  readonly requestHash: string
  readonly account: BankAccountRow
  readonly seal: string
  readonly createdAt: Date
  /** Null when it needs no officer. */
  readonly review: { readonly cause: ReviewCause; readonly seal: string } | null
}

export const WITHDRAWALS_REQUESTED: Kind<RequestedWithdrawal> = inserted<RequestedWithdrawal>('payments.withdrawal', [
  ['id', 'uuid', ({ facts }) => facts.id],
  ['account_id', 'uuid', ({ facts }) => facts.accountId],
  ['request_hash', 'text', ({ requestHash }) => requestHash],
  ['bank_account_id', 'uuid', ({ account }) => account.id],
  ['bank_id', 'int4', ({ facts }) => facts.bankId],
  ['account_alias', 'text', ({ account }) => account.alias],
  ['account_type', 'int4', ({ facts }) => facts.accountType],
  ['account_number', 'text', ({ facts }) => facts.accountNumber],
  ['amount', 'numeric', ({ facts }) => facts.amount],
  ['payee', 'jsonb', ({ facts }) => JSON.stringify(facts.payee)],
  ['state', 'text', ({ review }) => (review ? 'IN_REVIEW' : 'HELD')],
  ['reason', 'text', ({ review }) => (review ? WITHDRAWAL_IN_REVIEW : null)],
  ['approval_state', 'text', ({ review }) => (review ? 'PENDING' : 'AUTOMATIC')],
  ['review_cause', 'text', ({ review }) => review?.cause ?? null],
  ['review_seal', 'text', ({ review }) => review?.seal ?? null],
  ['pay_after', 'timestamptz', ({ facts }) => facts.sendableFrom],
  ['sendable_from', 'timestamptz', ({ facts }) => facts.sendableFrom],
  ['seal', 'text', ({ seal }) => seal],
  ['created_at', 'timestamptz', ({ createdAt }) => createdAt],
])
