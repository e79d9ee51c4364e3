/** Tables of the treasury: backing by asset, and the wallets. */
import { ASSETS, parseUnits } from '@tunjo/contract/money'
import type { Treasury } from '@tunjo/contract/reconciliation'
import type { TFunction } from 'i18next'
import { Amount } from '../../../../ui/amount.tsx'
import type { Column } from '../../../../ui/data-table.tsx'
import { Hash } from '../../../../ui/hash.tsx'
import { TreasuryFigure } from './treasury-figure.tsx'
import { TreasuryLevel } from './treasury-level.tsx'

type Words = TFunction<'treasury'>
const COVER_SHOWN_MAX = 1_000
const OPERATIONS_SHOWN_MAX = 1_000_000
const WEI_SCALE = 18
/** Cut to what somebody reads. */
const ETHER = { code: 'ETH', scale: 4 }
const WEI_CUT = 10n ** 14n

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

export const walletColumns = (t: Words): Column<Treasury['wallets'][number]>[] => [
  { key: 'name', header: t('name'), render: ({ name }) => <strong>{t(`wallet.${name}`)}</strong>, isLead: true },
  { key: 'address', header: t('address'), render: ({ address }) => <Hash value={address} what={t('what')} /> },
  ...(['COP', 'BTC', 'USDT'] as const).map((asset, index) => ({
    key: asset,
    header: asset === 'COP' ? 'COPT' : asset,
    align: 'right' as const,
    render: ({ balances }: Treasury['wallets'][number]) => <TreasuryFigure asset={asset} amount={balances[index]?.amount ?? '0'} />,
  })),
  {
    key: 'ether',
    header: t('ether'),
    align: 'right',
    render: ({ ether }) => <Amount value={(parseUnits(ether, WEI_SCALE) ?? 0n) / WEI_CUT} asset={ETHER} />,
  },
  {
    key: 'left',
    header: t('left'),
    align: 'right',
    render: ({ operationsLeft: left }) => (left >= OPERATIONS_SHOWN_MAX ? t('many') : t('operations', { count: left })),
  },
  { key: 'state', header: t('state'), isFigure: true, render: ({ level }) => <TreasuryLevel level={level} /> },
]
