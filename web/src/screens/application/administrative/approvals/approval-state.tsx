/** State of an approval request, as a badge. */
import type { ApprovalRequest, ApprovalState as State } from '@tunjo/contract/approvals'
import { useTranslation } from 'react-i18next'
import { StatusBadge, type StatusKind } from '../../../../ui/status-badge.tsx'

const KINDS: Readonly<Record<State, StatusKind>> = {
  proposed: 'waiting',
  executed: 'done',
  refused: 'failed',
  withdrawn: 'neutral',
  expired: 'neutral',
  execution_failed: 'failed',
  break_glass: 'done',
}

export function ApprovalState({ request: { state, review } }: { request: Pick<ApprovalRequest, 'state' | 'review'> }) {
  const { t } = useTranslation('approvals')
  if (review && !review.reviewedAt)
    return (
      <StatusBadge kind={review.isOverdue ? 'failed' : 'waiting'}>{t(review.isOverdue ? 'reviewOverdue' : 'reviewWaiting')}</StatusBadge>
    )
  return <StatusBadge kind={KINDS[state]}>{t(`states.${state}`)}</StatusBadge>
}
