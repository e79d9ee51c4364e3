/** The staff roles that hold a permission. */
import { type Permission, STAFF_ROLE, STAFF_ROLES, type StaffRole } from '@tunjo/contract/permissions'

export const rolesWith = (permission: Permission): StaffRole[] =>
  STAFF_ROLES.filter((role) => STAFF_ROLE[role].permissions.includes(permission))
