/** Alert 18, cuenta dormida: half a year without a movement, then a great sum in three days. Only an officer closes it. */
import { defineRule } from '../define-rule.ts'
import { movementFacts } from '../facts/movements.ts'
import { counted, pesos } from '../figures-text.ts'
import { daysAgo, hoursAgo } from '../times.ts'

export const dormant = defineRule({
  name: 'CUENTA_DORMIDA',
  facts: movementFacts,
  find({ movements, previousAt }, { quietDays, hours, from }, { createdAt }) {
    const [first] = movements
    // A quiet time longer than what is read begins before it; an account that never moved sleeps since it was made.
    if (!first || (previousAt ?? createdAt) > daysAgo(first.at, quietDays)) return []
    const awake = movements.filter(({ at }) => hoursAgo(at, hours) <= first.at)
    const total = awake.reduce((sum, { valueCop }) => sum + valueCop, 0n)
    if (total < from) return []
    const slept = Math.floor((first.at.getTime() - (previousAt ?? createdAt).getTime()) / 86_400_000)
    return [
      {
        severity: 'medium',
        period: first.id,
        fingerprint: 'awake',
        values: `${counted(slept, 'día', 'días')} sin movimientos, y ${pesos(total)} en ${counted(hours, 'hora', 'horas')}`,
        evidence: awake.map(({ id }) => ({ type: 'movement', id })),
      },
    ]
  },
})
