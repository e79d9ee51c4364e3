/** Audit entries of refused attempts to decide: the officer, the request, what they tried, and the reason of the refusal. */
import type { ErrorCode } from '@tunjo/contract/errors'
import { validate as isUuid } from 'uuid'
import { inTransaction } from '../database/database.ts'
import type { Refused as RefusedCall, Route } from '../http/route.ts'
import type { ApprovalsContext } from './context.ts'
import { findRequest } from './store.ts'

/** A step-up prompt and fields to be corrected are not attempts. */
const NO_ATTEMPT: ReadonlySet<ErrorCode> = new Set([
  'identity.step_up_required',
  'request.invalid',
  'approvals.note_invalid',
  'approvals.note_too_long',
])
/** Routes that only read: their refusals are no attempts to decide. */
const READS: ReadonlySet<string> = new Set(['list', 'show'])

export const recordingAttempts = (context: ApprovalsContext, routes: readonly Route[]): Route[] =>
  routes.map((route) => (READS.has(route.name) ? route : { ...route, refused: (call) => recordAttempt(context, route.name, call) }))

async function recordAttempt(
  { db, audit }: ApprovalsContext,
  act: string,
  { caller, params, refusal: { code } }: RefusedCall,
): Promise<void> {
  const { id = '' } = params
  if (NO_ATTEMPT.has(code) || !isUuid(id)) return
  const request = await findRequest(db, id)
  if (!request) return
  await inTransaction(db, (tx) =>
    audit.record(tx, {
      actor: { kind: 'person', accountId: caller.accountId, sessionId: caller.sessionId },
      action: 'approvals.attempt_refused',
      object: { type: 'approval', id },
      after: { kind: request.kind, act, code },
    }),
  )
}
