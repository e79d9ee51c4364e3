/** Confirmation of one step of a report, with a reason for some. */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Ros } from '@tunjo/contract/regulatory-ros'
import { useTranslation } from 'react-i18next'
import { discardRos, fileRos, proposeRos, reopenRos, rosKey } from '../../../../../api/regulatory-ros.ts'
import { FormFailure } from '../../../../../parts/form-failure.tsx'
import { ReasonForm } from '../../../../../parts/reason-form.tsx'
import { FilingForm } from '../../../../../parts/regulatory/filing-modal.tsx'
import { Modal } from '../../../../../ui/modal.tsx'
import { ModalActions } from '../../../../../ui/modal-actions.tsx'
import { toast } from '../../../../../ui/toast.ts'

export type RosAct = 'propose' | 'discard' | 'reopen' | 'file'

interface RosModalProps {
  act: RosAct
  ros: Ros
  onClose: () => void
}
interface Given {
  reason?: string
  number?: string
  on?: string
}

const TITLE = { propose: 'ros.propose', discard: 'ros.discardTitle', reopen: 'ros.reopenTitle', file: 'ros.fileTitle' } as const
const TEXT = { propose: 'ros.proposeText', discard: 'ros.discardText', reopen: 'ros.reopenText', file: 'ros.fileText' } as const
const DONE = { propose: 'ros.proposed', discard: 'ros.discarded', reopen: 'ros.undoing.sent', file: 'ros.filedNow' } as const

export function RosModal({ act, ros: { id, version, wasApproved }, onClose }: RosModalProps) {
  const { t } = useTranslation('regulatory')
  const queries = useQueryClient()
  const isForTwo = act === 'reopen' || (act === 'discard' && wasApproved)
  const acting = useMutation({
    mutationFn: async ({ reason = '', number = '', on = '' }: Given): Promise<unknown> => {
      if (act === 'propose') return proposeRos(id, version)
      if (act === 'file') return fileRos(id, { version, number, on })
      return act === 'discard' ? discardRos(id, version, reason) : reopenRos(id, version, reason)
    },
    onSuccess() {
      toast.success(t(isForTwo ? 'ros.undoing.sent' : DONE[act]))
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: rosKey }),
  })
  const cancel = (
    <Button variant="default" onClick={onClose}>
      {t('ros.cancel')}
    </Button>
  )
  return (
    <Modal opened onClose={onClose} title={t(TITLE[act])}>
      <Stack>
        <Alert color="amber" role="note">
          {t(TEXT[act])} {isForTwo && t('ros.undoing.needsSecond')}
        </Alert>
        {act === 'propose' && (
          <>
            <FormFailure failure={acting.error} />
            <ModalActions>
              {cancel}
              <Button loading={acting.isPending} onClick={() => acting.mutate({})}>
                {t('ros.propose')}
              </Button>
            </ModalActions>
          </>
        )}
        {act === 'file' && (
          <FilingForm submit={t('ros.file')} isBusy={acting.isPending} failure={acting.error} onFile={acting.mutate}>
            {cancel}
          </FilingForm>
        )}
        {(act === 'discard' || act === 'reopen') && (
          <ReasonForm<'act'>
            label={t('ros.reason')}
            isBusy={acting.isPending}
            failure={acting.error}
            onAct={(_act, reason) => acting.mutate({ reason })}
          >
            {(press) => (
              <>
                {cancel}
                <Button onClick={() => press('act')}>{t(`ros.${act}`)}</Button>
              </>
            )}
          </ReasonForm>
        )}
      </Stack>
    </Modal>
  )
}
