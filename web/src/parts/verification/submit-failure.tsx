/** Why a form was refused, with the server's message; the form keeps its values (SHELL-11). */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { LateModal } from './late-modal.tsx'
import classes from './verification.module.css'

export function SubmitFailure({ error, onClose }: { error: unknown; onClose: () => void }) {
  const { t } = useTranslation('verification')
  return (
    <LateModal opened={error !== null} onClose={onClose} title={t('failure.title')} size="sm">
      <p role="alert" className={classes.text}>
        {error !== null && errorText(error)}
      </p>
      <Button fullWidth onClick={onClose} data-autofocus>
        {t('continue')}
      </Button>
    </LateModal>
  )
}
