/**
 * /application/administrative/data-requests, 'Solicitudes de datos' (Ley 1581 de 2012): requests that wait for the company, by due date;
 * the open one is kept in the address.
 */
import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { OfficerDataRequest } from '@tunjo/contract/data-requests'
import { useTranslation } from 'react-i18next'
import { dataRequestQueueQuery, type RequestFilter } from '../../../../api/officer-data-requests.ts'
import classes from '../../../../parts/data-requests/data-requests.module.css'
import { RequestState, useTermText } from '../../../../parts/data-requests/term.tsx'
import { useQueuePlace, WorkQueue } from '../../../../parts/work-queue.tsx'
import { Card } from '../../../../ui/card.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { OfficerRequest } from './officer-request.tsx'

const SHOWN = ['open', 'incomplete', 'ended'] as const satisfies readonly RequestFilter[]

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
  const place = useQueuePlace(SHOWN, 'open')
  const answer = useQuery(dataRequestQueueQuery(place.show, place.page))
  const overdue = answer.data?.overdue ?? 0
  return (
    <Card>
      {overdue > 0 && (
        <Alert color="red" mb="md" role="status">
          {t('queue.overdue', { count: overdue })}
        </Alert>
      )}
      <WorkQueue
        place={place}
        answer={answer}
        words={{
          title: t('queue.title'),
          show: t('queue.show'),
          part: (shown) => t(`queue.${shown}`),
          none: t('queue.none'),
          noneText: place.show === 'open' ? t('queue.noneText') : undefined,
          before: t('queue.before'),
          next: t('queue.next'),
        }}
        row={(row) => <Row row={row} onOpen={() => onOpen(row.id)} />}
      />
    </Card>
  )
}

function Row({ row, onOpen }: { row: OfficerDataRequest; onOpen: () => void }) {
  const { t } = useTranslation('data-requests')
  const termText = useTermText('officer')
  return (
    <>
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
    </>
  )
}
