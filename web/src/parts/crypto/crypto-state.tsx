/** State badge of a token movement, with its confirmations while they are counted. */
import type { CryptoTransaction, CryptoState as State } from '@tunjo/contract/crypto'
import { useTranslation } from 'react-i18next'
import { StatusBadge, type StatusKind } from '../../ui/status-badge.tsx'

export const CRYPTO_STATE_KIND: Readonly<Record<State, StatusKind>> = {
  PENDING: 'waiting',
  COMPLETED: 'done',
  IN_REVIEW: 'waiting',
  BELOW_MINIMUM: 'waiting',
  ORPHANED: 'waiting',
  DISPUTED: 'waiting',
  REVERSED: 'failed',
  REQUESTED: 'waiting',
  APPROVED: 'waiting',
  SIGNING: 'waiting',
  SENT: 'waiting',
  CONFIRMED: 'done',
  UNDELIVERED: 'waiting',
  REJECTED: 'failed',
  FAILED: 'failed',
  CANCELLED: 'failed',
}

export function CryptoState({ movement }: { movement: CryptoTransaction }) {
  const { t } = useTranslation('money')
  const { state, confirmations: seen, confirmations_needed: needed } = movement
  const key = movement.kind === 'WITHDRAWAL' && state === 'IN_REVIEW' ? 'IN_REVIEW_OUT' : state
  return <StatusBadge kind={CRYPTO_STATE_KIND[state]}>{t(`crypto.state.${key}`, { seen, needed })}</StatusBadge>
}
