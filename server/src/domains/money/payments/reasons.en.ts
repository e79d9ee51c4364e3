/** English reasons why a movement did not complete, beside reasons.es.ts. */
import type { PaymentReasons } from './reasons.es.ts'

const moneyIsBack = (sentence: string): string => `${sentence} The money is back in your balance.`
const BATCH_REFUSED = moneyIsBack(
  'The withdrawal was not approved to be sent to the bank. Write to us from Contact so that we can help you.',
)
const TRANSFER_IS_KEPT = 'Your transfer arrived and the money is kept safe'

export const ENGLISH_REASONS: PaymentReasons = {
  payoutFailures: {
    D02: moneyIsBack('The bank of your account receives no transfers at the moment. Use an account at another bank.'),
    D07: moneyIsBack('The bank says that the account number does not exist. Check the details of your bank account.'),
    D10: moneyIsBack('The bank does not allow credits to that account. Ask your bank or use another account.'),
    D11: moneyIsBack('The account is not in your name or does not match your document. Use an account of your own.'),
    D19: moneyIsBack('The bank could not process the transfer. Try again later.'),
    D21: moneyIsBack('The bank did not get the name of the holder. Write to us from Contact so that we can help you.'),
    D24: moneyIsBack('The bank did not accept the amount of the transfer. Try with another amount.'),
    D34: moneyIsBack('The account number is not valid. Check the details of your bank account.'),
    D39: moneyIsBack('The bank does not accept your type of document. Use an account at another bank.'),
    D49: moneyIsBack('The bank of your account is not allowed. Use an account at another bank.'),
    NOT_APPROVED: BATCH_REFUSED,
    REJECTED: BATCH_REFUSED,
    AFE_REJECTED: BATCH_REFUSED,
    C01: moneyIsBack('The account does not exist or is inactive. Check the details of your bank account.'),
  },
  payoutFailed: moneyIsBack('The bank did not accept the transfer. Check the details of your bank account or try again later.'),
  payoutNotPossible: moneyIsBack('We could not send the withdrawal to the bank. Try again later.'),
  payoutUnknown: 'The bank takes a while to confirm. Your money is still held; we notify you as soon as it answers.',
  withdrawalCancelled: moneyIsBack('You cancelled the withdrawal.'),
  withdrawalStopped: moneyIsBack('We stopped the withdrawal because you reported a movement that you did not recognise.'),
  withdrawalInReview:
    'We are reviewing this withdrawal before we send it to the bank. Your money is still held, and you can cancel the withdrawal in the meantime.',
  withdrawalRejected: moneyIsBack('We reviewed the withdrawal and did not approve it. Write to us from Contact if you want to know more.'),
  accountIsNew: (payFrom) =>
    `You added or changed this account a short time ago. For security, we will send the money to the bank from ${payFrom} on.`,
  depositFailures: {
    DECLINED: 'Your bank rejected the payment. No money entered your balance; you can try again.',
    ERROR: 'The bank had an error and the payment was not made. No money entered your balance; you can try again.',
    VOIDED: 'The payment was voided. No money entered your balance; you can try again.',
  },
  depositRefused: 'The payment method did not accept the operation. No money entered your balance; check your details and try again.',
  depositNotCreated: 'We could not create the payment with your bank. No money entered your balance; you can try again.',
  depositAboveLimit:
    'The payment arrived after the deposit expired, and with it you exceed your limit of the month. We are reviewing it: the money is kept safe and we will notify you when it enters your balance.',
  depositOfOtherPayer:
    'Your payment arrived and the money is kept safe, but we could not confirm that it was you who made it. We are reviewing it: we will notify you when it enters your balance or when we return it to the bank that it came from.',
  depositBooked:
    'We found a payment of yours that was not in your balance. The money is kept safe and we are reviewing it: we will notify you when it enters your balance or when we return it to the bank that it came from.',
  depositSentBack: 'We returned the payment to the bank account from which you made it. It can take until the next business day.',
  depositTakenBack:
    'Your bank or the payment method annulled this payment after it entered your balance, so we debited its amount. If you think that this is a mistake, write to us from Contact.',
  depositExpired:
    'The payment was not completed within 24 hours. If your bank approves it later, it still enters your balance. If it exceeds your limit of the month, we review it first.',
  transferHeld: {
    'limits.monthly_exceeded': `${TRANSFER_IS_KEPT}, but with it you exceed your limit of the month. We are reviewing it: we will notify you when it enters your balance or when we return it to the bank that it came from.`,
    'identity.consent_needed': `${TRANSFER_IS_KEPT}, but you have not accepted the new policies yet. We are reviewing it: we will notify you when it enters your balance.`,
  },
  transferNotNow: `${TRANSFER_IS_KEPT}, but your account cannot receive money at the moment. Write to us from Contact so that we can help you.`,
  transferTooSmall: `${TRANSFER_IS_KEPT}, but it is less than the minimum of a deposit. We are reviewing it: we will notify you when it enters your balance or when we return it to the bank that it came from.`,
  transferOfOtherPayer: `${TRANSFER_IS_KEPT}, but we could not confirm that it came from an account in your name. We are reviewing it: we will notify you when it enters your balance or when we return it to the bank that it came from.`,
  transferSentBack: 'We return this transfer to the bank account that it came from. It can take up to three business days.',
}
