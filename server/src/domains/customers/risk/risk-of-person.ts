/** Risk of a customer for officers: the profile, the level line by line, and every change. Each read is recorded. */
import type { RiskChange } from '@tunjo/contract/compliance-risk'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { Caller, HttpContext } from '../../../platform/http/route.ts'
import { assessmentsOf } from './assessment/assessment-store.ts'
import { presentAssessment } from './assessment/describe.ts'
import type { RiskContext } from './context.ts'
import { toRiskProfile } from './profile-answer.ts'
import { type ChangeRow, changesOf, riskProfileOf } from './risk-profile-store.ts'
import { blockersOf } from './rules.ts'

export async function riskOfPerson(context: RiskContext, userId: string, caller: Caller, http: HttpContext) {
  const { db, audit, identity, kyc, clock, parameters } = context
  const person = isUuid(userId) ? await identity.person(userId) : null
  if (!person) refuse('request.not_found')
  // An officer may be a customer too, but must not read what others recorded about them (Ley 526 de 1999).
  if (person.id.toLowerCase() === caller.accountId) refuse('compliance.own_account')
  const entry = { actor: personActor(caller, http), action: 'kyc.person_viewed', object: { type: 'account', id: person.id } } as const
  await inTransaction(db, (tx) => audit.record(tx, { ...entry, after: { part: 'risk' } }))
  const [standing, changes, assessments, verified] = await Promise.all([
    riskProfileOf(db, person.id, clock.now()),
    changesOf(db, person.id),
    assessmentsOf(db, [person.id]),
    kyc.person(person.id),
  ])
  const assessment = assessments.get(person.id)
  const blockers = blockersOf(standing, { accountState: person.state, verifiedLevel: verified?.verifiedLevel ?? 0 })
  return {
    ...toRiskProfile(standing),
    assessment: assessment ? presentAssessment(parameters, assessment) : null,
    canTransact: blockers.length === 0,
    blockers,
    history: await Promise.all(changes.map((change) => shownChange(context, change))),
  }
}

async function shownChange({ identity }: RiskContext, change: ChangeRow): Promise<RiskChange> {
  const emailOf = async (id: string | null) => id && ((await identity.person(id))?.email ?? id)
  const { at, action, before, after, riskBefore, riskAfter, until, officerId, secondId, reason } = change
  return {
    at: at.toISOString(),
    action,
    before,
    after,
    riskBefore,
    riskAfter,
    until: until?.toISOString() ?? null,
    officer: await emailOf(officerId),
    second: await emailOf(secondId),
    reason,
  }
}
