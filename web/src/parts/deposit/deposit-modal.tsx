/** Pesos in by PSE (MON-04): the bank's page opens in a new tab, the money is followed on the screen below. */
import { useTranslation } from 'react-i18next'
import { Modal } from '../../ui/modal.tsx'
import { DepositForm } from './deposit-form.tsx'

export function DepositModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('money')
  return (
    <Modal opened={opened} onClose={onClose} title={t('deposit.title')}>
      <DepositForm onDone={onClose} />
    </Modal>
  )
}
