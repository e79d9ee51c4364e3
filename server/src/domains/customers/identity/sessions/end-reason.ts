/** Reason of an ended session, for a refresh token that was valid once: only its holder can ask with it. */
import type { ErrorCode } from '@tunjo/contract/errors'

const NOTIFIED: Record<string, ErrorCode> = {
  ended_by_person: 'identity.session_revoked',
  location_denied: 'identity.session_revoked',
  token_reused: 'identity.session_reused',
  password_changed: 'identity.session_credentials_changed',
  password_reset: 'identity.session_credentials_changed',
  email_changed: 'identity.session_credentials_changed',
  factor_changed: 'identity.session_credentials_changed',
}

interface SessionEnd {
  endedAt: Date | null
  endReason: string | null
  expiresAt: Date
}

export function refusalOfEnd({ endedAt, endReason, expiresAt }: SessionEnd, now: Date): ErrorCode {
  // It ended without an action: it was idle for too long, or reached its maximum age.
  if (!endedAt) return now < expiresAt ? 'identity.session_idle' : 'identity.session_expired'
  return NOTIFIED[endReason ?? ''] ?? 'identity.session_expired'
}
