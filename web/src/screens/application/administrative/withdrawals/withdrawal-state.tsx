/** State badge of a withdrawal in a queue, in the terms of its rail. */
import type { WithdrawalInQueue } from '@tunjo/contract/withdrawal-queue'
import { useTranslation } from 'react-i18next'
import { CRYPTO_STATE_KIND } from '../../../../parts/crypto/crypto-state.tsx'
import { FiatState } from '../../../../parts/movements/fiat-state.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'

export function WithdrawalState({ withdrawal }: { withdrawal: WithdrawalInQueue }) {
  const { t } = useTranslation('officer-money')
  if (withdrawal.rail === 'bank') return <FiatState state={withdrawal.state} />
  const { state } = withdrawal
  return <StatusBadge kind={CRYPTO_STATE_KIND[state]}>{state === 'IN_REVIEW' ? t('stage.review') : t(`tokenState.${state}`)}</StatusBadge>
}
