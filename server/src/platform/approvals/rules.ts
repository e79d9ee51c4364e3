/** Rules for deciding a request, on plain values. */

import type { ApprovalState } from '@tunjo/contract/approvals'
import { REASON_LENGTH } from '@tunjo/contract/officer-reason'
import type { Permission } from '@tunjo/contract/permissions'
import { type Refusal, refusal } from '../http/refusal.ts'
import { checkLength } from '../phrases/visible-text.ts'
import { isFinal } from '../state-machine/index.ts'
import { REQUEST_STATES } from './states.ts'

export interface RequestFacts {
  readonly state: ApprovalState
  readonly makerId: string
  readonly makerSession: string
  readonly subjectId: string | null
  readonly permission: Permission
  readonly expiresAt: Date
}
export interface Officer {
  readonly accountId: string
  readonly sessionId: string
  readonly permissions?: readonly Permission[]
}

export const isExpired = ({ state, expiresAt }: Pick<RequestFacts, 'state' | 'expiresAt'>, now: Date): boolean =>
  state === 'proposed' && now >= expiresAt

export const checkOpen = ({ state }: Pick<RequestFacts, 'state'>): Refusal | null =>
  isFinal(REQUEST_STATES, state) ? refusal('approvals.not_waiting') : null

/** Maker and checker are two people in two sessions, and neither is the person concerned. */
export function checkChecker(request: RequestFacts, checker: Officer): Refusal | null {
  if (checker.accountId === request.makerId) return refusal('approvals.own_request')
  if (checker.sessionId === request.makerSession) return refusal('approvals.same_session')
  return checkNotSubject(request, checker)
}

/** The officer is not the person concerned, and holds the permission that the request needs. */
export function checkNotSubject({ subjectId, permission }: RequestFacts, { accountId, permissions }: Officer): Refusal | null {
  if (accountId === subjectId) return refusal('approvals.person_concerned')
  return permissions?.includes(permission) ? null : refusal('access.permission_missing', { permission })
}

/** The reviewer of an emergency had no part in it. */
export function checkReviewer(request: RequestFacts & { decidedBy: string | null; decidedSession: string | null }, reviewer: Officer) {
  if (reviewer.accountId === request.decidedBy) return refusal('approvals.own_request')
  if (reviewer.sessionId === request.decidedSession) return refusal('approvals.same_session')
  return checkChecker(request, reviewer)
}

export const checkNote = (note: string, { minimum }: { minimum: number } = REASON_LENGTH): Refusal | null =>
  checkLength(note, { ...REASON_LENGTH, minimum }, { tooShort: 'approvals.note_invalid', tooLong: 'approvals.note_too_long' })
