/**
 * Administración de retiros (ADM-15): withdrawals with what speaks for and against each. The page is cut first: facts are gathered of
 * what is shown and of nothing else.
 */
import type { AssetCode } from '@tunjo/contract/money'
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
import { validate as isUuid } from 'uuid'
import type * as z from 'zod'
import type { Connection } from '../../../platform/database.ts'
import { allOf, orderBy, type Page, pageOf } from '../../../platform/list-query.ts'
import type { Parameters } from '../../parameters/index.ts'

type Filters = z.output<typeof QueueFilters>
type Asked = Filters & { pageIndex: number; size: number }
type Banks = Pick<Parameters, 'bank'>

interface Row {
  id: string
  accountId: string
  email: string
  amount: bigint
  state: TransactionState
  createdAt: Date
  payAfter: Date
  bankId: number
  accountNumber: string
  cause: (typeof REVIEW_CAUSES)[number] | null
  approvalState: ApprovalStateOfMoney
  approver: string | null
  accountSince: Date
  level: number | null
  alertKinds: number | null
  destinationSince: Date | null
  paidBefore: number
  othersPaid: number
  posted: bigint | null
  monthUsed: bigint | null
  credentialsChangedAt: Date | null
  deposited: bigint | null
}

const STATES: Readonly<Record<(typeof WITHDRAWAL_STAGES)[number], readonly TransactionState[]>> = {
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
    SELECT page.id, page.account_id AS "accountId", account.email, page.amount, page.state, page.created_at AS "createdAt",
      page.pay_after AS "payAfter", page.bank_id AS "bankId", page.account_number AS "accountNumber", page.review_cause AS cause,
      page.approval_state AS "approvalState", approver.email AS approver, account.created_at AS "accountSince",
      person.verified_level AS level, person.alert_kinds AS "alertKinds", ${FACTS(now)}
    FROM page JOIN identity.user_report account ON account.id = page.account_id
      LEFT JOIN identity.user_report approver ON approver.id = page.approver_id
      LEFT JOIN reports.person ON person.account_id = page.account_id
    ${sql`ORDER BY ${sql.ref(`page.${COLUMNS[filters.sort]}`)} ${filters.order === 'asc' ? sql`ASC` : sql`DESC`}, page.id ${
      filters.order === 'asc' ? sql`ASC` : sql`DESC`
    }`}`.execute(connection)
  return pageOf(
    found.rows.map((row) => shown(parameters, row)),
    counted.rows[0]?.total ?? 0,
    size,
  )
}

const WEEK = sql`interval '7 days'`
/** Each from an index of its own; of the rows of a page only. */
const FACTS = (now: Date) => sql`
  (SELECT max(coalesce(saved.changed_at, saved.created_at)) FROM payments.bank_account saved WHERE saved.id = page.bank_account_id)
    AS "destinationSince",
  (SELECT count(*)::int FROM payments.withdrawal paid WHERE paid.state = 'COMPLETED' AND paid.account_number = page.account_number
    AND paid.account_id = page.account_id AND paid.id <> page.id) AS "paidBefore",
  (SELECT count(DISTINCT paid.account_id)::int FROM payments.withdrawal paid WHERE paid.state = 'COMPLETED'
    AND paid.account_number = page.account_number AND paid.bank_id = page.bank_id AND paid.account_id <> page.account_id) AS "othersPaid",
  (SELECT posted FROM ledger.account book WHERE book.shard = 0 AND book.owner = page.account_id AND book.asset = 'COP') AS posted,
  (SELECT used FROM limits.month_use WHERE month_use.account_id = page.account_id AND direction = 'withdrawal'
    AND month = date_trunc('month', ${now}::timestamptz AT TIME ZONE 'America/Bogota')::date) AS "monthUsed",
  (SELECT max(hold.created_at) FROM identity.hold WHERE hold.account_id = page.account_id AND hold.created_at > ${now}::timestamptz - ${WEEK})
    AS "credentialsChangedAt",
  (SELECT sum(amount) FROM payments.deposit came WHERE came.account_id = page.account_id AND came.state = 'COMPLETED'
    AND came.ended_at > page.created_at - interval '1 day' AND came.ended_at <= page.created_at) AS deposited`

function fromWithdrawals({ stage, cause, text }: Filters): RawBuilder<unknown> {
  const part = text?.trim().toLowerCase()
  const conditions = allOf([
    stage ? sql`withdrawal.state = ANY(${STATES[stage]})` : null,
    cause ? sql`withdrawal.review_cause = ${cause}` : null,
    part ? matching(part) : null,
  ])
  return sql`FROM payments.withdrawal WHERE ${conditions}`
}

const matching = (part: string): RawBuilder<unknown> =>
  isUuid(part)
    ? sql`(withdrawal.id = ${part} OR withdrawal.account_id = ${part})`
    : sql`withdrawal.account_id IN (SELECT id FROM identity.user_report WHERE strpos(email, ${part}) > 0)`

const isUnsent = ({ state }: Row): boolean => state === 'HELD' || state === 'IN_REVIEW'

const shown = ({ bank }: Banks, row: Row): WithdrawalInQueue => ({
  transactionId: row.id,
  rail: 'bank',
  userId: row.accountId,
  email: row.email,
  asset: 'COP' satisfies AssetCode,
  amount: formatUnits(row.amount, 2),
  state: row.state,
  creationDate: row.createdAt.toISOString(),
  leavesAt: row.state === 'HELD' ? row.payAfter.toISOString() : null,
  destination: `${bank(row.bankId)?.name ?? ''} ${row.accountNumber}`,
  cause: row.cause,
  aprobationState: row.approvalState,
  aprobador: row.approver,
  risk: {
    accountSince: row.accountSince.toISOString(),
    level: row.level ?? 0,
    destinationSince: row.destinationSince?.toISOString() ?? null,
    paidBefore: row.paidBefore,
    othersPaid: row.othersPaid,
    shareOfBalance: isUnsent(row) && row.posted ? Number((row.amount * 100n) / row.posted) : null,
    monthUsed: row.monthUsed ?? 0n,
    credentialsChangedAt: row.credentialsChangedAt?.toISOString() ?? null,
    openAlerts: kindsOf(row.alertKinds ?? 0),
    depositedDayBefore: row.deposited ?? 0n,
  },
})

/** Bit n − 1 is kind n. */
const kindsOf = (bits: number): number[] => Array.from({ length: 19 }, (_, index) => index + 1).filter((kind) => (bits >> (kind - 1)) & 1)
