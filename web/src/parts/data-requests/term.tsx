/** State badge of a personal data request, with its due date in one sentence. */
import type { DataRequest } from '@tunjo/contract/data-requests'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../ui/date-time.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

type Term = Pick<DataRequest, 'state' | 'dueAt' | 'isOverdue' | 'isExtended' | 'completeBy' | 'endedAt'>

/** A term ends with its last day: the midnight after it belongs to the next. */
const lastDay = (end: string): string => formatDate(new Date(new Date(end).getTime() - 1), 'day')

export function useTermText(reader: 'person' | 'officer'): (term: Term) => string {
  const { t } = useTranslation('data-requests')
  return ({ dueAt, isOverdue, completeBy, endedAt }) => {
    if (dueAt !== null) return t(`term.${reader}.${isOverdue ? 'overdue' : 'due'}`, { day: lastDay(dueAt) })
    if (completeBy !== null) return t(`term.${reader}.complete`, { day: lastDay(completeBy) })
    return endedAt === null ? '' : t('term.ended', { day: formatDate(new Date(endedAt), 'day') })
  }
}

const KIND = {
  received: 'waiting',
  in_review: 'waiting',
  incomplete: 'neutral',
  answered: 'done',
  rejected: 'done',
  desisted: 'neutral',
} as const

export function RequestState({ request: { state, isOverdue, isExtended } }: { request: Term }) {
  const { t } = useTranslation('data-requests')
  return (
    <>
      <StatusBadge kind={KIND[state]}>{t(`states.${state}`)}</StatusBadge>
      {isOverdue && <StatusBadge kind="failed">{t('overdue')}</StatusBadge>}
      {isExtended && <StatusBadge kind="neutral">{t('extended')}</StatusBadge>}
    </>
  )
}
