/** Content of the wallet: balances with their shares, operations in flight, limits, and history. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AssetCode } from '@tunjo/contract/money'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { balancesQuery } from '../../../api/wallets.ts'
import { LimitsCard } from '../../../parts/limits-card.tsx'
import { MoneyInFlight } from '../../../parts/movements/money-in-flight.tsx'
import { PayoutNotices } from '../../../parts/payout-wait/payout-notices.tsx'
import { PortfolioChart } from '../../../parts/portfolio/portfolio-chart.tsx'
import { PortfolioTable } from '../../../parts/portfolio/portfolio-table.tsx'
import { TokensInFlight } from '../../../parts/token-withdrawal/tokens-in-flight.tsx'
import { VerifyFirst } from '../../../parts/verify-first.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { RingSkeleton, RowsSkeleton } from '../../../ui/skeletons.tsx'
import { WalletHistory } from './wallet-history.tsx'
import classes from './wallets.module.css'
import type { WalletDialog } from './wallets-search.ts'

export function WalletContent({ onMove }: { onMove: (dialog: WalletDialog, asset: AssetCode) => void }) {
  const { t } = useTranslation(['wallets', 'money'])
  const balances = useQuery(balancesQuery)
  const failure = balances.isLoadingError && <ErrorState message={errorText(balances.error)} onRetry={() => void balances.refetch()} />
  return (
    <div className={classes.grid}>
      <VerifyFirst />
      <PayoutNotices />
      <div className={classes.columns}>
        <Card title={t('wallets:balances')}>
          {balances.isPending && <RowsSkeleton stacks />}
          {failure}
          {balances.data && (
            <PortfolioTable
              label={t('wallets:balances')}
              rows={balances.data}
              actions={({ asset }) => <MoveButtons onMove={(dialog) => onMove(dialog, asset)} />}
            />
          )}
        </Card>
        <Card title={t('wallets:distribution')}>
          {balances.isPending && <RingSkeleton />}
          {failure}
          {balances.data && <PortfolioChart rows={balances.data} />}
        </Card>
      </div>
      <MoneyInFlight />
      <TokensInFlight />
      <LimitsCard />
      <WalletHistory />
    </div>
  )
}

function MoveButtons({ onMove }: { onMove: (dialog: WalletDialog) => void }) {
  const { t } = useTranslation('money')
  return (
    <span className={classes.actions}>
      <Button size="sm" onClick={() => onMove('abono')}>
        {t('deposit.open')}
      </Button>
      <Button size="sm" variant="default" onClick={() => onMove('retiro')}>
        {t('withdraw.open')}
      </Button>
    </span>
  )
}
