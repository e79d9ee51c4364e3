/** Alert 18, ciclo: outgoing funds return over other customers, nearly the same amount, within a month. Only an officer closes it. */
import { defineRule } from '../define-rule.ts'
import { type Cycle, cycles } from '../facts/cycles.ts'
import { pesos } from '../figures-text.ts'
import { fingerprintOf } from '../fingerprint.ts'
import type { NumbersOf } from '../numbers.ts'
import { daysAgo } from '../times.ts'
import type { Finding } from '../types.ts'
import { firstOfEach } from './first-of-each.ts'
import { RULE_WORDS } from './rule-words.ts'

const FINDINGS_MAX = 20

export const cycle = defineRule({
  name: 'CICLO',
  facts: cycles,
  find(all, numbers, { now }) {
    const counting = all.filter((one) => one.startedAt > daysAgo(now, numbers.days) && counts(one, numbers))
    // The shortest return path is enough for the text.
    const shortest = [...counting].sort((one, other) => one.through.length - other.through.length)
    return firstOfEach(shortest, ({ inId }) => inId)
      .sort((one, other) => one.at.getTime() - other.at.getTime())
      .slice(-FINDINGS_MAX)
      .map(
        ({ outId, inId, through, value }): Finding => ({
          severity: 'high',
          period: inId,
          fingerprint: fingerprintOf(...through),
          values: RULE_WORDS.cycle(pesos(value), through.length),
          evidence: [
            { type: 'movement', id: outId },
            { type: 'movement', id: inId },
            ...through.map((id) => ({ type: 'account', id }) as const),
          ],
        }),
      )
  },
})

const counts = ({ through, value, least, most }: Cycle, { hops, from, tolerancePercent }: NumbersOf<'CICLO'>): boolean =>
  through.length + 1 <= hops &&
  value >= from &&
  least * 100n >= value * (100n - tolerancePercent) &&
  most * 100n <= value * (100n + tolerancePercent)
