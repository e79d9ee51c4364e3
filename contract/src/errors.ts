/**
 * The one catalogue of refusals: stable code → HTTP status. Texts are in errors.es.ts and errors.en.ts; a code without both
 * does not compile. Codes are `<module>.<reason>` and never change meaning once published.
 */
export const ERRORS = {
  'request.invalid': 400,
  'request.malformed_json': 400,
  'request.encrypted_body_invalid': 400,
  'request.unsupported_media_type': 415,
  'request.too_large': 413,
  'request.not_found': 404,
  'request.too_many': 429,
  'request.duplicate': 409,
  'request.idempotency_key_invalid': 400,
  'request.idempotency_key_reused': 422,
  'server.unexpected': 500,
  'server.unavailable': 503,

  'files.too_large': 413,
  'files.type_not_allowed': 415,
  'files.heic_not_supported': 415,
  'files.image_unreadable': 400,
  'files.image_too_large': 413,
  'files.pdf_unreadable': 400,
  'files.pdf_active_content': 400,
  'files.pdf_encrypted': 400,
  'files.infected': 400,
  'files.scanner_unavailable': 503,
  'files.busy': 503,
  'files.not_found': 404,
  'files.link_expired': 404,
  'files.form_needed': 415,
  'files.form_incomplete': 400,
  'files.upload_timeout': 408,
  'files.too_few': 400,
  'files.too_many': 400,

  'identity.not_signed_in': 401,
  'identity.not_authorized': 403,
  'identity.wrong_credentials': 401,
  'identity.too_many_attempts': 429,
  'identity.session_expired': 401,
  'identity.email_invalid': 400,
  'identity.password_too_short': 400,
  'identity.password_too_long': 400,
  'identity.password_too_common': 400,
  'identity.terms_not_accepted': 400,
  'identity.activation_expired': 410,
  'identity.not_activated': 403,
  'identity.account_suspended': 403,
  'identity.reset_expired': 410,
  'identity.current_password_wrong': 403,
  'identity.password_same': 400,
  'identity.email_same': 400,
  'identity.email_change_expired': 410,
  'identity.freeze_expired': 410,
  'identity.account_frozen': 403,
  'identity.reset_required': 403,
  'identity.device_blocked': 403,
  'identity.second_factor_wrong': 403,
  'identity.second_factor_expired': 410,
  'identity.second_factor_needed': 403,
  'identity.passkey_refused': 403,
  'identity.totp_already_on': 409,
  'identity.totp_not_begun': 409,
  'identity.factor_not_found': 404,
  'identity.last_factor_required': 409,
  'identity.too_many_passkeys': 409,
  'identity.step_up_required': 403,
  'identity.step_up_invalid': 403,
  'identity.step_up_expired': 410,
  'identity.step_up_unknown_call': 400,
  'identity.location_link_expired': 410,
  'identity.deny_link_expired': 410,
  'identity.account_not_empty': 409,
  'identity.last_officer': 409,

  'notifications.too_many_streams': 429,
  'notifications.contact_sender_invalid': 400,
  'notifications.contact_subject_invalid': 400,
  'notifications.contact_message_invalid': 400,
  'notifications.too_many_contacts': 429,

  'ledger.insufficient_funds': 409,
  'ledger.request_changed': 409,
  'ledger.hold_closed': 409,
  'ledger.hold_not_found': 404,
  'ledger.hold_exceeded': 409,
  'ledger.transfer_not_found': 404,
  'ledger.already_reversed': 409,
  'ledger.amount_invalid': 400,

  'limits.not_verified': 403,
  'limits.blocked': 403,
  'limits.monthly_exceeded': 409,
  'limits.withdrawals_on_hold': 403,

  'payments.account_not_found': 404,
  'payments.account_limit': 409,
  'payments.account_alias_taken': 409,
  'payments.account_number_invalid': 400,
  'payments.account_in_use': 409,
  'payments.bank_unknown': 400,
  'payments.amount_below_minimum': 400,
  'payments.amount_above_maximum': 400,
  'payments.amount_not_whole': 400,
  'payments.document_not_accepted': 409,
  'payments.terms_not_accepted': 400,
  'payments.bank_link_pending': 503,
  'payments.provider_unavailable': 503,
  'payments.provider_refused': 409,
  'payments.webhook_signature': 401,
  'payments.webhook_stale': 400,
  'payments.transaction_not_found': 404,
  'payments.withdrawal_not_cancellable': 409,

  'pricing.pair_unknown': 404,
  'pricing.price_unavailable': 503,
  'pricing.price_stale': 503,

  'trading.token_unknown': 404,
  'trading.same_token': 400,
  'trading.amount_invalid': 400,
  'trading.slippage_out_of_range': 400,
  'trading.no_route': 409,
  'trading.price_moved': 409,
  'trading.quote_expired': 409,
  'trading.path_not_offered': 409,
  'trading.trade_not_found': 404,
  'trading.halted': 503,

  'blockchain.transaction_not_found': 404,
  'blockchain.unavailable': 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof ERRORS
/** Values that a sentence may need, already formatted for people. */
export type ErrorParams = Record<string, string | number>

/** The body for clients that ask for `application/problem+json` (RFC 9457). */
export interface Problem {
  code: ErrorCode
  status: number
  title: string
  detail: string
  fields?: { field: string; message: string }[]
  traceId?: string
}
