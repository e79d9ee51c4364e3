/** Watchlist columns: version and age, entries, screened people, and source. */
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ScreeningCoverage } from '@tunjo/contract/screening'
import type { TFunction } from 'i18next'
import { group } from '../../../../ui/amount-format.ts'
import type { Column } from '../../../../ui/data-table.tsx'
import { DateTime, formatDate } from '../../../../ui/date-time.tsx'
import { Hash } from '../../../../ui/hash.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import classes from './control-lists.module.css'

type Row = ScreeningCoverage['lists'][number]
type Words = TFunction<'screening'>
interface Facts {
  readonly people: number
  readonly readAt: Date
}
const DAY_MS = 86_400_000
export const figure = (count: number): string => group(String(count))

export const coverageColumns = (t: Words, { people, readAt }: Facts): readonly Column<Row>[] => [
  { key: 'list', header: t('coverage.list'), render: ({ list }) => <strong>{t(`lists.${list}`)}</strong>, isLead: true },
  {
    key: 'version',
    header: t('coverage.loadedAt'),
    render: ({ version, loadWaits, fetch }) => (
      <span className={classes.lines}>
        {version ? <DateTime value={new Date(version.loadedAt)} /> : t('coverage.never')}
        {version && <span className={classes.note}>{ageText(t, readAt, new Date(version.loadedAt))}</span>}
        {fetch && <Look fetch={fetch} t={t} />}
        {loadWaits && (
          <Anchor component={Link} to="/application/administrative/approvals" size="sm">
            {t('coverage.loadWaits')}
          </Anchor>
        )}
      </span>
    ),
  },
  {
    key: 'entries',
    header: t('coverage.entries'),
    render: ({ version }) =>
      version ? (
        <span className={classes.lines}>
          {figure(version.entries)}
          <span className={classes.note}>
            {t('coverage.changes', { added: figure(version.added), changed: figure(version.changed), removed: figure(version.removed) })}
          </span>
        </span>
      ) : (
        '—'
      ),
  },
  {
    key: 'screened',
    header: t('coverage.screened'),
    render: ({ version, screened }) => (version ? t('coverage.of', { done: figure(screened), total: figure(people) }) : '—'),
  },
  {
    key: 'source',
    header: t('coverage.source'),
    render: ({ version }) =>
      version ? (
        <span className={classes.lines}>
          {version.source}
          <span className={classes.note}>{version.licence}</span>
          <Hash value={version.sha256} what={t('coverage.what')} />
        </span>
      ) : (
        '—'
      ),
  },
  { key: 'state', header: t('coverage.state'), isFigure: true, render: (row) => <State row={row} people={people} t={t} /> },
]

/** Time of the last fetch from the publisher, or its problem. */
function Look({ fetch: { triedAt, problem }, t }: { fetch: NonNullable<Row['fetch']>; t: Words }) {
  const at = formatDate(new Date(triedAt))
  if (problem)
    return (
      <span>
        <StatusBadge kind="failed">{t(`fetch.problems.${problem}`)}</StatusBadge>
      </span>
    )
  return <span className={classes.note}>{t('fetch.checked', { at })}</span>
}

function State({ row: { version, screened }, people, t }: { row: Row; people: number; t: Words }) {
  if (!version) return <StatusBadge kind="failed">{t('coverage.never')}</StatusBadge>
  const isComplete = screened >= people
  return <StatusBadge kind={isComplete ? 'done' : 'waiting'}>{t(isComplete ? 'coverage.complete' : 'coverage.missing')}</StatusBadge>
}

function ageText(t: Words, now: Date, loadedAt: Date): string {
  const days = Math.floor((now.getTime() - loadedAt.getTime()) / DAY_MS)
  return days < 1 ? t('coverage.today') : t('coverage.age', { count: days })
}
