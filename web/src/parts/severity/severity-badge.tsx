/** Severity badge of an alert: the word, and one bar per level, so that it does not depend on colour alone. */
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
