/** Columns of the treasury table: backing by asset. */
import { ASSETS } from '@tunjo/contract/money'
import type { Treasury } from '@tunjo/contract/reconciliation'
import type { TFunction } from 'i18next'
import type { Column } from '../../../../ui/data-table.tsx'
import { TreasuryFigure } from './treasury-figure.tsx'
import { TreasuryLevel } from './treasury-level.tsx'

type Words = TFunction<'treasury'>
const COVER_SHOWN_MAX = 1_000

export const coverageColumns = (t: Words): Column<Treasury['coverage'][number]>[] => [
  { key: 'asset', header: t('asset'), render: ({ asset }) => <strong>{ASSETS[asset].name}</strong>, isLead: true },
  { key: 'owed', header: t('owed'), align: 'right', render: ({ asset, owed }) => <TreasuryFigure asset={asset} amount={owed} /> },
  { key: 'held', header: t('held'), align: 'right', render: ({ asset, held }) => <TreasuryFigure asset={asset} amount={held} /> },
  {
    key: 'percent',
    header: t('percent'),
    align: 'right',
    render: ({ percent }) => (percent === null ? t('nothing') : percent > COVER_SHOWN_MAX ? t('much') : `${percent} %`),
  },
  { key: 'state', header: t('state'), isFigure: true, render: ({ level }) => <TreasuryLevel level={level} /> },
]
