/** Historial de intercambio (EX-08): executed amounts, prices and states. */
import { Anchor } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Trade } from '@tunjo/contract/trading'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { tradesQuery } from '../../../api/trading.ts'
import { formatSignificant, formatUsd, isBase, ratioOf, unitsOf } from '../../../parts/price-figures.ts'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { shorten } from '../../../ui/hash.tsx'
import { Pages } from '../../../ui/pages.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'
import classes from './history.module.css'
import { figure } from './token-row.tsx'
import { TradeStateBadge } from './trade-state.tsx'

export const HISTORY_ROWS = 10
/** Decimals of any token. */
const TEXT_SCALE = 18

export function History({ onShow }: { onShow: (tradeId: string) => void }) {
  const { t } = useTranslation('trade')
  const columns = useColumns(onShow)
  const [page, setPage] = useState(1)
  /** Cursor of each page known so far. */
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined])
  const { data, error, refetch } = useQuery({ ...tradesQuery(HISTORY_ROWS, cursors[page - 1]), placeholderData: keepPreviousData })
  const rows = data?.slice(0, HISTORY_ROWS) ?? []
  const hasNext = (data?.length ?? 0) > HISTORY_ROWS

  function turnTo(next: number): void {
    if (next > cursors.length) setCursors([...cursors, rows.at(-1)?.id])
    setPage(next)
  }

  return <Card title={t('history.title')}>{content()}</Card>

  function content() {
    if (!data) return error ? <ErrorState message={errorText(error)} onRetry={() => void refetch()} /> : <RowsSkeleton rows={4} stacks />
    if (rows.length === 0)
      return (
        <EmptyState icon={<IconArrowsExchange size={28} stroke={1.5} />} title={t('history.emptyTitle')} text={t('history.emptyText')} />
      )
    const total = Math.max(cursors.length, hasNext ? page + 1 : page)
    return (
      <>
        <DataTable label={t('history.title')} columns={columns} rows={rows} rowKey={(trade) => trade.id} />
        <Pages current={page} total={total} onChange={turnTo} />
      </>
    )
  }
}

function useColumns(onShow: (tradeId: string) => void): Column<Trade>[] {
  const { t } = useTranslation('trade')
  return [
    { key: 'pair', header: t('history.pair'), isLead: true, render: (trade) => <Pair trade={trade} /> },
    { key: 'equivalence', header: t('history.equivalence'), align: 'right', render: (trade) => <Equivalence trade={trade} /> },
    { key: 'fee', header: t('history.fee'), align: 'right', render: (trade) => <Cost trade={trade} /> },
    { key: 'date', header: t('history.date'), render: (trade) => <DateTime value={new Date(trade.created_at)} /> },
    { key: 'state', header: t('history.state'), render: (trade) => <TradeStateBadge trade={trade} /> },
    {
      key: 'transaction',
      header: t('history.transaction'),
      align: 'right',
      render: (trade) => (
        <span className={classes.actions}>
          <Transaction trade={trade} />
          <Details trade={trade} onShow={onShow} />
        </span>
      ),
    },
  ]
}

function Pair({ trade }: { trade: Trade }) {
  return (
    <span className={classes.pair} translate="no">
      <span className={classes.symbols}>
        {trade.symbol_in} → {trade.symbol_out}
      </span>
      <span className={classes.amounts}>
        <span>
          −{amount(trade.amount_in)} {trade.symbol_in}
        </span>
        <span>
          +{amount(trade.amount_out)} {trade.symbol_out}
        </span>
      </span>
    </span>
  )
}

/** Network fee in dollars; platform fee, if any, in the bought asset. */
function Cost({ trade: { fee, house_fee, symbol_out } }: { trade: Trade }) {
  const { t } = useTranslation('trade')
  return (
    <>
      {formatUsd(fee, 'up')}
      {house_fee !== '0' && (
        <span className={classes.house}>{t('history.platformFee', { amount: `${amount(house_fee)} ${symbol_out}` })}</span>
      )}
    </>
  )
}

/** Executed price, never a current one. */
function Equivalence({ trade }: { trade: Trade }) {
  const { t } = useTranslation('trade')
  const { symbol_in, symbol_out, amount_in, amount_out, executed_price } = trade
  if (executed_price === null) return <span className={classes.quiet}>{trade.state === 'refunded' ? '—' : t('history.pending')}</span>
  const soldIsBase = isBase(symbol_in, symbol_out)
  const ratio = soldIsBase ? ratioOf(amount_out, amount_in) : ratioOf(amount_in, amount_out)
  const [base, quote] = soldIsBase ? [symbol_in, symbol_out] : [symbol_out, symbol_in]
  return (
    <span className={classes.whole} translate="no">
      {ratio ? t('price.line', { base, quote, price: formatSignificant(ratio) }) : '—'}
    </span>
  )
}

function Details({ trade: { id, symbol_in, symbol_out }, onShow }: { trade: Trade; onShow: (tradeId: string) => void }) {
  const { t } = useTranslation('trade')
  const label = t('history.openLabel', { from: symbol_in, to: symbol_out })
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      underline="always"
      className={classes.see}
      aria-label={label}
      onClick={() => onShow(id)}
    >
      {t('history.open')}
    </Anchor>
  )
}

function Transaction({ trade }: { trade: Trade }) {
  const { t } = useTranslation('trade')
  const hash = trade.transaction_hash
  if (hash === null) return <span className={classes.quiet}>{t('history.noHash')}</span>
  return (
    <Anchor
      href={`/explorer/tx/${hash}`}
      target="_blank"
      rel="noopener"
      size="sm"
      underline="always"
      className={classes.see}
      aria-label={t('history.seeLabel', { hash: shorten(hash) })}
    >
      {t('history.see')}
    </Anchor>
  )
}

const amount = (text: string): string => figure(unitsOf(text, TEXT_SCALE), TEXT_SCALE)
