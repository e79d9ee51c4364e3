/** Pesos out to a bank account (MON-06). */
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from '../../ui/modal.tsx'
import { WithdrawForm } from './withdraw-form.tsx'

export function WithdrawModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('money')
  const [isDone, setDone] = useState(false)
  return (
    <>
      <Modal opened={opened} onClose={onClose} title={t('withdraw.title')}>
        <WithdrawForm
          onDone={() => {
            onClose()
            setDone(true)
          }}
        />
      </Modal>
      <Modal opened={isDone} onClose={() => setDone(false)} title={t('withdraw.successTitle')} size="sm">
        <Stack>
          <Text>{t('withdraw.successText')}</Text>
          <Text c="dimmed">{t('withdraw.successFollow')}</Text>
          <Button onClick={() => setDone(false)} data-autofocus>
            {t('withdraw.continue')}
          </Button>
        </Stack>
      </Modal>
    </>
  )
}
