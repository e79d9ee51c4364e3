/** Snooze an open alert until a day, or resume it, with a reason. */
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { AlertKind } from '@tunjo/contract/alert-kinds'
import { nameOfAlert } from '@tunjo/contract/alert-names'
import { bogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import type { OpenAlert } from '@tunjo/contract/compliance-alerts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pauseAlert } from '../../../../../api/compliance-alerts.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { currentLanguage } from '../../../../../i18n/language.ts'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { Modal } from '../../../../../ui/modal.tsx'
import { ModalActions } from '../../../../../ui/modal-actions.tsx'
import { toast } from '../../../../../ui/toast.ts'
import { isReasonShort, ReasonField } from '../reason-field.tsx'

interface PauseModalProps {
  userId: string
  kind: AlertKind
  alert: OpenAlert
  onClose: () => void
}

const WEEK = 7
const dayIn = (days: number): string => bogotaDay(new Date(Date.now() + days * 86_400_000))

export function PauseModal({ userId, kind: { id }, alert, onClose }: PauseModalProps) {
  const { t } = useTranslation('people-alerts')
  const name = nameOfAlert(id, currentLanguage())
  const isSnoozed = alert.snoozed !== null
  const [message, setMessage] = useState('')
  const lastDay = alert.snoozableUntil ?? dayIn(1)
  const [untilDay, setUntilDay] = useState(dayIn(WEEK) < lastDay ? dayIn(WEEK) : lastDay)
  const change = useMutation({
    mutationFn: () => pauseAlert({ userId, alertId: id, alertTypeId: alert.alertTypeId, message, untilDay: isSnoozed ? null : untilDay }),
    onSuccess() {
      toast.success(t(isSnoozed ? 'pause.woken' : 'pause.snoozedDone', { name }))
      onClose()
    },
  })
  const mayNot = isReasonShort(message) || (!isSnoozed && untilDay === '')
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!mayNot && !change.isPending) change.mutate()
  }
  return (
    <Modal opened onClose={onClose} canClose={!change.isPending} title={t(isSnoozed ? 'pause.wakeOf' : 'pause.snoozeOf', { name })}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {!isSnoozed && (
            <>
              <p style={{ margin: 0 }}>{t('pause.snoozeText')}</p>
              <TextInput
                type="date"
                label={t('pause.until')}
                description={t('pause.untilHelp', { day: formatDate(startOfBogotaDay(lastDay), 'day') })}
                min={dayIn(1)}
                max={lastDay}
                value={untilDay}
                onChange={({ currentTarget }) => setUntilDay(currentTarget.value)}
              />
            </>
          )}
          <ReasonField label={t('reason')} tooShort={t('tooShort')} minRows={3} value={message} onChange={setMessage} />
          {change.isError && (
            <Alert color="red" role="alert">
              {errorText(change.error)}
            </Alert>
          )}
          <ModalActions>
            <Button variant="default" onClick={onClose} disabled={change.isPending}>
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={mayNot} loading={change.isPending}>
              {t(isSnoozed ? 'pause.wake' : 'pause.snooze')}
            </Button>
          </ModalActions>
        </Stack>
      </form>
    </Modal>
  )
}
