/** Status line under a card of 'Pasos a seguir': state, age, assignee and next step. */
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PersonReview } from '@tunjo/contract/compliance-review'
import { useTranslation } from 'react-i18next'
import { resultsQuery, reviewQuery } from '../../../../../api/compliance.ts'
import { openHitsQuery } from '../../../../../api/screening.ts'
import { byLanguage } from '../../../../../i18n/language.ts'
import { useAccount } from '../../../../../session.ts'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import { DOCUMENT_KINDS } from '../document-kinds.ts'
import classes from './step-line.module.css'
import { ageOf, type StepKind, type StepState, stepState } from './step-state.ts'

const formats = byLanguage((tag) => ({ age: new Intl.RelativeTimeFormat(tag, { style: 'short' }) }))

export function StepLine({ userId, kind, name }: { userId: string; kind: StepKind; name: string }) {
  const review = useQuery(reviewQuery(userId))
  const results = useQuery(resultsQuery(userId))
  const mayReadHits = useAccount()?.permissions.includes('screening.read') ?? false
  const hits = useQuery({ ...openHitsQuery(userId), enabled: mayReadHits && kind === 'screening' })
  // Optional: errors are shown where the data are shown in full.
  if (!review.data || !results.data) return null
  const { pep, sanctions } = hits.data ?? { pep: 0, sanctions: 0 }
  const openHits = pep + sanctions
  const step = stepState(userId, kind, { items: review.data.items, results: results.data, openHits })
  if (step.state === null) return null
  return <Line step={step} state={step.state} review={review.data} name={name} />
}

interface LineProps {
  step: StepState
  state: NonNullable<StepState['state']>
  review: PersonReview
  name: string
}

function Line({ step: { since, next, to }, state, review, name }: LineProps) {
  const { t } = useTranslation('review')
  const said = t(`steps.next.${next}`)
  return (
    <div className={classes.line}>
      <StatusBadge kind={DOCUMENT_KINDS[state]}>{state}</StatusBadge>
      {since && (
        <span>
          {t('steps.sent')} <time dateTime={since}>{ageText(since)}</time>
        </span>
      )}
      {state === 'Pendiente' && <span>{ownerText(t('steps.unassigned'), (officer) => t('steps.owner', { officer }), review)}</span>}
      <span>
        {t('steps.nextLabel')}{' '}
        {to ? (
          <Anchor component={Link} to={to} underline="always" inherit aria-label={`${said}: ${name}`}>
            {said}
          </Anchor>
        ) : (
          said
        )}
      </span>
    </div>
  )
}

function ageText(since: string): string {
  const { value, unit } = ageOf(since, new Date())
  return formats().age.format(-value, unit)
}

/** Assignee of the case; without one, the current reviewer. */
function ownerText(unassigned: string, owner: (officer: string) => string, { assignee, lease }: PersonReview): string {
  const officer = assignee?.officer ?? lease?.officer
  return officer === undefined ? unassigned : owner(officer)
}
