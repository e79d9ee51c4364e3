/** State of a background check in one line, updated while it runs. */
import { Progress } from '@mantine/core'
import { type BackgroundCheck, isCheckRunning } from '@tunjo/contract/background-checks'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { DateTime, formatDate } from '../../../../../ui/date-time.tsx'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import { countSources, WORD_KIND, wordOf } from './check-facts.ts'
import classes from './checks.module.css'

export function CheckState({ check, isOwn }: { check: BackgroundCheck | null; isOwn: boolean }) {
  const { t } = useTranslation('background-checks')
  const word = wordOf(check)
  return (
    <div className={classes.state}>
      <p className={classes.line}>
        <StatusBadge kind={WORD_KIND[word]}>{t(`state.${word}`)}</StatusBadge>
        <span role="status">{explain(check, t)}</span>
      </p>
      {check && isCheckRunning(check.state) && <SourcesBar check={check} />}
      {check && (
        <p className={classes.small}>
          {startedBy(check, isOwn, t)} · <DateTime value={new Date(check.startedAt)} />
        </p>
      )}
    </div>
  )
}

export function SourcesBar({ check }: { check: BackgroundCheck }) {
  const { t } = useTranslation('background-checks')
  const { answered, failed, total } = countSources(check)
  return <Progress value={total === 0 ? 0 : (100 * (answered + failed)) / total} aria-label={t('bar')} />
}

type Phrase = TFunction<'background-checks'>

function startedBy({ launchedBy }: BackgroundCheck, isOwn: boolean, t: Phrase): string {
  if (launchedBy === null) return t('byItself')
  return isOwn ? t('byYou') : t('byOfficer', { officer: launchedBy })
}

/** Sources while it runs, then the meaning of its final state. */
export function explain(check: BackgroundCheck | null, t: Phrase): string {
  const word = wordOf(check)
  if (!check || word === 'none') return t('explain.none')
  const { answered, failed, total } = countSources(check)
  if (word === 'running' || word === 'retrying' || word === 'launched') {
    if (total === 0) return t('explain.launched')
    return [t('sources.answered', { count: total, answered }), ...(failed > 0 ? [t('sources.failed', { count: failed })] : [])].join(' · ')
  }
  if (word === 'failed_sources') return t('explain.failed_sources', { count: Math.max(1, failed) })
  if (word === 'refused') return t('explain.refused', { fields: refusedIn(check, t) })
  return t(`explain.${word}`)
}

const refusedIn = ({ refusedFields }: BackgroundCheck, t: Phrase): string =>
  (refusedFields.length > 0 ? refusedFields : (['other'] as const)).map((field) => t(`fields.${field}`)).join(', ')

/** Time of the automatic retry of failed sources. */
export const retryTime = (retryAt: string): string => formatDate(new Date(retryAt))
