/** SQL of withdrawal requests, which run in groups. */
import { bogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { type Fact, held, inserted, type Kind } from '../../../../platform/unit-of-work/index.ts'
import type { BankAccountRow } from '../accounts/account-store.ts'
import type { PaymentsContext } from '../context.ts'
import { WITHDRAWAL_IN_REVIEW } from '../reasons.ts'
import type { WithdrawalFacts } from '../sealed-texts.ts'
import type { ReviewCause } from './review-rules.ts'

/** Withdrawal that the same operation recorded before. */
export const earlierFact = (operation: string): Fact<{ readonly requestHash: string } | null> => ({
  text: `SELECT jsonb_build_object('requestHash', request_hash) FROM payments.withdrawal WHERE id = asked.${operation}`,
  read: (json) => json as { requestHash: string } | null,
})

/**
 * Number of withdrawals that a person asked for since a moment, also by accounts that were closed. One that ended before the bank was asked
 * cost nothing, and is not counted.
 */
export const requestedFact = (owner: string, since: string): Fact<number> => ({
  text: `SELECT to_jsonb(count(*)) FROM payments.withdrawal
    WHERE account_id = ANY(array_append(ARRAY(SELECT earlier_id FROM kyc.earlier_account WHERE account_id = asked.${owner}), asked.${owner}))
      AND created_at >= asked.${since} AND (state NOT IN ('RETURNED', 'CANCELLED') OR first_tried_at IS NOT NULL)`,
  read: (json) => json as number,
})

const REQUESTED = requestedFact('owner', 'since')

/** The same for the current day, outside of a request. */
export async function requestedToday({ db, clock }: Pick<PaymentsContext, 'db' | 'clock'>, owner: string): Promise<number> {
  const since = startOfBogotaDay(bogotaDay(clock.now()))
  const found = await sql<{ count: unknown }>`SELECT (${sql.raw(REQUESTED.text)}) AS count
    FROM (SELECT ${owner}::uuid AS owner, ${since}::timestamptz AS since) AS asked`.execute(db)
  return REQUESTED.read(found.rows[0]?.count)
}

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
