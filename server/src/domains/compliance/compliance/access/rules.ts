/** Permitted actions on account access, as decisions on plain values. */
import { ACCOUNT_STATE, type AccountState } from '@tunjo/contract/identity'
import { type Refusal, refusal } from '../../../../platform/http/refusal.ts'

/** One to propose a role and one to approve it: a single officer could never appoint another. */
const GRANTERS_MIN = 2

export interface Target {
  readonly state: AccountState
  readonly isOfficer: boolean
}

/** Otherwise officers could block each other, up to the last one who could notice. */
export const checkTarget = ({ state, isOfficer }: Target, { mayGrantRoles }: { mayGrantRoles: boolean }): Refusal | null =>
  isOfficer && !mayGrantRoles
    ? refusal('access.permission_missing', { permission: 'roles.grant' })
    : state === ACCOUNT_STATE.closed
      ? refusal('compliance.account_closed')
      : null

const checkNotBlocked = ({ state }: Pick<Target, 'state'>): Refusal | null =>
  state === ACCOUNT_STATE.suspended ? refusal('compliance.account_blocked') : null

/** For blocking actions, a suspension or a freeze. `granters`: officers who can sign in and may grant roles, with or without this one. */
export function checkBlock(target: Target & { id: string }, granters: readonly string[]): Refusal | null {
  const others = granters.filter((id) => id !== target.id).length
  return checkNotBlocked(target) ?? (granters.includes(target.id) && others < GRANTERS_MIN ? refusal('staff.administrators_too_few') : null)
}

/** State after a suspension, from the level at that time, which may have changed meanwhile. Officers have no level. */
export const stateAfterBlock = ({ isOfficer, verifiedLevel }: { isOfficer: boolean; verifiedLevel: number }): AccountState =>
  isOfficer || verifiedLevel > 0 ? ACCOUNT_STATE.verified : ACCOUNT_STATE.unverified
