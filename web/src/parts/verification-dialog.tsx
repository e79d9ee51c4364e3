/** Who is not verified cannot move pesos with a bank yet (MON-08). */
import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Modal } from '../ui/modal.tsx'

export function VerificationDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('money')
  return (
    <Modal opened={opened} onClose={onClose} title={t('verification.title')} size="sm">
      <p style={{ marginTop: 0 }}>{t('verification.text')}</p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('verification.close')}
        </Button>
        <Button component={Link} to="/postregister/">
          {t('verification.verify')}
        </Button>
      </Group>
    </Modal>
  )
}
