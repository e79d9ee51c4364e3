/** Queried sources of a check, and whether each answered. */
import type { BackgroundCheck } from '@tunjo/contract/background-checks'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import { countSources } from './check-facts.ts'
import classes from './checks.module.css'

const KIND = { asked: 'waiting', answered: 'done', failed: 'failed' } as const
const ORDER = { failed: 0, asked: 1, answered: 2 } as const

export function CheckSources({ check }: { check: BackgroundCheck }) {
  const { t } = useTranslation('background-checks')
  const { answered, total } = countSources(check)
  if (total === 0) return null
  const sources = [...check.sources].sort((one, other) => ORDER[one.state] - ORDER[other.state])
  return (
    <details className={classes.details}>
      <summary>{t('sources.title', { answered, count: total })}</summary>
      <ul className={classes.sources}>
        {sources.map(({ code, name, state }) => (
          <li key={code}>
            {name} <StatusBadge kind={KIND[state]}>{t(`sources.state.${state}`)}</StatusBadge>
          </li>
        ))}
      </ul>
    </details>
  )
}
