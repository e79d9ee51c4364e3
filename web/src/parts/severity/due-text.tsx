/** Due date of an alert, with a badge when it is near or past. */
import type { AlertRow } from '@tunjo/contract/compliance-alerts'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../ui/date-time.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

export function DueText({ due: { at, state } }: { due: NonNullable<AlertRow['due']> }) {
  const { t } = useTranslation('people')
  return (
    <>
      <DateTime value={new Date(at)} />
      {state !== 'in_time' && (
        <>
          {' '}
          <StatusBadge kind={state === 'overdue' ? 'failed' : 'waiting'}>{t(`dueStates.${state}`)}</StatusBadge>
        </>
      )}
    </>
  )
}
