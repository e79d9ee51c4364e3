/** The person behind a call, as the audit trail names them. */
import type { PersonActor } from './types.ts'

/** Account and session that a call comes from. */
interface Session {
  accountId: string
  sessionId: string
}

/** Whoever makes a call. */
export const personActor = ({ accountId, sessionId }: Session, { requestId }: { requestId: string }): PersonActor => ({
  kind: 'person',
  accountId,
  sessionId,
  requestId,
})

/** Whoever opened the link of a mail to this account. */
export const byLink = (accountId: string): PersonActor => ({ kind: 'person', accountId, sessionId: null })
