/** Who may decide a request, on plain values. */

import type { ApprovalState } from '@tunjo/contract/approvals'
import { NOTE_LENGTH } from '@tunjo/contract/approvals'
import type { Permission } from '@tunjo/contract/permissions'
import { type Refusal, refusal } from '../refusal.ts'
import { isFinal } from '../state-machine/index.ts'
import { tidyText, visibleLength } from '../visible-text.ts'
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
  return checkOutsider(request, checker)
}

/** Whoever acts is not the person concerned, and may do themselves what is asked for. */
export function checkOutsider({ subjectId, permission }: RequestFacts, { accountId, permissions }: Officer): Refusal | null {
  if (accountId === subjectId) return refusal('approvals.person_concerned')
  return permissions?.includes(permission) ? null : refusal('access.permission_missing', { permission })
}

/** Of whoever reviews an emergency: had no part in it. */
export function checkReviewer(request: RequestFacts & { decidedBy: string | null; decidedSession: string | null }, reviewer: Officer) {
  if (reviewer.accountId === request.decidedBy) return refusal('approvals.own_request')
  if (reviewer.sessionId === request.decidedSession) return refusal('approvals.same_session')
  return checkChecker(request, reviewer)
}

export function checkReason(reason: string): Refusal | null {
  if (visibleLength(reason) < NOTE_LENGTH.minimum) return refusal('approvals.reason_invalid')
  return [...tidyText(reason)].length > NOTE_LENGTH.maximum ? refusal('approvals.reason_too_long') : null
}

export function checkNote(note: string): Refusal | null {
  if (visibleLength(note) < NOTE_LENGTH.minimum) return refusal('approvals.note_invalid')
  return checkNoteMaximum(note)
}
export const checkNoteMaximum = (note: string): Refusal | null =>
  [...tidyText(note)].length > NOTE_LENGTH.maximum ? refusal('approvals.note_too_long') : null
