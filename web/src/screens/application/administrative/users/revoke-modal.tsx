/** Revoke an open invitation, with a reason. */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { StaffInvitation } from '@tunjo/contract/staff-invitations'
import { useTranslation } from 'react-i18next'
import { revokeInvitation } from '../../../../api/staff-invitations.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { toast } from '../../../../ui/toast.ts'

export function RevokeModal({ invitation, onClose }: { invitation: StaffInvitation | null; onClose: () => void }) {
  const { t } = useTranslation('staff')
  return (
    <Modal opened={invitation !== null} onClose={onClose} title={invitation ? t('invite.revokeLabel', { email: invitation.email }) : ''}>
      {invitation && <Revoke key={invitation.id} id={invitation.id} onClose={onClose} />}
    </Modal>
  )
}

function Revoke({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('staff')
  const queries = useQueryClient()
  const revoking = useMutation({
    mutationFn: (reason: string) => revokeInvitation(id, reason),
    onSuccess: () => {
      toast.success(t('invite.revoked'))
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['staff', 'invitations'] }),
  })
  return (
    <Stack>
      <Alert color="amber" role="note">
        {t('invite.revokeText')}
      </Alert>
      <ReasonForm<'revoke'>
        label={t('reason')}
        isBusy={revoking.isPending}
        failure={revoking.error}
        onAct={(_act, reason) => revoking.mutate(reason)}
      >
        {(act) => (
          <>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button onClick={() => act('revoke')}>{t('invite.revoke')}</Button>
          </>
        )}
      </ReasonForm>
    </Stack>
  )
}
