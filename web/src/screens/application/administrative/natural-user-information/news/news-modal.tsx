/** 'Qué cambió desde la última revisión' of a person, newest first, with a link to each change and the action to close the review. */
import { Alert, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ALERT_KINDS } from '@tunjo/contract/alert-kinds'
import type { PersonNews } from '@tunjo/contract/person-news'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { newsQuery } from '../../../../../api/person-timeline.ts'
import { useAccount } from '../../../../../session.ts'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { Modal } from '../../../../../ui/modal.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { ReasonModal } from '../alerts/reason-modal.tsx'
import { tabPath } from '../person-views.ts'
import { DaysOfEvents } from '../timeline/days-of-events.tsx'
import { mayReview, sinceWords } from './since-words.ts'

const NOVELTY = ALERT_KINDS[0]

export function NewsModal({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = useTranslation('timeline')
  // Always fetched anew: an officer decides by this list.
  const found = useQuery({ ...newsQuery(userId), staleTime: 0 })
  // Time up to which the officer had read: a refetch behind the question does not count.
  const [seenUntil, setSeenUntil] = useState<string | null>(null)
  // One dialog at a time; the read time stays until the reason was given.
  if (seenUntil !== null)
    return <ReasonModal userId={userId} kind={NOVELTY} to="inactive" open={[]} seenUntil={seenUntil} onClose={() => setSeenUntil(null)} />
  return (
    <Modal opened onClose={onClose} title={t('news.title')} size="lg">
      {found.isLoadingError && <ErrorState message={errorText(found.error)} onRetry={() => void found.refetch()} />}
      {found.isPending && <RowsSkeleton rows={6} />}
      {found.data && <News userId={userId} news={found.data} onReview={setSeenUntil} onFollow={onClose} />}
    </Modal>
  )
}

interface NewsProps {
  userId: string
  news: PersonNews
  onReview: (seenUntil: string) => void
  onFollow: () => void
}

function News({ userId, news, onReview, onFollow }: NewsProps) {
  const { t } = useTranslation('timeline')
  const account = useAccount()
  const { key, values } = sinceWords(news.review)
  const { events, hasMore } = news
  return (
    <Stack gap="xs">
      <p>{t(`news.${key}`, values)}</p>
      {mayReview(account, userId, news) && (
        <Alert color="amber">
          <Stack gap="sm" align="flex-start">
            {t('news.open')}
            <Button size="xs" onClick={() => onReview(news.seenUntil)}>
              {t('news.review')}
            </Button>
          </Stack>
        </Alert>
      )}
      {events.length === 0 && <EmptyState title={t('news.nothing')} />}
      <DaysOfEvents userId={userId} events={events} onFollow={onFollow} />
      {hasMore && (
        <p>
          {t('news.more')} <Link to={tabPath(userId, 'linea-de-tiempo')}>{t('news.timeline')}</Link>.
        </p>
      )}
    </Stack>
  )
}
