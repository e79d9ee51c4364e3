/**
 * 'Actualmente en construcción' (SHELL-15): notice of an unavailable feature. The finished product does not use it; only the
 * design system page shows it, so its phrases are there.
 */
import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Modal } from './modal.tsx'

export function ConstructionModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('dev-ui')
  return (
    <Modal opened={opened} onClose={onClose} title={t('construction.title')} size="sm">
      <Stack>
        <Text>{t('construction.text')}</Text>
        <Button onClick={onClose} data-autofocus>
          {t('construction.close')}
        </Button>
      </Stack>
    </Modal>
  )
}
