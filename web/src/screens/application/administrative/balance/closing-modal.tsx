/** One daily closing: liabilities and holdings of each asset, its ledger position, and its proof of reserves. */
import { Alert, Stack } from '@mantine/core'
import { startOfBogotaDay } from '@tunjo/contract/bogota-day'
import type { Closing } from '@tunjo/contract/closings'
import { ASSETS } from '@tunjo/contract/money'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { group } from '../../../../ui/amount-format.ts'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { DateTime, formatDate } from '../../../../ui/date-time.tsx'
import { Hash } from '../../../../ui/hash.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { Summary, type SummaryLine } from '../../../../ui/summary.tsx'
import { Units } from './units.tsx'

type Row = Closing['assets'][number]

export function ClosingModal({ closing, onClose }: { closing: Closing | null; onClose: () => void }) {
  const { t } = useTranslation('balance')
  const title = closing ? t('closings.of', { day: formatDate(startOfBogotaDay(closing.day), 'day') }) : ''
  return (
    <Modal opened={closing !== null} onClose={onClose} title={title} size="lg">
      {closing && (
        <Stack>
          {!closing.isSealed && (
            <Alert color="red" role="alert">
              {t('closings.notSealedText')}
            </Alert>
          )}
          <DataTable label={title} columns={columnsOf(t)} rows={closing.assets} rowKey={({ asset }) => asset} />
          <Summary lines={linesOf(closing, t)} />
          <p style={{ margin: 0 }}>{t('closings.proofText')}</p>
        </Stack>
      )}
    </Modal>
  )
}

const columnsOf = (t: TFunction<'balance'>): Column<Row>[] => [
  { key: 'asset', header: t('asset'), render: ({ asset }) => <strong>{ASSETS[asset].name}</strong>, isLead: true },
  ...(['liabilities', 'held', 'difference'] as const).map(
    (key): Column<Row> => ({
      key,
      header: t(`closings.${key}`),
      align: 'right',
      render: ({ asset, [key]: text }) => (text === null ? t('notYet') : <Units asset={asset} text={text} />),
    }),
  ),
  {
    key: 'cover',
    header: t('cover'),
    align: 'right',
    render: ({ coverage }) => (coverage === null ? '—' : `${group(String(coverage))} %`),
  },
]

function linesOf({ assets, seq, hash, root, customers, openDifferences, closedAt }: Closing, t: TFunction<'balance'>): SummaryLine[] {
  // All wallets are compared together.
  const comparedAt = assets.find((one) => one.comparedAt !== null)?.comparedAt
  return [
    { name: t('closings.open'), value: group(String(openDifferences)) },
    { name: t('closings.comparedAt'), value: comparedAt ? <DateTime value={new Date(comparedAt)} /> : t('notYet') },
    { name: t('closings.seq'), value: group(seq) },
    { name: t('closings.hash'), value: <Hash value={hash} what={t('closings.theHash')} /> },
    { name: t('closings.customers'), value: group(String(customers)) },
    { name: t('closings.root'), value: root ? <Hash value={root} what={t('closings.theRoot')} /> : t('closings.noRoot') },
    { name: t('closings.closedAt'), value: <DateTime value={new Date(closedAt)} /> },
  ]
}
