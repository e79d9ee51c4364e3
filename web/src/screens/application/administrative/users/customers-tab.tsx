/** Customers, with an action to manage each one's access. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { UserRow } from '@tunjo/contract/reports'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usersQuery } from '../../../../api/reports.ts'
import { AccountStateBadge } from '../../../../parts/account-state-badge.tsx'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { useAccount } from '../../../../session.ts'
import { DateTime } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import type { TableColumn } from '../../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../../ui/server-table/table-state.ts'
import { useTableState } from '../../../../ui/server-table/use-table-state.ts'
import { AccessModal } from './access-modal.tsx'

const PAGE_SIZES = [25, 50, 100] as const
const STATES = Object.values(ACCOUNT_STATE)
export function CustomersTab() {
  const { t } = useTranslation('staff')
  const own = useAccount()?.id
  const { state, dispatch, query } = useTableState({ pageSize: PAGE_SIZES[0] })
  const [managing, setManaging] = useState<UserRow | null>(null)
  const answer = useQuery(
    usersQuery({
      role: 'ROLE_USER',
      state: STATES.find((one) => String(one) === query.filters.state),
      text: query.search.trim() || undefined,
      ...pageParams(query),
    }),
  )
  return (
    <>
      <ServerTable
        name="customers-access"
        label={t('access.customersLabel')}
        columns={columnsOf(t, own, setManaging)}
        rowKey={({ id }) => id}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        searchLabel={t('access.search')}
        filters={[{ key: 'state', label: t('state'), options: STATES.map((one) => ({ value: String(one), label: t(`states.${one}`) })) }]}
        pageSizes={PAGE_SIZES}
        empty={<EmptyState title={t('access.empty')} />}
        isRoomy
      />
      <AccessModal account={managing} onClose={() => setManaging(null)} />
    </>
  )
}

const columnsOf = (t: TFunction<'staff'>, own: string | undefined, onManage: (row: UserRow) => void): readonly TableColumn<UserRow>[] => [
  { key: 'email', header: t('email'), render: ({ email }) => <strong>{email}</strong>, isLead: true },
  { key: 'id', header: 'ID', render: ({ id }) => <PersonLink id={id} /> },
  { key: 'state', header: t('state'), render: ({ state }) => <AccountStateBadge state={state}>{t(`states.${state}`)}</AccountStateBadge> },
  { key: 'createdAt', header: t('access.created'), render: ({ createdAt }) => <DateTime value={new Date(createdAt)} /> },
  {
    key: 'lastSignInAt',
    header: t('lastSignInAt'),
    render: ({ lastSignInAt }) => (lastSignInAt ? <DateTime value={new Date(lastSignInAt)} /> : t('never')),
  },
  {
    key: 'open',
    header: t('access.open'),
    hiddenHeader: true,
    isFixed: true,
    align: 'right',
    render: (row) =>
      row.id === own ? null : (
        <Button variant="default" size="compact-sm" onClick={() => onManage(row)} aria-label={t('access.openLabel', { email: row.email })}>
          {t('access.open')}
        </Button>
      ),
  },
]
