/** /application/administrative/verification/carga, 'Carga de trabajo': waiting work by kind and age, and the share of each officer. */
import { useQuery } from '@tanstack/react-query'
import type { Workload } from '@tunjo/contract/compliance-people'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { workloadQuery } from '../../../../../api/assignment.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { DashboardFrame } from '../../../../../parts/verification-dashboard/dashboard-frame.tsx'
import classes from '../../../../../parts/verification-dashboard/verification.module.css'
import { useAccount } from '../../../../../session.ts'
import { Card } from '../../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../../ui/data-table.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import { durationText } from './duration-text.ts'

export default function WorkloadScreen() {
  const { t } = useTranslation('workload')
  return (
    <DashboardFrame tab="workload" text={t('text')}>
      <WorkloadCards />
    </DashboardFrame>
  )
}

function WorkloadCards() {
  const { t } = useTranslation('workload')
  const { t: words } = useTranslation('people')
  const seesAllOfficers = useAccount()?.permissions.includes('reviews.assign') ?? false
  const load = useQuery(workloadQuery)
  if (load.isError && !load.data) return <ErrorState message={errorText(load.error)} onRetry={() => void load.refetch()} />
  if (!load.data) return <RowsSkeleton rows={6} />
  const { work, queue, officers } = load.data
  return (
    <div className={classes.cards}>
      <Card title={t('queue')}>
        <p className={classes.note}>
          {queue.people === 0 ? t('none') : t('total', { count: queue.people, unassigned: queue.unassigned })}{' '}
          {queue.kinds.length > 1 && t('twice')}
        </p>
        {queue.kinds.length > 0 && <DataTable label={t('queue')} columns={kindColumns(t)} rows={queue.kinds} rowKey={({ form }) => form} />}
      </Card>
      <Card title={t('work')}>
        <p className={classes.note}>{t('workHint')}</p>
        <DataTable label={t('work')} columns={workColumns(t)} rows={work} rowKey={({ kind }) => kind} />
      </Card>
      <Card title={t('officers')}>
        <p className={classes.note}>
          {t('medianHint')} {!seesAllOfficers && t('onlyMine')}
        </p>
        {officers.length === 0 && seesAllOfficers && <p className={classes.note}>{t('noOfficers')}</p>}
        {officers.length > 0 && (
          <DataTable label={t('officers')} columns={officerColumns(t, words)} rows={officers} rowKey={({ officerId }) => officerId} />
        )}
      </Card>
    </div>
  )
}

const late = (count: number) => (count > 0 ? <StatusBadge kind="failed">{String(count)}</StatusBadge> : count)

const kindColumns = (t: TFunction<'workload'>): readonly Column<Workload['queue']['kinds'][number]>[] => [
  { key: 'kind', header: t('kind'), render: ({ form }) => t(`kinds.${form}`), isLead: true },
  { key: 'inTime', header: t('inTime'), render: ({ inTime }) => inTime, align: 'right' },
  { key: 'soon', header: t('soon'), render: ({ soon }) => soon, align: 'right' },
  { key: 'overdue', header: t('overdue'), render: ({ overdue }) => late(overdue), align: 'right' },
  { key: 'oldest', header: t('oldest'), render: ({ oldest }) => <DateTime value={new Date(oldest)} />, align: 'right' },
]

const workColumns = (t: TFunction<'workload'>): readonly Column<Workload['work'][number]>[] => [
  { key: 'kind', header: t('kind'), render: ({ kind }) => t(`works.${kind}`), isLead: true },
  { key: 'soon', header: t('soon'), render: ({ soon }) => soon, align: 'right' },
  { key: 'overdue', header: t('overdue'), render: ({ overdue }) => late(overdue), align: 'right' },
]

const officerColumns = (t: TFunction<'workload'>, words: TFunction<'people'>): readonly Column<Workload['officers'][number]>[] => [
  {
    key: 'officer',
    header: t('officer'),
    render: ({ officer, isMine }) => (isMine ? words('assignment.me', { officer }) : officer),
    isLead: true,
  },
  { key: 'open', header: t('open'), render: ({ open }) => open, align: 'right' },
  { key: 'overdue', header: t('overdue'), render: ({ overdue }) => late(overdue), align: 'right' },
  { key: 'today', header: t('doneToday'), render: ({ doneToday }) => doneToday, align: 'right' },
  { key: 'week', header: t('doneWeek'), render: ({ doneWeek }) => doneWeek, align: 'right' },
  { key: 'median', header: t('median'), render: ({ medianSeconds }) => durationText(t, medianSeconds), align: 'right' },
]
