/** One row for each asset: customers' balances, holdings, and whether withdrawals are paused. */
import { Button, Stack } from '@mantine/core'
import { ASSETS } from '@tunjo/contract/money'
import type { BooksState } from '@tunjo/contract/reconciliation'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { type AssetSwitch, AssetSwitchModal } from './asset-switch-modal.tsx'
import classes from './balance.module.css'
import { Units } from './units.tsx'

type Row = BooksState['balance'][number]

export function BalanceTable({ books: { balance, mayEnd } }: { books: BooksState }) {
  const { t } = useTranslation('balance')
  const [asked, setAsked] = useState<AssetSwitch | null>(null)
  return (
    <>
      <DataTable label={t('coverage')} columns={columnsOf(t, mayEnd, setAsked)} rows={balance} rowKey={({ asset }) => asset} />
      <AssetSwitchModal asked={asked} onClose={() => setAsked(null)} />
    </>
  )
}

function causeOf(t: TFunction<'balance'>, by: Row['frozenBy'][number]): string {
  if (by === 'officer') return t('byOfficer')
  return by === 'restored' ? t('byRestore') : t(`checks.${by}`)
}

const columnsOf = (t: TFunction<'balance'>, mayEnd: boolean, onAsk: (asked: AssetSwitch) => void): Column<Row>[] => [
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
    // The switch is below: a tablet has no room for another column.
    render: ({ asset, frozenAt, frozenBy }) => {
      // An officer may also stop an asset that a comparison froze: their stop remains when the difference ends.
      const acts = [...(frozenAt ? (['lift'] as const) : []), ...(frozenBy.includes('officer') ? [] : (['freeze'] as const))]
      return (
        <Stack gap={6} align="flex-start">
          <StatusBadge kind={frozenAt ? 'failed' : 'done'}>{t(frozenAt ? 'paused' : 'active')}</StatusBadge>
          {frozenBy.length > 0 && <small className={classes.source}>{frozenBy.map((by) => causeOf(t, by)).join(', ')}</small>}
          {mayEnd &&
            acts.map((act) => (
              <Button
                key={act}
                variant="default"
                size="compact-sm"
                onClick={() => onAsk({ asset, act })}
                aria-label={t(`${act}Label`, { asset: ASSETS[asset].name })}
              >
                {t(act)}
              </Button>
            ))}
        </Stack>
      )
    },
  },
]

/** Percentages above this have no meaning. */
const COVER_SHOWN_MAX = 1_000
