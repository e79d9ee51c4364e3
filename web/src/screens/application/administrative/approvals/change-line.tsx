/** Value before and after a change. */
import type { ApprovalChange } from '@tunjo/contract/approvals'
import { useTranslation } from 'react-i18next'
import classes from './approvals.module.css'

interface ChangeLineProps {
  change: ApprovalChange
  isLabelled?: boolean
}

export function ChangeLine({ change: { label, before, after }, isLabelled = false }: ChangeLineProps) {
  const { t } = useTranslation('approvals')
  return (
    <span className={classes.change}>
      {isLabelled && <span className={classes.label}>{label}: </span>}
      {before !== null && (
        <>
          <span className={classes.before}>{before}</span>{' '}
          <span aria-label={t('becomes')} role="img">
            →
          </span>{' '}
        </>
      )}
      <strong>{after}</strong>
    </span>
  )
}
