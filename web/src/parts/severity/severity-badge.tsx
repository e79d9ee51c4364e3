/** How grave an alert is: the word, and as many bars as it has steps, so that colour alone says nothing. */
import { nameOfSeverity, SEVERITIES, type Severity } from '@tunjo/contract/alert-severity'
import { currentLanguage } from '../../i18n/language.ts'
import classes from './severity-badge.module.css'

export function SeverityBadge({ severity }: { severity: Severity }) {
  const steps = SEVERITIES.indexOf(severity)
  return (
    <span className={classes.badge} data-severity={severity}>
      <span className={classes.bars} aria-hidden>
        {SEVERITIES.map((step, at) => (
          <span key={step} className={classes.bar} data-on={at <= steps || undefined} />
        ))}
      </span>
      {nameOfSeverity(severity, currentLanguage())}
    </span>
  )
}
