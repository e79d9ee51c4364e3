/** Alert 18, pagos de varios terceros (fan-in): several other people pay into one account within days. Only an officer closes it. */
import { defineRule } from '../define-rule.ts'
import { thirdPartyDeposits } from '../facts/counterparties.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { daysAgo } from '../times.ts'
import { firstOfEach } from './first-of-each.ts'
import { RULE_WORDS } from './rule-words.ts'

/**
 * Payments known to come from others: a transfer that the bank does not confirm as the customer's, tokens from an address that they did not
 * save, another customer.
 */
export const manyPayers = defineRule({
  name: 'VARIOS_PAGADORES',
  facts: thirdPartyDeposits,
  find(deposits, { payers, days }, { now }) {
    const recent = deposits.filter(({ at }) => at > daysAgo(now, days))
    const firsts = firstOfEach(recent, ({ payer }) => payer)
    const newest = firsts.at(-1)
    if (!newest || firsts.length < payers) return []
    return [
      {
        severity: 'medium',
        period: newest.id,
        fingerprint: fingerprintOf(newest.payer),
        values: RULE_WORDS.manyPayers(firsts.length, days, recent.length),
        evidence: recent.map(({ id }) => ({ type: 'movement', id })),
      },
    ]
  },
})
