/** Destination after signing in, or for a signed-in person on a page for visitors (SHELL-09). */
import { ACCOUNT_STATE, type Account } from '@tunjo/contract/identity'
import { ADMIN_HOME, HOME } from '../session-hint.ts'
import { savedLocation } from './saved-location.ts'

export const isAdmin = ({ authorities }: Pick<Account, 'authorities'>): boolean => authorities.includes('ROLE_ADMIN')

/** Home of an officer who may not read verifications: the first screen that their roles permit. */
const OTHER_HOMES = { 'payments.read': 'withdrawals', 'users.read': 'users-list' } as const

/** Destination of the logo. */
export function homeOf({ authorities, permissions }: Pick<Account, 'authorities' | 'permissions'>): string {
  if (!isAdmin({ authorities })) return HOME
  if (permissions.includes('kyc.read')) return ADMIN_HOME
  const other = Object.entries(OTHER_HOMES).find(([permission]) => permissions.includes(permission))
  return other ? `/application/administrative/${other[1]}` : ADMIN_HOME
}

/** Officers and verified customers start at home; only a person in verification returns to the saved location. */
export function destination(account: Pick<Account, 'authorities' | 'permissions' | 'state'>, search: object): string {
  if (isAdmin(account)) return homeOf(account)
  if (account.state === ACCOUNT_STATE.verified) return HOME
  return savedLocation(search) ?? HOME
}
