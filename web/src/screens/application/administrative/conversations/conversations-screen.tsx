/** /application/administrative/conversations, 'Mensajes de clientes' (ADM-17): customers who wait for an answer, the longest wait first. */
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OfficerConversation } from '@tunjo/contract/conversations'
import { useTranslation } from 'react-i18next'
import { type QueueFilter, queueQuery } from '../../../../api/officer-conversations.ts'
import { personPage } from '../../../../parts/person-page.ts'
import { useQueuePlace, WorkQueue } from '../../../../parts/work-queue.tsx'
import { Card } from '../../../../ui/card.tsx'
import { DateTime, formatDate } from '../../../../ui/date-time.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import classes from './conversations-screen.module.css'

const SHOWN = ['unanswered', 'open', 'closed'] as const satisfies readonly QueueFilter[]

export default function ConversationsScreen() {
  const { t } = useTranslation('conversations')
  const place = useQueuePlace(SHOWN, 'unanswered')
  const answer = useQuery(queueQuery(place.show, place.page))
  return (
    <>
      <PageHeader title={t('queue.title')} text={t('queue.lead')} />
      <Card>
        <WorkQueue
          place={place}
          answer={answer}
          words={{
            title: t('queue.title'),
            show: t('queue.show'),
            part: (shown) => t(`queue.${shown}`),
            none: t('queue.none'),
            noneText: place.show === 'unanswered' ? t('queue.noneText') : undefined,
            before: t('queue.before'),
            next: t('queue.next'),
          }}
          row={(row) => <Row row={row} />}
        />
      </Card>
    </>
  )
}

function Row({ row: { id, userId, email, topic, lastAt, unansweredSince, dueAt, isOverdue } }: { row: OfficerConversation }) {
  const { t } = useTranslation('conversations')
  return (
    <div className={classes.row}>
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
    </div>
  )
}
