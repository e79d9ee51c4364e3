/** Token movements of all customers in one direction: the columns, filters, pages and CSV that the specification lists. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ExportRequest } from '@tunjo/contract/exports'
import { ASSET_CODES } from '@tunjo/contract/money'
import {
  AMOUNT_ORDERS,
  APPROVERS,
  filterOfTokenState,
  NO_APPROVER,
  STATE_FILTERS,
  TIME_ORDERS,
  TokenChoice,
  type TokenReportRow,
} from '@tunjo/contract/money-reports'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type TokensAsked, tokenReportCsv, tokenReportQuery } from '../../api/officer-money.ts'
import { useAccount } from '../../session.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Hash, shorten } from '../../ui/hash.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ServerTable } from '../../ui/server-table/server-table.tsx'
import { DAY, type TableShape } from '../../ui/server-table/table-address.ts'
import type { TableColumn, TableFilter } from '../../ui/server-table/table-column.ts'
import { pageParams, type TableState } from '../../ui/server-table/table-state.ts'
import { useTableAddress } from '../../ui/server-table/use-table-address.ts'
import { StatusBadge, type StatusKind } from '../../ui/status-badge.tsx'
import { AssetAmount } from '../asset-amount.tsx'
import { ListExport } from '../exports/list-export.tsx'
import { PersonLink } from '../person-link.tsx'
import { tableAnswer } from '../table-answer.ts'
import { TransactionLink } from '../transaction-link.tsx'

const ID = /^[\w-]{1,80}$/
/** Officer in the format of the column: an e-mail, or 'A10'. */
const APPROVER = /^[\w.+@-]{1,64}$/
const SHAPE: TableShape = {
  filters: {
    asset: ASSET_CODES,
    amountOrder: AMOUNT_ORDERS,
    state: STATE_FILTERS,
    date: DAY,
    timeOrder: TIME_ORDERS,
    approver: APPROVERS,
    approverId: APPROVER,
    userId: ID,
    transactionId: ID,
  },
  sorts: [],
  pageSizes: [10, 25, 50, 100],
}

type Kind = TokenReportRow['kind']

export function TokenHistory({ kind }: { kind: Kind }) {
  const { t } = useTranslation('officer-money')
  const mayExport = useAccount()?.permissions.includes('reports.export') ?? false
  const { state, dispatch, query } = useTableAddress(SHAPE)
  const asked = tokensAsked(query, kind)
  const answer = useQuery(tokenReportQuery(asked, pageParams(query)))
  const direction = kind === 'DEPOSIT' ? 'deposits' : 'withdrawals'
  return (
    <>
      <PageHeader title={t(`tokens.${direction}`)} text={t(`tokens.${direction}Text`)} />
      <ServerTable
        name={`token-${direction}`}
        label={t(`tokens.${direction}`)}
        columns={columnsOf(t, kind)}
        rowKey={({ id }) => id}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        filters={filtersOf(t, kind)}
        tools={
          mayExport && (
            <ListExport
              report={`token-${direction}`}
              asked={() => exportAsked(asked, kind)}
              fileName={`${direction}-information.csv`}
              total={answer.data?.total ?? 0}
              load={() => tokenReportCsv(asked)}
            />
          )
        }
        pageSizes={SHAPE.pageSizes}
        empty={<EmptyState title={t('tokens.empty')} />}
      />
    </>
  )
}

function exportAsked(asked: TokensAsked, kind: Kind): ExportRequest {
  const filter = TokenChoice.parse(asked)
  return kind === 'DEPOSIT'
    ? { report: 'token-deposits', filter: { ...filter, kind } }
    : { report: 'token-withdrawals', filter: { ...filter, kind } }
}

function tokensAsked({ filters }: TableState, kind: Kind): TokensAsked {
  return {
    kind,
    ordering: orderingOf(filters),
    asset: ASSET_CODES.find((asset) => asset === filters.asset),
    state: STATE_FILTERS.find((word) => word === filters.state),
    date: filters.date,
    userId: filters.userId,
    transactionId: filters.transactionId,
    aprobador: filters.approverId ?? filters.approver,
  }
}

/** Sorting by amount takes precedence over time. */
function orderingOf({ amountOrder, timeOrder }: TableState['filters']): TokensAsked['ordering'] {
  if (amountOrder) return amountOrder === 'Menor a mayor' ? 'amount' : '-amount'
  return timeOrder === 'Antiguos' ? 'created_at' : '-created_at'
}

type Words = TFunction<'officer-money'>
const STATE_KINDS: Record<(typeof STATE_FILTERS)[number], StatusKind> = { Pendiente: 'waiting', Completo: 'done', Fallido: 'failed' }

const columnsOf = (t: Words, kind: Kind): readonly TableColumn<TokenReportRow>[] => [
  { key: 'userId', header: t('tokens.userId'), render: ({ user_id: id }) => <PersonLink id={id} />, isFixed: true },
  { key: 'asset', header: t('tokens.asset'), render: ({ asset }) => asset },
  {
    key: 'amount',
    header: t('tokens.amount'),
    align: 'right',
    render: ({ asset, amount }) => <AssetAmount asset={asset} text={amount} />,
  },
  {
    key: 'state',
    header: t('tokens.state'),
    render: ({ state }) => <State word={filterOfTokenState(state)} detail={wordsOf(t, kind, state)} />,
  },
  {
    key: 'created',
    header: t('tokens.created'),
    render: ({ created_at: at }) => <DateTime value={new Date(at)} />,
  },
  { key: 'fee', header: t('tokens.fee'), align: 'right', render: ({ fee }) => fee },
  {
    key: 'transaction',
    header: t('tokens.transaction'),
    render: ({ transaction_hash: hash, id }) =>
      hash ? (
        <TransactionLink hash={hash} />
      ) : (
        <span title={id} translate="no">
          {shorten(id)}
        </span>
      ),
  },
  {
    key: 'address',
    header: t(kind === 'DEPOSIT' ? 'tokens.depositAddress' : 'tokens.withdrawalAddress'),
    render: ({ to_address: address }) => <Hash value={address} what={t('tokens.address')} />,
  },
  {
    key: 'from',
    header: t('tokens.from'),
    render: ({ from_address: address }) => (address ? <Hash value={address} what={t('tokens.address')} /> : '—'),
    isExtra: true,
  },
  {
    key: 'confirmed',
    header: t('tokens.confirmed'),
    render: ({ confirmed_at: at }) => (at ? <DateTime value={new Date(at)} /> : '—'),
    isExtra: true,
  },
  ...(kind === 'WITHDRAWAL'
    ? [
        {
          key: 'approver',
          header: t('tokens.approver'),
          render: ({ approver }: TokenReportRow) => approver ?? NO_APPROVER,
          isLong: true,
        },
      ]
    : []),
]

/** Filter value, with the exact state below it. */
const State = ({ word, detail }: { word: (typeof STATE_FILTERS)[number]; detail: string }) => (
  <>
    <StatusBadge kind={STATE_KINDS[word]}>{word}</StatusBadge>
    {detail !== word && (
      <Text size="xs" c="dimmed">
        {detail}
      </Text>
    )}
  </>
)

/** A deposit in review is held; a withdrawal waits for officers. */
const wordsOf = (t: Words, kind: Kind, state: TokenReportRow['state']): string =>
  kind === 'WITHDRAWAL' && state === 'IN_REVIEW' ? t('stage.review') : t(`tokenState.${state}`)

const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const filtersOf = (t: Words, kind: Kind): readonly TableFilter[] => [
  { key: 'asset', label: t('filter.asset'), options: same(ASSET_CODES) },
  { key: 'amountOrder', label: t('filter.amountOrder'), options: same(AMOUNT_ORDERS) },
  { key: 'state', label: t('filter.state'), options: same(STATE_FILTERS) },
  { key: 'date', label: t('filter.date') },
  { key: 'timeOrder', label: t('filter.timeOrder'), options: same(TIME_ORDERS) },
  ...(kind === 'WITHDRAWAL'
    ? [
        { key: 'approver', label: t('filter.approver'), options: same(APPROVERS) },
        { key: 'approverId', label: t('filter.approverId'), isText: true },
      ]
    : []),
  { key: 'userId', label: t('filter.userId'), isText: true },
  { key: 'transactionId', label: t('tokens.hash'), isText: true },
]
