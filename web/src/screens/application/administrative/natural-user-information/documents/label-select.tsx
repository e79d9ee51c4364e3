/** 'Etiqueta' of a review: saved on selection. */
import { NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { NatureRow } from '@tunjo/contract/compliance-files'
import { useTranslation } from 'react-i18next'
import { setNatureLabel } from '../../../../../api/compliance-files.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { useAccount } from '../../../../../session.ts'
import { toast } from '../../../../../ui/toast.ts'

interface LabelSelectProps {
  userId: string
  row: NatureRow
  labels: readonly { value: string; label: string }[]
}

export function LabelSelect({ userId, row: { reviewId, reviewNumber, reviewLabel, documentName }, labels }: LabelSelectProps) {
  const { t } = useTranslation('documents')
  const mayReview = useAccount()?.permissions.includes('kyc.review') ?? false
  const labelling = useMutation({
    mutationFn: (label: number) => setNatureLabel(userId, reviewId, label),
    onSuccess: () => toast.success(t('labelled')),
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <NativeSelect
      size="xs"
      aria-label={t('labelOf', { reviewNumber, name: documentName ?? '' })}
      value={reviewLabel === null ? '' : String(reviewLabel)}
      disabled={!mayReview || labelling.isPending}
      onChange={(event) => event.currentTarget.value !== '' && labelling.mutate(Number(event.currentTarget.value))}
      data={[...(reviewLabel === null ? [{ value: '', label: t('noLabel') }] : []), ...labels]}
    />
  )
}
