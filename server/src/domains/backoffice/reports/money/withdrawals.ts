/**
 * Administración de retiros (ADM-15), rail of the banks: withdrawals with the facts for and against each. The page is selected first: facts
 * are gathered only for its rows.
 */
import { formatUnits } from '@tunjo/contract/money'
import type { TransactionState } from '@tunjo/contract/payments'
import type {
  ApprovalStateOfMoney,
  QUEUE_SORTS,
  QueueFilters,
  REVIEW_CAUSES,
  WITHDRAWAL_STAGES,
  WithdrawalInQueue,
} from '@tunjo/contract/withdrawal-queue'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import type { Connection } from '../../../../platform/database/database.ts'
import { allOf, orderBy, type Page, pageOf } from '../../../../platform/database/list-query.ts'
import type { Parameters } from '../../../reference/parameters/index.ts'
import { matchingPerson, PSE_DAY_BEFORE, personColumns, personJoins, type RiskRow, riskOf } from './withdrawal-risk.ts'

export type Filters = z.output<typeof QueueFilters>
export type Asked = Filters & { pageIndex: number; size: number }
type Banks = Pick<Parameters, 'bank'>
type Stage = (typeof WITHDRAWAL_STAGES)[number]

interface Row extends RiskRow {
  id: string
  accountId: string
  amount: bigint
  state: TransactionState
  createdAt: Date
  payAfter: Date
  bankId: number
  accountNumber: string
  cause: (typeof REVIEW_CAUSES)[number] | null
  approvalState: ApprovalStateOfMoney
}

const STATES: Readonly<Record<Stage, readonly TransactionState[]>> = {
  review: ['IN_REVIEW'],
  held: ['HELD'],
  sent: ['SENDING', 'UNKNOWN', 'PROCESSING'],
  ended: ['COMPLETED', 'RETURNED', 'CANCELLED'],
}
const COLUMNS: Readonly<Record<(typeof QUEUE_SORTS)[number], string>> = { createdAt: 'created_at', amount: 'amount' }

export async function listWithdrawals(
  connection: Connection,
  parameters: Banks,
  { pageIndex, size, ...filters }: Asked,
  now: Date,
): Promise<Page<WithdrawalInQueue>> {
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total ${fromWithdrawals(filters)}`.execute(connection)
  const order = orderBy(COLUMNS, filters.sort, filters.order)
  const found = await sql<Row>`WITH page AS (SELECT withdrawal.* ${fromWithdrawals(filters)} ${order}
      LIMIT ${size} OFFSET ${pageIndex * size})
    SELECT page.id, page.account_id AS "accountId", page.amount, page.state, page.created_at AS "createdAt", page.pay_after AS "payAfter",
      page.bank_id AS "bankId", page.account_number AS "accountNumber", page.review_cause AS cause, page.approval_state AS "approvalState",
      ${personColumns(now, sql`'COP'`)}, ${DESTINATION}, ${PSE_DAY_BEFORE} AS deposited
    FROM page ${personJoins(sql`page.approver_id`)} ${samePageOrder(COLUMNS[filters.sort], filters.order)}`.execute(connection)
  return pageOf(
    found.rows.map((row) => shown(parameters, row)),
    counted.rows[0]?.total ?? 0,
    size,
  )
}

/** Order of the selected page. */
export function samePageOrder(column: string, order: Filters['order']): RawBuilder<unknown> {
  const direction = order === 'asc' ? sql`ASC` : sql`DESC`
  return sql`ORDER BY ${sql.ref(`page.${column}`)} ${direction}, page.id ${direction}`
}

const DESTINATION = sql`
  (SELECT max(coalesce(saved.changed_at, saved.created_at)) FROM payments.bank_account saved WHERE saved.id = page.bank_account_id)
    AS "destinationSince",
  (SELECT count(*)::int FROM payments.withdrawal paid WHERE paid.state = 'COMPLETED' AND paid.account_number = page.account_number
    AND paid.account_id = page.account_id AND paid.id <> page.id) AS "paidBefore",
  (SELECT count(DISTINCT paid.account_id)::int FROM payments.withdrawal paid WHERE paid.state = 'COMPLETED'
    AND paid.account_number = page.account_number AND paid.bank_id = page.bank_id AND paid.account_id <> page.account_id) AS "othersPaid"`

function fromWithdrawals({ stage, cause, text }: Filters): RawBuilder<unknown> {
  const part = text?.trim().toLowerCase()
  const conditions = allOf([
    stage ? sql`withdrawal.state = ANY(${STATES[stage]})` : null,
    cause ? sql`withdrawal.review_cause = ${cause}` : null,
    part ? matchingPerson(part) : null,
  ])
  return sql`FROM payments.withdrawal WHERE ${conditions}`
}

function stageOf(state: TransactionState): Stage {
  if (state === 'IN_REVIEW') return 'review'
  if (state === 'HELD') return 'held'
  return STATES.sent.includes(state) ? 'sent' : 'ended'
}

function shown({ bank }: Banks, row: Row): WithdrawalInQueue {
  const stage = stageOf(row.state)
  const isUnsent = stage === 'review' || stage === 'held'
  return {
    transactionId: row.id,
    rail: 'bank',
    userId: row.accountId,
    email: row.email,
    asset: 'COP',
    amount: formatUnits(row.amount, 2),
    state: row.state,
    stage,
    creationDate: row.createdAt.toISOString(),
    leavesAt: stage === 'held' ? row.payAfter.toISOString() : null,
    destination: `${bank(row.bankId)?.name ?? ''} ${row.accountNumber}`,
    cause: row.cause,
    aprobationState: row.approvalState,
    aprobador: row.approver,
    risk: riskOf(row, isUnsent ? row.amount : null),
  }
}
