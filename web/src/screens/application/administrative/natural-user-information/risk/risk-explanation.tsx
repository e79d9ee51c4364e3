/**
 * Derivation of the risk level, line by line (ADM-09): floors with a link to their cause, and the points of each factor with their figures.
 */
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { startOfBogotaDay } from '@tunjo/contract/bogota-day'
import type { FloorCause, RiskAssessment, RiskFloor, RiskPoints } from '@tunjo/contract/compliance-risk'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatCop } from '../../../../../ui/amount-format.ts'
import { type Column, DataTable } from '../../../../../ui/data-table.tsx'
import { DateTime, formatDate } from '../../../../../ui/date-time.tsx'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import { documentPath, tabPath } from '../person-views.ts'
import classes from './risk.module.css'

const RISK_KIND = { low: 'done', medium: 'waiting', high: 'failed' } as const

export function RiskExplanation({ userId, assessment }: { userId: string; assessment: RiskAssessment }) {
  const { t } = useTranslation('risk')
  const { floors, points, total, mediumFrom, highFrom, byPoints, at, configurationVersion } = assessment
  return (
    <section className={classes.part} aria-label={t('explanation.title')}>
      <h3>{t('explanation.floors')}</h3>
      {floors.length === 0 ? <p className={classes.text}>{t('explanation.noFloors')}</p> : <Floors userId={userId} floors={floors} />}
      <div className={classes.part}>
        <h3>{t('explanation.points')}</h3>
        <DataTable label={t('explanation.points')} columns={columnsOf(t)} rows={points} rowKey={({ factor }) => factor} />
        <p className={classes.total}>
          <span>{t('explanation.total', { total })}</span>
          <StatusBadge kind={RISK_KIND[byPoints]}>{t(`levels.${byPoints}`)}</StatusBadge>
        </p>
        <p className={classes.text}>
          {t('explanation.bounds', { mediumFrom, highFrom, version: configurationVersion })} {t('explanation.at')}{' '}
          <DateTime value={new Date(at)} />
        </p>
      </div>
    </section>
  )
}

/** Page where the cause can be resolved. Null: on this card. */
function pageOf(userId: string, cause: FloorCause): `/${string}` | null {
  switch (cause) {
    case 'list_hit':
      return tabPath(userId, 'coincidencias')
    case 'list_alert':
    case 'pep_alert':
    case 'alert':
      return tabPath(userId, 'alertas')
    case 'findings_high':
    case 'findings_medium':
      return documentPath(userId, 'list')
    case 'sanctioned_wallet':
      return tabPath(userId, 'financiera')
    case 'jurisdiction':
      return documentPath(userId, 'address')
    default:
      return null
  }
}

function Floors({ userId, floors }: { userId: string; floors: readonly RiskFloor[] }) {
  const { t } = useTranslation('risk')
  return (
    <>
      <p className={classes.text}>{t('explanation.floorsText')}</p>
      <ul className={classes.floors}>
        {floors.map(({ cause, level, ref, about }) => {
          const to = pageOf(userId, cause)
          const words = about ? t('explanation.about', { cause: t(`causes.${cause}`), about }) : t(`causes.${cause}`)
          return (
            <li key={`${cause} ${ref} ${about}`} className={classes.floor}>
              <StatusBadge kind={RISK_KIND[level]}>{t(`levels.${level}`)}</StatusBadge>
              {to ? (
                <Anchor component={Link} to={to} underline="always">
                  {words}
                </Anchor>
              ) : (
                words
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

const columnsOf = (t: TFunction<'risk'>): readonly Column<RiskPoints>[] => [
  { key: 'factor', header: t('explanation.factor'), isLead: true, render: ({ factor }) => t(`factors.${factor}`) },
  { key: 'why', header: t('explanation.why'), render: (line) => <span className={classes.figures}>{whyOf(t, line)}</span> },
  {
    key: 'points',
    header: t('explanation.given'),
    align: 'right',
    isFigure: true,
    render: ({ points, maximum }) => <span className={classes.points}>{t('explanation.of', { points, maximum })}</span>,
  },
]

const pesos = (whole: string): string => formatCop(BigInt(whole) * 100n)

/** Explanation of a line in words. */
function whyOf(t: TFunction<'risk'>, { factor, about, figures }: RiskPoints): string {
  const { class: kind, percent = '0', days = '0', of, moved = '0', declared = '0', since, count = '0', grave = '0', from = '0' } = figures
  switch (factor) {
    case 'activity':
    case 'jurisdiction':
      return kind === 'unknown' ? t('why.unsaid') : t(kind === 'high' || kind === 'medium' ? `why.${kind}` : 'why.ordinary', { about })
    case 'crypto_out':
      return kind === 'none' ? t('why.nothingOut', { days }) : t('why.cryptoOut', { percent, days, from })
    case 'volume':
      if (kind === 'unknown') return t('why.noSurvey')
      if (kind === 'unlimited') return t('why.unlimited')
      return t(of === 'year' ? 'why.year' : 'why.month', { percent, moved: pesos(moved), declared: pesos(declared) })
    case 'new_account':
      return since ? t('why.since', { since: formatDate(startOfBogotaDay(since), 'day'), days }) : t('why.unsaid')
    case 'alerts':
      return t('why.alerts', { count: Number(count), grave })
  }
}
