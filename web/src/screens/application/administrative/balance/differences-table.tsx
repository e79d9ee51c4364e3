/** Ledger differences, open ones first: the comparison, the amount, and the officer who resolved it and why. */
import { Button } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { DIFFERENCE_STATES, type Difference } from '@tunjo/contract/reconciliation'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { differencesQuery } from '../../../../api/reconciliation.ts'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { DateTime } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import type { TableColumn } from '../../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../../ui/server-table/table-state.ts'
import { useTableState } from '../../../../ui/server-table/use-table-state.ts'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import type { DifferenceModalProps } from './difference-modal.tsx'
import { Figure } from './figure.tsx'

// Loaded after the table, before a row is opened.
const DifferenceModal = lazyComponent<DifferenceModalProps>(async () => (await import('./difference-modal.tsx')).DifferenceModal, {
  dialog: { close: ({ onClose }) => onClose(), isOpen: ({ difference }) => difference !== null },
})

const PAGE_SIZES = [25, 50, 100] as const
const STATE_KINDS = { open: 'failed', explained: 'waiting', closed: 'done' } as const

export function DifferencesTable({ mayEnd }: { mayEnd: boolean }) {
  const { t } = useTranslation('balance')
  const [opened, setOpened] = useState<Difference | null>(null)
  const { state, dispatch, query } = useTableState({ pageSize: PAGE_SIZES[0] })
  const asked = { state: DIFFERENCE_STATES.find((one) => one === query.filters.state), ...pageParams(query) }
  const answer = useQuery(differencesQuery(asked))
  return (
    <>
      <ServerTable
        name="book-differences"
        label={t('differences')}
        columns={columnsOf(t, setOpened)}
        rowKey={({ id }) => id}
        onOpen={setOpened}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        filters={[{ key: 'state', label: t('state'), options: DIFFERENCE_STATES.map((value) => ({ value, label: t(`states.${value}`) })) }]}
        empty={<EmptyState icon={<IconScale size={28} stroke={1.5} />} title={t('noneTitle')} text={t('noneText')} />}
        pageSizes={PAGE_SIZES}
        isRoomy
      />
      <DifferenceModal difference={opened} mayEnd={mayEnd} onClose={() => setOpened(null)} />
    </>
  )
}

const columnsOf = (t: TFunction<'balance'>, onOpen: (difference: Difference) => void): readonly TableColumn<Difference>[] => [
  { key: 'check', header: t('check'), render: ({ check }) => <strong>{t(`checks.${check}`)}</strong>, isLead: true, isLong: true },
  { key: 'asset', header: t('asset'), render: ({ asset }) => asset },
  {
    key: 'difference',
    header: t('difference'),
    align: 'right',
    render: ({ check, asset, difference }) => <Figure check={check} asset={asset} text={difference} />,
  },
  { key: 'state', header: t('state'), render: ({ state }) => <StatusBadge kind={STATE_KINDS[state]}>{t(`states.${state}`)}</StatusBadge> },
  { key: 'openedAt', header: t('openedAt'), render: ({ openedAt }) => <DateTime value={new Date(openedAt)} /> },
  { key: 'endedBy', header: t('endedBy'), render: ({ endedBy }) => endedBy ?? '—', isLong: true },
  { key: 'reason', header: t('reason'), render: ({ reason }) => reason ?? '—', isLong: true },
  {
    key: 'open',
    header: t('see'),
    hiddenHeader: true,
    isFixed: true,
    align: 'right',
    render: (difference) => (
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => onOpen(difference)}
        aria-label={t('seeLabel', { check: t(`checks.${difference.check}`), asset: difference.asset })}
      >
        {t('see')}
      </Button>
    ),
  },
]
