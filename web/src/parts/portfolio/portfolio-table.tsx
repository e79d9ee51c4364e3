/** Balances by asset, in the order of the server: COP, BTC, USDT (MON-01). */
import type { BalanceRow } from '@tunjo/contract/wallets'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../ui/data-table.tsx'
import { TokenIcon } from '../../ui/token-icon.tsx'
import { WhyBalance } from '../movements/why-balance.tsx'
import { type Holding, holdingOf } from './holdings.ts'
import { OwnAmount } from './own-amount.tsx'
import classes from './portfolio.module.css'

interface PortfolioTableProps {
  label: string
  rows: readonly BalanceRow[]
  /** Buttons of a row. */
  actions?: (holding: Holding) => ReactNode
}

export function PortfolioTable({ label, rows, actions }: PortfolioTableProps) {
  const { t } = useTranslation('money')
  return (
    <>
      <DataTable
        label={label}
        rows={rows.map(holdingOf)}
        rowKey={({ asset }) => asset}
        columns={[
          {
            key: 'name',
            isLead: true,
            header: t('portfolio.name'),
            render: ({ asset }) => (
              <span className={classes.name}>
                <TokenIcon symbol={asset} />
                <span>
                  <strong translate="no">{asset}</strong>
                  <span className={classes.full}>{t(`asset.${asset}`)}</span>
                </span>
              </span>
            ),
          },
          { key: 'amount', header: t('portfolio.amount'), align: 'right', render: (holding) => <HoldingAmount holding={holding} /> },
          {
            key: 'balance',
            header: t('portfolio.balance'),
            align: 'right',
            render: ({ valueCop }) => (valueCop === null ? t('portfolio.noPrice') : <OwnAmount value={valueCop} asset="COP" />),
          },
          ...(actions
            ? [{ key: 'actions', header: t('portfolio.actions'), hiddenHeader: true, align: 'right' as const, render: actions }]
            : []),
        ]}
      />
      <WhyBalance />
    </>
  )
}

function HoldingAmount({ holding: { asset, amount, held } }: { holding: Holding }) {
  const { t } = useTranslation('money')
  return (
    <span>
      <OwnAmount value={amount} asset={asset} withUnit={false} withSymbol={false} />
      {held > 0n && (
        <span className={classes.held}>
          {t('portfolio.held')} <OwnAmount value={held} asset={asset} withUnit={false} withSymbol={false} />
        </span>
      )}
    </span>
  )
}
