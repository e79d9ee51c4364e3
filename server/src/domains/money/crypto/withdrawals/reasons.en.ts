/** English reasons why a token withdrawal ended or waits, beside reasons.es.ts. */
import type { WithdrawalReasons } from './reasons.es.ts'

export const ENGLISH_REASONS: WithdrawalReasons = {
  cancelled: 'You cancelled the withdrawal: it is back in your balance in full.',
  stopped: 'We stopped the withdrawal because you froze your account: it is back in your balance in full.',
  rejected: 'We could not approve the withdrawal: it is back in your balance in full. Write to us from Contact if you have questions.',
  notSent: 'The withdrawal was not sent to the network: it is back in your balance in full. You can try again.',
  reverted:
    'The network did not accept the transfer: the withdrawal is back in your balance in full, with the network cost. You can try again.',
  undelivered:
    'The network undid this transfer and can no longer make it: the coins did not reach the address. They are yours and we keep them safe. Our team decides whether they return to your balance or are sent again, and we notify you.',
  refunded:
    'The network undid the transfer and the coins did not arrive: the withdrawal is back in your balance in full, with the network cost.',
  resent:
    'The network undid the transfer and the coins did not arrive: we sent it again to the same address. Follow it in the new withdrawal of your history.',
  anotherTry: 'We sent a withdrawal again that the network had undone. Two people of our team approved it.',
  heldForReview: 'Two people of our team review it before it leaves. Your coins are held.',
  inReview: 'Because of its value, two people of our team review it before it leaves. Your coins are held.',
}
