/** Approvals with the product's officers: identity provides them, notifications notifies them. */
import type { Identity } from '../domains/customers/identity/index.ts'
import type { Notifications } from '../domains/reference/notifications/index.ts'
import { type Approvals, createApprovals, type NotifyOfficer, type StaffDirectory } from '../platform/approvals/index.ts'
import type { Platform } from '../platform/module.ts'

interface Dependencies {
  readonly identity: Pick<Identity, 'staff' | 'person'>
  readonly notifications: Pick<Notifications, 'notify'>
}

export function approvalsOfProduct(platform: Platform, { identity, notifications }: Dependencies): Approvals {
  const { permissionsOf, officersWith } = identity.staff
  const emailOf: StaffDirectory['emailOf'] = async (connection, accountId) => (await identity.person(accountId, connection))?.email ?? ''
  const notifyOfficer: NotifyOfficer = (tx, accountId, notice) => notifications.notify(tx, { accountId, ...notice })
  return createApprovals({ ...platform, staff: { permissionsOf, officersWith, emailOf }, notifyOfficer })
}
