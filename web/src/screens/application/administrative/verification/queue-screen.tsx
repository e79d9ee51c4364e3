/** /application/administrative/verification, 'Verificación KYC' (ADM-02): who waits for a review, and the way to the next one. */
import { Anchor, Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type PersonRow, REVIEW_STATES } from '@tunjo/contract/compliance-person'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { nextReview, peopleQuery } from '../../../../api/compliance.ts'
import { errorText } from '../../../../api/error-text.ts'
import { personPage } from '../../../../parts/person-page.ts'
import { useAccount } from '../../../../session.ts'
import { DateTime, formatDate } from '../../../../ui/date-time.tsx'
import { shorten } from '../../../../ui/hash.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import type { TableShape } from '../../../../ui/server-table/table-address.ts'
import type { TableColumn } from '../../../../ui/server-table/table-column.ts'
import { useTableAddress } from '../../../../ui/server-table/use-table-address.ts'
import { StatusBadge, type StatusKind } from '../../../../ui/status-badge.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useKeyCommands } from '../../../../ui/use-key-commands.ts'

const SHAPE: TableShape = { filters: { state: REVIEW_STATES }, sorts: [], pageSizes: [50, 25, 100] }
const STATE_KINDS: Record<PersonRow['state'], StatusKind> = {
  Pendiente: 'waiting',
  Progreso: 'waiting',
  Actualizar: 'failed',
  'No terminado': 'neutral',
  Listo: 'done',
}

export default function QueueScreen() {
  const { t } = useTranslation('review')
  const navigate = useNavigate()
  const mayReview = useAccount()?.permissions.includes('kyc.review') ?? false
  const { state, dispatch, query } = useTableAddress(SHAPE)
  const chosen = REVIEW_STATES.find((one) => one === query.filters.state) ?? 'Pendiente'
  const answer = useQuery(
    peopleQuery({ state: chosen, document: query.search.trim().slice(0, 20), pageIndex: query.page - 1, itemsPerPage: query.pageSize }),
  )
  const taking = useMutation({
    mutationFn: () => nextReview(null),
    onSuccess: (userId) => void (userId ? navigate({ to: `${personPage(userId)}/doc/id` }) : toast.info(t('queue.none'))),
  })
  useKeyCommands({ n: () => taking.mutate() }, mayReview && !taking.isPending)
  return (
    <>
      <PageHeader
        title={t('queue.title')}
        text={t('queue.text')}
        actions={
          mayReview && (
            <Button onClick={() => taking.mutate()} loading={taking.isPending}>
              {t('queue.next')} (n)
            </Button>
          )
        }
      />
      <ServerTable
        name="review-queue"
        label={t('queue.title')}
        columns={columnsOf(t)}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: personPage(id) })}
        state={state}
        dispatch={dispatch}
        page={answer.data && { rows: answer.data.results, total: answer.data.total }}
        isLoading={answer.isFetching}
        error={answer.isError ? errorText(answer.error) : undefined}
        onRetry={() => void answer.refetch()}
        searchLabel={t('queue.search')}
        filters={[{ key: 'state', label: t('queue.state'), options: REVIEW_STATES.map((value) => ({ value, label: value })) }]}
      />
    </>
  )
}

const columnsOf = (t: TFunction<'review'>): readonly TableColumn<PersonRow>[] => [
  {
    key: 'id',
    header: t('queue.id'),
    render: ({ id }) => (
      <Anchor component={Link} to={personPage(id)} size="xs" title={id}>
        {shorten(id)}
      </Anchor>
    ),
    isFixed: true,
  },
  { key: 'document', header: t('queue.document'), render: ({ document }) => document ?? t('unknown') },
  { key: 'type', header: t('queue.type'), render: ({ type }) => type },
  { key: 'level', header: t('queue.level'), render: ({ nivelKyc }) => nivelKyc },
  { key: 'state', header: t('queue.state'), render: ({ state }) => <StatusBadge kind={STATE_KINDS[state]}>{state}</StatusBadge> },
  { key: 'waiting', header: t('queue.waiting'), render: ({ waiting }) => waiting && waitingText(t, waiting) },
  { key: 'since', header: t('queue.since'), render: ({ waiting }) => waiting && <DateTime value={new Date(waiting.since)} /> },
  { key: 'lease', header: t('queue.lease'), render: ({ lease }) => lease && leaseText(t, lease) },
  {
    key: 'modified',
    header: t('queue.modified'),
    render: ({ lastModification }) => <DateTime value={new Date(lastModification)} />,
    isExtra: true,
  },
]

const waitingText = (t: TFunction<'review'>, { forms, items }: NonNullable<PersonRow['waiting']>): string =>
  t('queue.items', { count: items, forms: forms.map((form) => t(`forms.${form}`)).join(', ') })

function leaseText(t: TFunction<'review'>, { isMine, officer, until }: NonNullable<PersonRow['lease']>): string {
  const end = formatDate(new Date(until))
  return isMine ? t('queue.mine', { until: end }) : t('queue.other', { officer, until: end })
}
