/** Changes of a version against an older one, word by word. */
import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PolicySlug } from '@tunjo/contract/policies'
import { useRef } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { policyChangesQuery } from '../../api/policies.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import buttons from '../../ui/plain-button.module.css'
import classes from './policy.module.css'
import { formatPolicyDate } from './policy-date.ts'
import { PolicySkeleton } from './policy-skeleton.tsx'
import versions from './versions.module.css'

interface PolicyComparisonProps {
  slug: PolicySlug
  from: string
  to: string
}

export function PolicyComparison({ slug, from, to }: PolicyComparisonProps) {
  const { t } = useTranslation('policies')
  const text = useRef<HTMLDivElement>(null)
  const { data, error, refetch } = useQuery(policyChangesQuery(slug, from, to))
  if (error) return <ErrorState isPage message={errorText(error)} onRetry={() => void refetch()} />
  if (!data) return <PolicySkeleton />
  return (
    <article className={versions.comparison}>
      <header className={classes.head}>
        <Title order={1} className={classes.title}>
          {t('comparison.title', { title: data.title })}
        </Title>
        <p className={classes.meta}>
          {t('comparison.versions', { from, to, fromDate: formatPolicyDate(data.from.date), toDate: formatPolicyDate(data.to.date) })}
        </p>
        <p className={classes.summary}>
          {t('comparison.added', { count: data.added })} {t('comparison.removed', { count: data.removed })}
        </p>
        <p className={versions.legend}>
          <Trans t={t} i18nKey="comparison.legend" components={{ 1: <ins />, 3: <del /> }} />
        </p>
        {data.added + data.removed > 0 && (
          <button type="button" className={`${buttons.default} ${versions.first}`} onClick={() => showFirstChange(text.current)}>
            {t('comparison.first')}
          </button>
        )}
        <nav className={versions.links} aria-label={t('comparison.whole')}>
          <Link className={versions.link} to={`/${slug}`} search={{ version: to }}>
            {t('comparison.readTo', { version: to })}
          </Link>
          <Link className={versions.link} to={`/${slug}`} search={{ version: from }}>
            {t('comparison.readFrom', { version: from })}
          </Link>
        </nav>
      </header>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, every value escaped by the server (contract/src/policies.ts) */}
      <div ref={text} className={`${classes.text} ${versions.changes}`} dangerouslySetInnerHTML={{ __html: data.html }} />
    </article>
  )
}

/** Scrolls to the first change in a long text. The focus moves along, so that the keyboard continues from there. */
function showFirstChange(text: HTMLElement | null): void {
  const change = text?.querySelector<HTMLElement>('ins, del')
  if (!change) return
  change.tabIndex = -1
  change.focus({ preventScroll: true })
  change.scrollIntoView({ block: 'center' })
}
