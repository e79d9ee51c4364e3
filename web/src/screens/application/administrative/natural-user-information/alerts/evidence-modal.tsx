/** Evidence of an alert, by opening. */
import { useQuery } from '@tanstack/react-query'
import type { AlertEpisode } from '@tunjo/contract/alert-evidence'
import type { AlertKind } from '@tunjo/contract/alert-kinds'
import { nameOfAlert } from '@tunjo/contract/alert-names'
import { useTranslation } from 'react-i18next'
import { alertEpisodesQuery } from '../../../../../api/compliance-alerts.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { currentLanguage } from '../../../../../i18n/language.ts'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { Modal } from '../../../../../ui/modal.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import classes from './evidence.module.css'
import { EvidenceList } from './evidence-list.tsx'

export function EvidenceModal({ userId, kind, onClose }: { userId: string; kind: AlertKind; onClose: () => void }) {
  const { t } = useTranslation('people-alerts')
  const episodes = useQuery(alertEpisodesQuery(userId, kind.id))
  return (
    <Modal opened onClose={onClose} title={t('evidence.of', { name: nameOfAlert(kind.id, currentLanguage()) })} size="lg">
      {episodes.isError && <ErrorState message={errorText(episodes.error)} onRetry={() => void episodes.refetch()} />}
      {episodes.isPending && <RowsSkeleton rows={4} />}
      {episodes.data?.length === 0 && <EmptyState title={t('never')} />}
      {episodes.data?.map((episode) => (
        <section key={episode.id} className={classes.episode} aria-label={timesOf(episode, t('stillOpen'))}>
          <h3 className={classes.times}>{timesOf(episode, t('stillOpen'))}</h3>
          <EvidenceList userId={userId} episode={episode} />
          {episode.closingComment && (
            <p className={classes.none}>
              {t('closing')}: {episode.closingComment} · {episode.closedBy}
            </p>
          )}
        </section>
      ))}
    </Modal>
  )
}

const timesOf = ({ alertType, since, until }: AlertEpisode, stillOpen: string): string =>
  [alertType, `${formatDate(new Date(since), 'day')} – ${until ? formatDate(new Date(until), 'day') : stillOpen}`]
    .filter(Boolean)
    .join(' · ')
