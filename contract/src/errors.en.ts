/** English sentence of every refusal, in the style of errors.es.ts. Texts that the specification quotes in English are exact. */

import type { Sentence } from './errors.es.ts'
import type { ErrorCode } from './errors.ts'

export const ENGLISH_SENTENCES: Record<ErrorCode, Sentence> = {
  'request.invalid': 'Some of the data is not valid. Check the marked fields and try again.',
  'request.malformed_json': 'We could not read the request: its content is not valid JSON.',
  'request.encrypted_body_invalid': 'We could not decrypt the request. Check the key and the format of its content.',
  'request.unsupported_media_type': 'This service only takes JSON.',
  'request.too_large': 'The request is too large.',
  'request.not_found': 'We could not find what you are looking for.',
  'request.too_many': 'You made too many requests in a row. Wait a moment and try again.',
  'request.duplicate': 'You have just sent the same request. If you want to repeat it, wait a minute.',
  'request.idempotency_key_invalid': 'The idempotency key must have between 8 and 64 letters, digits or hyphens.',
  'request.idempotency_key_reused': 'That idempotency key was already used with other data. Send the request with a new key.',
  'server.unexpected': 'Something went wrong and we could not finish. Nothing changed in your account; try again in a few minutes.',
  'server.unavailable': 'The service is not available right now. Try again in a few minutes.',

  'identity.not_signed_in': 'Sign in to continue.',
  'identity.not_authorized': 'You are not authorized to access this page.',
  'identity.wrong_credentials': 'The e-mail or the password is wrong, or the account has not been activated yet.',
  'identity.too_many_attempts': 'There were too many attempts. Wait 15 minutes or reset your password.',
  'identity.session_expired': 'Your session has ended. Sign in again.',
  'identity.email_invalid': 'Enter a valid e-mail address.',
  'identity.password_too_short': (p) => `The password must have at least ${p.minimum} characters.`,
  'identity.password_too_long': (p) => `The password can have at most ${p.maximum} characters.`,
  'identity.password_too_common': 'That password is too easy to guess. Choose another one, for example a phrase of several words.',
  'identity.terms_not_accepted': 'To create your account you must accept the terms and the data policy.',
  'identity.activation_expired': 'The activation link is no longer valid. Get a new one by starting the registration again.',
  'identity.not_activated':
    'Your account has not been activated yet. Open the link we sent you by e-mail; if it has expired, sign up again to get a new one.',
  'identity.account_suspended': 'Your account is suspended. Write to us from Contact so that we can help you.',

  'notifications.too_many_streams': 'You have too many windows open. Close one and try again.',
  'notifications.contact_sender_invalid': 'Enter a valid e-mail address so that we can answer you.',
  'notifications.contact_subject_invalid': (p) => `Write the subject in a single line of at most ${p.maximum} characters.`,
  'notifications.contact_message_invalid': (p) => `Tell us what you need, in at most ${p.maximum} characters.`,
  'notifications.too_many_contacts':
    'We already received several messages from you in the last hour. Wait an hour before sending another one.',

  'ledger.insufficient_funds': 'You do not have enough available balance for this operation.',
  'ledger.request_changed': 'That operation already exists with other data.',
  'ledger.hold_closed': 'The hold on the funds is already closed.',
  'ledger.hold_not_found': 'The hold on the funds does not exist.',
  'ledger.hold_exceeded': 'The amount is larger than the funds on hold.',
  'ledger.transfer_not_found': 'We could not find that movement.',
  'ledger.already_reversed': 'That movement was already returned.',
  'ledger.amount_invalid': 'The amount must be greater than zero.',

  'limits.not_verified': 'You must verify your identity first. Go to Verification to continue.',
  'limits.blocked': 'Your account cannot move money right now. Write to us from Contact so that we can help you.',
  'limits.monthly_exceeded': (p) => `This operation would exceed your monthly limit (${p.used} of ${p.maximum} COP used).`,

  'payments.account_not_found': 'We could not find that bank account. Choose another one or add a new one.',
  'payments.account_limit':
    'You have reached the maximum number of registered accounts. To add a new one, delete one of those you already have.',
  'payments.account_alias_taken': 'You already have a registered account with the same name',
  'payments.account_number_invalid': 'The account number must have between 6 and 20 digits.',
  'payments.account_in_use': 'That account has a withdrawal in progress. You can change or delete it when it finishes.',
  'payments.bank_unknown': 'That bank is not on the list. Choose another one.',
  'payments.amount_below_minimum': 'The amount must be at least 10.000.',
  'payments.amount_above_maximum': (p) => `The maximum amount per operation is ${p.maximum} COP.`,
  'payments.amount_not_whole': 'The amount must be a whole number of pesos.',
  'payments.document_not_accepted': 'PSE does not accept your type of document. Use another way to deposit.',
  'payments.terms_not_accepted': "Accept the payment provider's rules and data authorization to continue.",
  'payments.bank_link_pending': 'The bank is taking long to answer. Your deposit was created: you can open the link in a few seconds.',
  'payments.provider_unavailable': 'The payment provider is not answering right now. Try again in a few minutes.',
  'payments.provider_refused': 'The payment provider did not accept the operation. Check the data and try again.',
  'payments.webhook_signature': 'The signature of the event is not valid.',
  'payments.webhook_stale': 'The event is too old.',
  'payments.transaction_not_found': 'We could not find that movement.',
  'payments.withdrawal_not_cancellable': 'That withdrawal is already on its way to the bank and cannot be cancelled.',

  'pricing.pair_unknown': 'That currency pair does not exist.',
  'pricing.price_unavailable': 'We do not have a price for that pair yet. Try again in a few seconds.',
  'pricing.price_stale': 'The price is out of date. Try again in a few seconds.',

  'trading.token_unknown': 'That currency is not on the list.',
  'trading.same_token': 'Choose two different currencies.',
  'trading.amount_invalid': 'Enter a valid amount greater than zero.',
  'trading.slippage_out_of_range': 'The slippage tolerance must be between 0 and 5 %.',
  'trading.no_route': 'There is not enough liquidity for this exchange. Try a smaller amount.',
  'trading.price_moved': 'The price changed more than you allow. Check the new quote.',
  'trading.quote_expired': 'The quote has expired. Check the new quote.',
  'trading.path_not_offered': 'That route is not available. Check the new quote.',
  'trading.trade_not_found': 'We could not find that exchange.',
  'trading.halted': 'Exchanges are paused because prices are not reliable right now.',

  'blockchain.transaction_not_found': 'We could not find that transaction on the network.',
  'blockchain.unavailable': 'The exchange network is not answering right now. Try again in a few minutes.',
}
