/** Data read from the document, and fields that differ from it. */

import { Alert, Button } from '@mantine/core'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../ui/date-time.tsx'
import { type CardField, differencesFrom, only } from '../card/card-values.ts'
import type { DraftHandle } from '../use-draft.ts'
import classes from '../verification.module.css'
import type { DocumentType, CardReading as Reading } from './use-card-reading.ts'

interface CardReadingProps {
  reading: Reading
  draft: DraftHandle
  types: readonly DocumentType[]
}

export function CardReading({ reading, draft, types }: CardReadingProps) {
  const { state, expiryDate } = reading
  return (
    <>
      {state !== 'idle' && <ReadingState reading={reading} draft={draft} types={types} />}
      {state === 'read' && expiryDate !== null && expiryDate < bogotaDay(new Date()) && <Expired day={expiryDate} />}
    </>
  )
}

function ReadingState({ reading: { state, source, values, filled }, draft, types }: CardReadingProps) {
  const { t } = useTranslation('verification')
  const differences = state === 'read' && values ? differencesFrom(draft.values, values) : []
  if (state !== 'read' || !values || differences.length === 0) {
    return (
      <p className={classes.quiet} role="status">
        {t(state === 'read' ? (filled ? FILLED_TEXTS[source ?? 'pdf417'] : 'card.same') : STATE_TEXTS[state])}
      </p>
    )
  }
  const shown = (field: CardField, value: unknown) =>
    field === 'identificationTypeID'
      ? (types.find(({ id }) => id === value)?.name ?? '')
      : field === 'birthDate'
        ? dayText(value)
        : String(value)
  return (
    <Alert color="amber" title={t('card.differs')} role="status">
      <ul className={classes.differences}>
        {differences.map((field) => (
          <li key={field}>{t(`card.${field}`, { typed: shown(field, draft.values[field]), read: shown(field, values[field]) })}</li>
        ))}
      </ul>
      <Button size="xs" variant="default" onClick={() => draft.change({ ...only(values, (field) => differences.includes(field)) })}>
        {t('card.take')}
      </Button>
    </Alert>
  )
}

const FILLED_TEXTS = { pdf417: 'card.filled', mrz: 'card.filledFromZone' } as const
const STATE_TEXTS = { idle: 'card.none', reading: 'card.reading', zone: 'card.zone', none: 'card.none' } as const

function Expired({ day }: { day: string }) {
  const { t } = useTranslation('verification')
  return (
    <Alert color="amber" role="status">
      {t('card.expired', { day: dayText(day) })}
    </Alert>
  )
}

/** Noon in Bogotá, so that the day is the same in every time zone. */
const dayText = (day: unknown): string => formatDate(new Date(`${String(day)}T17:00:00Z`), 'day')
