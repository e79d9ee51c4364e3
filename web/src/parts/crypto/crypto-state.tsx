/** State of a token deposit as a badge, with the confirmations while they are counted. */
import type { CryptoDepositState, CryptoTransaction } from '@tunjo/contract/crypto'
import { useTranslation } from 'react-i18next'
import { StatusBadge, type StatusKind } from '../../ui/status-badge.tsx'

const KIND: Record<CryptoDepositState, StatusKind> = {
  PENDING: 'waiting',
  IN_REVIEW: 'waiting',
  COMPLETED: 'done',
  BELOW_MINIMUM: 'failed',
  ORPHANED: 'waiting',
  DISPUTED: 'waiting',
  REVERSED: 'failed',
}

export function CryptoState({ deposit }: { deposit: CryptoTransaction }) {
  const { t } = useTranslation('money')
  const { state, confirmations: seen, confirmations_needed: needed } = deposit
  return <StatusBadge kind={KIND[state]}>{t(`crypto.state.${state}`, { seen, needed })}</StatusBadge>
}
