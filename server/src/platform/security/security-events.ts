/**
 * Security events of calls: refusals that an attacker causes and a legitimate caller rarely does, and a call without its audit entry. Each
 * writes a log line and counts in a metric (docs/monitoring.md lists the alarms). A line never has a token, a body or a whole address.
 */
export const SECURITY_EVENTS = [
  /** Invalid signature, issuer, audience or form of an access token. */
  'token_forged',
  /** Valid signature, but past its five minutes. */
  'token_expired',
  /** Valid and in time, but of an ended session. */
  'session_over',
  /** A call of officers by an account that may not make it, or is not signed in. */
  'officer_call_refused',
  /** A grant that is not for this call, these values, this session; or was used. */
  'step_up_mismatch',
  /** A call to the core that does not come from the web role. */
  'core_call_refused',
  /** A path with another account's id. */
  'owner_mismatch',
  /** An officer decided about an approval request that does not match its seal. */
  'approval_payload_changed',
  'approval_emergency_changed',
  /** A call succeeded without the audit entry that its contract declares. */
  'audit_missing',
] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

/**
 * When an event is an alarm. `page` and `ticket`: each one. A number: more than so many in that time. `rise`: far more than a day before.
 * `gauge`: a measure has the rule.
 */
export type EventAlarm = 'page' | 'ticket' | 'rise' | 'gauge' | { readonly moreThan: number; readonly within: '10m' | '1h' }

const each = <Name extends string>(alarm: EventAlarm, ...events: readonly Name[]): Readonly<Record<Name, EventAlarm>> =>
  Object.fromEntries(events.map((event) => [event, alarm])) as Record<Name, EventAlarm>

/** Every security event of the log with its alarm. A log line with an event that is not here is not counted. */
export const EVENT_ALARMS: Readonly<Record<string, EventAlarm>> & Readonly<Record<SecurityEvent, EventAlarm>> = {
  ...each('ticket', 'token_forged', 'owner_mismatch'),
  ...each({ moreThan: 5, within: '10m' }, 'officer_call_refused'),
  ...each({ moreThan: 3, within: '1h' }, 'step_up_mismatch'),
  ...each('rise', 'token_expired', 'session_over'),
  ...each('page', 'core_call_refused', 'approval_payload_changed', 'approval_emergency_changed', 'audit_missing'),
  ...each('page', 'signer_refused', 'chain_ahead', 'chain_unknown_transaction', 'chain_unproved_transaction', 'chain_disagrees'),
  ...each('page', 'chain_stuck', 'chain_result_forged', 'chain_event_forged', 'chain_nodes_differ'),
  ...each({ moreThan: 3, within: '1h' }, 'chain_reorganised'),
  ...each('gauge', 'chain_node_away', 'treasury_hot_wallet'),
  ...each('ticket', 'asset_frozen_by_officer', 'crypto_withdrawals_switched', 'signer_limit', 'low_gas'),
  ...each(
    'page',
    'crypto_reorganised',
    'crypto_forged',
    'crypto_sanctioned_sender',
    'crypto_sanctioned_address',
    'deposit_address_emptied',
  ),
  ...each('page', 'crypto_withdrawal_undelivered'),
  ...each({ moreThan: 1, within: '1h' }, 'crypto_withdrawal_failed'),
  ...each('ticket', 'screening_credentials', 'screening_report_refused'),
  ...each('page', 'treasury_sweep_failed', 'treasury_unasked_arrival', 'treasury_unproved'),
  ...each('page', 'price_doubtful', 'no_gas', 'gas_budget_exceeded', 'books_differ', 'certificate_mismatch', 'closing_mismatch'),
  ...each('page', 'ledger_unproved', 'payment_unproved', 'due_diligence_unproved', 'trade_unproved', 'document_signature'),
  ...each('page', 'provider_anomaly', 'deposit_taken_back', 'payment_answer_mismatch', 'payment_absence_unproved'),
  ...each('page', 'deposit_unknown', 'deposit_mismatch', 'deposit_twice', 'link_not_allowed'),
  ...each({ moreThan: 3, within: '1h' }, 'provider_event_unknown', 'webhook_signature', 'webhook_stale'),
  ...each('page', 'payout_of_another', 'payout_twice', 'payout_word_contradicted', 'payout_lost', 'payout_unfindable'),
  ...each('page', 'payout_amount_mismatch', 'payout_paid_after_return', 'payout_never_sent', 'payout_absence_unproved'),
  ...each('page', 'payout_answer_mismatch', 'payout_unknown', 'payout_unnamed'),
}
