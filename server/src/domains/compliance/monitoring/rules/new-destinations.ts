/** Alert 18, envíos a muchos destinos nuevos (fan-out): several bank accounts or addresses paid for the first time within days. Only an officer closes it. */
import { defineRule } from '../define-rule.ts'
import { payouts } from '../facts/counterparties.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { daysAgo } from '../times.ts'
import { firstOfEach } from './first-of-each.ts'
import { RULE_WORDS } from './rule-words.ts'

export const newDestinations = defineRule({
  name: 'DESTINOS_NUEVOS',
  facts: payouts,
  find(all, { destinations, days }, { now }) {
    const since = daysAgo(now, days)
    const toNew = all.filter(({ at, firstAt }) => at > since && firstAt > since)
    const firsts = firstOfEach(toNew, ({ destination }) => destination)
    const newest = firsts.at(-1)
    if (!newest || firsts.length < destinations) return []
    return [
      {
        severity: 'medium',
        period: newest.id,
        fingerprint: fingerprintOf(newest.destination),
        values: RULE_WORDS.newDestinations(toNew.length, firsts.length, days),
        evidence: toNew.map(({ id }) => ({ type: 'movement', id })),
      },
    ]
  },
})
