/** /application/wallets, 'Mi billetera' (MON-01). */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { balancesQuery } from '../../../api/wallets.ts'
import { DepositModal } from '../../../parts/deposit/deposit-modal.tsx'
import { LimitsCard } from '../../../parts/limits-card.tsx'
import { MoneyInFlight } from '../../../parts/movements/money-in-flight.tsx'
import { PortfolioChart } from '../../../parts/portfolio/portfolio-chart.tsx'
import { PortfolioTable } from '../../../parts/portfolio/portfolio-table.tsx'
import { VerifyFirst } from '../../../parts/verify-first.tsx'
import { WithdrawModal } from '../../../parts/withdraw/withdraw-modal.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RingSkeleton, RowsSkeleton } from '../../../ui/skeletons.tsx'
import { WalletHistory } from './wallet-history.tsx'
import classes from './wallets.module.css'
import { readDialog, type WalletDialog } from './wallets-search.ts'

export default function WalletsScreen() {
  const { t } = useTranslation(['wallets', 'money'])
  const balances = useQuery(balancesQuery)
  const navigate = useNavigate()
  const open = readDialog(useSearch({ strict: false }))
  const show = (dialog: WalletDialog) => void navigate({ to: '.', search: { abrir: dialog } })
  const close = () => void navigate({ to: '.', search: {}, replace: true })
  const failure = balances.isLoadingError && <ErrorState message={errorText(balances.error)} onRetry={() => void balances.refetch()} />

  return (
    <>
      <PageHeader title={t('wallets:title')} />
      <div className={classes.grid}>
        <VerifyFirst />
        <MoneyInFlight />
        <LimitsCard />
        <div className={classes.columns}>
          <Card title={t('wallets:balances')}>
            {balances.isPending && <RowsSkeleton stacks />}
            {failure}
            {balances.data && (
              <PortfolioTable
                label={t('wallets:balances')}
                rows={balances.data}
                actions={({ asset }) =>
                  asset === 'COP' && (
                    <span className={classes.actions}>
                      <Button size="sm" onClick={() => show('abono')}>
                        {t('money:deposit.open')}
                      </Button>
                      <Button size="sm" variant="default" onClick={() => show('retiro')}>
                        {t('money:withdraw.open')}
                      </Button>
                    </span>
                  )
                }
              />
            )}
          </Card>
          <Card title={t('wallets:distribution')}>
            {balances.isPending && <RingSkeleton />}
            {failure}
            {balances.data && <PortfolioChart rows={balances.data} />}
          </Card>
        </div>
        <WalletHistory />
      </div>
      <DepositModal opened={open === 'abono'} onClose={close} />
      <WithdrawModal opened={open === 'retiro'} onClose={close} />
    </>
  )
}
