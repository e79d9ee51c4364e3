/** 'Coincidencias' of a person (ADM-13): time and lists of the screening, and each hit side by side with its decision. */
import { useQuery } from '@tanstack/react-query'
import { LISTS, type PersonScreening } from '@tunjo/contract/screening'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { HITS_OF_PAGE, hitsQuery } from '../../../../../api/screening.ts'
import { useAccount } from '../../../../../session.ts'
import { Card } from '../../../../../ui/card.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { Pages } from '../../../../../ui/pages.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { Summary, type SummaryLine } from '../../../../../ui/summary.tsx'
import { HitCard } from './hit-card.tsx'
import { HitModal, type HitTask } from './hit-modal.tsx'

export function HitsTab({ userId }: { userId: string }) {
  const { t } = useTranslation('screening')
  const account = useAccount()
  const [task, setTask] = useState<HitTask | null>(null)
  const [pageIndex, setPageIndex] = useState(0)
  const permissions = account?.permissions ?? []
  const mayRead = permissions.includes('screening.read')
  const screening = useQuery({ ...hitsQuery(userId, pageIndex), enabled: mayRead })
  // An officer cannot decide about themselves.
  const mayDecide = permissions.includes('screening.decide') && account?.id !== userId
  if (!mayRead) return <EmptyState title={t('hits.noPermission')} />
  if (screening.isError && !screening.data)
    return <ErrorState message={errorText(screening.error)} onRetry={() => void screening.refetch()} />
  if (!screening.data) return <RowsSkeleton rows={8} />
  const { hits, pagesNumber } = screening.data
  return (
    <>
      <Compared screening={screening.data} />
      {hits.map((hit, index) => (
        <HitCard
          key={hit.id}
          number={pageIndex * HITS_OF_PAGE + index + 1}
          hit={hit}
          onDecide={mayDecide ? (wish) => setTask({ userId, hit, wish }) : null}
        />
      ))}
      <Pages current={pageIndex + 1} total={pagesNumber} onChange={(page) => setPageIndex(page - 1)} />
      <HitModal task={task} onClose={() => setTask(null)} />
    </>
  )
}

/** Scope of a result without hits: an empty one, when no list is loaded. */
function Compared({ screening: { screenedAt, lists, hits } }: { screening: PersonScreening }) {
  const { t } = useTranslation('screening')
  const names = (of: PersonScreening['lists']) => of.map((list) => t(`lists.${list}`)).join(', ')
  const missing = LISTS.filter((list) => !lists.includes(list))
  const wasCompared = screenedAt !== null && lists.length > 0
  const lines: SummaryLine[] = [
    { name: t('hits.comparedAt'), value: screenedAt ? <DateTime value={new Date(screenedAt)} /> : t('hits.never') },
    { name: t('hits.comparedWith'), value: names(lists) || t('hits.noLists') },
    ...(missing.length > 0 ? [{ name: t('hits.notComparedWith'), value: names(missing) }] : []),
  ]
  return (
    <Card title={t('hits.title')}>
      <Summary label={t('hits.title')} lines={lines} />
      {hits.length === 0 && (
        <EmptyState title={t(wasCompared ? 'hits.none' : 'hits.notYet')} text={t(wasCompared ? 'hits.noneText' : 'hits.notYetText')} />
      )}
    </Card>
  )
}
