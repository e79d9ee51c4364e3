/** The person behind a call, as the audit trail names them. */
import type { Caller, HttpContext } from '../http/route.ts'
import type { PersonActor } from './types.ts'

/** Whoever makes a call. */
export const personActor = ({ accountId, sessionId }: Caller, { requestId }: Pick<HttpContext, 'requestId'>): PersonActor => ({
  kind: 'person',
  accountId,
  sessionId,
  requestId,
})

/** Whoever opened the link of a mail to this account. */
export const byLink = (accountId: string): PersonActor => ({ kind: 'person', accountId, sessionId: null })
