/** Summary state of the bank accounts row and of each account. Pure. */
import type { OfficerBankAccount, UserBankAccounts } from '@tunjo/contract/payments-officers'
import type { StatusKind } from '../../../../../ui/status-badge.tsx'

export const MATCH_KINDS = {
  differs: 'failed',
  unproven: 'waiting',
  confirmed: 'done',
} as const satisfies Record<OfficerBankAccount['match'], StatusKind>

export interface RowState {
  readonly kind: StatusKind
  readonly says: 'none' | 'differ' | 'others' | 'alerted' | 'unproven' | 'confirmed' | 'deleted'
  readonly count: number
}

/** Worst state of all accounts; a removed account counts only with a mismatch or an alert. */
export function rowState({ accounts, otherPayers }: Pick<UserBankAccounts, 'accounts' | 'otherPayers'>): RowState {
  const live = accounts.filter(({ deletedAt }) => deletedAt === null)
  const steps: readonly RowState[] = [
    { kind: 'failed', says: 'differ', count: accounts.filter(({ match }) => match === 'differs').length },
    { kind: 'failed', says: 'others', count: otherPayers.filter(({ isOpen }) => isOpen).length },
    { kind: 'waiting', says: 'alerted', count: accounts.filter(({ alerts }) => alerts.length > 0).length },
    { kind: 'waiting', says: 'unproven', count: live.filter(({ match }) => match === 'unproven').length },
    { kind: 'done', says: 'confirmed', count: live.length },
    { kind: 'neutral', says: 'deleted', count: accounts.length },
  ]
  return steps.find(({ count }) => count > 0) ?? { kind: 'neutral', says: 'none', count: 0 }
}

export type PayoutState = 'deleted' | 'cooling' | 'in_review' | 'blocked' | 'ready'

/** State of a payout to the account now: the first reason that blocks it, if any. */
export function payoutState(
  { deletedAt, heldUntil, waiting }: Pick<OfficerBankAccount, 'deletedAt' | 'heldUntil' | 'waiting'>,
  blocks: UserBankAccounts['blocks'],
): PayoutState {
  if (deletedAt !== null) return 'deleted'
  if (blocks.length > 0) return 'blocked'
  if (heldUntil !== null) return 'cooling'
  return waiting.inReview > 0 ? 'in_review' : 'ready'
}
