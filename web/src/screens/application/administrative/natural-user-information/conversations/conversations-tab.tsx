/** 'Mensajes' of a person: the conversations with them, and the officer's answer. Officers' notes are elsewhere and never shown here. */
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { OfficerConversation } from '@tunjo/contract/conversations'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { personConversationsQuery } from '../../../../../api/officer-conversations.ts'
import { useAccount } from '../../../../../session.ts'
import { Card } from '../../../../../ui/card.tsx'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { OfficerThread } from './officer-thread.tsx'

export function ConversationsTab({ userId }: { userId: string }) {
  const { t } = useTranslation('conversations')
  const permissions = useAccount()?.permissions ?? []
  const mayRead = permissions.includes('cases.read')
  const list = useQuery({ ...personConversationsQuery(userId), enabled: mayRead })
  const navigate = useNavigate()
  const wanted: { conversacion?: unknown } = useSearch({ strict: false })
  if (!mayRead) return <EmptyState title={t('noPermission')} />
  const found = list.data ?? []
  // By default, the conversation that waits is shown.
  const shown =
    found.find(({ id }) => id === wanted.conversacion) ?? found.find(({ unansweredSince }) => unansweredSince !== null) ?? found[0]
  return (
    <>
      {list.isError && !list.data && <ErrorState message={errorText(list.error)} onRetry={() => void list.refetch()} />}
      {list.isPending && <RowsSkeleton rows={4} />}
      {list.data && found.length === 0 && (
        <Card title={t('title')}>
          <EmptyState title={t('noneOfPerson')} text={t('noneOfPersonText')} />
        </Card>
      )}
      {shown && found.length > 1 && (
        <NativeSelect
          label={t('choose')}
          value={shown.id}
          onChange={(event) => void navigate({ to: '.', search: { conversacion: event.currentTarget.value }, resetScroll: false })}
          data={found.map((one) => ({ value: one.id, label: labelOf(t, one) }))}
          maw={480}
        />
      )}
      {shown && <OfficerThread key={shown.id} conversation={shown} />}
    </>
  )
}

function labelOf(t: TFunction<'conversations'>, { topic, state, openedAt, unansweredSince }: OfficerConversation): string {
  const about = `${t(`queue.topics.${topic}`)} · ${formatDate(new Date(openedAt), 'day')} · ${t(`states.${state}`)}`
  return unansweredSince === null ? about : `${about} · ${t('queue.unanswered')}`
}
