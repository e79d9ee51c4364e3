/** Who may have their factors removed by waiting. Who may not enter now has another way to go first. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { AccountRow } from '../core/account-store.ts'

export type LosingFacts = Pick<AccountRow, 'authorities' | 'activatedAt' | 'state' | 'frozenAt' | 'resetRequiredAt'>

/** An officer's second factor guards other people's accounts: another officer looks who asks (docs/operations.md). */
export const isOfficer = ({ authorities }: Pick<AccountRow, 'authorities'>): boolean => authorities.includes('ROLE_ADMIN')

export function mayLoseFactors(account: LosingFacts): boolean {
  const { activatedAt, state, frozenAt, resetRequiredAt } = account
  const isShut = state === ACCOUNT_STATE.suspended || state === ACCOUNT_STATE.closed || frozenAt !== null || resetRequiredAt !== null
  return activatedAt !== null && !isShut && !isOfficer(account)
}
