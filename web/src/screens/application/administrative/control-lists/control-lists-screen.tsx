/**
 * /application/administrative/control-lists, 'Listas de control' (ADM-13): the watchlists, the progress of the screening, and loading a
 * list.
 */
import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ScreeningCoverage } from '@tunjo/contract/screening'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { coverageQuery } from '../../../../api/screening.ts'
import { useAccount } from '../../../../session.ts'
import { Card } from '../../../../ui/card.tsx'
import { DataTable } from '../../../../ui/data-table.tsx'
import { DateTime, formatDate } from '../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { wholePercent } from '../../../../ui/percent-format.ts'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import classes from './control-lists.module.css'
import { coverageColumns, figure } from './coverage-columns.tsx'
import { FetchedLists } from './fetched-lists.tsx'
import { LoadListCard } from './load-list-card.tsx'
import { RequestedLists } from './requested-lists.tsx'

export default function ControlListsScreen() {
  const { t } = useTranslation('screening')
  const mayLoad = useAccount()?.permissions.includes('screening.decide') ?? false
  const coverage = useQuery(coverageQuery)
  const { data, dataUpdatedAt } = coverage
  return (
    <div className={classes.screen}>
      <PageHeader title={t('coverage.title')} text={t('coverage.text')} />
      {coverage.isPending && <RowsSkeleton rows={6} />}
      {coverage.isLoadingError && <ErrorState message={errorText(coverage.error)} onRetry={() => void coverage.refetch()} />}
      {data && (
        <>
          <Card title={t('coverage.listsTitle')}>
            <DataTable
              label={t('coverage.listsTitle')}
              columns={coverageColumns(t, { people: data.people, readAt: new Date(dataUpdatedAt) })}
              rows={data.lists}
              rowKey={({ list }) => list}
            />
          </Card>
          <People coverage={data} />
          <RequestedLists lists={data.lists} />
          {mayLoad && <FetchedLists lists={data.lists} />}
          {mayLoad && <LoadListCard />}
        </>
      )}
    </div>
  )
}

function People({ coverage: { people, oldest, run, addresses } }: { coverage: ScreeningCoverage }) {
  const { t } = useTranslation('screening')
  const runText =
    run &&
    t('coverage.runText', {
      done: figure(run.done),
      total: figure(run.total),
      since: formatDate(new Date(run.startedAt)),
    })
  return (
    <Card title={t('coverage.peopleTitle')}>
      <Summary
        label={t('coverage.peopleTitle')}
        lines={[
          { name: t('coverage.people'), value: figure(people) },
          { name: t('coverage.oldest'), value: oldest ? <DateTime value={new Date(oldest)} /> : t('coverage.noCustomer') },
          { name: t('coverage.run'), value: <span role="status">{runText ?? t('coverage.noRun')}</span> },
          { name: t('coverage.addresses'), value: addressesText(t, addresses) },
        ]}
      />
      {run && <Progress mt="sm" value={wholePercent(run.done, run.total)} aria-label={t('coverage.run')} />}
    </Card>
  )
}

/** Progress of saved addresses and past senders, which have no number of people: findings and date. */
function addressesText(t: TFunction<'screening'>, addresses: ScreeningCoverage['addresses']): string {
  if (!addresses) return t('coverage.noCustomer')
  const { found, startedAt, finishedAt } = addresses
  const at = formatDate(new Date(finishedAt ?? startedAt))
  return t(finishedAt ? 'coverage.addressesDone' : 'coverage.addressesRun', { count: found, at })
}
