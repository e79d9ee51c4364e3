/** 'Tu Portafolio': the same holdings as a list and as a chart. */
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { balancesQuery } from '../../../api/wallets.ts'
import { PortfolioChart } from '../../../parts/portfolio/portfolio-chart.tsx'
import { PortfolioTable } from '../../../parts/portfolio/portfolio-table.tsx'
import { TotalBalance } from '../../../parts/portfolio/total-balance.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'

export function HomePortfolio() {
  const { t } = useTranslation('home')
  const balances = useQuery(balancesQuery)
  return (
    <Card title={t('portfolio')}>
      {balances.isPending && <RowsSkeleton stacks />}
      {balances.isLoadingError && <ErrorState message={errorText(balances.error)} onRetry={() => void balances.refetch()} />}
      {balances.data && (
        <Tabs defaultValue="list">
          <Tabs.List>
            <Tabs.Tab value="list">{t('list')}</Tabs.Tab>
            <Tabs.Tab value="chart">{t('chart')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="list" pt="sm">
            <PortfolioTable label={t('portfolio')} rows={balances.data} />
            <TotalBalance />
          </Tabs.Panel>
          <Tabs.Panel value="chart" pt="sm">
            <PortfolioChart rows={balances.data} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Card>
  )
}
