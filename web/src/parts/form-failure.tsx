/** Server refusal above the submit button; states that the typed values are kept. */
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '../api/error-text.ts'
import { isStepUpCancelled } from '../api/failure.ts'

export function FormFailure({ failure }: { failure: unknown }) {
  const { t } = useTranslation('ui')
  if (failure === null || isStepUpCancelled(failure)) return null
  return (
    <Alert color="red" role="alert" title={t('form.failed')}>
      {errorText(failure)} {t('form.kept')}
    </Alert>
  )
}
