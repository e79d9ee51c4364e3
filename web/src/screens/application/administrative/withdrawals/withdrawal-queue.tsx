/** Bank withdrawals, or token withdrawals, of all customers, risk signals of each, and decisions on one or several (ADM-15). */
import { Button, Checkbox } from '@mantine/core'
import { IconBuildingBank, IconCoins } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ASSET_CODES } from '@tunjo/contract/money'
import { WITHDRAWALS_AT_ONCE } from '@tunjo/contract/payments-officers'
import { type Rail, REVIEW_CAUSES, TOKEN_REVIEW_REASONS, WITHDRAWAL_STAGES, type WithdrawalInQueue } from '@tunjo/contract/withdrawal-queue'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withdrawalQueueQuery } from '../../../../api/officer-money.ts'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { DateTime } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import type { TableColumn, TableFilter } from '../../../../ui/server-table/table-column.ts'
import { useTableAddress } from '../../../../ui/server-table/use-table-address.ts'
import { SignalList } from './signal-list.tsx'
import { useSelection } from './use-selection.ts'
import { whyItWaits } from './why-it-waits.ts'
import { WithdrawalFigure } from './withdrawal-figure.tsx'
import { WithdrawalState } from './withdrawal-state.tsx'
import classes from './withdrawals.module.css'
import { QUEUE_SHAPES, queueAsked } from './withdrawals-search.ts'

/** Loaded after the list, which is shown first. */
const WithdrawalModal = lazyComponent(async () => (await import('./withdrawal-modal.tsx')).WithdrawalModal, {
  dialog: { close: ({ onClose }) => onClose() },
})

const keyOf = ({ transactionId }: WithdrawalInQueue): string => transactionId
const isDecidable = ({ stage }: WithdrawalInQueue): boolean => stage === 'review' || stage === 'held'

export function WithdrawalQueue({ rail }: { rail: Rail }) {
  const { t } = useTranslation('officer-money')
  useEffect(() => void WithdrawalModal.preload(), [])
  const { state, dispatch, query } = useTableAddress(QUEUE_SHAPES[rail])
  const [opened, setOpened] = useState<readonly WithdrawalInQueue[]>([])
  const selection = useSelection(keyOf)
  const answer = useQuery(withdrawalQueueQuery(queueAsked(rail, query)))
  const mayDecide = answer.data?.mayDecide ?? false
  function decided(): void {
    setOpened([])
    selection.clear()
  }
  return (
    <>
      {selection.chosen.length > 0 && (
        <ChosenBar count={selection.chosen.length} onDecide={() => setOpened(selection.chosen)} onClear={selection.clear} />
      )}
      <ServerTable
        name={rail === 'bank' ? 'withdrawal-queue' : 'token-withdrawal-queue'}
        label={t(rail === 'bank' ? 'withdrawals.title' : 'tabs.tokens')}
        columns={[...(mayDecide ? [selectColumn(t, selection)] : []), ...columnsOf(t, (row) => setOpened([row]))]}
        rowKey={keyOf}
        onOpen={(row) => setOpened([row])}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        searchLabel={t(rail === 'bank' ? 'withdrawals.search' : 'tokenReview.search')}
        filters={filtersOf(t, rail)}
        empty={
          <EmptyState
            icon={rail === 'bank' ? <IconBuildingBank size={28} stroke={1.5} /> : <IconCoins size={28} stroke={1.5} />}
            title={t('withdrawals.emptyTitle')}
            text={t('withdrawals.emptyText')}
          />
        }
      />
      {opened.length > 0 && (
        <WithdrawalModal withdrawals={opened} mayDecide={mayDecide} onClose={() => setOpened([])} onDecided={decided} />
      )}
    </>
  )
}

interface ChosenBarProps {
  count: number
  onDecide: () => void
  onClear: () => void
}

function ChosenBar({ count, onDecide, onClear }: ChosenBarProps) {
  const { t } = useTranslation('officer-money')
  const isTooMany = count > WITHDRAWALS_AT_ONCE
  return (
    <div className={classes.bar}>
      <span className={classes.count} role="status">
        {t('withdrawals.chosen', { count })}
      </span>
      <Button size="xs" onClick={onDecide} disabled={isTooMany}>
        {t('withdrawals.decide')}
      </Button>
      <Button size="xs" variant="default" onClick={onClear}>
        {t('withdrawals.clear')}
      </Button>
      {isTooMany && <span role="alert">{t('withdrawals.tooMany', { maximum: WITHDRAWALS_AT_ONCE })}</span>}
    </div>
  )
}

type Words = TFunction<'officer-money'>
type Column = TableColumn<WithdrawalInQueue>

const selectColumn = (
  t: Words,
  { has, toggle }: { has: (row: WithdrawalInQueue) => boolean; toggle: (row: WithdrawalInQueue) => void },
): Column => ({
  key: 'select',
  header: t('withdrawals.selectHeader'),
  hiddenHeader: true,
  isFixed: true,
  render: (row) =>
    isDecidable(row) && (
      // biome-ignore lint/a11y/noStaticElementInteractions: keeps the click of the box from opening its row
      // biome-ignore lint/a11y/useKeyWithClickEvents: the box itself takes the keyboard
      <span className={classes.check} onClick={(event) => event.stopPropagation()}>
        <Checkbox size="xs" checked={has(row)} onChange={() => toggle(row)} aria-label={t('withdrawals.select', { email: row.email })} />
      </span>
    ),
})

const columnsOf = (t: Words, onOpen: (row: WithdrawalInQueue) => void): readonly Column[] => [
  {
    key: 'created',
    header: t('withdrawals.created'),
    render: ({ creationDate }) => <DateTime value={new Date(creationDate)} />,
  },
  { key: 'person', header: t('withdrawals.person'), render: ({ email }) => email, isFixed: true, isLong: true },
  {
    key: 'amount',
    header: t('withdrawals.amount'),
    align: 'right',
    headerAction: 'sort',
    isLead: true,
    render: (row) => <WithdrawalFigure {...row} />,
  },
  { key: 'destination', header: t('withdrawals.destination'), render: ({ destination }) => destination, isLong: true },
  { key: 'state', header: t('withdrawals.state'), render: (row) => <WithdrawalState withdrawal={row} /> },
  { key: 'cause', header: t('withdrawals.cause'), render: (row) => whyItWaits(row, t) || '—', isLong: true, isExtra: true },
  { key: 'signals', header: t('withdrawals.signals'), render: (row) => <SignalList withdrawal={row} />, isLong: true },
  { key: 'approver', header: t('withdrawals.approver'), render: ({ aprobador }) => aprobador ?? '—', isLong: true, isExtra: true },
  {
    key: 'leaves',
    header: t('withdrawals.leaves'),
    render: ({ leavesAt }) => (leavesAt ? <DateTime value={new Date(leavesAt)} /> : '—'),
    isExtra: true,
  },
  {
    key: 'open',
    header: t('withdrawals.see'),
    hiddenHeader: true,
    isFixed: true,
    align: 'right',
    render: (row) => (
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => onOpen(row)}
        aria-label={t('withdrawals.seeLabel', { email: row.email, amount: row.amount })}
      >
        {t('withdrawals.see')}
      </Button>
    ),
  },
]

const filtersOf = (t: Words, rail: Rail): readonly TableFilter[] => [
  {
    key: 'stage',
    label: t('withdrawals.stage'),
    options: WITHDRAWAL_STAGES.map((value) => ({ value, label: t(`stage.${value}`) })),
  },
  {
    key: 'cause',
    label: t('withdrawals.cause'),
    options:
      rail === 'bank'
        ? REVIEW_CAUSES.map((value) => ({ value, label: t(`cause.${value}`) }))
        : TOKEN_REVIEW_REASONS.map((value) => ({ value, label: t(`tokenReason.${value}`) })),
  },
  ...(rail === 'token' ? [{ key: 'asset', label: t('filter.asset'), options: ASSET_CODES.map((value) => ({ value, label: value })) }] : []),
]
