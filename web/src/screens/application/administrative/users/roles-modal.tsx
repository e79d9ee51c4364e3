/** 'Cambiar roles': proposal of a staff member's roles with a reason; a second administrator decides (four eyes). */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { STAFF_ROLES, type StaffRole } from '@tunjo/contract/permissions'
import type { StaffMember } from '@tunjo/contract/staff'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { proposeRoles } from '../../../../api/staff.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { toast } from '../../../../ui/toast.ts'
import { RoleCheckboxes } from './role-checkboxes.tsx'

export function RolesModal({ member, onClose }: { member: StaffMember | null; onClose: () => void }) {
  const { t } = useTranslation('staff')
  return (
    <Modal opened={member !== null} onClose={onClose} title={member ? t('changeLabel', { email: member.email }) : ''}>
      {member && <Roles key={member.id} member={member} onClose={onClose} />}
    </Modal>
  )
}

function Roles({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const { t } = useTranslation('staff')
  const queries = useQueryClient()
  const [roles, setRoles] = useState<readonly StaffRole[]>(member.roles)
  const isSame = STAFF_ROLES.every((role) => roles.includes(role) === member.roles.includes(role))
  const proposing = useMutation({
    mutationFn: (reason: string) => proposeRoles(member.id, [...roles], reason),
    onSuccess: () => {
      toast.success(t('proposed'))
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['staff'] }),
  })
  return (
    <Stack>
      <Alert color="amber" role="note">
        {t('changeText')}
      </Alert>
      <RoleCheckboxes roles={roles} onChange={setRoles} />
      <ReasonForm<'propose'>
        label={t('reason')}
        isBusy={proposing.isPending}
        failure={proposing.error}
        onAct={(_act, reason) => proposing.mutate(reason)}
      >
        {(act) => (
          <>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button onClick={() => act('propose')} disabled={isSame}>
              {t('propose')}
            </Button>
          </>
        )}
      </ReasonForm>
    </Stack>
  )
}
