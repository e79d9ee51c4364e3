/** Submit button of a form, then its state (KYC-08). */
import { Button } from '@mantine/core'
import type { LevelStatus } from '@tunjo/contract/kyc'
import { useTranslation } from 'react-i18next'
import { useIsUploading } from './pending-uploads.ts'

interface SubmitButtonProps {
  level: LevelStatus
  /** True when everything required is present. */
  isComplete: boolean
  isSending: boolean
}

export function SubmitButton({ level: { form, state }, isComplete, isSending }: SubmitButtonProps) {
  const { t } = useTranslation('verification')
  const isUploading = useIsUploading(form)
  const isOpen = state === 'open' || state === 'declined'
  return (
    <Button type="submit" fullWidth disabled={!isOpen || !isComplete || isUploading} loading={isSending}>
      {t(state === 'verified' ? 'submit.verified' : state === 'sent' ? 'submit.sent' : 'submit.send')}
    </Button>
  )
}
