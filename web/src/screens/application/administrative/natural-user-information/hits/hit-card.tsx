/** One screening hit: the person next to the list entry, the line-by-line match explanation, and the decision. */
import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { PersonScreening } from '@tunjo/contract/screening'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { HitDecision } from '../../../../../api/screening.ts'
import { loadPhrases } from '../../../../../i18n/index.ts'
import { Card } from '../../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../../ui/data-table.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import classes from './hits.module.css'

const RoleBadges = lazyComponent(
  async () => (await Promise.all([import('./role-badges.tsx'), loadPhrases(['representatives'])]))[0].RoleBadges,
)

export type Hit = PersonScreening['hits'][number]
const STATE_KIND = { open: 'waiting', confirmed: 'failed', discarded: 'done', replaced: 'neutral' } as const
/** Rounded like the lines of the explanation. */
const percentOf = (score: number): number => Math.round(100 * score)
export const nameInList = ({ listed, entryId }: Hit): string => listed.names[0] ?? entryId

interface DecisionsProps {
  hit: Hit
  /** Null: this officer may not decide here. */
  onDecide: ((wish: HitDecision) => void) | null
}
interface HitCardProps extends DecisionsProps {
  /** Number, since two entries may have one name. */
  number: number
}

export function HitCard({ number, hit, onDecide }: HitCardProps) {
  const { t } = useTranslation('screening')
  const { list, state, about, roles, severity, score, explanation, foundAt, decidedAt, reason } = hit
  const name = nameInList(hit)
  return (
    <Card
      title={`${number}. ${t('hits.hitOf', { list: t(`lists.${list}`), name })}`}
      actions={<StatusBadge kind={STATE_KIND[state]}>{t(`hits.state.${state}`)}</StatusBadge>}
    >
      <p className={classes.facts}>
        <strong>{t('hits.score', { score: percentOf(score) })}</strong>
        {about === 'payer' && <StatusBadge kind="neutral">{t('hits.payer')}</StatusBadge>}
        {roles.length > 0 && <RoleBadges roles={roles} />}
        {state === 'open' && (
          <StatusBadge kind={severity === 'stop' ? 'failed' : 'waiting'}>
            {t(severity === 'stop' ? 'hits.stop' : 'hits.review')}
          </StatusBadge>
        )}
        <span>
          {t('hits.foundAt')}: <DateTime value={new Date(foundAt)} />
        </span>
        {decidedAt && (
          <span>
            {t('hits.decidedAt')}: <DateTime value={new Date(decidedAt)} />
          </span>
        )}
      </p>
      {reason && <p className={classes.reason}>{t('hits.decision', { reason })}</p>}
      <DataTable label={t('hits.compare', { name })} columns={columnsOf(t, about)} rows={rowsOf(hit, t)} rowKey={(row) => row.name} />
      <section className={classes.why}>
        <h3>{t('hits.why')}</h3>
        <ul>
          {explanation.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      {state === 'open' && <Decisions hit={hit} onDecide={onDecide} />}
    </Card>
  )
}

function Decisions({ hit, onDecide }: DecisionsProps) {
  const { t } = useTranslation('screening')
  const name = nameInList(hit)
  return (
    <>
      {hit.discardWaits && (
        <p className={classes.reason} role="status">
          {t('hits.waits')}{' '}
          <Anchor component={Link} to="/application/administrative/approvals" underline="always">
            {t('hits.toApprovals')}
          </Anchor>
        </p>
      )}
      {onDecide && (
        <div className={classes.buttons}>
          <Button variant="default" size="sm" onClick={() => onDecide('confirm')} aria-label={t('hits.confirmOf', { name })}>
            {t('hits.confirm')}
          </Button>
          {!hit.discardWaits && (
            <Button variant="default" size="sm" onClick={() => onDecide('discard')} aria-label={t('hits.discardOf', { name })}>
              {t('hits.discard')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

interface Fact {
  readonly name: string
  readonly person: string
  readonly entry: string
}
const columnsOf = (t: TFunction<'screening'>, about: Hit['about']): readonly Column<Fact>[] => [
  { key: 'fact', header: t('hits.fact'), render: ({ name }) => name, isLead: true },
  { key: 'person', header: t(about === 'payer' ? 'hits.payer' : 'hits.person'), render: ({ person }) => person || t('hits.unknown') },
  { key: 'entry', header: t('hits.entry'), render: ({ entry }) => entry || t('hits.unknown') },
]

/** Fields of both sides, known or not; fields that only lists have, when present. */
function rowsOf({ person, listed, entryId }: Hit, t: TFunction<'screening'>): Fact[] {
  const both: Fact[] = [
    { name: t('hits.name'), person: person.name, entry: listed.names.join('; ') },
    { name: t('hits.birthYear'), person: person.birthYear === null ? '' : String(person.birthYear), entry: listed.birthYears.join(', ') },
    { name: t('hits.country'), person: person.country ?? '', entry: listed.countries.join(', ') },
    { name: t('hits.identifiers'), person: person.identifiers.join(', '), entry: listed.identifiers.join(', ') },
  ]
  const ofList = [
    { name: t('hits.office'), person: '—', entry: listed.office ?? '' },
    { name: t('hits.reason'), person: '—', entry: listed.reason },
    { name: t('hits.entryId'), person: '—', entry: entryId },
  ]
  return [...both, ...ofList.filter(({ entry }) => entry !== '')]
}
