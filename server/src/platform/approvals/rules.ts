/** Who may decide a request, on plain values. */

import type { ApprovalEvent, ApprovalState } from '@tunjo/contract/approvals'
import { NOTE_LENGTH } from '@tunjo/contract/approvals'
import type { Permission } from '@tunjo/contract/permissions'
import { type Refusal, refusal } from '../refusal.ts'
import { tidyText, visibleLength } from '../visible-text.ts'

/** State machine: what may follow what. `break_glass` stays: its review is a mark on it. */
export const TRANSITIONS: Readonly<Record<ApprovalState, readonly ApprovalState[]>> = {
  proposed: ['executed', 'refused', 'withdrawn', 'expired', 'execution_failed', 'break_glass'],
  executed: [],
  refused: [],
  withdrawn: [],
  expired: [],
  execution_failed: [],
  break_glass: [],
}

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
  TRANSITIONS[state].length > 0 ? null : refusal('approvals.not_waiting')

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

export function checkNote(note: string): Refusal | null {
  if (visibleLength(note) < NOTE_LENGTH.minimum) return refusal('approvals.note_invalid')
  return checkNoteMaximum(note)
}
export const checkNoteMaximum = (note: string): Refusal | null =>
  [...tidyText(note)].length > NOTE_LENGTH.maximum ? refusal('approvals.note_too_long') : null

/** What the maker is told in the bell. */
export const OUTCOME_WORDS: Readonly<Partial<Record<ApprovalEvent, string>>> = {
  executed: 'aprobada y ejecutada',
  refused: 'rechazada',
  expired: 'vencida sin decisión',
  execution_failed: 'aprobada, pero no se pudo ejecutar',
  break_glass: 'ejecutada por emergencia, sin segunda aprobación',
}
