/** State badge of a movement of any rail. */
import type { MovementState as State } from '@tunjo/contract/movements'
import type { StateGroup } from '@tunjo/contract/payments'
import { useTranslation } from 'react-i18next'
import { StatusBadge, type StatusKind } from '../../ui/status-badge.tsx'

const KIND: Record<StateGroup, StatusKind> = { pending: 'waiting', complete: 'done', failed: 'failed' }

export function MovementState({ state, group }: { state: State; group: StateGroup }) {
  const { t } = useTranslation('record')
  return <StatusBadge kind={KIND[group]}>{t(`states.${state}`)}</StatusBadge>
}
