/** Banner for policy changes that need the customer's acceptance, now or from a date. */

import { Button, CloseButton } from '@mantine/core'
import type { ConsentChange } from '@tunjo/contract/consents'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionStore } from '../../ui/page-storage.ts'
import { formatPolicyDate } from '../policy/policy-date.ts'
import { comparisonPath, versionPath } from '../policy/policy-paths.ts'
import classes from './consents.module.css'

interface ConsentBannerProps {
  needed: readonly ConsentChange[]
  announced: readonly ConsentChange[]
  onReview: () => void
}

const HIDDEN = 'tunjo.announcement-hidden'

export function ConsentBanner({ needed, announced, onReview }: ConsentBannerProps) {
  const { t } = useTranslation('consents')
  const [hidden, setHidden] = useState(() => (sessionStore.getItem(HIDDEN) ?? '').split(','))
  const shown = announced.filter((change) => !hidden.includes(nameOf(change)))
  if (needed.length + shown.length === 0) return null

  function hide(change: ConsentChange): void {
    const names = [...hidden, nameOf(change)]
    sessionStore.setItem(HIDDEN, names.join())
    setHidden(names)
  }

  return (
    <section className={classes.banner} aria-label={t('banner.label')}>
      {needed.length > 0 && (
        <div className={classes.line}>
          <p>{t('banner.needed')}</p>
          <Button size="sm" onClick={onReview}>
            {t('banner.review')}
          </Button>
        </div>
      )}
      {shown.map((change) => (
        <div key={change.slug} className={`${classes.line} ${classes.hideable}`}>
          <p>
            <strong>{t('banner.announced', { date: formatPolicyDate(change.date), title: change.title })}</strong> {change.changes}{' '}
            <a href={changesPath(change)}>{t('banner.compare')}</a>
          </p>
          <CloseButton aria-label={t('banner.hide')} onClick={() => hide(change)} />
        </div>
      ))}
    </section>
  )
}

/** Key of a change: versions of two texts may have the same name. */
export const nameOf = ({ slug, version }: ConsentChange): string => `${slug} ${version}`

/** Without an accepted version on record there is no comparison. */
export const changesPath = ({ slug, version, acceptedVersion }: ConsentChange): string =>
  acceptedVersion === null ? versionPath(slug, version) : comparisonPath(slug, acceptedVersion, version)
