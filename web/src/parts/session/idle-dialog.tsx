/** Idle dialog. Closing it also counts as activity. */
import { Button } from '@mantine/core'
import { IDLE_LIFE_MINUTES } from '@tunjo/contract/identity'
import { useTranslation } from 'react-i18next'
import { Modal } from '../../ui/modal.tsx'

export function IdleDialog({ onStay, isBusy }: { onStay: () => void; isBusy: boolean }) {
  const { t } = useTranslation('shell')
  return (
    <Modal opened onClose={onStay} title={t('idle.title')} size="sm">
      <p>{t('idle.text', { minutes: IDLE_LIFE_MINUTES })}</p>
      <Button fullWidth onClick={onStay} loading={isBusy} data-autofocus>
        {t('idle.stay')}
      </Button>
    </Modal>
  )
}
