/** Decision on a review of the nature of operations, verified or declined, with the reason; it is final. */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { NatureRow } from '@tunjo/contract/compliance-files'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decideNatureReview } from '../../../../../api/compliance-files.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { isStepUpCancelled } from '../../../../../api/failure.ts'
import { Modal } from '../../../../../ui/modal.tsx'
import { ModalActions } from '../../../../../ui/modal-actions.tsx'
import { toast } from '../../../../../ui/toast.ts'
import { isReasonShort, ReasonField } from '../reason-field.tsx'

interface DecideReviewModalProps {
  userId: string
  review: NatureRow
  outcome: 'verified' | 'declined'
  onClose: () => void
}

export function DecideReviewModal({ userId, review, outcome, onClose }: DecideReviewModalProps) {
  const { t } = useTranslation('documents')
  const [reason, setReason] = useState('')
  const isShort = isReasonShort(reason)
  const deciding = useMutation({
    mutationFn: () => decideNatureReview(userId, review.reviewId, outcome, reason),
    onSuccess() {
      toast.success(t(`decided.${outcome}`))
      onClose()
    },
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isShort && !deciding.isPending) deciding.mutate()
  }
  const { reviewNumber } = review
  return (
    <Modal opened onClose={onClose} canClose={!deciding.isPending} title={t(`decideTitle.${outcome}`, { reviewNumber })}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <ReasonField label={t('reason')} tooShort={t('tooShort')} hint={t('reasonHint')} value={reason} onChange={setReason} />
          {deciding.isError && !isStepUpCancelled(deciding.error) && (
            <Alert color="red" role="alert">
              {errorText(deciding.error)}
            </Alert>
          )}
          <ModalActions>
            <Button variant="default" onClick={onClose} disabled={deciding.isPending}>
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={isShort} loading={deciding.isPending}>
              {t(outcome === 'verified' ? 'verifyReview' : 'declineReview')}
            </Button>
          </ModalActions>
        </Stack>
      </form>
    </Modal>
  )
}
