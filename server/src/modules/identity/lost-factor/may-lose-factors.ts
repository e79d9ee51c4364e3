/** Who may have their factors removed by waiting. Who may not enter now has another way to go first. */
import type { AccountRow } from '../core/account-store.ts'
import { isShut } from '../core/accounts/states.ts'

export type LosingFacts = Pick<AccountRow, 'authorities' | 'activatedAt' | 'state' | 'frozenAt' | 'resetRequiredAt'>

/** An officer's second factor guards other people's accounts: another officer looks who asks (docs/operations.md). */
export const isOfficer = ({ authorities }: Pick<AccountRow, 'authorities'>): boolean => authorities.includes('ROLE_ADMIN')

export function mayLoseFactors(account: LosingFacts): boolean {
  const { activatedAt, state, frozenAt, resetRequiredAt } = account
  const mayEnter = activatedAt !== null && !isShut(state) && frozenAt === null && resetRequiredAt === null
  return mayEnter && !isOfficer(account)
}
