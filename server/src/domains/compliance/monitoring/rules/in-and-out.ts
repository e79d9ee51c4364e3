/**
 * Alert 18, entrada y salida: large deposits nearly all of which leave within a day, more than once in a month. Only an officer closes it.
 */
import { defineRule } from '../define-rule.ts'
import { type Movement, movementFacts } from '../facts/movements.ts'
import { pesos } from '../figures-text.ts'
import { hoursAgo } from '../times.ts'
import { RULE_WORDS } from './rule-words.ts'

const HOURS = 24

export const inAndOut = defineRule({
  name: 'ENTRADA_Y_SALIDA',
  facts: movementFacts,
  find({ movements }, { from, outPercent, times }) {
    const passed = passedThrough(movements, from, outPercent)
    const last = passed.at(-1)
    if (!last || passed.length < times) return []
    return [
      {
        severity: 'high',
        period: last.deposit.id,
        fingerprint: 'passed',
        values: RULE_WORDS.inAndOut(passed.length, HOURS, pesos(last.deposit.valueCop), pesos(last.out)),
        evidence: passed.map(({ deposit: { id } }) => ({ type: 'movement', id })),
      },
    ]
  },
})

/** Each outgoing amount is assigned to one deposit only, the oldest that can have funded it. */
function passedThrough(movements: readonly Movement[], from: bigint, outPercent: bigint) {
  const left = new Map(movements.filter(({ direction }) => direction === 'out').map((one) => [one, one.valueCop]))
  const deposits = movements.filter(({ direction, valueCop, endedAt }) => direction === 'in' && endedAt && valueCop >= from)
  return deposits.flatMap((deposit) => {
    let out = 0n
    for (const [withdrawal, available] of left) {
      const cameAt = deposit.endedAt ?? deposit.at
      if (withdrawal.at < cameAt || hoursAgo(withdrawal.at, HOURS) > cameAt) continue
      const missing = deposit.valueCop - out
      const taken = available < missing ? available : missing
      left.set(withdrawal, available - taken)
      out += taken
    }
    return out * 100n >= deposit.valueCop * outPercent ? [{ deposit, out }] : []
  })
}
