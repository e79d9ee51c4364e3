/**
 * Alert 18, cuenta dormida: half a year without significant activity, then a large sum within three days. Only an officer closes it.
 * Movements that are small next to that sum do not end the dormancy, and a shortly earlier reactivation counts as dormant: otherwise an
 * attacker sends a small sum first, and waits.
 */
import { defineRule } from '../define-rule.ts'
import { type Activity, EARLIER_MAX } from '../facts/activity.ts'
import { type Movement, type MovementFacts, movementFacts } from '../facts/movements.ts'
import { pesos } from '../figures-text.ts'
import { daysAgo, hoursAgo, MS_OF_HOUR } from '../times.ts'
import { RULE_WORDS } from './rule-words.ts'

export const dormant = defineRule({
  name: 'CUENTA_DORMIDA',
  facts: movementFacts,
  find(facts, { quietDays, hours, from, minorPercent, wakeDays }, { createdAt }) {
    const burst = firstBurst(facts.movements, hours, from)
    if (!burst) return []
    const minor = (burst.total * minorPercent) / 100n
    const sleep = lastSleep(facts, { before: burst.start, minor, quietDays, createdAt })
    if (!sleep || sleep.until <= daysAgo(burst.start, wakeDays)) return []
    const slept = Math.floor((sleep.until.getTime() - sleep.from.getTime()) / (24 * MS_OF_HOUR))
    return [
      {
        severity: 'medium',
        period: `asleep ${sleep.from.toISOString()}`,
        fingerprint: 'awake',
        values: RULE_WORDS.dormant(slept, sleep.hasMinor ? pesos(minor) : null, pesos(burst.total), hours),
        evidence: burst.movements.map(({ id }) => ({ type: 'movement', id })),
      },
    ]
  },
})

/** The first movements within so many hours that reach the amount. */
function firstBurst(movements: readonly Movement[], hours: number, from: bigint) {
  for (const { at: start } of movements) {
    const own = movements.filter(({ at }) => at >= start && hoursAgo(at, hours) <= start)
    const total = own.reduce((sum, { valueCop }) => sum + valueCop, 0n)
    if (total >= from) return { start, total, movements: own }
  }
  return null
}

interface Awake {
  readonly before: Date
  readonly minor: bigint
  readonly quietDays: number
  readonly createdAt: Date
}

/** The last dormant period of that length; an account without any movement is dormant since its creation. */
function lastSleep({ movements, activity }: MovementFacts, { before, minor, quietDays, createdAt }: Awake) {
  const all: readonly Activity[] = [...activity, ...movements].filter(({ at }) => at < before)
  // For a customer with more activity than is read, the earlier activity is unknown.
  const [oldest] = activity
  const begin = oldest && activity.length >= EARLIER_MAX ? oldest.at : createdAt
  const awake = all.filter(({ valueCop }) => valueCop >= minor).map(({ at }) => at)
  const times = [begin, ...awake, before].sort((one, other) => one.getTime() - other.getTime())
  for (let at = times.length - 1; at > 0; at--) {
    const [from, until] = [times[at - 1] ?? begin, times[at] ?? before]
    if (from > daysAgo(until, quietDays)) continue
    return { from, until, hasMinor: all.some((one) => one.valueCop < minor && one.at > from && one.at < until) }
  }
  return null
}
