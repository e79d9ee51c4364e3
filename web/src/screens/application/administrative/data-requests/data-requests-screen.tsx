/** /application/administrative/data-requests, 'Solicitudes de datos' (Ley 1581 de 2012): what waits for us, the first term first; one open in the address. */
import { Alert, Anchor, Button, Group, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { OfficerDataRequest } from '@tunjo/contract/data-requests'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { dataRequestQueueQuery, type ShownRequests } from '../../../../api/officer-data-requests.ts'
import classes from '../../../../parts/data-requests/data-requests.module.css'
import { RequestState, useTermText } from '../../../../parts/data-requests/term.tsx'
import { Card } from '../../../../ui/card.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { OfficerRequest } from './officer-request.tsx'

const SHOWN = ['open', 'incomplete', 'ended'] as const satisfies readonly ShownRequests[]

export default function DataRequestsScreen() {
  const { t } = useTranslation('data-requests')
  const navigate = useNavigate()
  const { solicitud }: { solicitud?: string } = useSearch({ strict: false })
  const open = (id: string | undefined) => void navigate({ to: '.', search: { solicitud: id } })
  if (typeof solicitud === 'string') return <OfficerRequest key={solicitud} id={solicitud} onBack={() => open(undefined)} />
  return (
    <>
      <PageHeader title={t('queue.title')} text={t('queue.lead')} />
      <Queue onOpen={open} />
    </>
  )
}

function Queue({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('data-requests')
  const [show, setShow] = useState<ShownRequests>('open')
  const [page, setPage] = useState(0)
  const { data, error, isPending, refetch } = useQuery(dataRequestQueueQuery(show, page))
  const rows = data?.results ?? []
  function choose(value: string): void {
    setShow(SHOWN.find((one) => one === value) ?? 'open')
    setPage(0)
  }
  return (
    <Card>
      {data && data.overdue > 0 && (
        <Alert color="red" mb="md" role="status">
          {t('queue.overdue', { count: data.overdue })}
        </Alert>
      )}
      <SegmentedControl
        value={show}
        onChange={choose}
        data={SHOWN.map((value) => ({ value, label: t(`queue.${value}`) }))}
        aria-label={t('queue.show')}
        mb="md"
      />
      {error && !data && <ErrorState message={errorText(error)} onRetry={() => void refetch()} />}
      {isPending && <RowsSkeleton rows={4} />}
      {data && rows.length === 0 && <EmptyState title={t('queue.none')} text={show === 'open' ? t('queue.noneText') : undefined} />}
      {rows.length > 0 && (
        <ol className={classes.list} aria-label={t('queue.title')}>
          {rows.map((row) => (
            <Row key={row.id} row={row} onOpen={() => onOpen(row.id)} />
          ))}
        </ol>
      )}
      {(page > 0 || data?.hasMore) && (
        <Group mt="md">
          <Button variant="default" size="sm" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('queue.before')}
          </Button>
          <Button variant="default" size="sm" disabled={!data?.hasMore} onClick={() => setPage(page + 1)}>
            {t('queue.next')}
          </Button>
        </Group>
      )}
    </Card>
  )
}

function Row({ row, onOpen }: { row: OfficerDataRequest; onOpen: () => void }) {
  const { t } = useTranslation('data-requests')
  const termText = useTermText('officer')
  return (
    <li className={classes.row}>
      <p className={classes.head}>
        <Anchor component="button" type="button" ta="start" fw={600} onClick={onOpen}>
          {t('rowTitle', { kind: t(`kinds.${row.kind}`), number: row.number })}
        </Anchor>
        <RequestState request={row} />
      </p>
      <p className={classes.quiet}>
        {row.email} · {termText(row)}
        {row.takenBy !== null && ` · ${t(row.isMine ? 'takenByMe' : 'takenBy', { officer: row.takenBy })}`}
      </p>
    </li>
  )
}
