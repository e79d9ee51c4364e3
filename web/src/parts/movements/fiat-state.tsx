/** State badge of a bank movement. */
import { STATE_GROUP, type StateGroup, type TransactionState } from '@tunjo/contract/payments'
import { useTranslation } from 'react-i18next'
import { StatusBadge, type StatusKind } from '../../ui/status-badge.tsx'

const KIND: Record<StateGroup, StatusKind> = { pending: 'waiting', complete: 'done', failed: 'failed' }

export function FiatState({ state }: { state: TransactionState }) {
  const { t } = useTranslation('money')
  return <StatusBadge kind={KIND[STATE_GROUP[state]]}>{t(`state.${state}`)}</StatusBadge>
}
