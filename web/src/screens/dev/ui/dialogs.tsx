/** A confirmation dialog, a toast, and a notice that the product does not use yet. */
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/card.tsx'
import { ConstructionModal } from '../../../ui/construction-modal.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { toast } from '../../../ui/toast.ts'

export function Dialogs() {
  const { t } = useTranslation('dev-ui')
  const [isOpen, setOpen] = useState(false)
  const [isNoticeOpen, setNoticeOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Card title={t('dialog.title')}>
      <Group>
        <Button onClick={() => setOpen(true)}>{t('dialog.open')}</Button>
        <Button variant="default" onClick={() => toast.success(t('dialog.toastText'))}>
          {t('dialog.toast')}
        </Button>
        <Button variant="default" onClick={() => setNoticeOpen(true)}>
          {t('construction.open')}
        </Button>
      </Group>
      <Modal opened={isOpen} onClose={close} title={t('dialog.question')} size="sm">
        <Stack>
          <p style={{ margin: 0 }}>{t('dialog.text')}</p>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('dialog.no')}
            </Button>
            <Button onClick={close} data-autofocus>
              {t('dialog.yes')}
            </Button>
          </Group>
        </Stack>
      </Modal>
      <ConstructionModal opened={isNoticeOpen} onClose={() => setNoticeOpen(false)} />
    </Card>
  )
}
