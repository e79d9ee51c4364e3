/** Naturaleza de operaciones (ADM-12): reviews by number and label, with upload, download and decision of their documents. */
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { startOfBogotaDay } from '@tunjo/contract/bogota-day'
import type { NatureRow } from '@tunjo/contract/compliance-files'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { natureQuery } from '../../../../../api/compliance-files.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { codesQuery } from '../../../../../api/parameters.ts'
import { useAccount } from '../../../../../session.ts'
import { Card } from '../../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../../ui/data-table.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import { toast } from '../../../../../ui/toast.ts'
import { AddDocuments } from './add-documents.tsx'
import { CreateReviewModal } from './create-review-modal.tsx'
import { DecideReviewModal } from './decide-review-modal.tsx'
import { DocumentLink } from './document-link.tsx'
import { downloadDocuments } from './download-documents.ts'
import { LabelSelect } from './label-select.tsx'

const NUMBER = /^\d{1,5}$/

export function NatureCard({ userId }: { userId: string }) {
  const { t } = useTranslation('documents')
  const [number, setNumber] = useState('')
  const [label, setLabel] = useState('-1')
  const labels = useQuery(codesQuery('natureLabels'))
  const filter = { reviewNumber: NUMBER.test(number) ? Number(number) : -1, reviewLabel: Number(label) }
  const report = useQuery(natureQuery(userId, filter))
  const refetch: Refetch = async () => (await report.refetch({ throwOnError: true })).data ?? []
  const options = (labels.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Card title={t('nature')}>
      <Group align="end" gap="sm" mb="md">
        <TextInput
          size="xs"
          label={t('number')}
          inputMode="numeric"
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value.replace(/\D/g, '').slice(0, 5))}
        />
        <NativeSelect
          size="xs"
          label={t('label')}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          data={[{ value: '-1', label: t('anyLabel') }, ...options]}
        />
      </Group>
      {report.isError && !report.data && <ErrorState message={errorText(report.error)} onRetry={() => void report.refetch()} />}
      {report.isPending && <RowsSkeleton rows={3} />}
      {report.data?.length === 0 && <EmptyState title={t('noReviews')} />}
      {report.data && report.data.length > 0 && <Reviews userId={userId} rows={report.data} refetch={refetch} labels={options} />}
      {report.data && <Actions userId={userId} rows={report.data} refetch={refetch} labels={options} />}
    </Card>
  )
}

/** Returns rows with links that are valid for a minute. */
type Refetch = () => Promise<readonly NatureRow[]>

interface ReviewsProps {
  userId: string
  rows: readonly NatureRow[]
  refetch: Refetch
  labels: readonly { value: string; label: string }[]
}

function Reviews({ userId, rows, refetch, labels }: ReviewsProps) {
  const { t } = useTranslation(['documents', 'nature-review'])
  const columns: readonly Column<NatureRow>[] = [
    {
      key: 'number',
      header: t('review'),
      render: ({ reviewNumber, isOfCustomer }) => (isOfCustomer ? t('ofCustomer', { reviewNumber }) : reviewNumber),
    },
    { key: 'sent', header: t('sentAt'), render: ({ documentCreationDate: at }) => (at ? <DateTime value={new Date(at)} /> : '—') },
    {
      key: 'reviewed',
      header: t('reviewedAt'),
      render: ({ reviewDate, outcome }) =>
        reviewDate ? (
          <>
            <DateTime value={new Date(reviewDate)} />
            {outcome && ` · ${t(`outcomes.${outcome}`)}`}
          </>
        ) : (
          t('open')
        ),
    },
    {
      key: 'name',
      header: t('name'),
      isLead: true,
      render: ({ documentId, documentName }) =>
        documentName ? <DocumentLink name={documentName} freshUrl={async () => urlOf(await refetch(), documentId)} /> : t('noDocuments'),
    },
    { key: 'due', header: t('nature-review:due'), render: (row) => <DueDay {...row} /> },
    { key: 'label', header: t('label'), render: (row) => <LabelSelect userId={userId} row={row} labels={labels} /> },
  ]
  return <DataTable label={t('nature')} columns={columns} rows={rows} rowKey={({ reviewId, documentId }) => `${reviewId} ${documentId}`} />
}

/** Customers' reviews and older ones have no due date. */
function DueDay({ dueOn, isOverdue }: Pick<NatureRow, 'dueOn' | 'isOverdue'>) {
  const { t } = useTranslation('nature-review')
  if (dueOn === null) return t('noDue')
  return (
    <>
      <DateTime value={startOfBogotaDay(dueOn)} as="day" /> {isOverdue && <StatusBadge kind="failed">{t('overdue')}</StatusBadge>}
    </>
  )
}

const urlOf = (rows: readonly NatureRow[], id: string | null) => rows.find(({ documentId }) => documentId === id)?.documentUrl ?? null

/** The current review is the one that an officer created and that is undecided. */
function Actions({ userId, rows, refetch, labels }: ReviewsProps) {
  const { t } = useTranslation('documents')
  const permissions = useAccount()?.permissions ?? []
  const [isCreating, setCreating] = useState(false)
  const [deciding, setDeciding] = useState<'verified' | 'declined' | null>(null)
  const downloading = useMutation({
    mutationFn: async () => downloadDocuments(await refetch(), t('zip', { id: userId.slice(0, 8) })),
    onError: (error) => toast.error(errorText(error)),
  })
  const open = rows.find(({ isOfCustomer, outcome }) => !isOfCustomer && outcome === null)
  const hasDocuments = rows.some(({ reviewId, documentId }) => reviewId === open?.reviewId && documentId !== null)
  const mayReview = permissions.includes('kyc.review')
  return (
    <Group gap="sm" mt="md">
      {permissions.includes('cases.write') && (
        <AddDocuments userId={userId} folder="nature" reviewId={open?.reviewId ?? null} label={t('upload')} isDisabled={!open} />
      )}
      <Button
        variant="default"
        loading={downloading.isPending}
        disabled={rows.every(({ documentUrl }) => documentUrl === null)}
        onClick={() => downloading.mutate()}
      >
        {t('download')}
      </Button>
      {mayReview && (
        <>
          <Button variant="default" disabled={open !== undefined} onClick={() => setCreating(true)}>
            {t('create')}
          </Button>
          <Button variant="default" disabled={!open} onClick={() => setDeciding('declined')}>
            {t('declineReview')}
          </Button>
          <Button disabled={!open || !hasDocuments} onClick={() => setDeciding('verified')}>
            {t('verifyReview')}
          </Button>
        </>
      )}
      {isCreating && <CreateReviewModal userId={userId} labels={labels} onClose={() => setCreating(false)} />}
      {deciding && open && <DecideReviewModal userId={userId} review={open} outcome={deciding} onClose={() => setDeciding(null)} />}
    </Group>
  )
}
