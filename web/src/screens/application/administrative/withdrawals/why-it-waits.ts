/** Text of why a withdrawal waits for officers; empty when it does not. */
import type { WithdrawalInQueue } from '@tunjo/contract/withdrawal-queue'
import type { TFunction } from 'i18next'

export function whyItWaits(withdrawal: WithdrawalInQueue, t: TFunction<'officer-money'>): string {
  if (withdrawal.rail === 'bank') return withdrawal.cause ? t(`cause.${withdrawal.cause}`) : ''
  return withdrawal.reasons.map((reason) => t(`tokenReason.${reason}`)).join(', ')
}
