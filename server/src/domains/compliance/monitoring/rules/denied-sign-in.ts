/**
 * Alert 7, Irregularidades, red anónima o ingreso negado: a sign-in that the customer denied. Only an officer closes it. Alert 4 reports it
 * too, together with all other facts about locations.
 */
import { truncatedNetwork } from '../../../../platform/http/network.ts'
import { defineRule } from '../define-rule.ts'
import { type SignIn, signInFacts } from '../facts/sign-ins.ts'
import { daysAgo } from '../times.ts'
import type { Finding } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

export const DENIED = 'denied'

export const deniedSignIn = defineRule({
  name: 'INGRESO_NEGADO',
  facts: signInFacts,
  find: ({ signIns }, { days }, { now }) => deniedIn(signIns, { days, now, severity: 'medium' }),
})

interface Asked extends Pick<Finding, 'severity'> {
  readonly days: number
  readonly now: Date
}
export function deniedIn(signIns: readonly SignIn[], { days, now, severity }: Asked): Finding[] {
  const since = daysAgo(now, days)
  return signIns
    .filter(({ deniedAt }) => deniedAt !== null && deniedAt > since)
    .map(({ id, ip }) => ({
      severity,
      period: id,
      fingerprint: DENIED,
      values: RULE_WORDS.places.denied(truncatedNetwork(ip)),
      evidence: [{ type: 'sign_in', id }],
    }))
}
