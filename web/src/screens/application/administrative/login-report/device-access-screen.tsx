/** /application/administrative/login-report, 'Acceso al dispositivo' (ID-07): the sign-ins of all people. */
import { ActionIcon } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { SIGN_IN_SORTS } from '@tunjo/contract/devices'
import { type PersonSignIn, PersonSignInFilters } from '@tunjo/contract/reports'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { peopleSignInsCsv, peopleSignInsQuery } from '../../../../api/reports.ts'
import { AddModal, type PickedDevice } from '../../../../parts/black-list/add-modal.tsx'
import { ListExport } from '../../../../parts/exports/list-export.tsx'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { personPage } from '../../../../parts/person-page.ts'
import { PlaceCredit } from '../../../../parts/sign-ins/place-credit.tsx'
import { signInColumns, signInFilters, signInIdColumn } from '../../../../parts/sign-ins/sign-in-columns.tsx'
import { SIGN_IN_FILTERS, signInsAsked } from '../../../../parts/sign-ins/sign-in-search.ts'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { useMayOpenPeople } from '../../../../parts/use-may-open-people.ts'
import { useAccount } from '../../../../session.ts'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import type { TableShape } from '../../../../ui/server-table/table-address.ts'
import type { TableColumn } from '../../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../../ui/server-table/table-state.ts'
import { useTableAddress } from '../../../../ui/server-table/use-table-address.ts'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import classes from './device-access.module.css'

const USER_ID = /^[\w-]{1,64}$/
const SHAPE: TableShape = { filters: { ...SIGN_IN_FILTERS, userId: USER_ID }, sorts: SIGN_IN_SORTS, pageSizes: [50, 25, 100] }

export default function DeviceAccessScreen() {
  const { t } = useTranslation(['reports', 'sign-ins'])
  const { t: words } = useTranslation('sign-ins')
  const navigate = useNavigate()
  const mayOpen = useMayOpenPeople()
  const permissions = useAccount()?.permissions ?? []
  const [device, setDevice] = useState<PickedDevice | null>(null)
  const { state, dispatch, query } = useTableAddress(SHAPE)
  const asked = { ...signInsAsked(query), userId: query.filters.userId }
  const answer = useQuery(peopleSignInsQuery({ ...asked, ...pageParams(query) }))
  return (
    <>
      <PageHeader title={t('reports:access.title')} text={t('reports:access.text')} />
      <ServerTable
        name="device-access"
        label={t('reports:access.title')}
        columns={columnsOf(t, words, permissions.includes('blacklist.manage') ? setDevice : null)}
        rowKey={({ id }) => id}
        onOpen={mayOpen ? ({ userId }) => void navigate({ to: personPage(userId) }) : undefined}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        searchLabel={words('search')}
        filters={[{ key: 'userId', label: t('reports:access.userId'), isText: true }, ...signInFilters(words)]}
        tools={
          permissions.includes('reports.export') && (
            <ListExport
              report="acceso-al-dispositivo"
              asked={() => ({ report: 'acceso-al-dispositivo', filter: PersonSignInFilters.parse(asked) })}
              fileName="login-report.csv"
              total={answer.data?.total ?? 0}
              load={() => peopleSignInsCsv(asked)}
            />
          )
        }
      />
      {answer.data && <PlaceCredit />}
      <AddModal isOpen={device !== null} device={device} onClose={() => setDevice(null)} />
    </>
  )
}

const columnsOf = (
  t: TFunction<'reports'>,
  words: TFunction<'sign-ins'>,
  onPick: ((device: PickedDevice) => void) | null,
): readonly TableColumn<PersonSignIn>[] => [
  signInIdColumn(words),
  {
    key: 'userId',
    header: t('access.userId'),
    render: ({ userId }) => <PersonLink id={userId} />,
  },
  ...signInColumns(words).map((column) => withListButton(t, onPick, column)),
  {
    key: 'live',
    header: words('session'),
    isExtra: true,
    render: ({ live, result }) =>
      result === 'entered' ? (
        <StatusBadge kind={live ? 'waiting' : 'neutral'}>{words(live ? 'sessions.live' : 'sessions.closed')}</StatusBadge>
      ) : (
        words('noSession')
      ),
  },
]

/** The device is known only for a successful sign-in. */
function withListButton(
  t: TFunction<'reports'>,
  onPick: ((device: PickedDevice) => void) | null,
  column: TableColumn<PersonSignIn>,
): TableColumn<PersonSignIn> {
  if (column.key !== 'deviceKind' || !onPick) return column
  return {
    ...column,
    render(row) {
      const { deviceId, system, browser } = row
      const name = `${system}, ${browser}`
      return (
        <span className={classes.device}>
          {column.render(row)}
          {deviceId && (
            <ActionIcon
              variant="default"
              size="md"
              title={t('access.list')}
              aria-label={t('access.listOf', { device: name })}
              onClick={() => onPick({ id: deviceId, name })}
            >
              <IconBan size={16} aria-hidden />
            </ActionIcon>
          )}
        </span>
      )
    },
  }
}
