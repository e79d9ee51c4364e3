/** Lines of a file, 50 on a page, each with the movement or the client it comes from. */
import { Anchor } from '@mantine/core'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CarfUser } from '@tunjo/contract/regulatory-carf'
import type { UiafClient, UiafFile, UiafLine, UiafReport } from '@tunjo/contract/regulatory-files'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { carfUsersQuery, clientLinesQuery, fileLinesQuery } from '../../../../../api/regulatory-files.ts'
import { personPage } from '../../../../../parts/person-page.ts'
import { formatDecimal, formatUsd } from '../../../../../parts/price-figures.ts'
import classes from '../../../../../parts/regulatory/regulatory.module.css'
import { dayText } from '../../../../../parts/regulatory/ros-kinds.ts'
import { Card } from '../../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../../ui/data-table.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { Hash } from '../../../../../ui/hash.tsx'
import { Pages } from '../../../../../ui/pages.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { CarfTotals } from './carf-totals.tsx'

export function LinesCard({ file: { id } }: { file: UiafFile }) {
  const { t } = useTranslation('regulatory')
  const [page, setPage] = useState(1)
  const lines = useQuery({ ...fileLinesQuery(id, page - 1), placeholderData: keepPreviousData })
  const rowKey = ({ movementId, userId }: UiafLine) => `${movementId} ${userId}`
  return <Lines query={lines} columns={columnsOf(t)} rowKey={rowKey} report="operations" page={page} onPage={setPage} />
}

export function ClientsCard({ file: { id } }: { file: UiafFile }) {
  const { t } = useTranslation('regulatory')
  const [page, setPage] = useState(1)
  const lines = useQuery({ ...clientLinesQuery(id, page - 1), placeholderData: keepPreviousData })
  return <Lines query={lines} columns={clientColumnsOf(t)} rowKey={({ userId }) => userId} report="clients" page={page} onPage={setPage} />
}

export function CarfUsersCard({ file: { id } }: { file: UiafFile }) {
  const { t } = useTranslation('regulatory')
  const [page, setPage] = useState(1)
  const lines = useQuery({ ...carfUsersQuery(id, page - 1), placeholderData: keepPreviousData })
  return <Lines query={lines} columns={userColumnsOf(t)} rowKey={({ userId }) => userId} report="carf" page={page} onPage={setPage} />
}

interface LinesProps<Row> {
  query: UseQueryResult<{ header: string; trailer: string; total: number; pagesNumber: number; results: Row[] }>
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  report: UiafReport
  page: number
  onPage: (page: number) => void
}

function Lines<Row extends { text: string }>({ query, columns, rowKey, report, page, onPage }: LinesProps<Row>) {
  const { t } = useTranslation('regulatory')
  const { data } = query
  return (
    <Card title={t('file.preview')}>
      {query.isPending && <RowsSkeleton rows={6} />}
      {query.isLoadingError && <ErrorState message={errorText(query.error)} onRetry={() => void query.refetch()} />}
      {data?.total === 0 && <EmptyState title={t(`file.empty.${report}`)} text={t(`file.emptyText.${report}`)} />}
      {data && data.total > 0 && (
        <>
          <DataTable label={t('file.preview')} columns={columns} rows={data.results} rowKey={rowKey} />
          <Pages current={page} total={data.pagesNumber} onChange={onPage} />
        </>
      )}
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by keyboard
        <section className={classes.raw} aria-label={t('file.raw')} tabIndex={0}>
          <pre>{[data.header, ...data.results.map(({ text }) => text), data.trailer].join('\n')}</pre>
        </section>
      )}
    </Card>
  )
}

const userColumnsOf = (t: TFunction<'regulatory'>): Column<CarfUser>[] => [
  { key: 'place', header: t('file.place'), render: ({ place }) => String(place), isLead: true },
  {
    key: 'client',
    header: t('ros.person'),
    render: ({ name, document, userId }) => (
      <Anchor component={Link} to={personPage(userId)} size="sm">
        {name ?? t('file.noName')} {document}
      </Anchor>
    ),
  },
  { key: 'country', header: t('carf.country'), render: ({ country }) => country ?? '—' },
  { key: 'action', header: t('carf.action'), render: ({ action }) => t(`carf.actions.${action}`) },
  { key: 'totals', header: t('carf.totals'), render: ({ totals }) => <CarfTotals totals={totals} /> },
]

const clientColumnsOf = (t: TFunction<'regulatory'>): Column<UiafClient>[] => [
  { key: 'place', header: t('file.place'), render: ({ place }) => String(place), isLead: true },
  {
    key: 'client',
    header: t('ros.person'),
    render: ({ name, document, userId }) => (
      <Anchor component={Link} to={personPage(userId)} size="sm">
        {name ?? t('file.noName')} {document}
      </Anchor>
    ),
  },
  { key: 'since', header: t('file.since'), render: ({ since }) => dayText(since) },
  { key: 'status', header: t('file.status'), render: ({ status }) => t(`file.statuses.${status}`) },
]

const columnsOf = (t: TFunction<'regulatory'>): Column<UiafLine>[] => [
  { key: 'place', header: t('file.place'), render: ({ place }) => String(place), isLead: true },
  {
    key: 'client',
    header: t('ros.person'),
    render: ({ name, document, userId }) => (
      <Anchor component={Link} to={personPage(userId)} size="sm">
        {name ?? t('file.noName')} {document}
      </Anchor>
    ),
  },
  { key: 'kind', header: t('file.kind'), render: ({ kind }) => t(`file.kinds.${kind}`) },
  { key: 'operation', header: t('file.operation'), render: ({ operation }) => t(`file.operations.${operation}`) },
  { key: 'amount', header: t('file.amount'), align: 'right', render: ({ amount, asset }) => `${formatDecimal(amount)} ${asset}` },
  { key: 'usd', header: 'USD', align: 'right', render: ({ usd }) => formatUsd(usd) },
  { key: 'at', header: t('file.at'), render: ({ at }) => <DateTime value={new Date(at)} /> },
  { key: 'movement', header: t('file.movement'), render: ({ movementId }) => <Hash value={movementId} what={t('file.movementNumber')} /> },
]
