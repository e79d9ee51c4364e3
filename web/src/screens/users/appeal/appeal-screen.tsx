/** Appeal page, opened by the link of a mail for a customer with a blocked account: messages, deadline of the answer, and the form. */
import { Button, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Appeal } from '@tunjo/contract/appeals'
import { useTranslation } from 'react-i18next'
import { appealQuery } from '../../../api/appeals.ts'
import { errorText, hasCode } from '../../../api/error-text.ts'
import { AccessPanel } from '../../../parts/access-panel.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatDate } from '../../../ui/date-time.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'
import { usePathParam } from '../../../ui/use-path-param.ts'
import { AppealEntries } from './appeal-entries.tsx'
import { AppealForm } from './appeal-form.tsx'

export default function AppealScreen() {
  const { t } = useTranslation('appeal')
  const token = usePathParam('token')
  const thread = useInfiniteQuery(appealQuery(token))
  const pages = thread.data?.pages ?? []
  const [newest] = pages
  // Replaces loaded content too: a message sent with an expired link is refused.
  if (hasCode(thread.error, 'identity.appeal_expired')) return <LinkOver error={thread.error} />
  return (
    <Stack gap={20}>
      <PageHeader title={t('thread.title')} text={t('thread.lead')} />
      {thread.isError && !thread.data && <ErrorState message={errorText(thread.error)} onRetry={() => void thread.refetch()} />}
      {thread.isPending && <RowsSkeleton rows={4} />}
      {newest && (
        <>
          <Card title={t('thread.history')}>
            {thread.hasNextPage && (
              <Button variant="default" size="sm" mb="md" loading={thread.isFetchingNextPage} onClick={() => void thread.fetchNextPage()}>
                {t('thread.older')}
              </Button>
            )}
            <AppealEntries entries={pages.toReversed().flatMap(({ entries }) => entries)} />
            <Due appeal={newest} />
          </Card>
          <AppealForm token={token} />
        </>
      )}
    </Stack>
  )
}

function Due({ appeal: { dueAt, isOverdue } }: { appeal: Appeal }) {
  const { t } = useTranslation('appeal')
  if (dueAt === null) return null
  return (
    <p>
      <strong>{isOverdue ? t('thread.overdue') : t('thread.due', { at: formatDate(new Date(dueAt)) })}</strong>
    </p>
  )
}

function LinkOver({ error }: { error: unknown }) {
  const { t } = useTranslation('appeal')
  return (
    <AccessPanel title={t('thread.expired')} lead={errorText(error)}>
      <Button component={Link} to="/login">
        {t('thread.signIn')}
      </Button>
      <Button component={Link} to="/users/appeal" variant="default">
        {t('thread.other')}
      </Button>
    </AccessPanel>
  )
}
