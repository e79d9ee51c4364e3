/** Alert 13, Límites KYC: the limit of the month is nearly used, or refused an operation. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { defineRule } from '../define-rule.ts'
import { moneyFacts, monthOf } from '../facts/money.ts'
import { movementsOfMonth } from '../facts/sums.ts'
import { percentOf, pesos } from '../figures-text.ts'
import type { Finding } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

const DIRECTIONS = ['deposit', 'withdrawal'] as const

export const kycLimit = defineRule({
  name: 'LIMITES',
  facts: moneyFacts,
  find({ used, refusals }, { nearPercent }, { verifiedLevel, monthlyMaximum: maximum, now }) {
    if (maximum === null || verifiedLevel === 0) return []
    const period = monthOf(now)
    const near = DIRECTIONS.filter((direction) => percentOf(used[direction], maximum) >= nearPercent).map((direction): Finding => {
      const isFull = used[direction] >= maximum
      return {
        severity: isFull ? 'medium' : 'low',
        period,
        fingerprint: `${direction} ${isFull ? 'full' : 'near'}`,
        values: RULE_WORDS.limit.near(direction, used[direction], maximum, percentOf(used[direction], maximum)),
        evidence: [],
      }
    })
    // Refusals at a lower level no longer count after the level rose.
    const refused = refusals.filter((refusal) => refusal.maximum >= maximum && monthOf(refusal.at) === period)
    return [
      ...near,
      ...refused.map(
        ({ operationId, direction, at }): Finding => ({
          severity: 'low',
          period,
          fingerprint: `${direction} refused ${bogotaDay(at)}`,
          values: RULE_WORDS.limit.refused(direction, pesos(maximum)),
          evidence: [{ type: 'refusal', id: operationId }],
        }),
      ),
    ]
  },
  evidence: (connection, subject, { fingerprint }) =>
    movementsOfMonth(
      connection,
      subject,
      DIRECTIONS.filter((direction) => fingerprint.startsWith(direction)),
    ),
  end: (_facts, { nearPercent }, { openedAt }, { now }) =>
    monthOf(openedAt) < monthOf(now) ? RULE_WORDS.limit.ended(openedAt) : RULE_WORDS.limit.below(now, nearPercent),
})
