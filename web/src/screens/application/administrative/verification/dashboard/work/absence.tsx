/** 'Fuera de la oficina hasta …': end of the absence, its effect, and the action to end it early. */
import { Alert, Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../../api/error-text.ts'
import { changeAbsence } from '../../../../../../api/work.ts'
import { formatDate } from '../../../../../../ui/date-time.tsx'
import { lazyComponent } from '../../../../../../ui/lazy-component.tsx'
import { toast } from '../../../../../../ui/toast.ts'

const AbsenceModal = lazyComponent(async () => (await import('./absence-modal.tsx')).AbsenceModal, {
  dialog: { close: ({ onClose }: { onClose: () => void }) => onClose() },
})

export function AbsenceButton() {
  const { t } = useTranslation('workload')
  const [isOpen, setOpen] = useState(false)
  useEffect(() => void AbsenceModal.preload(), [])
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('absence.open')}
      </Button>
      {isOpen && <AbsenceModal onClose={() => setOpen(false)} />}
    </>
  )
}

export function AbsenceNotice({ untilDay }: { untilDay: string }) {
  const { t } = useTranslation('workload')
  const back = useMutation({
    mutationFn: () => changeAbsence(null),
    onError: (error) => toast.error(errorText(error)),
    onSuccess: () => toast.success(t('absence.backDone')),
  })
  return (
    <Alert color="amber" role="status" mb="md">
      <Group justify="space-between">
        <span>{t('absence.isAway', { day: formatDate(startOfBogotaDay(untilDay), 'day') })}</span>
        <Button size="compact-sm" variant="default" onClick={() => back.mutate()} loading={back.isPending}>
          {t('absence.back')}
        </Button>
      </Group>
    </Alert>
  )
}
