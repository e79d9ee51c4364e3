/** Read permission of each back-office page, used by its menu, its links and its gate. */
import type { Permission } from '@tunjo/contract/permissions'

const ROOT = '/application/administrative/'

/** Permissions by path prefix below the root; the longest match decides. */
const PERMISSIONS: Readonly<Record<string, Permission>> = {
  'users-list': 'users.read',
  'roles-list': 'users.read',
  'black-list': 'screening.read',
  'control-lists': 'screening.read',
  fees: 'fees.read',
  configuration: 'settings.read',
  verification: 'kyc.read',
  'verification/trabajo': 'work.take',
  naturalUserInformation: 'kyc.read',
  withdrawals: 'payments.read',
  conversations: 'cases.read',
  regulatory: 'regulatory.read',
  'data-requests': 'privacy.read',
  approvals: 'approvals.read',
  financial: 'payments.read',
  'financial/wallet': 'treasury.read',
  'financial/balance': 'treasury.read',
  'financial/stopped': 'treasury.read',
  'login-report': 'users.read',
  users: 'users.read',
  audit: 'audit.read',
}

/** Undefined for a page without a required permission. */
export function permissionOfPage(path: string): Permission | undefined {
  if (!path.startsWith(ROOT)) return undefined
  const parts = path.slice(ROOT.length).split('/')
  const beginnings = parts.map((_, place) => parts.slice(0, parts.length - place).join('/'))
  const found = beginnings.find((beginning) => Object.hasOwn(PERMISSIONS, beginning))
  return found === undefined ? undefined : PERMISSIONS[found]
}

export function mayOpenPage(path: string, permissions: readonly string[]): boolean {
  const needed = permissionOfPage(path)
  return needed === undefined || permissions.includes(needed)
}
