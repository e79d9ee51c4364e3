/** All versions of a policy with their addresses and changes. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PolicyEntry, PolicySlug } from '@tunjo/contract/policies'
import { useTranslation } from 'react-i18next'
import { policyEntryQuery } from '../../api/policies.ts'
import { formatPolicyDate } from './policy-date.ts'
import classes from './versions.module.css'

export function PolicyVersions({ slug }: { slug: PolicySlug }) {
  const { t } = useTranslation('policies')
  const { data: entry } = useQuery(policyEntryQuery(slug))
  if (!entry) return null
  return (
    <section className={classes.versions} aria-labelledby="versiones">
      <h2 id="versiones">{t('versions.title')}</h2>
      <ul>
        {entry.history.map((edition, index) => (
          <li key={edition.version}>
            <Link className={classes.link} to={`/${slug}`} search={{ version: edition.version }}>
              {t('version', { version: edition.version })}
            </Link>{' '}
            · {t(`versions.${stateOf(entry, edition.version)}`, { date: formatPolicyDate(edition.date) })}
            {edition.changes !== null && <p>{edition.changes}</p>}
            <Comparison slug={slug} from={entry.history[index + 1]?.version} to={edition.version} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Comparison({ slug, from, to }: { slug: PolicySlug; from: string | undefined; to: string }) {
  const { t } = useTranslation('policies')
  if (from === undefined) return null
  return (
    <p>
      <Link className={classes.link} to={`/${slug}`} search={{ version: to, desde: from }}>
        {t('versions.compare', { version: from })}
      </Link>
    </p>
  )
}

/** Notice that the shown version is not the one in force. */
export function OtherVersionNotice({ slug, version }: { slug: PolicySlug; version: string }) {
  const { t } = useTranslation('policies')
  const { data: entry } = useQuery(policyEntryQuery(slug))
  const state = entry && stateOf(entry, version)
  const date = entry?.history.find((edition) => edition.version === version)?.date
  if (!state || !date || state === 'current') return null
  return (
    <p className={classes.other} role="note">
      {t(`other.${state}`, { date: formatPolicyDate(date) })}{' '}
      <Link className={classes.link} to={`/${slug}`}>
        {t('other.current', { version: entry.version })}
      </Link>
    </p>
  )
}

function stateOf({ version: current }: PolicyEntry, version: string): 'announced' | 'current' | 'past' {
  if (version === current) return 'current'
  return version > current ? 'announced' : 'past'
}
