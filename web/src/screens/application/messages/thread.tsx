/** One conversation: deadline of the answer, next step, messages, and the customer's reply. */
import { Anchor, Button, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ConversationThread, Topic } from '@tunjo/contract/conversations'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { markSeen, sendMessage, threadQuery } from '../../../api/conversations.ts'
import { errorText } from '../../../api/error-text.ts'
import { Compose } from '../../../parts/conversations/compose.tsx'
import { History } from '../../../parts/conversations/history.tsx'
import { useWaitText } from '../../../parts/conversations/use-wait-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'
import classes from './messages.module.css'

export function Thread({ id }: { id: string }) {
  const { t } = useTranslation('conversations')
  const thread = useInfiniteQuery(threadQuery(id))
  const pages = thread.data?.pages ?? []
  const [newest] = pages
  useSeen(id, newest)
  return (
    <>
      <Anchor component={Link} to="/application/messages" className={classes.head}>
        <IconArrowLeft size={18} aria-hidden /> {t('back')}
      </Anchor>
      <PageHeader title={newest ? t(`topics.${newest.topic}`) : t('title')} />
      {thread.isError && !thread.data && <ErrorState message={errorText(thread.error)} onRetry={() => void thread.refetch()} />}
      {thread.isPending && <RowsSkeleton rows={4} />}
      {newest && (
        <Stack gap={20}>
          <Card>
            <Status thread={newest} />
            <History thread={thread} topic={newest.topic} reader="customer" />
          </Card>
          <Card title={t('answerTitle')}>
            <Compose
              label={t('message')}
              hint={t(newest.state === 'closed' ? 'closedHint' : 'messageHint')}
              send={(message) => sendMessage(id, message)}
            />
          </Card>
        </Stack>
      )}
    </>
  )
}

/** Screen where the customer does what was requested, or sees the matter. */
const PLACES = {
  verification: { to: '/application/verification/', label: 'places.verification' },
  deposit: { to: '/application/record', label: 'places.record' },
  withdrawal: { to: '/application/record', label: 'places.record' },
  account: null,
  access: null,
} as const satisfies Record<Topic, object | null>

function Status({ thread }: { thread: ConversationThread }) {
  const { t } = useTranslation('conversations')
  const waitText = useWaitText()
  const place = PLACES[thread.topic]
  return (
    <div className={classes.status}>
      <p>
        <strong>{waitText(thread)}</strong>
      </p>
      {place !== null && (
        <Button component={Link} to={place.to} variant={thread.asks ? 'filled' : 'default'} size="sm">
          {t(place.label)}
        </Button>
      )}
    </div>
  )
}

function useSeen(id: string, newest: ConversationThread | undefined): void {
  const last = newest?.entries.at(-1)?.id
  const isNew = (newest?.unread ?? 0) > 0
  useEffect(() => {
    // Without the read mark the message is shown as new once more, which is harmless.
    if (isNew && last !== undefined) void markSeen(id, last).catch(() => undefined)
  }, [id, isNew, last])
}
