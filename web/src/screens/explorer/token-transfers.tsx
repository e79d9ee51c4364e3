/** Token transfers of a transaction. An unlisted token is shown without a name, since any deployer can choose one. */
import type { ExplorerTransaction, TokenTransfer } from '@tunjo/contract/blockchain'
import { useTranslation } from 'react-i18next'
import { unitsOf } from '../../parts/price-figures.ts'
import { formatFigure } from '../../ui/amount-format.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Hash } from '../../ui/hash.tsx'
import { TokenIcon } from '../../ui/token-icon.tsx'
import classes from './explorer.module.css'

/** Decimals of any token. */
const TEXT_SCALE = 18

export function TokenTransfers({ transfers }: Pick<ExplorerTransaction, 'transfers'>) {
  const { t } = useTranslation('explorer')
  return (
    <Card title={t('transfers')}>
      {transfers.length === 0 ? (
        <p className={classes.quiet}>{t('noTransfers')}</p>
      ) : (
        <DataTable
          label={t('transfers')}
          rows={transfers}
          rowKey={({ logIndex }) => String(logIndex)}
          columns={[
            { key: 'token', header: t('token'), render: (transfer) => <Token transfer={transfer} /> },
            { key: 'from', header: t('from'), render: ({ from }) => <Hash value={from} what={t('addressWhat')} /> },
            { key: 'to', header: t('to'), render: ({ to }) => <Hash value={to} what={t('addressWhat')} /> },
            { key: 'amount', header: t('amount'), align: 'right', render: (transfer) => <Moved transfer={transfer} /> },
          ]}
        />
      )}
    </Card>
  )
}

function Token({ transfer: { symbol, contract } }: { transfer: TokenTransfer }) {
  const { t } = useTranslation('explorer')
  return (
    <span className={classes.token}>
      <TokenIcon symbol={symbol ?? ''} size={24} />
      {symbol ?? (
        <span>
          {t('unknownToken')} <Hash value={contract} what={t('contractWhat')} />
        </span>
      )}
    </span>
  )
}

function Moved({ transfer: { symbol, amount } }: { transfer: TokenTransfer }) {
  const { t } = useTranslation('explorer')
  const scale = symbol === null ? 0 : TEXT_SCALE
  const figure = formatFigure(unitsOf(amount, scale), scale, { minimum: 0, maximum: scale })
  return (
    <strong className={classes.figure} translate={symbol === null ? undefined : 'no'}>
      {symbol === null ? t('baseUnits', { amount: figure }) : `${figure} ${symbol}`}
    </strong>
  )
}
