/** English texts of notices. The Spanish ones are in notices.es.ts. */
import { titleOfApproval } from './approval-kinds.ts'
import type { ApprovalOutcome } from './approvals.ts'
import type { DataRequestStep } from './data-request-steps.ts'
import { formatWorkCounts } from './deadline-work.ts'
import type { NoticeTexts } from './notices.ts'
import { renewalNames } from './renewal-names.ts'
import { slotNames } from './slot-names.ts'

const untilThen = (until: string): string => asSentence(`To protect your money, withdrawals wait until ${until}`)
const IF_NOT_YOU = 'If it was not you, change your password and end the other sessions in Settings.'

/** Titles by outcome of a treasury movement. */
const MOVEMENT_TITLES = {
  sweep: {
    done: 'The sweep to the cold wallet is done',
    failed: 'The sweep to the cold wallet came to nothing',
    unasked: 'Tokens left to the cold wallet without a request',
  },
  refill: {
    done: 'The refill of the hot wallet arrived',
    failed: 'The refill of the hot wallet did not arrive',
    unasked: 'Tokens came from the cold wallet without a request',
  },
} as const

const RISK_NAMES = { low: 'none', medium: 'medium', high: 'high' } as const
const RISK_REASONS = {
  assessed: 'their floors or points changed',
  expired: 'the level that an officer had registered came to its end',
  rule: 'a rule registered a list or PEP',
} as const

const REQUEST_TITLES: Readonly<Record<DataRequestStep, string>> = {
  received: 'We received your request about your data',
  in_review: 'We are reviewing your request about your data',
  incomplete: 'Something is missing in your request about your data',
  completed: 'You completed your request about your data',
  extended: 'We need more time for your request about your data',
  answered: 'We answered your request about your data',
  rejected: 'We answered your request about your data',
  desisted: 'Your request about your data ended',
}
function requestText(step: DataRequestStep, day: string): string {
  const where = 'You see it in Settings, My data.'
  if (step === 'incomplete') return `Complete it by ${day} at the latest; otherwise we take it as withdrawn. ${where}`
  if (step === 'answered' || step === 'rejected') return `Sign in to read the answer: for your safety, we do not send it by mail. ${where}`
  if (step === 'desisted') return 'Two months passed and it was not completed. You may file another whenever you want.'
  if (step === 'extended') return `We answer by ${day} at the latest. Why, you see in Settings, My data.`
  return `We answer by ${day} at the latest. ${where}`
}

export const ENGLISH_NOTICES: NoticeTexts = {
  'identity.new_sign_in': ({ when, place, ip, device }) => ({
    title: 'New sign-in to your account',
    text: `On ${when} someone signed in from ${device}, in ${place} (IP ${ip}). If it was you, there is nothing to do. ${IF_NOT_YOU}`,
  }),
  'identity.location_denied': ({ when, until }) => ({
    title: 'We ended a sign-in you did not recognise',
    text: `You reported that the sign-in of ${when} was not yours, and we ended that session. ${untilThen(until)} Change your password as soon as you can.`,
  }),
  'identity.password_changed': ({ when, place, until }) => ({
    title: 'You changed your password',
    text: `The password was changed on ${when} from ${place}, and we ended your other sessions. ${untilThen(until)} If it was not you, reset it from “Forgot your password?”.`,
  }),
  'identity.password_reset': ({ when, place, until }) => ({
    title: 'You reset your password',
    text: `The password was reset on ${when} from ${place}, with a link sent to your e-mail. ${untilThen(until)} If it was not you, also check who can read your e-mail.`,
  }),
  'identity.email_change_asked': ({ newEmail, when }) => ({
    title: 'You asked to change your e-mail',
    text: `On ${when} a change of your account's e-mail to ${newEmail} was asked for. It is made when you open the links we sent to both addresses. If it was not you, cancel it in Settings and change your password.`,
  }),
  'identity.email_changed': ({ oldEmail, newEmail, until }) => ({
    title: 'Your e-mail changed',
    text: `Your account moved from ${oldEmail} to ${newEmail}; from now on you sign in with the new one. ${untilThen(until)}`,
  }),
  'identity.totp_added': ({ when, until }) => ({
    title: 'You turned on codes from an app',
    text: `Since ${when} your account asks for a code from your authenticator app. ${untilThen(until)} ${IF_NOT_YOU}`,
  }),
  'identity.totp_removed': ({ when, until }) => ({
    title: 'You turned off codes from an app',
    text: `Since ${when} your account no longer asks for a code from your authenticator app. ${untilThen(until)} ${IF_NOT_YOU}`,
  }),
  'identity.passkey_added': ({ name, when, until }) => ({
    title: 'You added a passkey',
    text: `The passkey “${name}” was added on ${when} and opens your account. ${untilThen(until)} If it was not you, remove it in Settings and change your password.`,
  }),
  'identity.passkey_removed': ({ name, when, until }) => ({
    title: 'You removed a passkey',
    text: `The passkey “${name}” was removed on ${when} and no longer opens your account. ${untilThen(until)} ${IF_NOT_YOU}`,
  }),
  'identity.recovery_codes_made': ({ when, until }) => ({
    title: 'You have new recovery codes',
    text: `They were made on ${when}; the old ones no longer work. Keep them somewhere safe. ${untilThen(until)} ${IF_NOT_YOU}`,
  }),
  'identity.recovery_code_used': ({ left, when }) => ({
    title: 'A recovery code was used',
    text: `On ${when} one of your recovery codes was used. Codes you have left: ${left}. If they are few, make new ones in Settings. ${IF_NOT_YOU}`,
  }),
  'identity.factor_removal_asked': ({ when, place, due }) => ({
    title: 'A request to remove your second factor',
    text: `On ${when}, from ${place}, somebody with your password and your mailbox said that the second factor is lost. On ${due} we will remove every second factor of your account. If it was you, just wait. If it was not, freeze the account from the mail we sent you or sign in with your second factor: either cancels the request.`,
  }),
  'identity.factor_removal_near': ({ due }) => ({
    title: 'We will soon remove your second factor',
    text: `The request to remove every second factor of your account still waits and is carried out on ${due}. If it was not you, freeze the account from the mail we sent you or sign in with your second factor: either cancels it.`,
  }),
  'identity.factor_removal_cancelled': ({ when }) => ({
    title: 'Your second factor stays on',
    text: `On ${when} your second factor was used and we cancelled the request to remove it. If you did not make that request, somebody knows your password and reads your mail: change both passwords now.`,
  }),
  'identity.factors_removed': ({ when, until }) => ({
    title: 'We removed your second factor',
    text: `On ${when} the wait ended: we removed every second factor and ended every session. To enter, reset your password from “Forgot your password?” and turn on another second factor. ${untilThen(until)}`,
  }),
  'identity.session_copied': ({ when }) => ({
    title: 'We ended your session for safety',
    text: `On ${when} one of your sessions was continued using a key that had been used before. It may be a stolen copy, so we ended that session everywhere. Sign in again, change your password and look in Settings at which devices have access. If you use a shared computer, or one with programs you do not know, do not sign in from it.`,
  }),
  'identity.approval_worn_out': ({ when, operation }) => ({
    title: 'An approval ran out of tries',
    text: `On ${when} every try to approve “${operation}” was wrong, and it was not done. If it was you, begin the operation again. ${IF_NOT_YOU}`,
  }),
  'identity.account_frozen': ({ when }) => ({
    title: 'Your account is frozen',
    text: `We froze it on ${when} because you reported that something was not done by you, and we ended every session. To get back in, reset your password from “Forgot your password?”.`,
  }),
  'identity.account_protected': ({ when }) => ({
    title: 'Your account is frozen',
    text: `We froze it on ${when} to protect it and ended every session. To get back in, reset your password from “Forgot your password?”. If you have questions, write to us with the link of our mail.`,
  }),
  'identity.account_blocked': ({ when }) => ({
    title: 'We suspended your account',
    text: `We suspended it on ${when} and ended every session. Your money is still in your account. If you think this is a mistake, ask for a review with the link of our mail: another person of the team reads what you write and answers you.`,
  }),
  'identity.account_unblocked': ({ when }) => ({
    title: 'You can enter again',
    text: `On ${when} we ended the suspension of your account. Sign in with your usual e-mail and password.`,
  }),
  'identity.sessions_ended': ({ when }) => ({
    title: 'We ended your sessions',
    text: `On ${when} we ended every session of your account for safety. Sign in again and, if you notice anything strange, change your password and write to us from Contact.`,
  }),
  'identity.factors_reset': ({ when, until }) => ({
    title: 'We removed your second factor',
    text: `On ${when} two people of our team removed every second factor of your account and ended every session. To enter, reset your password from “Forgot your password?” and turn on another second factor. ${untilThen(until)} If you did not ask for it, freeze the account from the mail we sent you.`,
  }),
  'identity.account_closed': ({ when }) => ({
    title: 'You closed your account',
    text: `Your account was closed on ${when}. We keep only what the law makes us keep. If it was not you, write to us from Contact.`,
  }),
  'identity.policy_changed': ({ policy, date, changes }) => ({
    title: 'We updated a text that you accepted',
    text: `“${policy}” has a new version, which holds from ${date}. ${changes} Compare it with the one before; we will ask you to accept it when you come in from that day on. If you do not agree, you can withdraw your money and close your account.`,
  }),
  'kyc.documents_declined': ({ level, description, slots = '' }) => ({
    title: 'We need you to send something again',
    text: `We reviewed your level ${level} verification and this must be corrected, ${slotNames(slots, 'en') || 'something'}: ${description} Go to Verification; we only ask for what must be corrected.`,
  }),
  'kyc.level_lowered': ({ level }) => ({
    title: 'Your verification level went down',
    text: `${level === '0' ? 'Your account has no verified level any more' : `Your verified level is now ${level}`} and your limits changed. Your money is still in your account. Go to Verification to send what is missing again, or write to us from Contact.`,
  }),
  'kyc.level_verified': ({ level }) => ({
    title: `Your level ${level} is verified`,
    text: `You can now operate within the limits of level ${level}. You find them in Verification.`,
  }),
  'kyc.renewal_requested': ({ subjects, until }) => ({
    title: 'Update your data',
    text: `Send us again, by ${until} at the latest: ${renewalNames(subjects, 'en')}. Your level and your limits stay the same meanwhile. Go to Verification.`,
  }),
  'kyc.renewal_accepted': ({ level }) => ({
    title: 'Your data are up to date',
    text: `We reviewed and accepted what you updated of level ${level}. There is nothing else to do.`,
  }),
  'risk.paused': () => ({
    title: 'Your movements are paused',
    text: 'We are reviewing your account. Meanwhile you cannot deposit, withdraw or swap; your money is still in your account. In Messages you see until when, and can write to us.',
  }),
  'risk.resumed': () => ({
    title: 'You can move your money again',
    text: 'The review of your account has ended: you can deposit, withdraw and swap again.',
  }),
  'conversations.answered': () => ({
    title: 'You have an answer',
    text: 'We wrote to you in Messages. Sign in to read the answer and reply: for your security, we do not send it by mail.',
  }),
  'conversations.appeal_answered': () => ({
    title: 'We answered about your account',
    text: 'We answered what you wrote to us about your account. While you cannot sign in, read and answer with the link of our mail.',
  }),
  'conversations.opened': () => ({
    title: 'One of your movements is under review',
    text: 'We are reviewing it and your money is safe. In Messages you see until when, and can write to us.',
  }),
  'privacy.request_moved': ({ number, step, day }) => ({
    title: REQUEST_TITLES[step],
    text: `Request ${number}. ${requestText(step, day)}`,
  }),
  'payments.account_added': ({ account, until }) => ({
    title: 'You added a bank account',
    text: `You added the account ${account}. ${paidFrom(until)} If it was not you, delete it in Accounts and change your password.`,
  }),
  'payments.account_changed': ({ account, until }) => ({
    title: 'You changed a bank account',
    text: `You changed the details of the account ${account}. ${paidFrom(until)} If it was not you, check it in Accounts and change your password.`,
  }),
  'payments.account_deleted': ({ account }) => ({
    title: 'You deleted a bank account',
    text: `You deleted the account ${account}: nothing can be withdrawn to it any more. ${IF_NOT_YOU}`,
  }),
  'payments.deposit_credited': ({ amount }) => ({
    title: 'Your deposit arrived',
    text: `We added ${amount} to your balance. You can use it now.`,
  }),
  'payments.deposit_held': ({ amount }) => ({
    title: 'Your deposit is under review',
    text: `We received ${amount} from your bank, but the payment came after the deposit had expired and takes you above your limit of the month. The money is safe: we will tell you when it is in your balance.`,
  }),
  'payments.payment_held': ({ amount, reason }) => ({
    title: 'Your PSE payment is under review',
    text: `We received ${amount}. ${asSentence(reason)}`,
  }),
  'payments.transfer_held': ({ amount, reason }) => ({
    title: 'Your transfer is under review',
    text: `We received ${amount}. ${asSentence(reason)}`,
  }),
  'payments.deposit_taken_back': ({ amount }) => ({
    title: 'We took out a deposit that was reversed',
    text: `Your bank or the payment provider reversed a payment of ${amount} after it was added to your balance, so we took its amount out. If you think this is a mistake, write to us from Contact.`,
  }),
  'payments.withdrawal_requested': ({ amount, account }) => ({
    title: 'We received your withdrawal request',
    text: `You asked to withdraw ${amount} to the account ${account}. We will tell you when the bank pays. If it was not you, cancel it in History and change your password.`,
  }),
  'payments.withdrawal_in_review': ({ amount, account }) => ({
    title: 'Your withdrawal is under review',
    text: `We are reviewing your withdrawal of ${amount} to the account ${account} before we send it to the bank. The money is still reserved and you can cancel the withdrawal in History. We will tell you when there is an answer.`,
  }),
  'payments.withdrawal_settled': ({ amount, account }) => ({
    title: 'Your withdrawal was paid',
    text: `The bank paid ${amount} into the account ${account}. If you do not see it yet, give the bank a few minutes before you write to us.`,
  }),
  'payments.withdrawal_returned': ({ amount, account, reason }) => ({
    title: 'Your withdrawal came back to your balance',
    text: `${amount} was not paid into the account ${account} and is back in your balance. Reason: ${reason}`,
  }),
  'approvals.waiting': ({ request }) => ({
    title: 'A request waits for approval',
    text: `“${titleOfApproval(request, 'en')}” waits for the decision of another officer. It expires in 48 hours.`,
  }),
  'approvals.decided': ({ request, outcome }) => ({
    title: 'Your request has ended',
    text: `“${titleOfApproval(request, 'en')}” ${OUTCOMES[outcome]}.`,
  }),
  'approvals.review_due': ({ request, due }) => ({
    title: 'An emergency execution waits for its review',
    text: `“${titleOfApproval(request, 'en')}” was executed without a second approval. It has to be reviewed before: ${due}.`,
  }),
  'approvals.review_overdue': ({ request, due }) => ({
    title: 'The review of an emergency is overdue',
    text: `“${titleOfApproval(request, 'en')}” was executed without a second approval and no officer has reviewed it. It was due: ${due}.`,
  }),
  'approvals.not_justified': ({ request, reversal }) => ({
    title: 'An emergency execution was not justified',
    text: `“${titleOfApproval(request, 'en')}”, which one officer executed alone, was reviewed and was not justified. ${
      reversal === 'proposed'
        ? 'Undoing it waits for the decision of another officer in Approvals.'
        : 'Undoing it could not be proposed: the case has to be looked at by hand.'
    }`,
  }),
  'compliance.review_assigned': ({ officer, due }) => ({
    title: 'A review was assigned to you',
    text: `${officer} assigned a verification case to you. It is due: ${due}.`,
  }),
  'deadlines.work_due': ({ near, overdue }) => ({
    title: overdue ? 'There is work past its deadline' : 'There is work near its deadline',
    text: [
      overdue && `Past its deadline: ${formatWorkCounts(overdue, 'en')}.`,
      near && `Near its deadline: ${formatWorkCounts(near, 'en')}.`,
    ]
      .filter(Boolean)
      .join(' '),
  }),
  'risk.level_changed': ({ before, after, why }) => ({
    title: 'The risk of a customer changed',
    text: `It went from ${RISK_NAMES[before]} to ${RISK_NAMES[after]}: ${RISK_REASONS[why]}. Their page says why, line by line. The person is not notified of the reason.`,
  }),
  'risk.levels_changed': ({ raised, lowered }) => ({
    title: 'The risk of customers was worked out again',
    text: `It rose for ${raised} and fell for ${lowered}. You find them in Verification, by their risk.`,
  }),
  'reconciliation.difference': ({ check, asset, subject, difference }) => ({
    title: 'The books do not agree',
    text: `The comparison ${check} found a difference${difference ? ` of ${difference}` : ''} in ${asset}${subject ? ` (${subject})` : ''}. Check it in Balance and record what caused it.`,
  }),
  'treasury.hot_wallet': ({ side, hot, target }) => ({
    title: side === 'above' ? 'The hot wallet has too much' : 'The hot wallet has too little',
    text: `It has ${hot}, and its target is ${target}. In Wallet you can propose a ${side === 'above' ? 'sweep to the cold wallet' : 'refill'}.`,
  }),
  'treasury.movement': ({ movement, amount, outcome }) => ({
    title: MOVEMENT_TITLES[movement][outcome],
    text: `Amount: ${amount}. See it in Wallet.${outcome === 'unasked' ? ' Find out who sent it.' : ''}`,
  }),
  'crypto.deposit_credited': ({ amount }) => ({
    title: 'Your tokens arrived',
    text: `We credited ${amount} to your balance. You can use them now.`,
  }),
  'crypto.withdrawal_requested': ({ amount, address }) => ({
    title: 'We received your withdrawal request',
    text: `You asked to withdraw ${amount} to the address ${address}. What leaves for the network cannot come back: if it was not you, cancel it at once in your wallet and change your password.`,
  }),
  'crypto.withdrawal_sent_again': ({ amount, address }) => ({
    title: 'We are sending your withdrawal again',
    text: `The network undid your withdrawal of ${amount} to the address ${address}, and nothing arrived. We are sending it again to the same address: you need not do anything.`,
  }),
  'crypto.withdrawal_settled': ({ amount, address }) => ({
    title: 'Your withdrawal arrived',
    text: `We sent ${amount} to the address ${address}, and the network confirmed it.`,
  }),
  'crypto.withdrawal_returned': ({ amount, address, reason }) => ({
    title: 'Your withdrawal is back in your balance',
    text: `${amount} were not sent to the address ${address}, and are back in your balance. Reason: ${asSentence(reason)}`,
  }),
  'payments.payout_charged': ({ amount }) => ({
    title: 'We recorded a withdrawal of yours that was missing',
    text: `The bank paid ${amount} for a withdrawal of yours that was not in your balance. Two people of the team recorded it, and the amount left your balance. If you do not recognise that withdrawal, write to us.`,
  }),
  'crypto.found_charged': ({ amount, transaction }) => ({
    title: 'We recorded a withdrawal of yours that was missing',
    text: `The network confirmed ${amount} that left for your account in the transaction ${transaction} and were not in your balance. Two people of the team recorded it, and the amount left your balance. If you do not recognise that withdrawal, write to us.`,
  }),
  'crypto.found_credited': ({ amount, transaction }) => ({
    title: 'We recorded a credit of yours that was missing',
    text: `The network confirmed ${amount} that are yours in the transaction ${transaction} and were not in your balance. Two people of the team recorded it. You can use them now.`,
  }),
  'crypto.address_added': ({ address, until }) => ({
    title: 'You saved a withdrawal address',
    text: `You saved the address ${address}. ${until ? asSentence(`To protect you, it can be used from ${until} on`) : 'It can be used now.'} If it was not you, delete it in Accounts and change your password.`,
  }),
  'crypto.address_deleted': ({ address }) => ({
    title: 'You deleted a withdrawal address',
    text: `You deleted the address ${address}: nothing can be withdrawn to it any more. ${IF_NOT_YOU}`,
  }),
  'trading.trade_done': ({ sold, bought }) => ({
    title: 'Your exchange is done',
    text: `You gave ${sold} and received ${bought}. It is in your balance now.`,
  }),
}

const paidFrom = (until: string): string => asSentence(`For your safety, what you withdraw to it leaves for the bank after ${until}`)

/** Ends a sentence. A time already ends with a point, `1:30 p. m.`. */
function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

const OUTCOMES: Readonly<Record<ApprovalOutcome, string>> = {
  executed: 'was approved and executed',
  refused: 'was refused: read why under Approvals',
  expired: 'expired without a decision',
  execution_failed: 'was approved, but could not be executed',
  break_glass: 'was executed in an emergency, without a second approval',
}
