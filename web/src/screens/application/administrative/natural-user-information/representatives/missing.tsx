/** Missing facts about the representatives and owners of a company, or a confirmation that all are known. */
import { Alert } from '@mantine/core'
import type { MissingRepresentative } from '@tunjo/contract/representative-rules'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import classes from './representatives.module.css'

interface MissingProps {
  missing: readonly MissingRepresentative[]
  title: string
}

export function Missing({ missing, title }: MissingProps) {
  const { t } = useTranslation('representatives')
  if (missing.length === 0)
    return (
      <div>
        <StatusBadge kind="done">{t('complete')}</StatusBadge>
        <p className={classes.small}>{t('completeText')}</p>
      </div>
    )
  return (
    <Alert color="red" role="note" title={title}>
      <ul className={classes.missing}>
        {missing.map(({ what, name }) => (
          <li key={`${what} ${name}`}>{t(`missing.${what}`, { name })}</li>
        ))}
      </ul>
    </Alert>
  )
}
