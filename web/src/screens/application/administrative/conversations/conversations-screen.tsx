/** /application/administrative/conversations, 'Mensajes de clientes' (ADM-17): customers who wrote and wait, the longest wait first. */
import { Anchor, Button, Group, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OfficerConversation } from '@tunjo/contract/conversations'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { queueQuery, type Shown } from '../../../../api/officer-conversations.ts'
import { personPage } from '../../../../parts/person-page.ts'
import { Card } from '../../../../ui/card.tsx'
import { DateTime, formatDate } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import classes from './conversations-screen.module.css'

const SHOWN = ['unanswered', 'open', 'closed'] as const satisfies readonly Shown[]

export default function ConversationsScreen() {
  const { t } = useTranslation('conversations')
  const [show, setShow] = useState<Shown>('unanswered')
  const [page, setPage] = useState(0)
  const { data, error, isPending, refetch } = useQuery(queueQuery(show, page))
  function choose(value: string): void {
    setShow(SHOWN.find((one) => one === value) ?? 'unanswered')
    setPage(0)
  }
  const rows = data?.results ?? []
  return (
    <>
      <PageHeader title={t('queue.title')} text={t('queue.lead')} />
      <Card>
        <SegmentedControl
          value={show}
          onChange={choose}
          data={SHOWN.map((value) => ({ value, label: t(`queue.${value}`) }))}
          aria-label={t('queue.show')}
          mb="md"
        />
        {error && !data && <ErrorState message={errorText(error)} onRetry={() => void refetch()} />}
        {isPending && <RowsSkeleton rows={4} />}
        {data && rows.length === 0 && <EmptyState title={t('queue.none')} text={show === 'unanswered' ? t('queue.noneText') : undefined} />}
        {rows.length > 0 && (
          <ol className={classes.list} aria-label={t('queue.title')}>
            {rows.map((row) => (
              <Row key={row.id} row={row} />
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
    </>
  )
}

function Row({ row: { id, userId, email, topic, lastAt, unansweredSince, dueAt, isOverdue } }: { row: OfficerConversation }) {
  const { t } = useTranslation('conversations')
  return (
    <li className={classes.row}>
      <Anchor renderRoot={(props) => <Link to={`${personPage(userId)}/mensajes`} search={{ conversacion: id }} {...props} />} fw={600}>
        {email}
      </Anchor>
      <span>{t(`queue.topics.${topic}`)}</span>
      {unansweredSince === null ? (
        <DateTime value={new Date(lastAt)} />
      ) : (
        <span>{t('queue.since', { at: formatDate(new Date(unansweredSince)) })}</span>
      )}
      {dueAt !== null && (unansweredSince !== null || isOverdue) && (
        <StatusBadge kind={isOverdue ? 'failed' : 'waiting'}>
          {t(isOverdue ? 'queue.overdue' : 'queue.due', { at: formatDate(new Date(dueAt)) })}
        </StatusBadge>
      )}
    </li>
  )
}
