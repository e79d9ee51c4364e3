/** Confirmation of a hit, or request to a second officer to discard it; both with a reason. */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { decideHit, type HitDecision } from '../../../../../api/screening.ts'
import { ReasonForm } from '../../../../../parts/reason-form.tsx'
import { Modal } from '../../../../../ui/modal.tsx'
import { toast } from '../../../../../ui/toast.ts'
import { type Hit, nameInList } from './hit-card.tsx'
import classes from './hits.module.css'

export interface HitTask {
  readonly userId: string
  readonly hit: Hit
  readonly wish: HitDecision
}

export function HitModal({ task, onClose }: { task: HitTask | null; onClose: () => void }) {
  const { t } = useTranslation('screening')
  return (
    <Modal opened={task !== null} onClose={onClose} title={t(task?.wish === 'discard' ? 'hits.discardTitle' : 'hits.confirmTitle')}>
      {task && <Task task={task} onClose={onClose} />}
    </Modal>
  )
}

function Task({ task: { userId, hit, wish }, onClose }: { task: HitTask; onClose: () => void }) {
  const { t } = useTranslation('screening')
  const deciding = useMutation({
    mutationFn: (reason: string) => decideHit(userId, hit.id, wish, reason),
    onSuccess: () => {
      // A shared message announces every call that waits for a second officer.
      if (wish === 'confirm') toast.success(t('hits.confirmed'))
      onClose()
    },
  })
  const confirmText = hit.list === 'pep' ? 'hits.confirmPepText' : 'hits.confirmText'
  return (
    <Stack>
      <p className={classes.reason}>{t('hits.hitOf', { list: t(`lists.${hit.list}`), name: nameInList(hit) })}</p>
      <Alert color="amber" role="note">
        {t(wish === 'confirm' ? confirmText : 'hits.discardText')}
      </Alert>
      <ReasonForm<HitDecision>
        label={t(wish === 'confirm' ? 'hits.whyConfirm' : 'hits.whyDiscard')}
        isBusy={deciding.isPending}
        failure={deciding.error}
        onAct={(_wish, reason) => deciding.mutate(reason)}
      >
        {(act) => (
          <>
            <Button variant="default" onClick={onClose}>
              {t('hits.cancel')}
            </Button>
            <Button onClick={() => act(wish)}>{t(wish === 'confirm' ? 'hits.confirmNow' : 'hits.discardNow')}</Button>
          </>
        )}
      </ReasonForm>
    </Stack>
  )
}
