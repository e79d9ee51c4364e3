/** Eligibility for an MFA reset by waiting. A person who may not sign in for another reason has to resolve that first. */
import type { AccountRow } from '../core/account-store.ts'
import { isShut } from '../core/accounts/states.ts'

export type MfaResetFacts = Pick<AccountRow, 'authorities' | 'activatedAt' | 'state' | 'frozenAt' | 'resetRequiredAt'>

/** An officer's second factor guards other people's accounts: another officer verifies the requester (docs/operations.md). */
export const isOfficer = ({ authorities }: Pick<AccountRow, 'authorities'>): boolean => authorities.includes('ROLE_ADMIN')

export function mayResetMfa(account: MfaResetFacts): boolean {
  const { activatedAt, state, frozenAt, resetRequiredAt } = account
  const mayEnter = activatedAt !== null && !isShut(state) && frozenAt === null && resetRequiredAt === null
  return mayEnter && !isOfficer(account)
}
