/**
 * Security events of calls: refusals that an attacker causes and a person hardly ever does, and a call that left no trace. Each leaves a
 * log line and counts in a metric (docs/operations.md says what to alarm on). A line never has a token, a body or a whole address.
 */
export const SECURITY_EVENTS = [
  /** Signature, issuer, audience or form of an access token is not ours. */
  'token_forged',
  /** Ours, and past its five minutes. */
  'token_expired',
  /** Ours and in time, of a session that is over. */
  'session_over',
  /** A call of officers by somebody who may not make it, or is not signed in. */
  'officer_call_refused',
  /** A grant that is not for this call, these values, this session; or was used. */
  'step_up_mismatch',
  /** A call to the core that does not come from the web role. */
  'core_call_refused',
  /** A path with another account's id. */
  'owner_mismatch',
  /** An officer decided about an approval request that is not what its maker asked for. */
  'approval_payload_changed',
  'approval_emergency_changed',
  /** A call was done, and what its contract says of the audit trail is not there. */
  'audit_missing',
] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]
