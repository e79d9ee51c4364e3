/** Staff invitations: state of each, and the actions to resend or revoke it. */
import { Button, Group } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { STAFF_ROLE } from '@tunjo/contract/permissions'
import { INVITATION_STATES, type InvitationState, type StaffInvitation } from '@tunjo/contract/staff-invitations'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { invitationsQuery, resendInvitation } from '../../../../api/staff-invitations.ts'
import { currentLanguage } from '../../../../i18n/language.ts'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { DateTime } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import type { TableColumn } from '../../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../../ui/server-table/table-state.ts'
import { useTableState } from '../../../../ui/server-table/use-table-state.ts'
import { StatusBadge, type StatusKind } from '../../../../ui/status-badge.tsx'
import { toast } from '../../../../ui/toast.ts'
import { InviteModal } from './invite-modal.tsx'
import { RevokeModal } from './revoke-modal.tsx'

const PAGE_SIZES = [25, 50, 100] as const
const KIND: Readonly<Record<InvitationState, StatusKind>> = { invited: 'waiting', accepted: 'done', expired: 'neutral', revoked: 'failed' }

export function InvitationsTab() {
  const { t } = useTranslation('staff')
  const queries = useQueryClient()
  const { state, dispatch, query } = useTableState({ pageSize: PAGE_SIZES[0] })
  const [isInviting, setInviting] = useState(false)
  const [revoking, setRevoking] = useState<StaffInvitation | null>(null)
  const asked = INVITATION_STATES.find((one) => one === query.filters.state)
  const answer = useQuery(invitationsQuery({ state: asked, ...pageParams(query) }))
  const resending = useMutation({
    mutationFn: ({ id }: StaffInvitation) => resendInvitation(id),
    onSuccess: () => toast.success(t('invite.resent')),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['staff', 'invitations'] }),
  })
  const add = (
    <Button size="sm" onClick={() => setInviting(true)}>
      {t('invite.title')}
    </Button>
  )
  return (
    <>
      <ServerTable
        name="staff-invitations"
        label={t('tabs.invitations')}
        columns={columnsOf(t, { isBusy: resending.isPending, onResend: resending.mutate, onRevoke: setRevoking })}
        rowKey={({ id }) => id}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        filters={[
          { key: 'state', label: t('state'), options: INVITATION_STATES.map((value) => ({ value, label: t(`invite.states.${value}`) })) },
        ]}
        tools={add}
        pageSizes={PAGE_SIZES}
        empty={<EmptyState title={t('invite.empty')} text={t('invite.emptyText')} />}
        isRoomy
      />
      <InviteModal opened={isInviting} onClose={() => setInviting(false)} />
      <RevokeModal invitation={revoking} onClose={() => setRevoking(null)} />
    </>
  )
}

interface RowActions {
  readonly isBusy: boolean
  readonly onResend: (invitation: StaffInvitation) => void
  readonly onRevoke: (invitation: StaffInvitation) => void
}

const columnsOf = (t: TFunction<'staff'>, actions: RowActions): readonly TableColumn<StaffInvitation>[] => [
  { key: 'email', header: t('email'), render: ({ email }) => <strong>{email}</strong>, isLead: true },
  { key: 'name', header: t('invite.nameColumn'), render: ({ name }) => name },
  {
    key: 'roles',
    header: t('roles'),
    render: ({ roles }) => roles.map((role) => STAFF_ROLE[role][currentLanguage()]).join(', '),
    isLong: true,
  },
  { key: 'state', header: t('state'), render: ({ state }) => <StatusBadge kind={KIND[state]}>{t(`invite.states.${state}`)}</StatusBadge> },
  { key: 'invitedBy', header: t('invite.invitedBy'), render: ({ invitedBy }) => invitedBy },
  { key: 'sentAt', header: t('invite.sentAt'), render: ({ sentAt }) => <DateTime value={new Date(sentAt)} /> },
  { key: 'expiresAt', header: t('invite.expiresAt'), render: ({ expiresAt }) => <DateTime value={new Date(expiresAt)} /> },
  {
    key: 'act',
    header: t('invite.act'),
    hiddenHeader: true,
    isFixed: true,
    align: 'right',
    render: (invitation) => (invitation.state === 'invited' ? <OpenActions {...actions} invitation={invitation} /> : null),
  },
]

function OpenActions({ invitation, isBusy, onResend, onRevoke }: RowActions & { invitation: StaffInvitation }) {
  const { t } = useTranslation('staff')
  const { email } = invitation
  const look = { variant: 'default', size: 'compact-sm' } as const
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button {...look} disabled={isBusy} onClick={() => onResend(invitation)} aria-label={t('invite.resendLabel', { email })}>
        {t('invite.resend')}
      </Button>
      <Button {...look} onClick={() => onRevoke(invitation)} aria-label={t('invite.revokeLabel', { email })}>
        {t('invite.revoke')}
      </Button>
    </Group>
  )
}
