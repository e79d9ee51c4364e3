/** The customer's conversations, newest first. */
import { Anchor, Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Conversation } from '@tunjo/contract/conversations'
import { useTranslation } from 'react-i18next'
import { conversationsQuery } from '../../../api/conversations.ts'
import { errorText } from '../../../api/error-text.ts'
import { useWaitText } from '../../../parts/conversations/use-wait-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import classes from './messages.module.css'

export function ConversationList() {
  const { t } = useTranslation('conversations')
  const list = useInfiniteQuery(conversationsQuery)
  const found = list.data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <Card>
      {list.isError && !list.data && <ErrorState message={errorText(list.error)} onRetry={() => void list.refetch()} />}
      {list.isPending && <RowsSkeleton rows={3} />}
      {list.data && found.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
      {found.length > 0 && (
        <ul className={classes.list} aria-label={t('title')}>
          {found.map((conversation) => (
            <Row key={conversation.id} conversation={conversation} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button variant="default" mt="md" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Card>
  )
}

function Row({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('conversations')
  const waitText = useWaitText()
  const { id, topic, state, lastAt, unread } = conversation
  return (
    <li className={classes.row}>
      <p className={classes.head}>
        <Anchor component={Link} to={`/application/messages/${id}`} fw={600}>
          {t(`topics.${topic}`)}
        </Anchor>
        {unread > 0 && <StatusBadge kind="waiting">{t('unread', { count: unread })}</StatusBadge>}
        <StatusBadge kind={state === 'open' ? 'neutral' : 'done'}>{t(`states.${state}`)}</StatusBadge>
        <DateTime value={new Date(lastAt)} />
      </p>
      <p className={classes.wait}>{waitText(conversation)}</p>
    </li>
  )
}
