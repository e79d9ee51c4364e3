/** Placement of a legal hold, or request to a second officer to lift one; both with a reason. */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LegalHold } from '@tunjo/contract/retention'
import { useTranslation } from 'react-i18next'
import { legalHoldsQuery, liftLegalHold, placeLegalHold } from '../../../../../api/retention.ts'
import { ReasonForm } from '../../../../../parts/reason-form.tsx'
import { Modal } from '../../../../../ui/modal.tsx'
import { toast } from '../../../../../ui/toast.ts'
import classes from './legal-holds.module.css'

export interface HoldTask {
  readonly userId: string
  /** The hold to lift; null to place a new one. */
  readonly hold: LegalHold | null
}

interface HoldModalProps {
  task: HoldTask
  onClose: () => void
}

export function HoldModal({ task, onClose }: HoldModalProps) {
  const { t } = useTranslation('legal-holds')
  return (
    <Modal opened onClose={onClose} title={t(task.hold ? 'liftTitle' : 'placeTitle')}>
      <Task task={task} onClose={onClose} />
    </Modal>
  )
}

function Task({ task: { userId, hold }, onClose }: HoldModalProps) {
  const { t } = useTranslation('legal-holds')
  const queries = useQueryClient()
  const acting = useMutation({
    mutationFn: async (reason: string): Promise<unknown> => (hold ? liftLegalHold(hold.id, reason) : placeLegalHold(userId, reason)),
    onSuccess: () => {
      toast.success(t(hold ? 'liftAsked' : 'placed'))
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: legalHoldsQuery(userId).queryKey }),
  })
  return (
    <Stack>
      {hold && <p className={classes.reason}>{hold.reason}</p>}
      <Alert color="amber" role="note">
        {t(hold ? 'liftText' : 'placeText')}
      </Alert>
      <ReasonForm<'act'>
        label={t(hold ? 'liftReason' : 'placeReason')}
        isBusy={acting.isPending}
        failure={acting.error}
        onAct={(_act, reason) => acting.mutate(reason)}
      >
        {(act) => (
          <>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button onClick={() => act('act')}>{t(hold ? 'askLift' : 'placeNow')}</Button>
          </>
        )}
      </ReasonForm>
    </Stack>
  )
}
