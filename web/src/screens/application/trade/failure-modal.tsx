/** A refused trade with the server's message (EX-07); or one without an answer, which can be sent again safely. */
import { Button } from '@mantine/core'
import { CallFailed } from '@tunjo/contract/client'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { Modal } from '../../../ui/modal.tsx'
import { ModalActions } from '../../../ui/modal-actions.tsx'
import classes from './modals.module.css'

interface FailureModalProps {
  error: unknown
  onClose: () => void
  /** Sends the same order with the same key. */
  onRetry: () => void
}

export function FailureModal({ error, onClose, onRetry }: FailureModalProps) {
  const { t } = useTranslation('trade')
  const isOutcomeUnknown = error instanceof CallFailed && (error.status === 0 || error.status >= 500) && error.problem === null
  return (
    <Modal opened={error !== null} onClose={onClose} title={t('failure.title')} size="sm">
      <div className={classes.stack}>
        <p className={classes.text} role="alert">
          {isOutcomeUnknown ? t('failure.unknownOutcome') : error !== null && errorText(error)}
        </p>
        <ModalActions>
          <Button variant={isOutcomeUnknown ? 'default' : 'filled'} onClick={onClose}>
            {t('failure.close')}
          </Button>
          {isOutcomeUnknown && <Button onClick={onRetry}>{t('failure.retry')}</Button>}
        </ModalActions>
      </div>
    </Modal>
  )
}
