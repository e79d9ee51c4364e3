/** A refusal that ends what the person was doing, in the server's words. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '../api/error-text.ts'
import { isStepUpCancelled } from '../api/failure.ts'
import { Modal } from '../ui/modal.tsx'

export function ErrorDialog({ error, onClose }: { error: unknown; onClose: () => void }) {
  const { t } = useTranslation('money')
  const isOpen = error !== null && error !== undefined && !isStepUpCancelled(error)
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('errorDialog.title')} size="sm">
      <p role="alert" style={{ marginTop: 0 }}>
        {isOpen && errorText(error)}
      </p>
      <Button fullWidth onClick={onClose} data-autofocus>
        {t('errorDialog.close')}
      </Button>
    </Modal>
  )
}
