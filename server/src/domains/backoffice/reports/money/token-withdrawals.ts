/** Administración de retiros (ADM-15), rail of the tokens: like the banks' (withdrawals.ts), by the chain. */
import type { CryptoWithdrawalState } from '@tunjo/contract/crypto'
import { ASSETS, type AssetCode, formatUnits } from '@tunjo/contract/money'
import type {
  ApprovalStateOfMoney,
  QUEUE_SORTS,
  TokenReviewReason,
  TokenWithdrawalInQueue,
  WITHDRAWAL_STAGES,
} from '@tunjo/contract/withdrawal-queue'
import { type RawBuilder, sql } from 'kysely'
import { getAddress } from 'viem'
import type { Connection } from '../../../../platform/database/database.ts'
import { allOf, orderBy, type Page, pageOf } from '../../../../platform/database/list-query.ts'
import { matchingPerson, PSE_DAY_BEFORE, personColumns, personJoins, type RiskRow, riskOf } from './withdrawal-risk.ts'
import { type Asked, type Filters, samePageOrder } from './withdrawals.ts'

type Stage = (typeof WITHDRAWAL_STAGES)[number]

interface Row extends RiskRow {
  id: string
  accountId: string
  asset: AssetCode
  amount: bigint
  fee: bigint
  valueCop: bigint
  address: string
  alias: string
  receiverId: string | null
  reasons: TokenReviewReason[]
  sanctions: TokenWithdrawalInQueue['sanctions']
  state: CryptoWithdrawalState
  createdAt: Date
  tryAt: Date
  isApproved: boolean
}

const STATES: Readonly<Record<Stage, readonly CryptoWithdrawalState[]>> = {
  review: ['IN_REVIEW', 'UNDELIVERED'],
  held: ['REQUESTED', 'APPROVED'],
  sent: ['SIGNING', 'SENT'],
  ended: ['CONFIRMED', 'REJECTED', 'FAILED', 'CANCELLED'],
}
/** Amounts of several assets are compared by their value at the time. */
const COLUMNS: Readonly<Record<(typeof QUEUE_SORTS)[number], string>> = { createdAt: 'created_at', amount: 'value_cop' }

export async function listTokenWithdrawals(
  connection: Connection,
  { pageIndex, size, ...filters }: Asked,
  now: Date,
): Promise<Page<TokenWithdrawalInQueue>> {
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total ${fromWithdrawals(filters)}`.execute(connection)
  const order = orderBy(COLUMNS, filters.sort, filters.order)
  const found = await sql<Row>`WITH page AS (SELECT withdrawal.* ${fromWithdrawals(filters)} ${order}
      LIMIT ${size} OFFSET ${pageIndex * size})
    SELECT page.id, page.account_id AS "accountId", page.asset, page.amount, page.fee, page.value_cop AS "valueCop", page.address, page.alias,
      page.receiver_id AS "receiverId", page.review_reasons AS reasons, page.sanctions, page.state, page.created_at AS "createdAt",
      page.try_at AS "tryAt", page.checker_id IS NOT NULL AS "isApproved", ${personColumns(now, sql`page.asset`)}, ${DESTINATION},
      ${CAME_IN} AS deposited
    FROM page ${personJoins(sql`page.checker_id`)} ${samePageOrder(COLUMNS[filters.sort], filters.order)}`.execute(connection)
  return pageOf(found.rows.map(shown), counted.rows[0]?.total ?? 0, size)
}

const DESTINATION = sql`
  (SELECT saved.created_at FROM crypto.saved_address saved WHERE saved.id = page.saved_address_id) AS "destinationSince",
  (SELECT count(*)::int FROM crypto.withdrawal paid WHERE paid.state = 'CONFIRMED' AND paid.address = page.address
    AND paid.account_id = page.account_id AND paid.id <> page.id) AS "paidBefore",
  (SELECT count(DISTINCT paid.account_id)::int FROM crypto.withdrawal paid WHERE paid.state = 'CONFIRMED' AND paid.address = page.address
    AND paid.account_id <> page.account_id) AS "othersPaid"`

/** Pesos, and the same token at the value of this withdrawal. */
const CAME_IN = sql`(coalesce(${PSE_DAY_BEFORE}, 0) + coalesce((SELECT trunc(sum(came.amount) * page.value_cop / (page.amount + page.fee))
  FROM crypto.deposit came WHERE came.account_id = page.account_id AND came.asset = page.asset AND came.state = 'COMPLETED'
    AND came.created_at > page.created_at - interval '1 day' AND came.created_at <= page.created_at), 0))::numeric(78,0)`

function fromWithdrawals({ stage, cause, asset, text }: Filters): RawBuilder<unknown> {
  const part = text?.trim().toLowerCase()
  const conditions = allOf([
    stage ? sql`withdrawal.state = ANY(${STATES[stage]})` : null,
    cause ? because(cause) : null,
    asset ? sql`withdrawal.asset = ${asset}` : null,
    part ? (isAddress(part) ? sql`withdrawal.address = ${part}` : matchingPerson(part)) : null,
  ])
  return sql`FROM crypto.withdrawal WHERE ${conditions}`
}

const isAddress = (part: string): boolean => /^0x[0-9a-f]{40}$/.test(part)

/** An address that was listed later is not among the reasons of its request. */
const because = (cause: NonNullable<Filters['cause']>): RawBuilder<unknown> =>
  cause === 'sanctions'
    ? sql`('sanctions' = ANY(withdrawal.review_reasons) OR withdrawal.sanctions = 'listed')`
    : sql`${cause} = ANY(withdrawal.review_reasons)`

function stageOf(state: CryptoWithdrawalState): Stage {
  if (STATES.review.includes(state)) return 'review'
  if (STATES.held.includes(state)) return 'held'
  return STATES.sent.includes(state) ? 'sent' : 'ended'
}

function approvalOf({ state, isApproved }: Row): ApprovalStateOfMoney {
  if (state === 'IN_REVIEW' || state === 'UNDELIVERED') return 'PENDING'
  if (state === 'REJECTED') return 'REJECTED'
  return isApproved ? 'APPROVED' : 'AUTOMATIC'
}

function shown(row: Row): TokenWithdrawalInQueue {
  const { asset, amount, fee, reasons, sanctions } = row
  const stage = stageOf(row.state)
  const isUnsent = row.state === 'IN_REVIEW' || stage === 'held'
  const text = (units: bigint) => formatUnits(units, ASSETS[asset].scale)
  return {
    transactionId: row.id,
    rail: 'token',
    userId: row.accountId,
    email: row.email,
    asset,
    amount: text(amount),
    state: row.state,
    stage,
    creationDate: row.createdAt.toISOString(),
    leavesAt: stage === 'held' ? row.tryAt.toISOString() : null,
    destination: getAddress(row.address),
    reasons: sanctions === 'listed' ? [...new Set([...reasons, 'sanctions' as const])] : reasons,
    fee: text(fee),
    valueCop: row.valueCop,
    alias: row.alias,
    receiverId: row.receiverId,
    sanctions,
    aprobationState: approvalOf(row),
    aprobador: row.approver,
    risk: riskOf(row, isUnsent ? amount + fee : null),
  }
}
