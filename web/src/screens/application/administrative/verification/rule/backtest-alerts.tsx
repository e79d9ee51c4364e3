/** Alerts of a backtest one by one, with a link to each person, and as CSV. */
import { useQuery } from '@tanstack/react-query'
import { BACKTEST_SIDES, type Backtest, type BacktestAlertPage } from '@tunjo/contract/alert-backtests'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { backtestAlertsQuery, backtestCsv } from '../../../../../api/alert-rules.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { PersonLink } from '../../../../../parts/person-link.tsx'
import { personAlertsPage } from '../../../../../parts/person-page.ts'
import { tableAnswer } from '../../../../../parts/table-answer.ts'
import { useAccount } from '../../../../../session.ts'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ServerTable } from '../../../../../ui/server-table/server-table.tsx'
import type { TableColumn } from '../../../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../../../ui/server-table/table-state.ts'
import { useTableState } from '../../../../../ui/server-table/use-table-state.ts'
import { StatusBadge, type StatusKind } from '../../../../../ui/status-badge.tsx'

type Row = BacktestAlertPage['results'][number]

export function BacktestAlerts({ backtest }: { backtest: Backtest }) {
  const { t } = useTranslation('alert-rules')
  const mayExport = useAccount()?.permissions.includes('reports.export') ?? false
  const { state, dispatch, query } = useTableState({ pageSize: 25 })
  const side = BACKTEST_SIDES.find((one) => one === query.filters.side)
  const answer = useQuery(backtestAlertsQuery(backtest, { ...pageParams(query), side }))
  const csv = { fileName: 'prueba-de-regla.csv', load: () => backtestCsv(backtest, side), failureText: errorText }
  return (
    <ServerTable
      name="backtest-alerts"
      label={t('backtest.list')}
      columns={columnsOf(t)}
      rowKey={({ id }) => id}
      state={state}
      dispatch={dispatch}
      {...tableAnswer(answer)}
      filters={[
        {
          key: 'side',
          label: t('backtest.side'),
          options: BACKTEST_SIDES.map((value) => ({ value, label: t(`backtest.sides.${value}`) })),
        },
      ]}
      {...(mayExport && { csv })}
      empty={<EmptyState title={t('backtest.noAlerts')} text={t('backtest.noAlertsText')} />}
    />
  )
}

const KINDS: Readonly<Record<Row['side'], StatusKind>> = { new: 'waiting', old: 'neutral', both: 'done' }

const columnsOf = (t: TFunction<'alert-rules'>): readonly TableColumn<Row>[] => [
  {
    key: 'account',
    header: t('columns.account'),
    render: ({ accountId }) => <PersonLink id={accountId} to={personAlertsPage(accountId)} />,
    isFixed: true,
    isLead: true,
  },
  { key: 'said', header: t('columns.said'), render: ({ said }) => said, isLong: true },
  {
    key: 'side',
    header: t('backtest.side'),
    render: ({ side }) => <StatusBadge kind={KINDS[side]}>{t(`backtest.sides.${side}`)}</StatusBadge>,
  },
  { key: 'severity', header: t('columns.severity'), render: ({ severity }) => t(`found.${severity}`) },
  { key: 'at', header: t('columns.at'), render: ({ at }) => <DateTime value={new Date(at)} as="day" /> },
]
