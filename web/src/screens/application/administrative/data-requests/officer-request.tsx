/** One personal data request for an officer: person, due date, text, and actions. */
import { Alert, Anchor, Button, Group, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OfficerDataRequestThread } from '@tunjo/contract/data-requests'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { officerDataRequestQuery, takeDataRequest } from '../../../../api/officer-data-requests.ts'
import classes from '../../../../parts/data-requests/data-requests.module.css'
import { RequestEntries, urlIn } from '../../../../parts/data-requests/entries.tsx'
import { RequestState, useTermText } from '../../../../parts/data-requests/term.tsx'
import { personPage } from '../../../../parts/person-page.ts'
import { useAccount } from '../../../../session.ts'
import { Card } from '../../../../ui/card.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { toast } from '../../../../ui/toast.ts'
import { RequestActs } from './request-acts.tsx'

export function OfficerRequest({ id, onBack }: { id: string; onBack: () => void }) {
  const { t } = useTranslation('data-requests')
  const request = useQuery(officerDataRequestQuery(id))
  const { data } = request
  return (
    <>
      <Anchor component="button" type="button" onClick={onBack}>
        <IconArrowLeft size={18} aria-hidden /> {t('queue.back')}
      </Anchor>
      <PageHeader title={data ? t('rowTitle', { kind: t(`kinds.${data.kind}`), number: data.number }) : t('queue.title')} />
      {request.isPending && <RowsSkeleton rows={4} />}
      {request.isLoadingError && <ErrorState message={errorText(request.error)} onRetry={() => void request.refetch()} />}
      {data && (
        <Stack gap={20}>
          <Card>
            <Facts request={data} />
            <RequestEntries
              entries={data.entries}
              reader="officer"
              freshUrl={async (fileId) => urlIn((await request.refetch()).data?.entries, fileId)}
            />
          </Card>
          {data.isClosed && (
            <Alert color="amber" role="note">
              {t('closed', { email: data.email })}
            </Alert>
          )}
          <Acting request={data} />
        </Stack>
      )}
    </>
  )
}

function Facts({ request }: { request: OfficerDataRequestThread }) {
  const { t } = useTranslation('data-requests')
  const termText = useTermText('officer')
  return (
    <div>
      <p className={classes.head}>
        <Anchor renderRoot={(props) => <Link to={personPage(request.userId)} {...props} />} fw={600}>
          {request.email}
        </Anchor>
        <RequestState request={request} />
      </p>
      <p className={classes.quiet}>
        {termText(request)}
        {request.takenBy !== null && ` · ${t(request.isMine ? 'takenByMe' : 'takenBy', { officer: request.takenBy })}`}
      </p>
    </div>
  )
}

/** Only the assigned officer decides the request. */
function Acting({ request }: { request: OfficerDataRequestThread }) {
  const { t } = useTranslation('data-requests')
  const account = useAccount()
  const taking = useMutation({
    mutationFn: () => takeDataRequest(request),
    onError: (error) => toast.error(errorText(error)),
  })
  const mayAnswer = (account?.permissions ?? []).includes('privacy.answer') && account?.id !== request.userId
  if (!mayAnswer || request.dueAt === null) return null
  if (request.state === 'in_review' && request.isMine) return <RequestActs request={request} />
  return (
    <Card title={t('take.title')}>
      <p className={classes.quiet}>{t(request.takenBy === null || request.state === 'received' ? 'take.text' : 'take.over')}</p>
      <Group mt="md">
        <Button loading={taking.isPending} onClick={() => taking.mutate()}>
          {t('take.action')}
        </Button>
      </Group>
    </Card>
  )
}
