/** State of a treasury movement, as a word and a shape. */
import type { MovementState, TreasuryMovement } from '@tunjo/contract/treasury'
import { useTranslation } from 'react-i18next'
import { StatusBadge, type StatusKind } from '../../../../ui/status-badge.tsx'

const STATE_KINDS: Readonly<Record<MovementState, StatusKind>> = {
  APPROVED: 'waiting',
  SIGNING: 'waiting',
  SENT: 'waiting',
  CONFIRMED: 'done',
  FAILED: 'failed',
  CANCELLED: 'failed',
}

export function MovementBadge({ kind, state }: Pick<TreasuryMovement, 'kind' | 'state'>) {
  const { t } = useTranslation('treasury')
  return <StatusBadge kind={STATE_KINDS[state]}>{t(`states.${kind}.${state}`)}</StatusBadge>
}
