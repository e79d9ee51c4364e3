/** State badge of a trade. */
import type { Trade } from '@tunjo/contract/trading'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { STATE_KIND } from './trade-steps.ts'

export function TradeStateBadge({ trade }: { trade: Trade }) {
  const { t } = useTranslation('trade')
  const numbers = { done: Math.min(trade.confirmations, trade.confirmations_needed), needed: trade.confirmations_needed }
  return <StatusBadge kind={STATE_KIND[trade.state]}>{t(`state.${trade.state}`, numbers)}</StatusBadge>
}
