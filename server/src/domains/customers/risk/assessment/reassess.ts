/**
 * Recompute the risk of customers from floors and points, for any number of them in the same few queries. Most are unchanged and only read.
 * For the others the facts are read again under their lock, so that concurrent findings of another process are never lost.
 */

import type { RiskLevel } from '@tunjo/contract/compliance-risk'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import type { RiskContext } from '../context.ts'
import { isNewlyExposed, lapsedNow } from '../diligence.ts'
import { lockPeople, lockRiskProfile, riskProfilesOf } from '../risk-profile-store.ts'
import { STORED_WORDS } from '../risk-words.ts'
import { calculatedOf, isAbove, riskOf } from '../rules.ts'
import { type Settled, storeRiskProfile } from '../store-risk-profile.ts'
import type { RiskProfile, RiskProfileRow } from '../types.ts'
import { assess, pointsLevelOf } from './assess.ts'
import { assessmentsOf, isSameAssessment, putAssessments } from './assessment-store.ts'
import { describeFloor } from './describe.ts'
import { riskFacts } from './facts.ts'
import { storedFloorOf } from './floors.ts'
import type { Assessment } from './types.ts'

type Reading = Pick<RiskContext, 'clock' | 'configuration' | 'parameters'>

/** Assessments with the current facts, of customers with these flags. In their order. */
export async function assessmentsNow(
  { clock, configuration, parameters }: Reading,
  connection: Connection,
  people: readonly (Pick<RiskProfile, 'isListed' | 'isPep'> & { readonly accountId: string })[],
  /** Ignores an open alert of this kind. */
  withoutAlert: number | null = null,
): Promise<Assessment[]> {
  const now = clock.now()
  const numbers = await configuration.at(connection, 'risk', now)
  const facts = await riskFacts(
    connection,
    people.map(({ accountId }) => accountId),
    {
      now,
      withdrawalDays: numbers.numbers.cryptoOutDays,
      codeOfActivity: (id) => parameters.economicActivity(id)?.code ?? null,
    },
  )
  return facts.map((own, place) => {
    const openAlerts = own.openAlerts.filter(({ kind }) => kind !== withoutAlert)
    return assess(people[place] ?? { isListed: null, isPep: null }, { ...own, openAlerts }, numbers, now)
  })
}

export const riskProfileBy = <S extends RiskProfile>(standing: S, assessment: Assessment): S => ({
  ...standing,
  floor: storedFloorOf(assessment.floors),
  pointsLevel: pointsLevelOf(assessment),
})

export interface Reassessed {
  readonly raised: number
  readonly lowered: number
}

export async function reassess(
  context: RiskContext,
  tx: Transaction,
  accountIds: readonly string[],
  { isOfMany = false }: { isOfMany?: boolean } = {},
): Promise<Reassessed> {
  const others = await changedAmong(context, tx, accountIds)
  await lockPeople(tx, others)
  const now = context.clock.now()
  const standings = await riskProfilesOf(tx, others, now)
  const assessments = await assessmentsNow(context, tx, standings)
  const kept = await assessmentsOf(tx, others)
  const unmoved: { accountId: string; assessment: Assessment }[] = []
  const turns: RiskLevel[][] = []
  for (const [place, standing] of standings.entries()) {
    const assessment = assessments[place]
    if (!assessment) continue
    const next = riskProfileBy(standing, assessment)
    const isSame = next.floor === standing.floor && next.pointsLevel === standing.pointsLevel
    if (isSame && !(await losesPermission(context, tx, standing, assessment, kept.get(standing.accountId)))) {
      unmoved.push({ accountId: standing.accountId, assessment })
    } else turns.push(await move(context, tx, standing, assessment, isOfMany))
  }
  await putAssessments(
    tx,
    unmoved.map(({ accountId, assessment }) => ({ ...assessment, accountId, at: now })),
  )
  const count = (isCounted: (before: RiskLevel, after: RiskLevel) => boolean) =>
    turns.filter(([before = 'low', after = 'low']) => isCounted(before, after)).length
  return { raised: count((before, after) => isAbove(after, before)), lowered: count((before, after) => isAbove(before, after)) }
}

/** Read without a lock, since nearly no customer changed. */
async function changedAmong(context: RiskContext, connection: Connection, accountIds: readonly string[]): Promise<string[]> {
  const standings = await riskProfilesOf(connection, accountIds, context.clock.now())
  const assessments = await assessmentsNow(context, connection, standings)
  const kept = await assessmentsOf(connection, accountIds)
  return standings.flatMap((standing, place) => {
    const assessment = assessments[place]
    if (!assessment) return []
    const next = riskProfileBy(standing, assessment)
    const isSame = next.floor === standing.floor && next.pointsLevel === standing.pointsLevel
    return isSame && isSameAssessment(assessment, kept.get(standing.accountId)) ? [] : [standing.accountId]
  })
}

/** True when the customer turns out to be politically exposed and no due diligence permits transactions, although the level is the same. */
const losesPermission = async (
  { diligence }: RiskContext,
  tx: Transaction,
  standing: RiskProfileRow,
  assessment: Assessment,
  kept: Assessment | undefined,
): Promise<boolean> => isNewlyExposed(standing, assessment, kept) && !(await diligence.allowsTransactions(tx, standing.accountId))

/** Returns the effective risk before and after. */
async function move(
  context: RiskContext,
  tx: Transaction,
  { accountId }: RiskProfileRow,
  assessment: Assessment,
  isOfMany: boolean,
): Promise<RiskLevel[]> {
  const now = context.clock.now()
  const before = await lockRiskProfile(tx, accountId, now)
  const after = await lapsedNow(context, tx, before, riskProfileBy(before, assessment), assessment)
  const isOfSameRisk = riskOf(after, now) === riskOf(before, now)
  const settled: Settled = {
    action: 'assessed',
    audited: 'risk.assessed',
    actor: { kind: 'system', name: 'risk' },
    officerId: null,
    second: null,
    reason: reasonOf(context, assessment) + (isOfSameRisk && before.allow && !after.allow ? STORED_WORDS.permissionLost : ''),
    said: { before: calculatedOf(before), after: calculatedOf(after) },
    until: null,
    isOfMany,
  }
  await storeRiskProfile(context, tx, { before, after, assessment, at: now }, settled)
  return [riskOf(before, now), riskOf(after, now)]
}

/** Summary in one line: the decisive floor, and the points. Officers read each line on the page of the customer. */
export function reasonOf({ parameters }: Pick<RiskContext, 'parameters'>, { floors, total, configurationVersion }: Assessment): string {
  const [first] = floors
  const floor = first ? describeFloor(parameters, first) : STORED_WORDS.noFloor
  return STORED_WORDS.assessed(configurationVersion, floor, total)
}
