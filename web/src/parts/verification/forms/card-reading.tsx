/** What was read from the document, and where the form says something else. */
import { Alert, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../ui/date-time.tsx'
import { type CardField, differencesFrom } from '../card/compare-card.ts'
import type { DraftHandle } from '../use-draft.ts'
import classes from '../verification.module.css'
import type { CardReading as Reading } from './use-card-reading.ts'

export function CardReading({ reading: { state, values, filled }, draft }: { reading: Reading; draft: DraftHandle }) {
  const { t } = useTranslation('verification')
  if (state === 'idle' || state === 'none') return null
  if (!values) {
    return (
      <p className={classes.quiet} role="status">
        {t('card.reading')}
      </p>
    )
  }
  const differences = differencesFrom(draft.values, values)
  if (differences.length === 0) {
    return (
      <p className={classes.quiet} role="status">
        {t(filled ? 'card.filled' : 'card.same')}
      </p>
    )
  }
  return (
    <Alert color="amber" title={t('card.differs')} role="status">
      <ul className={classes.differences}>
        {differences.map((field) => (
          <li key={field}>{t(`card.${field}`, { typed: shown(field, draft.values[field]), read: shown(field, values[field]) })}</li>
        ))}
      </ul>
      <Button
        size="xs"
        variant="default"
        onClick={() => draft.change(Object.fromEntries(differences.map((field) => [field, values[field]])))}
      >
        {t('card.take')}
      </Button>
    </Alert>
  )
}

/** Noon in Bogotá, so that the day is the same everywhere it is written. */
const shown = (field: CardField, value: unknown): string =>
  field === 'birthDate' ? formatDate(new Date(`${String(value)}T17:00:00Z`), 'day') : String(value)
