/** Form for the last day out of the office. */
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { ABSENCE_DAYS_MAX } from '@tunjo/contract/work-queues'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../../api/error-text.ts'
import { serverNowMs } from '../../../../../../api/server-clock.ts'
import { changeAbsence } from '../../../../../../api/work.ts'
import { Modal } from '../../../../../../ui/modal.tsx'
import { ModalActions } from '../../../../../../ui/modal-actions.tsx'
import { toast } from '../../../../../../ui/toast.ts'

const dayIn = (days: number): string => bogotaDay(new Date(serverNowMs() + days * 86_400_000))

export function AbsenceModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('workload')
  const [untilDay, setUntilDay] = useState(dayIn(0))
  const leaving = useMutation({
    mutationFn: () => changeAbsence(untilDay),
    onSuccess() {
      toast.success(t('absence.done'))
      onClose()
    },
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (untilDay !== '' && !leaving.isPending) leaving.mutate()
  }
  return (
    <Modal opened onClose={onClose} canClose={!leaving.isPending} title={t('absence.title')} size="sm">
      <form onSubmit={submit} noValidate>
        <Stack>
          <p style={{ margin: 0 }}>{t('absence.text')}</p>
          <TextInput
            type="date"
            label={t('absence.until')}
            min={dayIn(0)}
            max={dayIn(ABSENCE_DAYS_MAX)}
            value={untilDay}
            onChange={({ currentTarget }) => setUntilDay(currentTarget.value)}
            data-autofocus
          />
          {leaving.isError && (
            <Alert color="red" role="alert">
              {errorText(leaving.error)}
            </Alert>
          )}
          <ModalActions>
            <Button variant="default" onClick={onClose} disabled={leaving.isPending}>
              {t('absence.cancel')}
            </Button>
            <Button type="submit" disabled={untilDay === ''} loading={leaving.isPending}>
              {t('absence.leave')}
            </Button>
          </ModalActions>
        </Stack>
      </form>
    </Modal>
  )
}
