/** Risk scoring: floors and points of a customer, from facts and the numbers of one configuration version. Pure. */
import type { RiskProfile } from '../types.ts'
import { floorsOf } from './floors.ts'
import { levelOf, pointsOf, type RiskNumbers, totalOf } from './points.ts'
import type { Assessment, RiskFacts } from './types.ts'

export function assess(
  flags: Pick<RiskProfile, 'isListed' | 'isPep'>,
  facts: RiskFacts,
  configuration: RiskNumbers,
  now: Date,
): Assessment {
  const points = pointsOf(facts, configuration, now)
  const { mediumFrom, highFrom } = configuration.numbers
  return {
    configurationVersion: configuration.version,
    floors: floorsOf(flags, facts, configuration.lists.jurisdictionsHigh),
    points,
    total: totalOf(points),
    mediumFrom,
    highFrom,
  }
}

export const pointsLevelOf = (assessment: Assessment) => levelOf(assessment.total, assessment)
