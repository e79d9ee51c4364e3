/**
 * Security events of calls: refusals that an attacker causes and a legitimate caller rarely does, and a call without its audit entry. Each
 * writes a log line and counts in a metric (docs/operations.md lists the alarms). A line never has a token, a body or a whole address.
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
