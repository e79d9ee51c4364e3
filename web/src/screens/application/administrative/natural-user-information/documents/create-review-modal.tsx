/** Creation of the next review of the nature of operations: label and due date. */
import { Alert, Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { bogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { businessDaysAfter } from '@tunjo/contract/business-days'
import { lastReviewDue, REVIEW_BUSINESS_DAYS } from '@tunjo/contract/compliance-files'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createNatureReview } from '../../../../../api/compliance-files.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { serverNowMs } from '../../../../../api/server-clock.ts'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { Modal } from '../../../../../ui/modal.tsx'
import { ModalActions } from '../../../../../ui/modal-actions.tsx'
import { toast } from '../../../../../ui/toast.ts'

interface CreateReviewModalProps {
  userId: string
  labels: readonly { value: string; label: string }[]
  onClose: () => void
}

export function CreateReviewModal({ userId, labels, onClose }: CreateReviewModalProps) {
  const { t } = useTranslation(['nature-review', 'documents'])
  const today = bogotaDay(new Date(serverNowMs()))
  const lastDay = lastReviewDue(today)
  const [label, setLabel] = useState('')
  const [dueOn, setDueOn] = useState(() => businessDaysAfter(today, REVIEW_BUSINESS_DAYS))
  const creating = useMutation({
    mutationFn: () => createNatureReview(userId, Number(label), dueOn),
    onSuccess({ reviewNumber }) {
      toast.success(t('documents:created', { reviewNumber }))
      onClose()
    },
  })
  const mayNot = label === '' || dueOn === ''
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!mayNot && !creating.isPending) creating.mutate()
  }
  return (
    <Modal opened onClose={onClose} canClose={!creating.isPending} title={t('documents:create')} size="sm">
      <form onSubmit={submit} noValidate>
        <Stack>
          <p style={{ margin: 0 }}>{t('createText')}</p>
          <NativeSelect
            label={t('label')}
            value={label}
            onChange={({ currentTarget }) => setLabel(currentTarget.value)}
            data={[{ value: '', label: t('chooseLabel') }, ...labels]}
            data-autofocus
            required
          />
          <TextInput
            type="date"
            label={t('due')}
            description={t('dueHelp', { day: formatDate(startOfBogotaDay(lastDay), 'day') })}
            min={today}
            max={lastDay}
            value={dueOn}
            onChange={({ currentTarget }) => setDueOn(currentTarget.value)}
            required
          />
          {creating.isError && (
            <Alert color="red" role="alert">
              {errorText(creating.error)}
            </Alert>
          )}
          <ModalActions>
            <Button variant="default" onClick={onClose} disabled={creating.isPending}>
              {t('documents:cancel')}
            </Button>
            <Button type="submit" disabled={mayNot} loading={creating.isPending}>
              {t('documents:create')}
            </Button>
          </ModalActions>
        </Stack>
      </form>
    </Modal>
  )
}
