/** One conversation for the officer who answers it. Where the law forbids disclosing an open matter, a warning comes first. */
import { Alert, Button } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { OfficerConversation, OfficerThread as OfficerThreadPage } from '@tunjo/contract/conversations'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { answer, changeState, needsNoAnswer, officerThreadQuery } from '../../../../../api/officer-conversations.ts'
import { Compose } from '../../../../../parts/conversations/compose.tsx'
import { History } from '../../../../../parts/conversations/history.tsx'
import { useAccount } from '../../../../../session.ts'
import { Card } from '../../../../../ui/card.tsx'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { toast } from '../../../../../ui/toast.ts'
import { ShutAccount } from './shut-account.tsx'

export function OfficerThread({ conversation: { id, userId } }: { conversation: OfficerConversation }) {
  const { t } = useTranslation('conversations')
  const account = useAccount()
  const thread = useInfiniteQuery(officerThreadQuery(id))
  const pages = thread.data?.pages ?? []
  const [newest] = pages
  // An officer cannot write to themselves.
  const mayWrite = (account?.permissions ?? []).includes('cases.write') && account?.id !== userId
  return (
    <>
      {thread.isError && !thread.data && <ErrorState message={errorText(thread.error)} onRetry={() => void thread.refetch()} />}
      {thread.isPending && <RowsSkeleton rows={4} />}
      {newest && (
        <Card
          title={t(`queue.topics.${newest.topic}`)}
          actions={
            mayWrite &&
            (newest.unansweredSince === null ? (
              <StateButton conversation={newest} />
            ) : (
              <NoAnswerButton thread={newest} onRefused={() => void thread.refetch()} />
            ))
          }
        >
          {newest.topic === 'access' && <ShutAccount userId={userId} />}
          <Waiting conversation={newest} />
          <History thread={thread} topic={newest.topic} reader="officer" />
        </Card>
      )}
      {newest && mayWrite && <Answer thread={newest} onRefused={() => void thread.refetch()} />}
    </>
  )
}

interface ThreadProps {
  thread: OfficerThreadPage
  /** Called when a restricted matter was opened meanwhile, of which the officer must be warned, or the customer wrote again. */
  onRefused: () => void
}

function Answer({ thread: { id, isRestricted }, onRefused }: ThreadProps) {
  const { t } = useTranslation('conversations')
  const warning = isRestricted
    ? {
        label: t('restricted.known'),
        content: (
          <Alert color="red" title={t('restricted.title')}>
            {t('restricted.text')}
          </Alert>
        ),
      }
    : null
  return (
    <Card title={t('answerCustomer')}>
      <Compose
        label={t('answer')}
        hint={t('answerHint')}
        warning={warning}
        send={async (message) => {
          try {
            await answer(id, { ...message, knowsRestricted: isRestricted })
          } catch (error) {
            onRefused()
            throw error
          }
        }}
      />
    </Card>
  )
}

function Waiting({ conversation: { unansweredSince, dueAt, isOverdue } }: { conversation: OfficerConversation }) {
  const { t } = useTranslation('conversations')
  if (unansweredSince === null || dueAt === null) return null
  return (
    <p>
      <strong>{t('queue.since', { at: formatDate(new Date(unansweredSince)) })}</strong>{' '}
      {t(isOverdue ? 'queue.overdue' : 'queue.due', { at: formatDate(new Date(dueAt)) })}
    </p>
  )
}

/** The server refuses it when the customer wrote after the last read. */
function NoAnswerButton({ thread: { id, entries }, onRefused }: ThreadProps) {
  const { t } = useTranslation('conversations')
  const newest = entries.at(-1)
  const saying = useMutation({
    mutationFn: (entryId: string) => needsNoAnswer(id, entryId),
    onSuccess: () => toast.success(t('noAnswerSaid')),
    onError: (error) => {
      toast.error(errorText(error))
      onRefused()
    },
  })
  return (
    <Button variant="default" size="sm" loading={saying.isPending} disabled={!newest} onClick={() => newest && saying.mutate(newest.id)}>
      {t('noAnswer')}
    </Button>
  )
}

function StateButton({ conversation: { id, state } }: { conversation: OfficerConversation }) {
  const { t } = useTranslation('conversations')
  const changing = useMutation({
    mutationFn: () => changeState(id, state === 'open' ? 'closed' : 'open'),
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Button variant="default" size="sm" loading={changing.isPending} onClick={() => changing.mutate()}>
      {t(state === 'open' ? 'close' : 'reopen')}
    </Button>
  )
}
