/**
 * Entry check: whether an account may sign in. Every flow calls it after the proof: the state of an account is disclosed only to its proven
 * person.
 */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { refuse } from '../../../../../platform/http/refusal.ts'
import type { AccountRow } from '../account-store.ts'

export type EntryFacts = Pick<AccountRow, 'activatedAt' | 'state' | 'frozenAt' | 'resetRequiredAt' | 'authorities'>

/** A sign-in that began with a password does not complete after it changed: its sessions were to end. */
export function isProofOld({ passwordChangedAt }: Pick<AccountRow, 'passwordChangedAt'>, passwordProvedAt: Date | undefined): boolean {
  return passwordChangedAt !== null && passwordProvedAt !== undefined && passwordChangedAt >= passwordProvedAt
}

/** Ordered so that the person first sees the state that only an officer can lift. */
export function checkMayEnter({ activatedAt, state, frozenAt, resetRequiredAt, authorities }: EntryFacts): void {
  if (!activatedAt) refuse('identity.not_activated')
  // Officers do not register: they are invited.
  if (state === ACCOUNT_STATE.closed)
    refuse(authorities.includes('ROLE_ADMIN') ? 'identity.staff_account_closed' : 'identity.account_closed')
  if (state === ACCOUNT_STATE.suspended) refuse('identity.account_suspended')
  if (frozenAt) refuse('identity.account_frozen')
  if (resetRequiredAt) refuse('identity.reset_required')
}
