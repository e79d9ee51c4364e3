/** /application/administrative/verification/alertas, 'Ver alertas' (ADM-03): alerts of all people; a click on a heading filters by it. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ALERT_KINDS } from '@tunjo/contract/alert-kinds'
import { nameOfAlert } from '@tunjo/contract/alert-names'
import { nameOfSeverity, SEVERITIES } from '@tunjo/contract/alert-severity'
import type { AlertRow } from '@tunjo/contract/compliance-alerts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { alertsOfPeopleCsv, alertsOfPeopleQuery } from '../../../../../api/compliance-alerts.ts'
import { currentLanguage } from '../../../../../i18n/language.ts'
import { ListExport } from '../../../../../parts/exports/list-export.tsx'
import { PersonLink } from '../../../../../parts/person-link.tsx'
import { personAlertsPage } from '../../../../../parts/person-page.ts'
import { DueText } from '../../../../../parts/severity/due-text.tsx'
import { SeverityBadge } from '../../../../../parts/severity/severity-badge.tsx'
import { tableAnswer } from '../../../../../parts/table-answer.ts'
import { DashboardFrame } from '../../../../../parts/verification-dashboard/dashboard-frame.tsx'
import { useAccount } from '../../../../../session.ts'
import { group } from '../../../../../ui/amount-format.ts'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { ServerTable } from '../../../../../ui/server-table/server-table.tsx'
import type { TableShape } from '../../../../../ui/server-table/table-address.ts'
import type { TableColumn } from '../../../../../ui/server-table/table-column.ts'
import { TOGGLED } from '../../../../../ui/server-table/table-state.ts'
import { useTableAddress } from '../../../../../ui/server-table/use-table-address.ts'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import { ViewsOfList } from './views-of-list.tsx'

const SHAPE: TableShape = {
  filters: {
    ...Object.fromEntries(ALERT_KINDS.map(({ row }) => [row, [TOGGLED]])),
    overdue: [TOGGLED],
    snoozed: [TOGGLED],
    severity: SEVERITIES,
    mode: ['any'],
  },
  sorts: [],
  pageSizes: [50, 25, 100],
  hasViews: true,
}

export function AlertsScreen() {
  const { t } = useTranslation('people')
  const { t: words } = useTranslation('alert-list')
  const navigate = useNavigate()
  const mayExport = useAccount()?.permissions.includes('reports.export') ?? false
  const { state, dispatch, query } = useTableAddress(SHAPE)
  const filters = ALERT_KINDS.map(({ row }) => (query.filters[row] ? ('1' as const) : ('0' as const)))
  const severity = SEVERITIES.find((one) => one === query.filters.severity) ?? null
  const { overdue, snoozed } = query.filters
  const mode = query.filters.mode === 'any' ? ('any' as const) : ('all' as const)
  const asked = { filter: true, filters, mode, overdue: overdue === TOGGLED, snoozed: snoozed === TOGGLED, severity }
  const answer = useQuery(alertsOfPeopleQuery({ ...asked, pageIndex: query.page - 1, itemsPerPage: query.pageSize }))
  return (
    <DashboardFrame tab="alerts" text={t('alertsText')}>
      <ViewsOfList list="alerts" query={query} dispatch={dispatch} />
      <ServerTable
        name="alerts"
        isMatrix
        label={t('tabs.alerts')}
        columns={columnsOf(t, words)}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: personAlertsPage(id) })}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        filters={filtersOf(words, answer.data)}
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

interface Totals {
  readonly overdueTotal: number
  readonly snoozedTotal: number
}
const filtersOf = (words: TFunction<'alert-list'>, totals: Totals | undefined) => [
  {
    key: 'severity',
    label: words('severity.label'),
    options: SEVERITIES.toReversed().map((value) => ({ value, label: nameOfSeverity(value, currentLanguage()) })),
  },
  { key: 'mode', label: words('mode.label'), options: [{ value: 'any', label: words('mode.any') }] },
  {
    key: 'overdue',
    label: words('overdueFilter.label'),
    options: [{ value: TOGGLED, label: words('overdueFilter.only', { total: group(String(totals?.overdueTotal ?? 0)) }) }],
  },
  {
    key: 'snoozed',
    label: words('snoozedFilter.label'),
    options: [{ value: TOGGLED, label: words('snoozedFilter.only', { total: group(String(totals?.snoozedTotal ?? 0)) }) }],
  },
]

const columnsOf = (t: TFunction<'people'>, words: TFunction<'alert-list'>): readonly TableColumn<AlertRow>[] => [
  {
    key: 'id',
    header: t('id'),
    render: ({ id }) => <PersonLink id={id} to={personAlertsPage(id)} />,
    isFixed: true,
  },
  {
    key: 'severity',
    header: words('severity.label'),
    render: ({ severity }) => (severity ? <SeverityBadge severity={severity} /> : '—'),
  },
  { key: 'due', header: words('severity.due'), render: ({ due }) => (due ? <DueText due={due} /> : '—') },
  ...ALERT_KINDS.map(
    ({ id, row }): TableColumn<AlertRow> => ({
      key: row,
      header: nameOfAlert(id, currentLanguage()),
      headerAction: 'toggle',
      render: (person) => {
        if (person[row] !== 'Si') return t('no')
        return person.snoozed.includes(id) ? (
          <StatusBadge kind="waiting">{words('snoozedFilter.badge')}</StatusBadge>
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
