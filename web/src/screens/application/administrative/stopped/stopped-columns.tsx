/** Columns of the list of stalled operations. */
import { Button } from '@mantine/core'
import type { StoppedOperation } from '@tunjo/contract/stopped-operations'
import type { TFunction } from 'i18next'
import { AssetAmount } from '../../../../parts/asset-amount.tsx'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import type { TableColumn } from '../../../../ui/server-table/table-column.ts'
import { stateLabel } from './state-labels.ts'

export const stoppedColumns = (
  t: TFunction<'stopped'>,
  onOpen: (operation: StoppedOperation) => void,
): readonly TableColumn<StoppedOperation>[] => [
  { key: 'kind', header: t('kind'), render: ({ kind }) => <strong>{t(`kinds.${kind}`)}</strong>, isLead: true, isFixed: true },
  { key: 'amount', header: t('amount'), align: 'right', render: (operation) => <StoppedAmount operation={operation} /> },
  { key: 'customer', header: t('customer'), render: ({ accountId }) => (accountId ? <PersonLink id={accountId} /> : t('platform')) },
  { key: 'email', header: t('email'), render: ({ email }) => email ?? '—', isLong: true, isExtra: true },
  { key: 'state', header: t('state'), render: ({ state }) => stateLabel(t, state) },
  { key: 'since', header: t('since'), render: ({ since }) => <DateTime value={new Date(since)} /> },
  { key: 'waits', header: t('waitsFor'), render: ({ waits }) => t(`waits.${waits}`), isLong: true },
  { key: 'lastError', header: t('lastError'), render: ({ lastError }) => lastError ?? '—', isLong: true },
  {
    key: 'nextTryAt',
    header: t('nextTry'),
    render: ({ nextTryAt }) => (nextTryAt ? <DateTime value={new Date(nextTryAt)} /> : '—'),
  },
  {
    key: 'open',
    header: t('see'),
    hiddenHeader: true,
    isFixed: true,
    align: 'right',
    render: (operation) => (
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => onOpen(operation)}
        aria-label={t('seeLabel', { kind: t(`kinds.${operation.kind}`), id: operation.id.slice(0, 8) })}
      >
        {t('see')}
      </Button>
    ),
  },
]

export const StoppedAmount = ({ operation: { asset, amount } }: { operation: StoppedOperation }) =>
  asset && amount ? <AssetAmount asset={asset} text={amount} /> : '—'
