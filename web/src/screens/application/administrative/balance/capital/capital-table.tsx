/** Company capital movements, newest first. */
import { IconBuildingBank } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CapitalMovement } from '@tunjo/contract/capital'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { capitalQuery } from '../../../../../api/capital.ts'
import { AssetAmount } from '../../../../../parts/asset-amount.tsx'
import { tableAnswer } from '../../../../../parts/table-answer.ts'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ServerTable } from '../../../../../ui/server-table/server-table.tsx'
import type { TableColumn } from '../../../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../../../ui/server-table/table-state.ts'
import { useTableState } from '../../../../../ui/server-table/use-table-state.ts'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'

const PAGE_SIZES = [10, 25, 100] as const

export function CapitalTable() {
  const { t } = useTranslation('company-capital')
  const { state, dispatch, query } = useTableState({ pageSize: PAGE_SIZES[0] })
  const answer = useQuery(capitalQuery(pageParams(query)))
  return (
    <ServerTable
      name="company-capital"
      label={t('movements')}
      columns={columnsOf(t)}
      rowKey={({ id, isSealed }) => `${id} ${isSealed}`}
      state={state}
      dispatch={dispatch}
      {...tableAnswer(answer)}
      empty={<EmptyState icon={<IconBuildingBank size={28} stroke={1.5} />} title={t('noneTitle')} text={t('noneText')} />}
      pageSizes={PAGE_SIZES}
      isRoomy
    />
  )
}

const columnsOf = (t: TFunction<'company-capital'>): readonly TableColumn<CapitalMovement>[] => [
  { key: 'move', header: t('move'), render: ({ move }) => <strong>{t(`moves.${move}`)}</strong>, isLead: true },
  { key: 'amount', header: t('amount'), align: 'right', render: ({ asset, amount }) => <AssetAmount asset={asset} text={amount} /> },
  { key: 'place', header: t('place'), render: ({ place }) => t(`places.${place}`) },
  { key: 'booked', header: t('booked'), render: ({ bookedAt }) => <DateTime value={new Date(bookedAt)} /> },
  { key: 'reference', header: t('reference'), render: ({ reference }) => reference, isLong: true },
  { key: 'reason', header: t('reason'), render: ({ reason }) => reason ?? '—', isLong: true, isExtra: true },
  { key: 'maker', header: t('maker'), render: ({ maker }) => maker, isLong: true, isExtra: true },
  { key: 'checker', header: t('checker'), render: ({ checker }) => checker ?? t('alone'), isLong: true, isExtra: true },
  {
    key: 'seal',
    header: t('seal'),
    render: ({ isSealed }) => <StatusBadge kind={isSealed ? 'done' : 'failed'}>{t(isSealed ? 'sealed' : 'notSealed')}</StatusBadge>,
  },
]
