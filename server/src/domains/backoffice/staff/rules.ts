/** Decisions on plain values. */

import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import { STAFF_ROLE, STAFF_ROLES, type StaffRole } from '@tunjo/contract/permissions'
import { type Refusal, refusal } from '../../../platform/http/refusal.ts'
import { APPROVAL_WORDS } from './approval-words.ts'

/** Maker and checker: one alone could never appoint another. */
const GRANTERS_MIN = 2

interface RoleChange {
  readonly before: readonly StaffRole[]
  readonly after: readonly StaffRole[]
  /** Active officers, without this one, who may grant roles. */
  readonly otherGranters: number
}

export function checkRoleChange({ before, after, otherGranters }: RoleChange): Refusal | null {
  if (inOrder(before).join() === inOrder(after).join()) return refusal('staff.same_roles')
  const stopsGranting = mayGrant(before) && !mayGrant(after)
  return stopsGranting && otherGranters < GRANTERS_MIN ? refusal('staff.administrators_too_few') : null
}

/** Each once. */
export const inOrder = (roles: readonly StaffRole[]): StaffRole[] => STAFF_ROLES.filter((role) => roles.includes(role))

export const namesOf = (roles: readonly StaffRole[], locale: Locale = DEFAULT_LOCALE): string =>
  inOrder(roles)
    .map((role) => STAFF_ROLE[role][locale])
    .join(', ') || APPROVAL_WORDS[locale].noRole

const mayGrant = (roles: readonly StaffRole[]): boolean =>
  roles.some((role) => STAFF_ROLE[role].permissions.some((name) => name === 'roles.grant'))
