/** Where a person goes after signing in, or with a session on a page for strangers (SHELL-09). */
import { ACCOUNT_STATE, type Account } from '@tunjo/contract/identity'
import { ADMIN_HOME, HOME } from '../session-hint.ts'
import { savedLocation } from './saved-location.ts'

export const isAdmin = ({ authorities }: Pick<Account, 'authorities'>): boolean => authorities.includes('ROLE_ADMIN')

/** Where the logo leads. */
export const homeOf = (account: Pick<Account, 'authorities'>): string => (isAdmin(account) ? ADMIN_HOME : HOME)

/** Officers and verified customers start at home; only who is still becoming a customer is brought back to the saved place. */
export function destination(account: Pick<Account, 'authorities' | 'state'>, search: object): string {
  if (isAdmin(account)) return ADMIN_HOME
  if (account.state === ACCOUNT_STATE.verified) return HOME
  return savedLocation(search) ?? HOME
}
