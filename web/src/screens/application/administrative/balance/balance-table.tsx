/** One row for each asset: what customers own, what there is for it, and whether they can take it. */
import { Button } from '@mantine/core'
import { ASSETS, type AssetCode, parseUnits } from '@tunjo/contract/money'
import type { BooksState } from '@tunjo/contract/reconciliation'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../../ui/amount.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { LiftModal } from './lift-modal.tsx'

type Row = BooksState['balance'][number]

export function BalanceTable({ books: { balance, mayEnd } }: { books: BooksState }) {
  const { t } = useTranslation('balance')
  const [lifting, setLifting] = useState<AssetCode | null>(null)
  return (
    <>
      <DataTable label={t('coverage')} columns={columnsOf(t, mayEnd, setLifting)} rows={balance} rowKey={({ asset }) => asset} />
      <LiftModal asset={lifting} onClose={() => setLifting(null)} />
    </>
  )
}

const columnsOf = (t: TFunction<'balance'>, mayEnd: boolean, onLift: (asset: AssetCode) => void): Column<Row>[] => [
  { key: 'asset', header: t('asset'), render: ({ asset }) => <strong>{ASSETS[asset].name}</strong>, isLead: true },
  {
    key: 'liabilities',
    header: t('liabilities'),
    align: 'right',
    render: ({ asset, liabilities }) => <Units asset={asset} text={liabilities} />,
  },
  {
    key: 'held',
    header: t('held'),
    align: 'right',
    render: ({ asset, held }) => (held === null ? t('notYet') : <Units asset={asset} text={held} />),
  },
  {
    key: 'difference',
    header: t('surplus'),
    align: 'right',
    render: ({ asset, difference }) => (difference === null ? t('notYet') : <Units asset={asset} text={difference} />),
  },
  {
    key: 'cover',
    header: t('cover'),
    align: 'right',
    render: ({ coverage }) => (coverage === null ? t('nothingOwed') : coverage > COVER_SHOWN_MAX ? t('coverMuch') : `${coverage} %`),
  },
  {
    key: 'state',
    header: t('state'),
    isFigure: true,
    render: ({ frozenAt }) => <StatusBadge kind={frozenAt ? 'failed' : 'done'}>{t(frozenAt ? 'paused' : 'active')}</StatusBadge>,
  },
  {
    key: 'lift',
    header: t('lift'),
    hiddenHeader: true,
    align: 'right',
    render: ({ asset, frozenAt }) =>
      frozenAt && mayEnd ? (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onLift(asset)}
          aria-label={t('liftLabel', { asset: ASSETS[asset].name })}
        >
          {t('lift')}
        </Button>
      ) : null,
  },
]

/** Beyond that a share says nothing. */
const COVER_SHOWN_MAX = 1_000

/** The row names the unit; a tablet has no room for it three times more. */
function Units({ asset, text }: { asset: AssetCode; text: string }) {
  return <Amount value={parseUnits(text, ASSETS[asset].scale) ?? 0n} asset={asset} withUnit={false} />
}
