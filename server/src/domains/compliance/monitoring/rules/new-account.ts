/** Alert 18, cuenta nueva: most of the limit of the month used within a week after the first verification. Only an officer closes it. */
import { defineRule } from '../define-rule.ts'
import { type MovementFacts, movementFacts } from '../facts/movements.ts'
import { percentOf, pesos } from '../figures-text.ts'
import { daysAgo } from '../times.ts'
import { RULE_WORDS } from './rule-words.ts'

export const newAccount = defineRule({
  name: 'CUENTA_NUEVA',
  facts: movementFacts,
  find(facts, { days, usedPercent }, { monthlyMaximum, now }) {
    const { firstVerifiedAt } = facts
    if (!firstVerifiedAt || firstVerifiedAt <= daysAgo(now, days) || monthlyMaximum === null || monthlyMaximum === 0n) return []
    const most = [totalOf(facts, 'in'), totalOf(facts, 'out')].reduce((one, other) => (one > other ? one : other))
    if (percentOf(most, monthlyMaximum) < usedPercent) return []
    return [
      {
        severity: 'medium',
        period: firstVerifiedAt.toISOString(),
        fingerprint: 'used',
        values: RULE_WORDS.newAccount(days, pesos(most), percentOf(most, monthlyMaximum)),
        evidence: facts.movements.map(({ id }) => ({ type: 'movement', id })),
      },
    ]
  },
})

const totalOf = ({ movements }: MovementFacts, wanted: 'in' | 'out'): bigint =>
  movements.filter(({ direction }) => direction === wanted).reduce((sum, { valueCop }) => sum + valueCop, 0n)
