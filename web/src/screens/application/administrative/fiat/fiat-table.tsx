/** One tab of 'Fiat': the columns, filters, pages and CSV that the specification lists. */
import { useQuery } from '@tanstack/react-query'
import type { ExportRequest } from '@tunjo/contract/exports'
import { ASSET_CODES } from '@tunjo/contract/money'
import {
  AMOUNT_ORDERS,
  APPROVERS,
  type FiatReportRow,
  NO_APPROVER,
  STATE_FILTERS,
  TIME_ORDERS,
  TRANSACTION_TYPE,
} from '@tunjo/contract/money-reports'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type FiatAsked, fiatCsv, fiatQuery, wholeFiat } from '../../../../api/officer-money.ts'
import { ListExport } from '../../../../parts/exports/list-export.tsx'
import { FiatState } from '../../../../parts/movements/fiat-state.tsx'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { useAccount } from '../../../../session.ts'
import { Amount } from '../../../../ui/amount.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { shorten } from '../../../../ui/hash.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import { DAY } from '../../../../ui/server-table/table-address.ts'
import type { TableColumn, TableFilter } from '../../../../ui/server-table/table-column.ts'
import type { TableState } from '../../../../ui/server-table/table-state.ts'
import { useTableState } from '../../../../ui/server-table/use-table-state.ts'

const PAGE_SIZES = [11, 25, 50, 100] as const
const REPORTS = ['fiat-deposits', 'fiat-withdrawals'] as const
const FILES = ['deposits-information.csv', 'withdrawals-information.csv'] as const

type Kind = FiatAsked['transactionType']

interface FiatTableProps {
  transactionType: Kind
  /** Transaction that a link refers to. */
  transactionId: string
}

export function FiatTable({ transactionType, transactionId }: FiatTableProps) {
  const { t } = useTranslation('officer-money')
  const mayExport = useAccount()?.permissions.includes('reports.export') ?? false
  const { state, dispatch, query } = useTableState({ pageSize: PAGE_SIZES[0], ...(transactionId ? { filters: { transactionId } } : {}) })
  const asked = fiatAsked(query, transactionType)
  const answer = useQuery(fiatQuery(asked, { pageIndex: query.page - 1, itemsPerPage: query.pageSize }))
  const isDeposit = transactionType === TRANSACTION_TYPE.deposit
  return (
    <ServerTable
      name={isDeposit ? 'fiat-deposits' : 'fiat-withdrawals'}
      label={t(isDeposit ? 'fiat.deposits' : 'fiat.withdrawals')}
      columns={isDeposit ? depositColumns(t) : withdrawalColumns(t)}
      rowKey={({ transactionId }) => transactionId}
      state={state}
      dispatch={dispatch}
      {...tableAnswer(answer)}
      filters={filtersOf(t, isDeposit)}
      tools={
        mayExport && (
          <ListExport
            report={REPORTS[transactionType]}
            asked={() => exportAsked(asked)}
            fileName={FILES[transactionType]}
            total={answer.data?.total ?? 0}
            load={() => fiatCsv(asked)}
          />
        )
      }
      pageSizes={PAGE_SIZES}
      empty={<EmptyState title={t('fiat.emptyTitle')} />}
    />
  )
}

function exportAsked(asked: FiatAsked): ExportRequest {
  const { transactionType, ...filter } = wholeFiat(asked)
  return transactionType === TRANSACTION_TYPE.deposit
    ? { report: 'fiat-deposits', filter: { ...filter, transactionType } }
    : { report: 'fiat-withdrawals', filter: { ...filter, transactionType } }
}

function fiatAsked({ filters }: TableState, transactionType: Kind): FiatAsked {
  const oneOf = <V extends string>(values: readonly V[], key: string) => values.find((value) => value === filters[key]) ?? -1
  const { date = '', approverId = '', approver = '', userId = '', transactionId = '', accountId = '' } = filters
  return {
    transactionType,
    asset: oneOf(ASSET_CODES, 'asset'),
    amountOrder: oneOf(AMOUNT_ORDERS, 'amountOrder'),
    state: oneOf(STATE_FILTERS, 'state'),
    timeOrder: oneOf(TIME_ORDERS, 'timeOrder'),
    date: DAY.test(date) ? date : -1,
    aprobador: approverId || approver,
    userId,
    transactionId,
    accountId,
  }
}

type Words = TFunction<'officer-money'>
type Column = TableColumn<FiatReportRow>

const idColumns = (t: Words, transaction: string): readonly Column[] => [
  { key: 'userId', header: t('fiat.userId'), render: ({ userId }) => <PersonLink id={userId} />, isFixed: true },
  {
    key: 'transactionId',
    header: transaction,
    render: ({ transactionId }) => (
      <span title={transactionId} translate="no">
        {shorten(transactionId)}
      </span>
    ),
  },
]
const createdColumn = (t: Words): Column => ({
  key: 'created',
  header: t('fiat.created'),
  render: ({ creationDate }) => <DateTime value={new Date(creationDate)} />,
})
const moneyColumns = (t: Words): readonly Column[] => [
  { key: 'asset', header: t('fiat.currency'), render: ({ asset }) => asset },
  { key: 'amount', header: t('fiat.amount'), align: 'right', render: ({ amount }) => <Amount value={amount} asset="COP" /> },
]
const stateColumn = (t: Words): Column => ({ key: 'state', header: t('fiat.state'), render: ({ state }) => <FiatState state={state} /> })
const lastColumns = (t: Words): readonly Column[] => [
  {
    key: 'internalId',
    header: t('fiat.internalId'),
    render: ({ internalID }) =>
      internalID && (
        <span title={internalID} translate="no">
          {shorten(internalID)}
        </span>
      ),
  },
  {
    key: 'modified',
    header: t('fiat.modified'),
    render: ({ userLastModification }) => userLastModification ?? '—',
    isExtra: true,
    isLong: true,
  },
]

const depositColumns = (t: Words): readonly Column[] => [
  ...idColumns(t, t('fiat.depositId')),
  ...moneyColumns(t),
  stateColumn(t),
  createdColumn(t),
  ...lastColumns(t),
]

const withdrawalColumns = (t: Words): readonly Column[] => [
  ...idColumns(t, t('fiat.withdrawalId')),
  createdColumn(t),
  {
    key: 'confirmed',
    header: t('fiat.confirmed'),
    render: ({ confirmationDate }) => (confirmationDate ? <DateTime value={new Date(confirmationDate)} /> : '—'),
  },
  ...moneyColumns(t),
  { key: 'bank', header: t('fiat.bank'), render: ({ bankName }) => bankName, isLong: true },
  { key: 'account', header: t('fiat.account'), render: ({ accountName }) => accountName },
  { key: 'type', header: t('fiat.accountType'), render: ({ accountType }) => t(accountType === 9 ? 'fiat.savings' : 'fiat.current') },
  { key: 'approval', header: t('fiat.approval'), render: ({ aprobationState }) => aprobationState && t(`approval.${aprobationState}`) },
  { key: 'approver', header: t('fiat.approver'), render: ({ aprobador }) => aprobador ?? NO_APPROVER, isLong: true },
  stateColumn(t),
  ...lastColumns(t),
]

const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const filtersOf = (t: Words, isDeposit: boolean): readonly TableFilter[] => [
  { key: 'asset', label: t('filter.asset'), options: same(ASSET_CODES) },
  { key: 'amountOrder', label: t('filter.amountOrder'), options: same(AMOUNT_ORDERS) },
  { key: 'state', label: t('filter.state'), options: same(STATE_FILTERS) },
  { key: 'date', label: t('filter.date') },
  { key: 'timeOrder', label: t('filter.timeOrder'), options: same(TIME_ORDERS) },
  ...(isDeposit
    ? []
    : [
        { key: 'approver', label: t('filter.approver'), options: same(APPROVERS) },
        { key: 'approverId', label: t('filter.approverId'), isText: true },
      ]),
  { key: 'userId', label: t('filter.userId'), isText: true },
  { key: 'transactionId', label: t('filter.transactionId'), isText: true },
  { key: 'accountId', label: t('filter.accountId'), isText: true },
]
