/** Chart of the shares of COP, BTC and USDT, with their amounts. */
import type { BalanceRow } from '@tunjo/contract/wallets'
import { useTranslation } from 'react-i18next'
import { RingChart } from '../../ui/ring-chart.tsx'
import { ASSET_COLOR, holdingOf } from './holdings.ts'
import { OwnAmount } from './own-amount.tsx'

export function PortfolioChart({ rows }: { rows: readonly BalanceRow[] }) {
  const { t } = useTranslation('money')
  const slices = rows.map(holdingOf).map(({ asset, amount, percent, percentText }) => ({
    key: asset,
    name: asset,
    color: ASSET_COLOR[asset],
    percent,
    percentText,
    amount: <OwnAmount value={amount} asset={asset} withUnit={false} withSymbol={false} />,
  }))
  return <RingChart label={t('portfolio.chart')} slices={slices} />
}
