/** 'Cierres diarios': the closing of each day at 24:00, newest first, with a CSV download. */
import { Button } from '@mantine/core'
import { IconCalendarStats } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { startOfBogotaDay } from '@tunjo/contract/bogota-day'
import type { Closing } from '@tunjo/contract/closings'
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { closingsCsv, closingsQuery } from '../../../../api/reconciliation.ts'
import { AssetAmount } from '../../../../parts/asset-amount.tsx'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { formatDate } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import type { TableColumn } from '../../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../../ui/server-table/table-state.ts'
import { useTableState } from '../../../../ui/server-table/use-table-state.ts'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { ClosingModal } from './closing-modal.tsx'

const PAGE_SIZES = [10, 31, 100] as const

export function ClosingsTable() {
  const { t } = useTranslation('balance')
  const [opened, setOpened] = useState<Closing | null>(null)
  const { state, dispatch, query } = useTableState({ pageSize: PAGE_SIZES[0] })
  const answer = useQuery(closingsQuery(pageParams(query)))
  return (
    <>
      <ServerTable
        name="daily-closings"
        label={t('closings.title')}
        columns={columnsOf(t, setOpened)}
        rowKey={({ day }) => day}
        onOpen={setOpened}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        csv={{ fileName: 'cierres-diarios.csv', load: closingsCsv, failureText: errorText }}
        empty={
          <EmptyState icon={<IconCalendarStats size={28} stroke={1.5} />} title={t('closings.noneTitle')} text={t('closings.noneText')} />
        }
        pageSizes={PAGE_SIZES}
        isRoomy
      />
      <ClosingModal closing={opened} onClose={() => setOpened(null)} />
    </>
  )
}

const dayText = ({ day }: Closing): string => formatDate(startOfBogotaDay(day), 'day')

const columnsOf = (t: TFunction<'balance'>, onOpen: (closing: Closing) => void): readonly TableColumn<Closing>[] => [
  { key: 'day', header: t('closings.day'), render: (closing) => <strong>{dayText(closing)}</strong>, isLead: true },
  ...ASSET_CODES.map((asset) => surplusColumn(t, asset)),
  { key: 'openDifferences', header: t('closings.open'), align: 'right', render: ({ openDifferences }) => openDifferences },
  {
    key: 'seal',
    header: t('closings.seal'),
    render: ({ isSealed }) => (
      <StatusBadge kind={isSealed ? 'done' : 'failed'}>{t(isSealed ? 'closings.sealed' : 'closings.notSealed')}</StatusBadge>
    ),
  },
  {
    key: 'open',
    header: t('see'),
    hiddenHeader: true,
    isFixed: true,
    align: 'right',
    render: (closing) => (
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => onOpen(closing)}
        aria-label={t('closings.seeLabel', { day: dayText(closing) })}
      >
        {t('see')}
      </Button>
    ),
  },
]

const surplusColumn = (t: TFunction<'balance'>, asset: AssetCode): TableColumn<Closing> => ({
  key: asset,
  header: t('closings.surplus', { asset }),
  align: 'right',
  render: ({ assets }) => {
    const difference = assets.find((one) => one.asset === asset)?.difference
    return difference == null ? t('notYet') : <AssetAmount asset={asset} text={difference} />
  },
})
