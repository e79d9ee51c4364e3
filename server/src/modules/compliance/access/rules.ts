/** Decisions on plain values: what may be done about the way into an account. */
import { ACCOUNT_STATE, type AccountState } from '@tunjo/contract/identity'
import { type Refusal, refusal } from '../../../platform/refusal.ts'

/** Whoever proposes a role and whoever approves it: one alone could never appoint another. */
const GRANTERS_MIN = 2

export interface Target {
  readonly state: AccountState
  readonly isOfficer: boolean
}

/** Officers could otherwise shut each other out, up to the last who would notice. */
export const checkTarget = ({ state, isOfficer }: Target, { mayGrantRoles }: { mayGrantRoles: boolean }): Refusal | null =>
  isOfficer && !mayGrantRoles
    ? refusal('access.permission_missing', { permission: 'roles.grant' })
    : state === ACCOUNT_STATE.closed
      ? refusal('compliance.account_closed')
      : null

const checkNotBlocked = ({ state }: Pick<Target, 'state'>): Refusal | null =>
  state === ACCOUNT_STATE.suspended ? refusal('compliance.account_blocked') : null

/** For what shuts somebody out, a suspension or a freeze. `granters`: officers who may enter and grant roles, this one among them or not. */
export function checkShut(target: Target & { id: string }, granters: readonly string[]): Refusal | null {
  const others = granters.filter((id) => id !== target.id).length
  return checkNotBlocked(target) ?? (granters.includes(target.id) && others < GRANTERS_MIN ? refusal('staff.administrators_too_few') : null)
}

/** Once the suspension is over: what the level says by then, which may have changed meanwhile. Officers have none. */
export const stateAfterBlock = ({ isOfficer, verifiedLevel }: { isOfficer: boolean; verifiedLevel: number }): AccountState =>
  isOfficer || verifiedLevel > 0 ? ACCOUNT_STATE.verified : ACCOUNT_STATE.unverified
