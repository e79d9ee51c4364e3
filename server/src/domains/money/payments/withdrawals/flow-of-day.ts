/** Flow of a day: money in and out of a customer's account, for the rules that send a withdrawal to review. */
import { sql } from 'kysely'
import type { Transaction } from '../../../../platform/database/database.ts'
import type { Fact } from '../../../../platform/unit-of-work/index.ts'
import type { DayFlow } from '../../../customers/limits/index.ts'
import { WITHDRAWAL_STATES } from './states.ts'

export interface FlowOfDay extends DayFlow {
  readonly unseen: bigint
  readonly waiting: bigint
}

/** Approval by one officer without a second one. */
export const APPROVED_ALONE = `(approval_state = 'APPROVED' AND checker_id IS NULL)`

/** Approval since a moment. No EXISTS, which the planner may hash: it would read the whole history. */
export const approvedSince = (since: string): string => `(SELECT true FROM payments.state_history AS step
  WHERE step.machine = '${WITHDRAWAL_STATES.name}' AND step.subject_id = withdrawal.id::text AND step.from_state = 'IN_REVIEW'
    AND step.to_state = 'HELD' AND step.at > ${since} LIMIT 1)`

/**
 * Money that came in and that was requested to go out within a day, pesos and tokens, in cents. `unseen`: withdrawals of pesos that no two
 * officers reviewed and that were requested, or approved by one officer, within the day. `waiting`: those that one officer may still approve
 * alone. Parameters are names of the keys: id of the account, moment of the decision.
 */
export const flowFact = (owner: string, now: string): Fact<FlowOfDay> => {
  const since = `(asked.${now} - interval '24 hours')`
  const all = `FROM payments.withdrawal AS withdrawal WHERE account_id = asked.${owner} AND state NOT IN ('RETURNED', 'CANCELLED')`
  const flow = `FROM (SELECT account_id, direction, value_cop, at FROM payments.money_flow
    UNION ALL SELECT account_id, direction, value_cop, at FROM crypto.money_flow) AS flow WHERE account_id = asked.${owner} AND at > ${since}`
  return {
    text: `SELECT jsonb_build_object(
      'cameIn', (SELECT coalesce(sum(value_cop), 0)::text ${flow} AND direction = 'in'),
      'isCameInUnknown', EXISTS (SELECT ${flow} AND direction = 'in' AND value_cop IS NULL),
      'goesOut', (SELECT coalesce(sum(value_cop), 0)::text ${flow} AND direction = 'out'),
      'unseen', (SELECT coalesce(sum(amount), 0)::text ${all} AND (review_cause IS NULL AND created_at > ${since}
        OR ${APPROVED_ALONE} AND ${approvedSince(since)})),
      'waiting', (SELECT coalesce(sum(amount), 0)::text ${all} AND state = 'IN_REVIEW' AND review_cause <> 'large' AND created_at > ${since}))`,
    read(json) {
      const { cameIn, isCameInUnknown, goesOut, unseen, waiting } = json as Record<Exclude<keyof FlowOfDay, 'isCameInUnknown'>, string> & {
        isCameInUnknown: boolean
      }
      return { cameIn: BigInt(cameIn), isCameInUnknown, goesOut: BigInt(goesOut), unseen: BigInt(unseen), waiting: BigInt(waiting) }
    },
  }
}

const FLOW = flowFact('owner', 'now')

/**
 * Flow for decisions of officers, which serialise here for one customer until they are committed. A request of the customer locks the
 * withdrawals in review instead, as these decisions do before they read the flow.
 */
export async function flowOfDay(tx: Transaction, accountId: string, now: Date): Promise<FlowOfDay> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('payments.flow ' || ${accountId}::text, 0))`.execute(tx)
  const found = await sql<{ flow: unknown }>`SELECT (${sql.raw(FLOW.text)}) AS flow
    FROM (SELECT ${accountId}::uuid AS owner, ${now}::timestamptz AS now) AS asked`.execute(tx)
  return FLOW.read(found.rows[0]?.flow)
}
