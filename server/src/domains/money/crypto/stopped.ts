/** Overdue tokens: deposits, withdrawals, sweeps of deposit addresses. */
import type { TokenDepositDecision } from '@tunjo/contract/crypto-officers'
import { sql } from 'kysely'
import { before, failedEventOf, type StuckSource, stuckSource } from '../../../platform/security/stopped-operations.ts'
import { operationIdOf } from '../blockchain/index.ts'
import type { CryptoContext } from './context.ts'
import { newestDecision } from './deposits/decision-store.ts'
import { decidedDepositsInReview, deferDeposit } from './deposits/deposit-store.ts'
import { endSweep } from './sweeps/sweep-store.ts'
import { followTransfer } from './withdrawals/follow-transfer.ts'
import { tryNow } from './withdrawals/withdrawal-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Interval after which a retained deposit is reviewed again. */
const RETAINED_LATE_MS = 30 * DAY_MS

export const stoppedTokens = (context: CryptoContext): readonly StuckSource[] => [
  tokenDeposits(context),
  tokenWithdrawals(context),
  sweeps(context),
]

const tokenDeposits = (context: CryptoContext): StuckSource =>
  stuckSource(context.db, {
    kind: 'token_deposit',
    async late() {
      const decided = await decidedInReview(context)
      const now = context.clock.now()
      const [hourAgo, dayAgo] = [before(now, HOUR_MS), before(now, DAY_MS)]
      return sql`SELECT d.id, d.account_id AS "accountId", d.asset, d.amount, d.state,
          coalesce(decision.at, CASE d.state WHEN 'PENDING' THEN d.created_at ELSE d.updated_at END) AS since,
          CASE WHEN d.state = 'DISPUTED' THEN 'dispute' WHEN d.state IN ('PENDING', 'BELOW_MINIMUM') THEN 'confirmations' WHEN decision.decision = 'retain' THEN 'retained'
            WHEN d.sanctions = 'listed' AND decision.decision IS NULL THEN 'officers' ELSE 'customer_limit' END AS waits,
          d.reason AS "lastError", d.try_at AS "nextTryAt"
        FROM crypto.deposit d LEFT JOIN unnest(${decided.map(({ id }) => id)}::uuid[], ${decided.map(({ at }) => at)}::timestamptz[],
          ${decided.map(({ decision }) => decision)}::text[]) AS decision (deposit_id, at, decision) ON decision.deposit_id = d.id AND d.state = 'IN_REVIEW'
        WHERE (d.state IN ('PENDING', 'IN_REVIEW', 'DISPUTED') OR d.state = 'BELOW_MINIMUM' AND d.is_summed) AND CASE WHEN d.state = 'PENDING' THEN d.created_at < ${hourAgo}
          WHEN d.state IN ('DISPUTED', 'BELOW_MINIMUM') THEN d.updated_at < ${hourAgo} WHEN decision.decision = 'retain' THEN decision.at < ${before(now, RETAINED_LATE_MS)}
          ELSE coalesce(decision.at, (SELECT max(at) FROM crypto.state_history h WHERE h.subject_id = d.id::text), d.created_at) < ${dayAgo} END`
    },
    open: (id) => sql`SELECT 1 FROM crypto.deposit WHERE id = ${id}
      AND (state IN ('PENDING', 'IN_REVIEW', 'DISPUTED') OR state = 'BELOW_MINIMUM' AND is_summed)`,
    // The scanner passes every second.
    checkAgain: (id) => deferDeposit(context.db, id, context.clock.now()),
  })

interface Decided {
  readonly id: string
  readonly at: Date
  readonly decision: TokenDepositDecision
}

/** Newest sealed decision of each deposit in review: a forged row hides no deposit from the officers' list. */
async function decidedInReview(context: CryptoContext): Promise<Decided[]> {
  const decided: Decided[] = []
  for (const deposit of await decidedDepositsInReview(context.db)) {
    const newest = await newestDecision(context, context.db, deposit)
    if (newest) decided.push({ id: deposit.id, at: newest.at, decision: newest.decision })
  }
  return decided
}

const tokenWithdrawals = (context: CryptoContext): StuckSource =>
  stuckSource(context.db, {
    kind: 'token_withdrawal',
    late() {
      const now = context.clock.now()
      const hourAgo = before(now, HOUR_MS)
      const entered = sql`coalesce((SELECT max(at) FROM crypto.state_history h WHERE h.subject_id = w.id::text), w.created_at)`
      return sql`SELECT w.id, w.account_id AS "accountId", w.asset, w.amount, w.state, ${entered} AS since,
          CASE WHEN w.state IN ('IN_REVIEW', 'UNDELIVERED') THEN 'officers' WHEN retry.last_error IS NOT NULL THEN 'event_failed' WHEN w.state = 'SIGNING' THEN 'signer'
            WHEN w.state = 'SENT' THEN 'confirmations' ELSE coalesce(w.waiting, 'may_not_leave') END AS waits, retry.last_error AS "lastError",
          CASE WHEN w.state IN ('REQUESTED', 'APPROVED') THEN w.try_at ELSE retry.run_at END AS "nextTryAt"
        FROM crypto.withdrawal w ${failedEventOf('crypto', sql`w.id`)}
        WHERE w.ended_at IS NULL AND CASE WHEN w.state IN ('IN_REVIEW', 'UNDELIVERED') THEN ${entered} < ${before(now, DAY_MS)}
          WHEN w.waiting = 'on_hold' THEN w.send_after < ${before(now, 7 * DAY_MS)}
          ELSE w.send_after < ${hourAgo} AND (w.state IN ('REQUESTED', 'APPROVED') OR ${entered} < ${hourAgo}) END`
    },
    open: (id) => sql`SELECT 1 FROM crypto.withdrawal WHERE id = ${id} AND ended_at IS NULL`,
    async checkAgain(id) {
      await tryNow(context.db, id, context.clock.now())
      await followTransfer(context, { operationId: operationIdOf('crypto.withdrawal', id), kind: 'transfer', ref: id, state: 'confirmed' })
    },
  })

const sweeps = ({ db, clock, blockchain }: CryptoContext): StuckSource =>
  stuckSource(db, {
    kind: 'token_sweep',
    late: () => sql`SELECT s.id, s.account_id AS "accountId", s.asset, NULL::numeric AS amount, 'OPEN' AS state, s.created_at AS since,
        CASE WHEN retry.last_error IS NULL THEN 'confirmations' ELSE 'event_failed' END AS waits, retry.last_error AS "lastError",
        retry.run_at AS "nextTryAt"
      FROM crypto.sweep s ${failedEventOf('crypto', sql`s.id`)}
      WHERE s.ended_at IS NULL AND s.created_at < ${before(clock.now(), HOUR_MS)}`,
    open: (id) => sql`SELECT 1 FROM crypto.sweep WHERE id = ${id} AND ended_at IS NULL`,
    async checkAgain(id) {
      const { outcome } = await blockchain.result(operationIdOf('crypto.sweep', id))
      if (outcome !== 'open') await endSweep(db, id, clock.now())
    },
  })
