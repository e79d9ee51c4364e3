/** One page of token movements with its four states. */
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CryptoTransaction } from '@tunjo/contract/crypto'
import { ASSETS, parseUnits } from '@tunjo/contract/money'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cryptoMovementsQuery } from '../../api/crypto.ts'
import { errorText } from '../../api/error-text.ts'
import { useAccount } from '../../session.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Hash, shorten } from '../../ui/hash.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { CryptoEmpty } from '../movements/crypto-empty.tsx'
import { OwnAmount } from '../portfolio/own-amount.tsx'
import { CryptoState } from './crypto-state.tsx'

type CryptoColumn = 'date' | 'day' | 'currency' | 'money' | 'amount' | 'address' | 'destination' | 'state' | 'txid'

interface CryptoMovementsProps {
  label: string
  /** Both kinds when left out. */
  kind?: CryptoTransaction['kind']
  page: { pageIndex: number; size: number }
  columns: readonly CryptoColumn[]
  footer?: (rows: readonly CryptoTransaction[], pageCount: number) => ReactNode
}

export function CryptoMovements({ label, kind, page, columns, footer }: CryptoMovementsProps) {
  const { t } = useTranslation('money')
  const userId = useAccount()?.id ?? ''
  const movements = useQuery(cryptoMovementsQuery(userId, page, kind))
  if (movements.isPending) return <RowsSkeleton rows={page.size > 4 ? 6 : 4} stacks />
  if (movements.isLoadingError) return <ErrorState message={errorText(movements.error)} onRetry={() => void movements.refetch()} />
  const { results, pagesNumber } = movements.data
  if (results.length === 0) return <CryptoEmpty kind={kind ?? 'ALL'} />
  return (
    <>
      <DataTable label={label} columns={cryptoColumns(t, columns)} rows={results} rowKey={({ id }) => id} />
      {footer?.(results, pagesNumber)}
    </>
  )
}

export const depositUnits = ({ amount, asset }: Pick<CryptoTransaction, 'amount' | 'asset'>): bigint =>
  parseUnits(amount, ASSETS[asset].scale) ?? 0n

function cryptoColumns(t: TFunction<'money'>, wanted: readonly CryptoColumn[]): Column<CryptoTransaction>[] {
  const address: Omit<Column<CryptoTransaction>, 'key' | 'header'> = {
    render: ({ to_address }) => <Hash value={to_address} what={t('crypto.address')} />,
  }
  const all: Record<CryptoColumn, Omit<Column<CryptoTransaction>, 'key' | 'header'>> = {
    date: { isLead: true, render: ({ created_at }) => <DateTime value={new Date(created_at)} /> },
    day: { render: ({ created_at }) => <DateTime value={new Date(created_at)} as="day" /> },
    currency: { render: ({ asset }) => asset },
    money: { isLead: true, render: (row) => <OwnAmount value={depositUnits(row)} asset={row.asset} direction={directionOf(row)} /> },
    amount: {
      align: 'right',
      isFigure: true,
      render: (row) => <OwnAmount value={depositUnits(row)} asset={row.asset} direction={directionOf(row)} withUnit={false} />,
    },
    address,
    destination: address,
    state: { render: (row) => <CryptoState movement={row} /> },
    txid: {
      render: ({ transaction_hash: hash, internal }) =>
        hash === null ? (
          t(internal ? 'crypto.inside' : 'crypto.noHash')
        ) : (
          <Anchor href={`/explorer/tx/${hash}`} aria-label={t('crypto.seeTransaction', { hash: shorten(hash) })} translate="no">
            {shorten(hash)}
          </Anchor>
        ),
    },
  }
  return wanted.map((key) => ({ key, header: t(`list.${key}`), ...all[key] }))
}

const REFUNDED: ReadonlySet<CryptoTransaction['state']> = new Set(['REJECTED', 'FAILED', 'CANCELLED'])

/** A movement that does not change the balance has no sign. */
function directionOf({ kind, state }: Pick<CryptoTransaction, 'kind' | 'state'>): 'in' | 'out' | undefined {
  if (kind === 'WITHDRAWAL') return REFUNDED.has(state) ? undefined : 'out'
  return state === 'COMPLETED' ? 'in' : undefined
}
