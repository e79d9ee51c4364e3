/**
 * Alert 18, fraccionamiento: several operations in a week, each slightly below the limit or below the review threshold. Only an officer
 * closes it.
 */
import { defineRule } from '../define-rule.ts'
import { monthOf } from '../facts/money.ts'
import { type Movement, movementFacts } from '../facts/movements.ts'
import { pesos } from '../figures-text.ts'
import { daysAgo } from '../times.ts'
import type { Finding } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

const DAYS = 7

export const structuring = defineRule({
  name: 'FRACCIONAMIENTO',
  facts: movementFacts,
  find({ movements }, { operations, fromPercent, threshold }, { monthlyMaximum, now }) {
    const week = movements.filter(({ at }) => at > daysAgo(now, DAYS))
    const bounds = [threshold, ...(monthlyMaximum !== null && monthlyMaximum > 0n ? [monthlyMaximum] : [])]
    return bounds.flatMap((bound): Finding[] => {
      const below = week.filter(({ valueCop }) => valueCop < bound && valueCop * 100n >= bound * fromPercent)
      const last = below.at(-1)
      if (!last || below.length < operations) return []
      return [
        {
          severity: 'high',
          period: `${monthOf(now)} ${bound}`,
          fingerprint: last.id,
          values: RULE_WORDS.structuring(below.length, DAYS, fromPercent, pesos(bound), pesos(totalOf(below))),
          evidence: below.map(({ id }) => ({ type: 'movement', id })),
        },
      ]
    })
  },
})

const totalOf = (movements: readonly Movement[]): bigint => movements.reduce((sum, { valueCop }) => sum + valueCop, 0n)
