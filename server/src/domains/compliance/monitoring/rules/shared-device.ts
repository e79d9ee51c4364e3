/**
 * Alert 7, Irregularidades, dispositivo que comparten varias cuentas: one browser from which several customers signed in within 7 days.
 * Shared networks are alert 4. Once an officer closed it, further customers do not raise it again, until there are many.
 */
import { defineRule } from '../define-rule.ts'
import { signInFacts } from '../facts/sign-ins.ts'
import { RULE_WORDS } from './rule-words.ts'

export const sharedDevice = defineRule({
  name: 'DISPOSITIVO_COMPARTIDO',
  facts: signInFacts,
  find: ({ shared }, { accounts: accountsMin, manyAccounts }) =>
    shared
      .filter(({ what, accounts }) => what === 'device' && accounts >= accountsMin)
      .map(({ what, id, accounts }) => ({
        severity: accounts >= manyAccounts ? 'high' : 'medium',
        period: id,
        fingerprint: 'shared',
        values: RULE_WORDS.places.device(accounts),
        evidence: [{ type: what, id }],
      })),
})
