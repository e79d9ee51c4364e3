/** Person who makes a call, as the audit trail names them. */
import type { PersonActor } from './types.ts'

/** Account and session of a call. */
interface Session {
  accountId: string
  sessionId: string
}

/** Actor of a call. */
export const personActor = ({ accountId, sessionId }: Session, { requestId }: { requestId: string }): PersonActor => ({
  kind: 'person',
  accountId,
  sessionId,
  requestId,
})

/** Actor who opened a mailed link of this account. */
export const byLink = (accountId: string): PersonActor => ({ kind: 'person', accountId, sessionId: null })
