/** Calls of officers over a person's risk (ADM-09). */

import { complianceRisk as contract, type RiskChange, type Standing as ShownStanding } from '@tunjo/contract/compliance-risk'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../platform/audit/index.ts'
import { inTransaction } from '../../platform/database.ts'
import { ApprovalOutcome } from '../../platform/http/guards/approval.ts'
import { type Caller, type HttpContext, implement, type Route } from '../../platform/http/route.ts'
import { checkReason } from '../../platform/officer-reason.ts'
import type { Allowance } from '../../platform/rate-limit.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import { tidyText } from '../../platform/visible-text.ts'
import type { RiskContext } from './context.ts'
import { approvalOf } from './risk-approval.ts'
import { mayTransact } from './rules.ts'
import { type ChangeRow, changesOf, standingOf } from './standing-store.ts'
import { riskStepUp } from './step-up.ts'
import type { StandingChange, StandingRow } from './types.ts'

/** Far above a person at work; far below a program that changes everybody. */
const CHANGE_ALLOWANCE: Allowance = { tries: 60, windowMs: 60_000 }
const READ_ALLOWANCE: Allowance = { tries: 300, windowMs: 60_000 }
/** The specification's calls have none. */
const NO_REASON = 'Sin motivo: la llamada no lo traía.'

interface Asked {
  readonly caller: Caller
  readonly userId: string
  readonly reason: string | undefined
  readonly change: StandingChange
}

export function riskRoutes(context: RiskContext): Route[] {
  const now = async (asked: Asked) => doneAlone(await perform(context, asked))
  return implement(
    contract,
    {
      setRiskLevel: ({ caller, body: { userId, riskLevel: level, reason } }) =>
        perform(context, { caller, userId, reason, change: { action: 'level', level } }),
      flagPep: ({ caller, body: { id, reason } }) => now({ caller, userId: id, reason, change: { action: 'pep', is: true } }),
      clearPep: ({ caller, body: { id, reason } }) =>
        perform(context, { caller, userId: id, reason, change: { action: 'pep', is: false } }),
      flagListByGet({ caller, query: { userId }, http }) {
        refuseLookedAt(http)
        return now({ caller, userId, reason: undefined, change: { action: 'list', is: true } })
      },
      flagList: ({ caller, body: { userId, reason } }) => now({ caller, userId, reason, change: { action: 'list', is: true } }),
      clearList: ({ caller, body: { userId, reason } }) =>
        perform(context, { caller, userId, reason, change: { action: 'list', is: false } }),
      allowTransactions: ({ caller, body: { userId, allow, reason } }) =>
        perform(context, { caller, userId, reason, change: { action: 'allow', is: allow } }),
      riskOfPerson: ({ caller, http, query }) => riskOfPerson(context, query.userId, caller, http),
    },
    riskStepUp(context),
  )
}

/** A reason is optional on the wire only where the specification has none. */
async function perform(context: RiskContext, { caller, userId, reason, change }: Asked): Promise<ApprovalOutcome<ShownStanding>> {
  const { rateLimit, identity, approvals } = context
  await rateLimit.take([{ kind: 'risk-change', key: caller.accountId, allowance: CHANGE_ALLOWANCE }], 'request.too_many')
  if (reason !== undefined) refuseIf(checkReason(reason))
  // The database knows no case in ids: whoever spells their own in capitals is still themselves.
  const accountId = userId.toLowerCase()
  if (accountId === caller.accountId) refuse('compliance.own_account')
  if (!isUuid(accountId) || !(await identity.person(accountId))) refuse('request.not_found')
  const proposal = { params: { accountId, change }, caller, reason: reason === undefined ? NO_REASON : tidyText(reason) }
  const { outcome } = await approvals.perform<StandingRow>(approvalOf(change.action), proposal)
  return new ApprovalOutcome(outcome.isDone ? { isDone: true, answer: shown(outcome.answer) } : outcome)
}

/** Of what takes freedom away, which never waits. */
function doneAlone({ outcome }: ApprovalOutcome<ShownStanding>): ShownStanding {
  if (!outcome.isDone) throw new Error('a flag waits for a second officer')
  return outcome.answer
}

/** A picture, a frame, a link that is opened or fetched ahead: nobody has decided anything (SEC-11). */
function refuseLookedAt({ headers }: HttpContext): void {
  const [dest, purpose] = [headers['sec-fetch-dest'] ?? 'empty', headers['sec-purpose'] ?? headers.purpose]
  if (dest !== 'empty' || purpose !== undefined) refuse('request.invalid')
}

async function riskOfPerson(context: RiskContext, userId: string, caller: Caller, http: HttpContext) {
  const { db, audit, identity, rateLimit } = context
  await rateLimit.take([{ kind: 'kyc-person', key: caller.accountId, allowance: READ_ALLOWANCE }], 'request.too_many')
  const person = isUuid(userId) ? await identity.person(userId) : null
  if (!person) refuse('request.not_found')
  // An officer may be a customer too: what others say about them is not theirs to read (Ley 526 de 1999).
  if (person.id.toLowerCase() === caller.accountId) refuse('compliance.own_account')
  const entry = { actor: personActor(caller, http), action: 'kyc.person_viewed', object: { type: 'account', id: person.id } } as const
  await inTransaction(db, (tx) => audit.record(tx, { ...entry, after: { part: 'risk' } }))
  const [standing, changes] = await Promise.all([standingOf(db, person.id), changesOf(db, person.id)])
  return { ...shown(standing), history: await Promise.all(changes.map((change) => shownChange(context, change))) }
}

const shown = (row: StandingRow): ShownStanding => ({
  userId: row.accountId,
  risk: row.risk,
  level: row.level,
  isPep: row.isPep,
  isListed: row.isListed,
  allow: row.allow,
  mayTransact: mayTransact(row),
})

async function shownChange({ identity }: RiskContext, change: ChangeRow): Promise<RiskChange> {
  const emailOf = async (id: string | null) => id && ((await identity.person(id))?.email ?? id)
  const { at, action, before, after, officerId, secondId, reason } = change
  return { at: at.toISOString(), action, before, after, officer: await emailOf(officerId), second: await emailOf(secondId), reason }
}
