/** Retry of a failed movement: the form of a deposit with the same account and amount, or that of a withdrawal. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { FiatTransactionDetail } from '@tunjo/contract/payments'
import { useTranslation } from 'react-i18next'

export function RetryMovement({ movement: { kind, state, transactionId } }: { movement: FiatTransactionDetail }) {
  const { t } = useTranslation('money')
  const isDeposit = kind === 'DEPOSIT'
  if (isDeposit ? state !== 'FAILED' && state !== 'EXPIRED' : state !== 'RETURNED') return null
  const search = isDeposit ? { abrir: 'abono', repetir: transactionId } : { abrir: 'retiro' }
  return (
    <div>
      <Button variant="light" size="sm" renderRoot={(props) => <Link to="/application/wallets" search={search} {...props} />}>
        {t('result.retry')}
      </Button>
    </div>
  )
}
