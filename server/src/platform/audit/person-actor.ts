import type { Caller, HttpContext } from '../http/route.ts'
import type { AuditActor } from './types.ts'

/** Whoever makes a call. */
export const personActor = ({ accountId, sessionId }: Caller, { requestId }: Pick<HttpContext, 'requestId'>): AuditActor => ({
  kind: 'person',
  accountId,
  sessionId,
  requestId,
})
