/** /application/administrative/verification/alertas, 'Ver alertas' (ADM-03): who has which alert; a press on a heading filters by it. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ALERT_KINDS, type AlertRow } from '@tunjo/contract/compliance-alerts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { alertsOfPeopleCsv, alertsOfPeopleQuery } from '../../../../api/compliance-alerts.ts'
import { ListExport } from '../../../../parts/exports/list-export.tsx'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { personAlertsPage } from '../../../../parts/person-page.ts'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { useAccount } from '../../../../session.ts'
import { group } from '../../../../ui/amount-format.ts'
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
  filters: { ...Object.fromEntries(ALERT_KINDS.map(({ row }) => [row, [TOGGLED]])), snoozed: [TOGGLED] },
  sorts: [],
  pageSizes: [50, 25, 100],
  hasViews: true,
}

export function AlertsScreen() {
  const { t } = useTranslation('people')
  const navigate = useNavigate()
  const mayExport = useAccount()?.permissions.includes('reports.export') ?? false
  const { state, dispatch, query } = useTableAddress(SHAPE)
  const filters = ALERT_KINDS.map(({ row }) => (query.filters[row] ? ('1' as const) : ('0' as const)))
  const asked = { filter: true, filters, mode: 'all' as const, snoozed: query.filters.snoozed === TOGGLED }
  const answer = useQuery(alertsOfPeopleQuery({ ...asked, pageIndex: query.page - 1, itemsPerPage: query.pageSize }))
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
        filters={[
          {
            key: 'snoozed',
            label: t('snoozedFilter.label'),
            options: [{ value: TOGGLED, label: t('snoozedFilter.only', { total: group(String(answer.data?.snoozedTotal ?? 0)) }) }],
          },
        ]}
        tools={
          mayExport && (
            <ListExport
              report="alertas-de-usuarios"
              asked={() => ({ report: 'alertas-de-usuarios', filter: asked })}
              fileName="alertas-de-usuarios.csv"
              total={answer.data?.total ?? 0}
              load={() => alertsOfPeopleCsv(asked)}
            />
          )
        }
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
    ({ id, row, name }): TableColumn<AlertRow> => ({
      key: row,
      header: name,
      headerAction: 'toggle',
      render: (person) => {
        if (person[row] !== 'Si') return t('no')
        return person.snoozed.includes(id) ? (
          <StatusBadge kind="waiting">{t('snoozedFilter.badge')}</StatusBadge>
        ) : (
          <StatusBadge kind="failed">{t('yes')}</StatusBadge>
        )
      },
    }),
  ),
  {
    key: 'modified',
    header: t('modified'),
    render: ({ lastModification }) => <DateTime value={new Date(lastModification)} />,
    isExtra: true,
  },
]
