/** Pesos out to a bank account (MON-06). */
import { Button, Stack, Text } from '@mantine/core'
import type { FiatTransactionDetail } from '@tunjo/contract/payments'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../ui/date-time.tsx'
import { Modal } from '../../ui/modal.tsx'
import { WithdrawForm } from './withdraw-form.tsx'

export function WithdrawModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('money')
  const [done, setDone] = useState<FiatTransactionDetail | null>(null)
  const finish = () => setDone(null)
  const wait = done?.payoutWait
  return (
    <>
      <Modal opened={opened} onClose={onClose} title={t('withdraw.title')}>
        <WithdrawForm
          onDone={(withdrawal) => {
            onClose()
            setDone(withdrawal)
          }}
        />
      </Modal>
      <Modal opened={done !== null} onClose={finish} title={t(wait ? 'withdraw.waitingTitle' : 'withdraw.successTitle')} size="sm">
        <Stack>
          <Text>{wait ? t('withdraw.waitingText', { date: formatDate(new Date(wait.until)) }) : t('withdraw.successText')}</Text>
          <Text c="dimmed">{t('withdraw.successFollow')}</Text>
          <Button onClick={finish} data-autofocus>
            {t('withdraw.continue')}
          </Button>
        </Stack>
      </Modal>
    </>
  )
}
