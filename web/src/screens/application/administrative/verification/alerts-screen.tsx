/** /application/administrative/verification/alertas, 'Ver alertas' (ADM-03): who has which alert; a press on a heading filters by it. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ALERT_KINDS, type AlertRow } from '@tunjo/contract/compliance-alerts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { alertsOfPeopleQuery } from '../../../../api/compliance-alerts.ts'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { personAlertsPage } from '../../../../parts/person-page.ts'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { DateTime } from '../../../../ui/date-time.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import type { TableShape } from '../../../../ui/server-table/table-address.ts'
import type { TableColumn } from '../../../../ui/server-table/table-column.ts'
import { TOGGLED } from '../../../../ui/server-table/table-state.ts'
import { useTableAddress } from '../../../../ui/server-table/use-table-address.ts'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { DashboardFrame } from './dashboard-frame.tsx'
import { ViewsOfList } from './views-of-list.tsx'

const SHAPE: TableShape = {
  filters: Object.fromEntries(ALERT_KINDS.map(({ row }) => [row, [TOGGLED]])),
  sorts: [],
  pageSizes: [50, 25, 100],
  hasViews: true,
}

export function AlertsScreen() {
  const { t } = useTranslation('people')
  const navigate = useNavigate()
  const { state, dispatch, query } = useTableAddress(SHAPE)
  const filters = ALERT_KINDS.map(({ row }) => (query.filters[row] ? ('1' as const) : ('0' as const)))
  const answer = useQuery(
    alertsOfPeopleQuery({ filter: true, filters, mode: 'all', pageIndex: query.page - 1, itemsPerPage: query.pageSize }),
  )
  return (
    <DashboardFrame tab="alerts" text={t('alertsText')}>
      <ViewsOfList list="alerts" query={query} dispatch={dispatch} />
      <ServerTable
        name="alerts"
        label={t('tabs.alerts')}
        columns={columnsOf(t)}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: personAlertsPage(id) })}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
      />
    </DashboardFrame>
  )
}

const columnsOf = (t: TFunction<'people'>): readonly TableColumn<AlertRow>[] => [
  {
    key: 'id',
    header: t('id'),
    render: ({ id }) => <PersonLink id={id} to={personAlertsPage(id)} />,
    isFixed: true,
  },
  ...ALERT_KINDS.map(
    ({ row, name }): TableColumn<AlertRow> => ({
      key: row,
      header: name,
      headerAction: 'toggle',
      render: (person) => (person[row] === 'Si' ? <StatusBadge kind="failed">{t('yes')}</StatusBadge> : t('no')),
    }),
  ),
  {
    key: 'modified',
    header: t('modified'),
    render: ({ lastModification }) => <DateTime value={new Date(lastModification)} />,
    isExtra: true,
  },
]
