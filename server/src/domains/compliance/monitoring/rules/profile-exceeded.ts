/** Alert 18, operación no acorde con el perfil: more in 30 days than people of that occupation or economic activity usually move. Only an officer closes it. */
import { CodedText } from '../../../../platform/phrases/coded-text.ts'
import { defineRule } from '../define-rule.ts'
import { monthOf } from '../facts/money.ts'
import { type Movement, movementFacts } from '../facts/movements.ts'
import type { Profile } from '../facts/profile.ts'
import { pesos } from '../figures-text.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { daysAgo } from '../times.ts'
import type { RuleWords } from './rule-words.es.ts'
import { RULE_WORDS } from './rule-words.ts'

const DAYS = 30
const words = RULE_WORDS.profile

/** Rows of the matrix: sources of income, in the words of officers. The amount for each is a number of the rule. */
export type Livelihood = keyof RuleWords['profile']['livelihoods']

/** Keyed by the ids of the code list of occupations. */
export const OF_OCCUPATION: ReadonlyMap<number, Livelihood> = new Map([
  ...[20, 21, 27].map((id) => [id, 'noIncome'] as const),
  [18, 'pensioner'],
  ...[11, 12, 24, 25].map((id) => [id, 'employee'] as const),
  ...[13, 14, 22, 23, 28].map((id) => [id, 'independent'] as const),
  ...[15, 16, 17, 19, 26].map((id) => [id, 'business'] as const),
])
/** Activities of the DIAN: 0081, without economic activity, and 0082, supported by others. They take precedence over the occupation. */
export const ACTIVITIES_WITHOUT_INCOME: readonly number[] = [31, 32]

export const livelihoodOf = ({ occupationId, activityId }: Profile): Livelihood | null => {
  if (activityId !== null && ACTIVITIES_WITHOUT_INCOME.includes(activityId) && occupationId !== 18) return 'noIncome'
  return occupationId === null ? null : (OF_OCCUPATION.get(occupationId) ?? null)
}

export const profileExceeded = defineRule({
  name: 'PERFIL',
  facts: movementFacts,
  find({ movements, profile }, numbers, { now }) {
    const livelihood = profile && livelihoodOf(profile)
    if (!livelihood) return []
    const expected = numbers[livelihood]
    const recent = movements.filter(({ at }) => at > daysAgo(now, DAYS))
    const [came, left] = [recent.filter(({ direction }) => direction === 'in'), recent.filter(({ direction }) => direction === 'out')]
    const most = totalOf(came) >= totalOf(left) ? came : left
    if (totalOf(most) <= expected) return []
    return [
      {
        severity: 'medium',
        period: monthOf(now),
        fingerprint: fingerprintOf(livelihood),
        values: CodedText.join(
          words.exceeded(most === came ? 'deposit' : 'withdrawal', DAYS, pesos(totalOf(most))),
          words.expected(words.livelihoods[livelihood], pesos(expected)),
        ),
        evidence: most.map(({ id }) => ({ type: 'movement', id })),
      },
    ]
  },
})

const totalOf = (movements: readonly Movement[]): bigint => movements.reduce((sum, { valueCop }) => sum + valueCop, 0n)
