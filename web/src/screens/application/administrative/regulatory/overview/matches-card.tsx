/** Confirmed matches with binding lists: the deadline for each authority, and the number received (ADM-21). */
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MATCH_AUTHORITIES, MATCH_STATES, type MatchAuthority, type MatchReport } from '@tunjo/contract/regulatory-matches'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { matchesQuery } from '../../../../../api/regulatory-matches.ts'
import { personPage } from '../../../../../parts/person-page.ts'
import classes from '../../../../../parts/regulatory/regulatory.module.css'
import { dayText } from '../../../../../parts/regulatory/ros-kinds.ts'
import { tableAnswer } from '../../../../../parts/table-answer.ts'
import { useAccount } from '../../../../../session.ts'
import { Card } from '../../../../../ui/card.tsx'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'
import { ServerTable } from '../../../../../ui/server-table/server-table.tsx'
import type { TableColumn } from '../../../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../../../ui/server-table/table-state.ts'
import { useTableState } from '../../../../../ui/server-table/use-table-state.ts'
import { StatusBadge, type StatusKind } from '../../../../../ui/status-badge.tsx'

const MatchModal = lazyComponent(async () => (await import('../../../../../parts/regulatory/filing-modal.tsx')).MatchModal, {
  dialog: { close: ({ onClose }) => onClose() },
})

const PAGE_SIZES = [25, 50, 100] as const
const KIND: Readonly<Record<MatchReport['state'], StatusKind>> = { due: 'waiting', overdue: 'failed', informed: 'done' }

/** Query of the first page. */
export const firstMatchesQuery = matchesQuery({ pageIndex: 0, size: PAGE_SIZES[0] })

interface Telling {
  id: string
  authority: MatchAuthority
}

export function MatchesCard() {
  const { t } = useTranslation('regulatory')
  const { state, dispatch, query } = useTableState({ pageSize: PAGE_SIZES[0] })
  const asked = MATCH_STATES.find((one) => one === query.filters.state)
  const answer = useQuery(matchesQuery({ state: asked, ...pageParams(query) }))
  const mayManage = useAccount()?.permissions.includes('regulatory.manage') ?? false
  const [telling, setTelling] = useState<Telling | null>(null)
  return (
    <Card title={t('match.title')}>
      <p className={classes.note}>{t('match.text')}</p>
      <ServerTable
        name="regulatory-matches"
        label={t('match.title')}
        columns={columnsOf(t, mayManage ? setTelling : null)}
        rowKey={({ id }) => id}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        filters={[
          { key: 'state', label: t('match.state'), options: MATCH_STATES.map((value) => ({ value, label: t(`match.states.${value}`) })) },
        ]}
        pageSizes={PAGE_SIZES}
        empty={<EmptyState title={t('match.empty')} text={t('match.emptyText')} />}
        isRoomy
      />
      {telling && <MatchModal {...telling} onClose={() => setTelling(null)} />}
    </Card>
  )
}

const nameOf = ({ person }: MatchReport): string => person.name ?? person.email

const columnsOf = (t: TFunction<'regulatory'>, onNotify: ((telling: Telling) => void) | null): readonly TableColumn<MatchReport>[] => [
  {
    key: 'person',
    header: t('match.person'),
    isLead: true,
    render: (match) => (
      <span className={classes.acts}>
        <Anchor component={Link} to={personPage(match.person.id)} aria-label={t('match.openPerson', { name: nameOf(match) })}>
          <strong>{nameOf(match)}</strong>
        </Anchor>
        {match.about === 'payer' && <span className={classes.note}>{t('match.payer')}</span>}
      </span>
    ),
  },
  {
    key: 'list',
    header: t('match.list'),
    render: ({ list, entryId }) => (
      <span className={classes.acts}>
        {t(`match.lists.${list}`)} <span className={classes.note}>{t('match.entry', { entry: entryId })}</span>
      </span>
    ),
  },
  { key: 'state', header: t('match.state'), render: (match) => <MatchStatus match={match} /> },
  ...MATCH_AUTHORITIES.map(
    (authority): TableColumn<MatchReport> => ({
      key: authority,
      header: t(`match.${authority}`),
      render: (match) => <Notified match={match} authority={authority} onNotify={onNotify} />,
    }),
  ),
]

function MatchStatus({ match: { state, dueAt } }: { match: MatchReport }) {
  const { t } = useTranslation('regulatory')
  const moment = formatDate(new Date(dueAt))
  return (
    <span className={classes.acts}>
      <StatusBadge kind={KIND[state]}>{t(`match.states.${state}`)}</StatusBadge>
      {state !== 'informed' && (
        <span className={classes.note}>{state === 'due' ? t('match.until', { moment }) : t('match.since', { moment })}</span>
      )}
    </span>
  )
}

interface NotifiedProps {
  match: MatchReport
  authority: MatchAuthority
  /** Null without the permission. */
  onNotify: ((telling: Telling) => void) | null
}

function Notified({ match, authority, onNotify }: NotifiedProps) {
  const { t } = useTranslation('regulatory')
  const notice = match.notices.find((one) => one.authority === authority)
  if (notice) return <>{`${notice.number} · ${dayText(notice.on)}`}</>
  if (!onNotify) return <>{t('match.pending')}</>
  return (
    <Button
      variant="default"
      size="xs"
      onClick={() => onNotify({ id: match.id, authority })}
      aria-label={t('match.informLabel', { authority: t(`match.${authority}`), name: nameOf(match) })}
    >
      {t('match.inform')}
    </Button>
  )
}
