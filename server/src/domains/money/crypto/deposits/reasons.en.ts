/** English reasons why a token deposit is not in the balance, beside reasons.es.ts. */
import type { DepositReasons } from './reasons.es.ts'

const KEPT = 'The coins arrived and are kept safe'

export const ENGLISH_REASONS: DepositReasons = {
  review: {
    'limits.monthly_exceeded': `${KEPT}: with this deposit you exceed your limit of the month. They enter your balance on their own when you reach a higher level or another month begins.`,
    'limits.not_verified': `${KEPT}. They enter your balance on their own when you verify your identity.`,
    'identity.consent_needed': `${KEPT}. They enter your balance on their own when you accept the new policies.`,
  },
  notNow: `${KEPT}, but your account cannot receive money at the moment. Write to us from Contact so that we can help you.`,
  ends: {
    BELOW_MINIMUM:
      'Below the minimum: they are yours and are kept safe. They enter your balance on their own when your small deposits of this currency add up to the minimum.',
    ORPHANED:
      'The network reorganised its blocks and left out your transfer. Almost always it is included again on its own within minutes.',
    DISPUTED:
      'The network reorganised its blocks and does not have your transfer for now. We keep it held in your balance until it is included again.',
    REVERSED:
      'The network undid the transfer and the coins did not arrive, so we debited them from your balance. If they arrive again, they are credited again.',
  },
}
