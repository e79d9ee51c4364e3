/** /application/administrative/verification, 'Información de usuarios' (ADM-01, ADM-02): all people, by filters kept in the address. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ASSIGNMENTS, NOVELTIES, PeopleChoice, type PersonRow, type REVIEW_STATES, RISKS, TIMES } from '@tunjo/contract/compliance-people'
import { PERSON_KINDS } from '@tunjo/contract/compliance-person'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { peopleCsv, peopleQuery } from '../../../../../api/people.ts'
import { AssignmentAction } from '../../../../../parts/assignment/assignment-action.tsx'
import { ListExport } from '../../../../../parts/exports/list-export.tsx'
import { PersonLink } from '../../../../../parts/person-link.tsx'
import { personAlertsPage, personPage } from '../../../../../parts/person-page.ts'
import { tableAnswer } from '../../../../../parts/table-answer.ts'
import { DashboardFrame } from '../../../../../parts/verification-dashboard/dashboard-frame.tsx'
import classes from '../../../../../parts/verification-dashboard/verification.module.css'
import { useAccount } from '../../../../../session.ts'
import { DateTime, formatDate } from '../../../../../ui/date-time.tsx'
import { ServerTable } from '../../../../../ui/server-table/server-table.tsx'
import type { TableColumn, TableFilter } from '../../../../../ui/server-table/table-column.ts'
import { useTableAddress } from '../../../../../ui/server-table/use-table-address.ts'
import { StatusBadge, type StatusKind } from '../../../../../ui/status-badge.tsx'
import { ALERTS, LEVELS, PEOPLE_SHAPE, peopleAsked } from './people-search.ts'
import { ViewsOfList } from './views-of-list.tsx'

const STATE_KINDS: Record<PersonRow['state'], StatusKind> = {
  Pendiente: 'waiting',
  Progreso: 'waiting',
  Actualizar: 'failed',
  'No terminado': 'neutral',
  Listo: 'done',
}

export function PeopleScreen() {
  const { t } = useTranslation('people')
  const navigate = useNavigate()
  const mayExport = useAccount()?.permissions.includes('reports.export') ?? false
  const { state, dispatch, query } = useTableAddress(PEOPLE_SHAPE)
  const asked = peopleAsked(query)
  const answer = useQuery(peopleQuery({ ...asked, pageIndex: query.page - 1, itemsPerPage: query.pageSize }))
  return (
    <DashboardFrame tab="people" text={t('text')}>
      <ViewsOfList list="people" query={query} dispatch={dispatch} />
      <ServerTable
        name="user-information"
        label={t('tabs.people')}
        columns={columnsOf(t)}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: personPage(id) })}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        searchLabel={t('search')}
        filters={filtersOf(t)}
        tools={
          mayExport && (
            <ListExport
              report="user-information"
              asked={() => ({ report: 'user-information', filter: PeopleChoice.parse(asked) })}
              fileName="user-information.csv"
              total={answer.data?.total ?? 0}
              load={() => peopleCsv(asked)}
            />
          )
        }
      />
    </DashboardFrame>
  )
}

type Column = TableColumn<PersonRow>

const columnsOf = (t: TFunction<'people'>): readonly Column[] => [
  { key: 'actions', header: t('actions'), render: (person) => <Actions person={person} />, isFixed: true },
  { key: 'id', header: t('id'), render: ({ id }) => <PersonLink id={id} />, isFixed: true },
  { key: 'document', header: t('document'), render: ({ document }) => document ?? t('unknown') },
  { key: 'type', header: t('type'), render: ({ type }) => type },
  { key: 'level', header: t('level'), render: ({ nivelKyc }) => nivelKyc },
  {
    key: 'alert',
    header: t('alert'),
    render: ({ alert }) => (alert === 'Si' ? <StatusBadge kind="failed">{t('yes')}</StatusBadge> : t('no')),
  },
  { key: 'risk', header: t('risk'), render: ({ risk }) => risk },
  { key: 'novelty', header: t('novelty'), render: ({ novelty }) => novelty },
  { key: 'state', header: t('state'), render: (person) => <State person={person} /> },
  { key: 'modified', header: t('modified'), render: ({ lastModification }) => <DateTime value={new Date(lastModification)} /> },
  {
    key: 'assignment',
    header: t('assignedFilter'),
    render: ({ id, waiting, assignee }) => waiting && <AssignmentAction userId={id} assignee={assignee} />,
  },
  { key: 'waiting', header: t('waiting'), render: ({ waiting }) => waiting && waitingText(t, waiting), isExtra: true },
  { key: 'since', header: t('since'), render: ({ waiting }) => waiting && <DateTime value={new Date(waiting.since)} />, isExtra: true },
  { key: 'due', header: t('due'), render: ({ waiting }) => waiting && <DateTime value={new Date(waiting.dueAt)} />, isExtra: true },
  { key: 'assignee', header: t('assignee'), render: ({ waiting, assignee }) => waiting && assignee?.officer, isExtra: true },
  { key: 'lease', header: t('lease'), render: ({ lease }) => lease && leaseText(t, lease), isExtra: true },
]

const DUE_KINDS = { soon: 'waiting', overdue: 'failed' } as const

/** Cases in time have no mark. */
function State({ person: { state, waiting, assignee } }: { person: PersonRow }) {
  const { t } = useTranslation('people')
  const due = waiting && waiting.due !== 'in_time' ? waiting.due : null
  return (
    <span className={classes.states}>
      <StatusBadge kind={STATE_KINDS[state]}>{state}</StatusBadge>
      {due && <StatusBadge kind={DUE_KINDS[due]}>{t(`dueStates.${due}`)}</StatusBadge>}
      {waiting && assignee?.isMine && <StatusBadge kind="neutral">{t('ownCase')}</StatusBadge>}
    </span>
  )
}

function Actions({ person: { id } }: { person: PersonRow }) {
  const { t } = useTranslation('people')
  return (
    <span className={classes.actions}>
      <Button component={Link} to={personPage(id)} size="compact-sm" variant="default">
        {t('seeInformation')}
      </Button>
      <Button component={Link} to={personAlertsPage(id)} size="compact-sm" variant="default">
        {t('seeAlerts')}
      </Button>
    </span>
  )
}

const waitingText = (t: TFunction<'people'>, { forms, items }: NonNullable<PersonRow['waiting']>): string =>
  t('items', { count: items, levels: [...new Set(forms.map((form) => form.slice(-1)))].join(', ') })

function leaseText(t: TFunction<'people'>, { isMine, officer, until }: NonNullable<PersonRow['lease']>): string {
  const end = formatDate(new Date(until))
  return isMine ? t('mine', { until: end }) : t('other', { officer, until: end })
}

const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const filtersOf = (t: TFunction<'people'>): readonly TableFilter[] => [
  { key: 'idUser', label: t('userId'), isText: true },
  { key: 'type', label: t('type'), options: same([...PERSON_KINDS].sort()) },
  { key: 'level', label: t('level'), options: same(LEVELS.map(String)) },
  { key: 'alert', label: t('alert'), options: ALERTS.map((value) => ({ value, label: value === 'Si' ? t('yes') : t('no') })) },
  { key: 'risk', label: t('risk'), options: same(RISKS) },
  { key: 'novelty', label: t('novelty'), options: same(NOVELTIES.toReversed()) },
  { key: 'state', label: t('state'), options: same(STATES) },
  { key: 'time', label: t('time'), options: same(TIMES) },
  {
    key: 'assigned',
    label: t('assignedFilter'),
    options: ASSIGNMENTS.map((value) => ({ value, label: t(`assignments.${value}`) })),
  },
]
const STATES: readonly (typeof REVIEW_STATES)[number][] = ['Pendiente', 'Progreso', 'Listo', 'No terminado', 'Actualizar']
