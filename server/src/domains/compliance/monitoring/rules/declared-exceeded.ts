/**
 * Alerts 14 and 15, Depósitos excedidos and Retiros excedidos: a month above the limit of the level (incoming tokens cannot be refused), or
 * above the declared volume; for withdrawals also several that the limit refused in a day.
 */

import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { Text } from '../../../../platform/phrases/coded-text.ts'
import { defineRule } from '../define-rule.ts'
import { type Direction, firstMonth, type MoneyFacts, moneyFacts, monthOf } from '../facts/money.ts'
import { movementsOfMonth } from '../facts/sums.ts'
import { percentOf, pesos, tenths } from '../figures-text.ts'
import { hoursAgo } from '../times.ts'
import type { Finding, OpenAlert, Subject } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

const DECLARED = 'declared'

interface Month {
  readonly direction: Direction
  readonly total: bigint
  readonly declaredPercent: bigint
  /** From this percentage on it is high. */
  readonly highPercent?: bigint
}

function above(
  { survey }: MoneyFacts,
  { monthlyMaximum, now }: Subject,
  { direction, total, declaredPercent, highPercent }: Month,
): Finding[] {
  const finding = (name: string, maximum: bigint, against: (maximum: string) => Text): Finding => ({
    severity: highPercent !== undefined && percentOf(total, maximum) >= highPercent ? 'high' : 'medium',
    period: monthOf(now),
    fingerprint: `${name} ${tenths(total, maximum)}`,
    values: RULE_WORDS.exceeded.ofMonth(direction, pesos(total), percentOf(total, maximum), against(pesos(maximum))),
    evidence: [],
  })
  const declared = survey?.monthly ?? null
  return [
    ...(monthlyMaximum !== null && monthlyMaximum > 0n && total > monthlyMaximum
      ? [finding('limit', monthlyMaximum, RULE_WORDS.exceeded.limit)]
      : []),
    ...(declared !== null && percentOf(total, declared) > declaredPercent
      ? [finding(DECLARED, declared, RULE_WORDS.exceeded.declared)]
      : []),
  ]
}

interface Covered {
  readonly direction: Direction
  readonly declaredPercent: bigint
  readonly now: Date
}

/** Above the limit only an officer closes the alert; above the declaration, a survey that covers the movements of each of those months. */
function surveyCovers(facts: MoneyFacts, { found, openedAt }: OpenAlert, { direction, declaredPercent, now }: Covered): Text | null {
  const { survey, usedByMonth, waiting } = facts
  const isDeclared = found.length > 0 && found.every(({ fingerprint }) => fingerprint.startsWith(DECLARED))
  if (!isDeclared || !survey || survey.answeredAt <= openedAt) return null
  const { monthly } = survey
  const covers = (month: string) => {
    const moved = (usedByMonth.get(month)?.[direction] ?? 0n) + (direction === 'deposit' ? waiting : 0n)
    return monthly === null || (month >= firstMonth(now) && percentOf(moved, monthly) <= declaredPercent)
  }
  const months = [...new Set(found.map(({ period }) => period))].toSorted()
  return months.every(covers) ? RULE_WORDS.exceeded.covered(months) : null
}

export const depositsExceeded = defineRule({
  name: 'DEPOSITOS',
  facts: moneyFacts,
  find: (facts, numbers, subject) =>
    subject.verifiedLevel === 0
      ? []
      : above(facts, subject, { direction: 'deposit', total: facts.used.deposit + facts.waiting, ...numbers }),
  evidence: (connection, subject) => movementsOfMonth(connection, subject, ['deposit']),
  end: (facts, { declaredPercent }, open, { now }) => surveyCovers(facts, open, { direction: 'deposit', declaredPercent, now }),
})

export const withdrawalsExceeded = defineRule({
  name: 'RETIROS',
  facts: moneyFacts,
  find(facts, { declaredPercent, refusals, refusalHours }, subject) {
    if (subject.verifiedLevel === 0) return []
    const refused = facts.refusals.filter(({ direction, at }) => direction === 'withdrawal' && at > hoursAgo(subject.now, refusalHours))
    const many: Finding = {
      severity: 'medium',
      period: monthOf(subject.now),
      fingerprint: `refused ${bogotaDay(subject.now)}`,
      values: RULE_WORDS.exceeded.refused(refused.length, refusalHours),
      evidence: refused.map(({ operationId: id }) => ({ type: 'refusal', id })),
    }
    const total = facts.used.withdrawal
    return [...above(facts, subject, { direction: 'withdrawal', total, declaredPercent }), ...(refused.length >= refusals ? [many] : [])]
  },
  evidence: (connection, subject) => movementsOfMonth(connection, subject, ['withdrawal']),
  end: (facts, { declaredPercent }, open, { now }) => surveyCovers(facts, open, { direction: 'withdrawal', declaredPercent, now }),
})
