/**
 * Alert 17, Cliente de alto riesgo por volumen: a month or a year of large sums, or a month far above the customer's own median. Only an
 * officer closes it.
 */
import type { Text } from '../../../../platform/phrases/coded-text.ts'
import { defineRule } from '../define-rule.ts'
import { type MoneyFacts, moneyFacts, monthBefore, monthOf } from '../facts/money.ts'
import { movementsOfMonth, tradesSince } from '../facts/sums.ts'
import { pesos } from '../figures-text.ts'
import type { Finding } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'
import { tradedInYear } from './volume-exceeded.ts'

const OWN_MONTHS = 6

export const highVolume = defineRule({
  name: 'ALTO_VOLUMEN',
  facts: moneyFacts,
  find(facts, numbers, { now }) {
    const period = monthOf(now)
    const month = totalOf(facts, period)
    const year = tradedInYear(facts)
    const own = ownMedian(facts, period, numbers.medianMonths)
    const finding = (fingerprint: string, values: Text): Finding => ({ severity: 'high', period, fingerprint, values, evidence: [] })
    return [
      ...(month >= numbers.month ? [finding('month', RULE_WORDS.highVolume.month(pesos(month), pesos(numbers.month)))] : []),
      ...(year >= numbers.year ? [finding('year', RULE_WORDS.highVolume.year(pesos(year), pesos(numbers.year)))] : []),
      ...(own !== null && month >= numbers.medianFrom && month >= numbers.timesMedian * own
        ? [finding('median', RULE_WORDS.highVolume.median(pesos(month), pesos(own), OWN_MONTHS))]
        : []),
    ]
  },
  async evidence(connection, subject, { fingerprint }) {
    if (fingerprint === 'year') return tradesSince(connection, subject, 'year')
    const movements = await movementsOfMonth(connection, subject, ['deposit', 'withdrawal'])
    return [...movements, ...(await tradesSince(connection, subject, 'month'))]
  },
})

function totalOf({ months }: MoneyFacts, month: string): bigint {
  const { moved, traded } = months.get(month) ?? { moved: 0n, traded: 0n }
  return moved + traded
}

/** Median of the months before, including those without movement; null while too few have any. */
function ownMedian(facts: MoneyFacts, period: string, monthsMin: number): bigint | null {
  const totals = Array.from({ length: OWN_MONTHS }, (_, index) => totalOf(facts, monthBefore(period, index + 1)))
  if (totals.filter((total) => total > 0n).length < monthsMin) return null
  const sorted = totals.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  const [low = 0n, high = 0n] = sorted.slice(OWN_MONTHS / 2 - 1)
  return (low + high) / 2n
}
