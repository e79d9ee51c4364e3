/** HTTP routes of a customer's risk for officers (ADM-09). */

import { complianceRisk as contract, type RiskLevel, type RiskProfile as ShownStanding } from '@tunjo/contract/compliance-risk'
import { validate as isUuid } from 'uuid'
import type { Operation } from '../../../platform/database/idempotency.ts'
import { ApprovalOutcome } from '../../../platform/http/guards/approval.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { type Caller, type HttpContext, implement, type Route } from '../../../platform/http/route.ts'
import { tidyText } from '../../../platform/phrases/visible-text.ts'
import type { RiskContext } from './context.ts'
import { toRiskProfile } from './profile-answer.ts'
import { approvalOf } from './risk-approval.ts'
import { riskOfPerson } from './risk-of-person.ts'
import { STORED_WORDS } from './risk-words.ts'
import { levelUntil } from './rules.ts'
import { riskStepUp } from './step-up.ts'
import type { RiskProfileRow } from './types.ts'

/** The specification's calls have no reason. */
const NO_REASON = STORED_WORDS.noReason

interface Asked {
  readonly caller: Caller
  readonly operation: Operation | null
  readonly userId: string
  readonly reason: string | undefined
  readonly change:
    | { readonly action: 'level'; readonly level: RiskLevel | null; readonly until: string | null }
    | { readonly action: 'pep' | 'list' | 'allow'; readonly is: boolean }
}

export function riskRoutes(context: RiskContext): Route[] {
  const now = async (asked: Asked) => doneAlone(await perform(context, asked))
  return implement(
    contract,
    {
      setRiskLevel({ caller, operation, body: { userId, riskLevel: level, until: day, reason } }) {
        const until = levelUntil(day, context.clock.now()) ?? refuse('risk.until_out_of_bounds')
        return perform(context, { caller, operation, userId, reason, change: { action: 'level', level, until: until.toISOString() } })
      },
      endRiskOverride: ({ caller, operation, body: { userId, reason } }) =>
        perform(context, { caller, operation, userId, reason, change: { action: 'level', level: null, until: null } }),
      flagPep: ({ caller, body: { id, reason } }) =>
        now({ caller, operation: null, userId: id, reason, change: { action: 'pep', is: true } }),
      clearPep: ({ caller, operation, body: { id, reason } }) =>
        perform(context, { caller, operation, userId: id, reason, change: { action: 'pep', is: false } }),
      flagListByGet({ caller, query: { userId }, http }) {
        refuseReviewed(http)
        return now({ caller, operation: null, userId, reason: undefined, change: { action: 'list', is: true } })
      },
      flagList: ({ caller, body: { userId, reason } }) =>
        now({ caller, operation: null, userId, reason, change: { action: 'list', is: true } }),
      clearList: ({ caller, operation, body: { userId, reason } }) =>
        perform(context, { caller, operation, userId, reason, change: { action: 'list', is: false } }),
      allowTransactions: ({ caller, operation, body: { userId, allow, reason } }) =>
        perform(context, { caller, operation, userId, reason, change: { action: 'allow', is: allow } }),
      async riskOfPerson({ caller, http, query }) {
        return riskOfPerson(context, query.userId, caller, http)
      },
    },
    riskStepUp(context),
  )
}

/** The reason is optional on the wire only where the specification has none. */
async function perform(
  context: RiskContext,
  { caller, operation, userId, reason, change }: Asked,
): Promise<ApprovalOutcome<ShownStanding>> {
  const { identity, approvals } = context
  // Ids are case-insensitive in the database, so an own id in capitals must be recognised.
  const accountId = userId.toLowerCase()
  if (accountId === caller.accountId) refuse('compliance.own_account')
  if (!isUuid(accountId) || !(await identity.person(accountId))) refuse('request.not_found')
  const proposal = { params: { accountId, change }, caller, operation, reason: reason === undefined ? NO_REASON : tidyText(reason) }
  const { outcome } = await approvals.perform<RiskProfileRow>(approvalOf(change.action), proposal)
  return new ApprovalOutcome(outcome.isDone ? { isDone: true, answer: toRiskProfile(outcome.answer) } : outcome)
}

/** For restricting changes, which never wait. */
function doneAlone({ outcome }: ApprovalOutcome<ShownStanding>): ShownStanding {
  if (!outcome.isDone) throw new Error('a flag waits for a second officer')
  return outcome.answer
}

/** A request for a picture or a frame, or a followed or prefetched link, is not a decision of an officer (SEC-11). */
function refuseReviewed({ headers }: HttpContext): void {
  const [dest, purpose] = [headers['sec-fetch-dest'] ?? 'empty', headers['sec-purpose'] ?? headers.purpose]
  if (dest !== 'empty' || purpose !== undefined) refuse('request.invalid')
}
