/** Shares of COP, BTC and USDT in the whole, with their amounts. */
import type { BalanceRow } from '@tunjo/contract/wallets'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../ui/amount.tsx'
import { RingChart } from '../../ui/ring-chart.tsx'
import { ASSET_COLOR, holdingOf } from './holdings.ts'

export function PortfolioChart({ rows }: { rows: readonly BalanceRow[] }) {
  const { t } = useTranslation('money')
  const slices = rows.map(holdingOf).map(({ asset, amount, percent, percentText }) => ({
    key: asset,
    name: asset,
    color: ASSET_COLOR[asset],
    percent,
    percentText,
    amount: <Amount value={amount} asset={asset} withUnit={false} withSymbol={false} />,
  }))
  return <RingChart label={t('portfolio.chart')} slices={slices} />
}
