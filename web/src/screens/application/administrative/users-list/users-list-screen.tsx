/** /application/administrative/users-list, 'Lista de usuarios' (ID-08): all accounts. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { USER_SORTS, UserFilters, type UserRow } from '@tunjo/contract/reports'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { usersCsv, usersQuery } from '../../../../api/reports.ts'
import { AccountStateBadge } from '../../../../parts/account-state-badge.tsx'
import { ListExport } from '../../../../parts/exports/list-export.tsx'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { personPage } from '../../../../parts/person-page.ts'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { useMayOpenPeople } from '../../../../parts/use-may-open-people.ts'
import { useAccount } from '../../../../session.ts'
import { DateTime } from '../../../../ui/date-time.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import type { TableShape } from '../../../../ui/server-table/table-address.ts'
import type { TableColumn, TableFilter } from '../../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../../ui/server-table/table-state.ts'
import { useTableAddress } from '../../../../ui/server-table/use-table-address.ts'
import { ROLES, STATES, usersAsked } from './users-search.ts'

const SHAPE: TableShape = { filters: { role: ROLES, state: STATES.map(String) }, sorts: USER_SORTS, pageSizes: [50, 25, 100] }
export default function UsersListScreen() {
  const { t } = useTranslation('reports')
  const navigate = useNavigate()
  const mayOpen = useMayOpenPeople()
  const mayExport = useAccount()?.permissions.includes('reports.export') ?? false
  const { state, dispatch, query } = useTableAddress(SHAPE)
  const asked = usersAsked(query)
  const answer = useQuery(usersQuery({ ...asked, ...pageParams(query) }))
  return (
    <>
      <PageHeader title={t('users.title')} text={t('users.text')} />
      <ServerTable
        name="users-report"
        label={t('users.title')}
        columns={columnsOf(t)}
        rowKey={({ id }) => id}
        onOpen={mayOpen ? ({ id }) => void navigate({ to: personPage(id) }) : undefined}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        searchLabel={t('users.search')}
        filters={filtersOf(t)}
        tools={
          mayExport && (
            <ListExport
              report="usuarios"
              asked={() => ({ report: 'usuarios', filter: UserFilters.parse(asked) })}
              fileName="users-report.csv"
              total={answer.data?.total ?? 0}
              load={() => usersCsv(asked)}
            />
          )
        }
      />
    </>
  )
}

const columnsOf = (t: TFunction<'reports'>): readonly TableColumn<UserRow>[] => [
  {
    key: 'id',
    header: t('users.id'),
    render: ({ id }) => <PersonLink id={id} />,
    isFixed: true,
  },
  { key: 'email', header: t('users.email'), render: ({ email }) => email, headerAction: 'sort', isLong: true },
  { key: 'role', header: t('users.role'), render: ({ authorities }) => authorities.map((role) => t(`role.${role}`)).join(', ') },
  {
    key: 'createdAt',
    header: t('users.createdAt'),
    render: ({ createdAt }) => <DateTime value={new Date(createdAt)} />,
    headerAction: 'sort',
  },
  {
    key: 'lastSignInAt',
    header: t('users.lastSignInAt'),
    render: ({ lastSignInAt }) => (lastSignInAt ? <DateTime value={new Date(lastSignInAt)} /> : t('users.never')),
    headerAction: 'sort',
  },
  {
    key: 'state',
    header: t('users.state'),
    render: ({ state }) => <AccountStateBadge state={state}>{t(`state.${state}`)}</AccountStateBadge>,
    headerAction: 'sort',
  },
]

const filtersOf = (t: TFunction<'reports'>): readonly TableFilter[] => [
  { key: 'role', label: t('users.role'), options: ROLES.map((value) => ({ value, label: t(`role.${value}`) })) },
  { key: 'state', label: t('users.state'), options: STATES.map((state) => ({ value: String(state), label: t(`state.${state}`) })) },
]
