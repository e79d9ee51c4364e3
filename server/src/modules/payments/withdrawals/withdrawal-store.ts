/** SQL of withdrawals. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database.ts'
import type { DayFlow } from '../../limits/index.ts'
import type { BankAccountRow } from '../accounts/account-store.ts'
import type { ComparisonNote } from '../deposits/deposit-store.ts'
import type { PayoutOrder } from '../providers/payout.ts'
import type { AccountType } from '../types.ts'
import type { ReviewCause } from './review-rules.ts'
import { WITHDRAWAL_STATES, type WithdrawalState } from './states.ts'

type Payee = PayoutOrder['payee']

const DAY_MS = 24 * 3_600_000

export interface WithdrawalRow {
  id: string
  accountId: string
  requestHash: string
  bankId: number
  accountAlias: string
  accountType: AccountType
  accountNumber: string
  amount: bigint
  payee: Payee
  state: WithdrawalState
  reviewCause: ReviewCause | null
  payoutId: string | null
  payAfter: Date
  /** Of its first attempt ever, refused or not: how long it has been tried. */
  firstTriedAt: Date | null
  firstSentAt: Date | null
  lastSentAt: Date | null
  /** Since when the provider says without interruption that it was not paid. */
  unpaidSeenAt: Date | null
  createdAt: Date
  endedAt: Date | null
  seal: string | null
  /** Nothing of it is sent before; null of one from before the seals that had ended. */
  sendableFrom: Date | null
  reviewSeal: string | null
  makerId: string | null
  checkerId: string | null
  approvalSeal: string | null
}
export interface NewWithdrawal {
  id: string
  accountId: string
  requestHash: string
  account: BankAccountRow
  amount: bigint
  payee: Payee
  payAfter: Date
  seal: string
  createdAt: Date
}

const COLUMNS = sql`id, account_id AS "accountId", request_hash AS "requestHash", bank_id AS "bankId",
  account_alias AS "accountAlias", account_type AS "accountType",
  account_number AS "accountNumber", amount, payee, state, review_cause AS "reviewCause", payout_id AS "payoutId", pay_after AS "payAfter",
  first_tried_at AS "firstTriedAt", first_sent_at AS "firstSentAt", last_sent_at AS "lastSentAt", unpaid_seen_at AS "unpaidSeenAt", created_at AS "createdAt", ended_at AS "endedAt",
  seal, sendable_from AS "sendableFrom", review_seal AS "reviewSeal", maker_id AS "makerId", checker_id AS "checkerId",
  approval_seal AS "approvalSeal"`

export async function findWithdrawal(connection: Connection, id: string): Promise<WithdrawalRow | null> {
  const found = await sql<WithdrawalRow>`SELECT ${COLUMNS} FROM payments.withdrawal WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}

export async function findWithdrawalOfPayout(connection: Connection, payoutId: string): Promise<WithdrawalRow | null> {
  const found = await sql<WithdrawalRow>`SELECT ${COLUMNS} FROM payments.withdrawal WHERE payout_id = ${payoutId}`.execute(connection)
  return found.rows[0] ?? null
}

/** The newest that the provider says it paid, beside this one. Its record may leave the id of the payout out. */
export async function lastPaid(connection: Connection, exceptId: string): Promise<WithdrawalRow | null> {
  const found = await sql<WithdrawalRow>`SELECT ${COLUMNS} FROM payments.withdrawal WHERE state = 'COMPLETED' AND last_sent_at IS NOT NULL
    AND id <> ${exceptId} ORDER BY ended_at DESC, id LIMIT 1`.execute(connection)
  return found.rows[0] ?? null
}

const COMPARED_AT = sql`coalesce(record_checked_at, ended_at)`

/** Completed, and compared with their record before `checkedBefore`; both bounds are of the index, as for deposits. */
export async function withdrawalsToCompare(
  connection: Connection,
  { since, checkedBefore, limit }: { since: Date; checkedBefore: Date; limit: number },
): Promise<WithdrawalRow[]> {
  const found = await sql<WithdrawalRow>`SELECT ${COLUMNS} FROM payments.withdrawal WHERE state = 'COMPLETED' AND last_sent_at IS NOT NULL
    AND ${COMPARED_AT} > ${since} AND ${COMPARED_AT} <= ${checkedBefore} ORDER BY ${COMPARED_AT}, id LIMIT ${limit}`.execute(connection)
  return found.rows
}

export async function noteWithdrawalCompared(connection: Connection, id: string, { at, unreadAt }: ComparisonNote): Promise<void> {
  await sql`UPDATE payments.withdrawal SET record_checked_at = ${at === 'never' ? 'infinity' : at},
      record_unread_since = CASE WHEN ${unreadAt}::timestamptz IS NULL THEN NULL ELSE coalesce(record_unread_since, ${unreadAt}::timestamptz) END
    WHERE id = ${id}`.execute(connection)
}

export async function knownAmong(connection: Connection, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await sql<{ id: string }>`SELECT id FROM payments.withdrawal WHERE id = ANY(${ids}::uuid[])`.execute(connection)
  return new Set(found.rows.map(({ id }) => id))
}

export async function heldWithdrawalsOf(connection: Connection, accountId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM payments.withdrawal WHERE account_id = ${accountId}
    AND state IN ('HELD', 'IN_REVIEW')`.execute(connection)
  return found.rows.map(({ id }) => id)
}

export async function lockWithdrawal(tx: Transaction, id: string): Promise<WithdrawalRow | null> {
  const found = await sql<WithdrawalRow>`SELECT ${COLUMNS} FROM payments.withdrawal WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

export async function insertWithdrawal(tx: Transaction, withdrawal: NewWithdrawal): Promise<WithdrawalRow> {
  const { id, accountId, requestHash, account, amount, payee, payAfter, seal, createdAt } = withdrawal
  const inserted = await sql<WithdrawalRow>`INSERT INTO payments.withdrawal (id, account_id, request_hash, bank_account_id, bank_id,
      account_alias, account_type, account_number, amount, payee, state, pay_after, sendable_from, seal, created_at)
    VALUES (${id}, ${accountId}, ${requestHash}, ${account.id}, ${account.bankId}, ${account.alias}, ${account.accountType},
      ${account.number}, ${amount}, ${JSON.stringify(payee)}, ${WITHDRAWAL_STATES.initial}, ${payAfter}, ${payAfter}, ${seal},
      ${createdAt})
    RETURNING ${COLUMNS}`.execute(tx)
  const [row] = inserted.rows
  if (!row) throw new Error('an INSERT with RETURNING answers its row')
  return row
}

const APPROVED_ALONE = sql`(approval_state = 'APPROVED' AND checker_id IS NULL)`

/** Of one that was let go within a day. */
const lately = (since: Date) => sql`EXISTS (SELECT FROM payments.state_history AS step WHERE step.machine = ${WITHDRAWAL_STATES.name}
  AND step.subject_id = withdrawal.id::text AND step.from_state = 'IN_REVIEW' AND step.to_state = 'HELD' AND step.at > ${since})`

interface FlowOfDay extends DayFlow {
  readonly unseen: bigint
  readonly waiting: bigint
}

/**
 * What came in and what was asked to go out within a day, pesos and tokens, this withdrawal included. Of withdrawals of pesos, `unseen`: what no two officers looked at
 * and was asked for, or let go by one, within it; `waiting`: what one officer may still let go alone. Cents. Who asks and who lets go wait here for each other until they
 * are committed.
 */
export async function flowOfDay(tx: Transaction, accountId: string, now: Date): Promise<FlowOfDay> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('payments.flow ' || ${accountId}::text, 0))`.execute(tx)
  const since = new Date(now.getTime() - DAY_MS)
  const all = sql`FROM payments.withdrawal AS withdrawal WHERE account_id = ${accountId} AND state NOT IN ('RETURNED', 'CANCELLED')`
  const flow = sql`FROM (SELECT account_id, direction, value_cop, at FROM payments.money_flow
    UNION ALL SELECT account_id, direction, value_cop, at FROM crypto.money_flow) AS flow WHERE account_id = ${accountId} AND at > ${since}`
  const summed = await sql<{ cameIn: string; isCameInUnknown: boolean; goesOut: string; unseen: string; waiting: string }>`SELECT
    (SELECT coalesce(sum(value_cop), 0)::text ${flow} AND direction = 'in') AS "cameIn",
    EXISTS (SELECT ${flow} AND direction = 'in' AND value_cop IS NULL) AS "isCameInUnknown",
    (SELECT coalesce(sum(value_cop), 0)::text ${flow} AND direction = 'out') AS "goesOut",
    (SELECT coalesce(sum(amount), 0)::text ${all} AND (review_cause IS NULL AND created_at > ${since}
      OR ${APPROVED_ALONE} AND ${lately(since)})) AS unseen,
    (SELECT coalesce(sum(amount), 0)::text ${all} AND state = 'IN_REVIEW' AND review_cause <> 'large' AND created_at > ${since}) AS waiting
    `.execute(tx)
  const { cameIn = '0', isCameInUnknown = false, goesOut = '0', unseen = '0', waiting = '0' } = summed.rows[0] ?? {}
  return { cameIn: BigInt(cameIn), isCameInUnknown, goesOut: BigInt(goesOut), unseen: BigInt(unseen), waiting: BigInt(waiting) }
}

/** What one officer let go within a day without a second one, in cents. Decisions of that kind wait here for each other until they are committed. */
export async function approvedAlone(tx: Transaction, makerId: string, now: Date): Promise<bigint> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('payments.approved_alone', 0))`.execute(tx)
  const since = new Date(now.getTime() - DAY_MS)
  const summed = await sql<{ sum: string }>`SELECT coalesce(sum(amount), 0)::text AS sum FROM payments.withdrawal AS withdrawal
    WHERE maker_id = ${makerId} AND ${APPROVED_ALONE} AND state NOT IN ('RETURNED', 'CANCELLED') AND ${lately(since)}`.execute(tx)
  return BigInt(summed.rows[0]?.sum ?? '0')
}

/** In the order of their ids, so that two decisions about the same never wait for each other in a circle. */
export async function lockWithdrawals(tx: Transaction, ids: readonly string[]): Promise<WithdrawalRow[]> {
  const found = await sql<WithdrawalRow>`SELECT ${COLUMNS} FROM payments.withdrawal WHERE id = ANY(${ids}::uuid[])
    ORDER BY id FOR UPDATE`.execute(tx)
  return found.rows
}

export async function findWithdrawals(connection: Connection, ids: readonly string[]): Promise<WithdrawalRow[]> {
  const found = await sql<WithdrawalRow>`SELECT ${COLUMNS} FROM payments.withdrawal WHERE id = ANY(${ids}::uuid[]) ORDER BY id`.execute(
    connection,
  )
  return found.rows
}

/** When it was last sent, for the schedule of looking: what may have been paid is said by its attempts. */
export async function noteAttempt(tx: Transaction, id: string, at: Date): Promise<void> {
  await sql`UPDATE payments.withdrawal SET last_sent_at = ${at} WHERE id = ${id}`.execute(tx)
}

/** Not ended; oldest first. */
export async function openWithdrawals(connection: Connection, limit: number): Promise<WithdrawalRow[]> {
  const found = await sql<WithdrawalRow>`SELECT ${COLUMNS} FROM payments.withdrawal WHERE ended_at IS NULL
    ORDER BY created_at, id LIMIT ${limit}`.execute(connection)
  return found.rows
}
