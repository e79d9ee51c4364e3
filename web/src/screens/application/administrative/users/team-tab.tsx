/** Staff with roles and access, and the actions to change them. */
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { STAFF_ROLE, STAFF_ROLES } from '@tunjo/contract/permissions'
import type { StaffMember } from '@tunjo/contract/staff'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { staffQuery } from '../../../../api/staff.ts'
import { currentLanguage } from '../../../../i18n/language.ts'
import { AccountStateBadge } from '../../../../parts/account-state-badge.tsx'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { useAccount } from '../../../../session.ts'
import { DateTime } from '../../../../ui/date-time.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import type { TableShape } from '../../../../ui/server-table/table-address.ts'
import type { TableColumn } from '../../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../../ui/server-table/table-state.ts'
import { useTableAddress } from '../../../../ui/server-table/use-table-address.ts'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { AccessModal } from './access-modal.tsx'
import { RolesModal } from './roles-modal.tsx'

const PAGE_SIZES = [25, 50, 100] as const
const SHAPE: TableShape = { filters: { role: STAFF_ROLES }, sorts: [], pageSizes: PAGE_SIZES }

export function TeamTab() {
  const { t } = useTranslation('staff')
  const account = useAccount()
  const { state, dispatch, query } = useTableAddress(SHAPE)
  const [changing, setChanging] = useState<StaffMember | null>(null)
  const [managing, setManaging] = useState<StaffMember | null>(null)
  const role = STAFF_ROLES.find((one) => one === query.filters.role)
  const answer = useQuery(staffQuery({ role, text: query.search.trim() || undefined, ...pageParams(query) }))
  const mayGrant = account?.permissions.includes('roles.grant') ?? false
  // An officer cannot change their own roles.
  const mayChange = ({ id }: StaffMember) => mayGrant && id !== account?.id
  return (
    <>
      <ServerTable
        name="staff"
        label={t('tabs.team')}
        columns={columnsOf(t, { isOwn: ({ id }) => id === account?.id, mayChange, onChange: setChanging, onManage: setManaging })}
        rowKey={({ id }) => id}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        searchLabel={t('search')}
        filters={[{ key: 'role', label: t('role'), options: STAFF_ROLES.map((value) => ({ value, label: roleName(value) })) }]}
        pageSizes={PAGE_SIZES}
        isRoomy
      />
      <RolesModal member={changing} onClose={() => setChanging(null)} />
      <AccessModal account={managing} onClose={() => setManaging(null)} />
    </>
  )
}

const roleName = (role: StaffMember['roles'][number]): string => STAFF_ROLE[role][currentLanguage()]
interface RowActions {
  /** An officer cannot open their own access dialog. */
  readonly isOwn: (member: StaffMember) => boolean
  readonly mayChange: (member: StaffMember) => boolean
  readonly onChange: (member: StaffMember) => void
  readonly onManage: (member: StaffMember) => void
}

const columnsOf = (t: TFunction<'staff'>, { isOwn, mayChange, onChange, onManage }: RowActions): readonly TableColumn<StaffMember>[] => [
  { key: 'email', header: t('email'), render: ({ email }) => <strong>{email}</strong>, isLead: true },
  { key: 'roles', header: t('roles'), render: ({ roles }) => roles.map(roleName).join(', ') || t('noRoles'), isLong: true },
  { key: 'state', header: t('state'), render: ({ state }) => <AccountStateBadge state={state}>{t(`states.${state}`)}</AccountStateBadge> },
  {
    key: 'secondFactor',
    header: t('secondFactor'),
    render: ({ hasSecondFactor }) => (
      <StatusBadge kind={hasSecondFactor ? 'done' : 'waiting'}>{t(hasSecondFactor ? 'factorOn' : 'factorOff')}</StatusBadge>
    ),
  },
  {
    key: 'lastSignInAt',
    header: t('lastSignInAt'),
    render: ({ lastSignInAt }) => (lastSignInAt ? <DateTime value={new Date(lastSignInAt)} /> : t('never')),
  },
  {
    key: 'change',
    header: t('change'),
    hiddenHeader: true,
    isFixed: true,
    align: 'right',
    render: (member) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        {mayChange(member) && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onChange(member)}
            aria-label={t('changeLabel', { email: member.email })}
          >
            {t('change')}
          </Button>
        )}
        {!isOwn(member) && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onManage(member)}
            aria-label={t('access.openLabel', { email: member.email })}
          >
            {t('access.open')}
          </Button>
        )}
      </Group>
    ),
  },
]
