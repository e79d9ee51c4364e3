/** SQL of withdrawals. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import type { ComparisonRecord } from '../deposits/deposit-store.ts'
import type { PayoutOrder } from '../providers/payout.ts'
import type { AccountType } from '../types.ts'
import { APPROVED_ALONE, approvedSince } from './flow-of-day.ts'
import type { ReviewCause } from './review-rules.ts'
import type { WithdrawalState } from './states.ts'

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
  /** Time of its first attempt, refused or not. */
  firstTriedAt: Date | null
  firstSentAt: Date | null
  lastSentAt: Date | null
  /** Start of the period in which every answer of the provider denies the payment. */
  unpaidSeenAt: Date | null
  createdAt: Date
  endedAt: Date | null
  seal: string | null
  /** Time before which it is not sent; null for one that ended before there were seals. */
  sendableFrom: Date | null
  reviewSeal: string | null
  makerId: string | null
  checkerId: string | null
  approvalSeal: string | null
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

/** Newest other withdrawal that the provider reported as paid. Its record may lack the id of the payout. */
export async function lastPaid(connection: Connection, exceptId: string): Promise<WithdrawalRow | null> {
  const found = await sql<WithdrawalRow>`SELECT ${COLUMNS} FROM payments.withdrawal WHERE state = 'COMPLETED' AND last_sent_at IS NOT NULL
    AND id <> ${exceptId} ORDER BY ended_at DESC, id LIMIT 1`.execute(connection)
  return found.rows[0] ?? null
}

const COMPARED_AT = sql`coalesce(record_checked_at, ended_at)`

/** Completed withdrawals that were compared with their record before `checkedBefore`; both bounds are of the index, as for deposits. */
export async function withdrawalsToCompare(
  connection: Connection,
  { since, checkedBefore, limit }: { since: Date; checkedBefore: Date; limit: number },
): Promise<WithdrawalRow[]> {
  const found = await sql<WithdrawalRow>`SELECT ${COLUMNS} FROM payments.withdrawal WHERE state = 'COMPLETED' AND last_sent_at IS NOT NULL
    AND ${COMPARED_AT} > ${since} AND ${COMPARED_AT} <= ${checkedBefore} ORDER BY ${COMPARED_AT}, id LIMIT ${limit}`.execute(connection)
  return found.rows
}

export async function markCompared(connection: Connection, id: string, { at, unreadAt }: ComparisonRecord): Promise<void> {
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

/** Sum in cents that one officer approved within a day without a second one. Decisions of that kind serialise here until they are committed. */
export async function approvedAlone(tx: Transaction, makerId: string, now: Date): Promise<bigint> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('payments.approved_alone', 0))`.execute(tx)
  const since = new Date(now.getTime() - DAY_MS)
  const summed = await sql<{ sum: string }>`SELECT coalesce(sum(amount), 0)::text AS sum
    FROM payments.withdrawal AS withdrawal, (SELECT ${since}::timestamptz AS since) AS asked
    WHERE maker_id = ${makerId} AND ${sql.raw(APPROVED_ALONE)} AND state NOT IN ('RETURNED', 'CANCELLED')
      AND ${sql.raw(approvedSince('asked.since'))}`.execute(tx)
  return BigInt(summed.rows[0]?.sum ?? '0')
}

/** Lock withdrawals in the order of their ids, so that two decisions about the same ones do not deadlock. */
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

/** Record the time of the last attempt, for the schedule of checks. Whether something may have been paid is decided by its attempts. */
export async function recordAttempt(tx: Transaction, id: string, at: Date): Promise<void> {
  await sql`UPDATE payments.withdrawal SET last_sent_at = ${at} WHERE id = ${id}`.execute(tx)
}

/** Withdrawals that have not ended, or were paid within a day. */
export async function idsAwaitingBurn(connection: Connection, now: Date): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM payments.withdrawal
    WHERE ended_at IS NULL OR (state = 'COMPLETED' AND ended_at > ${now}::timestamptz - interval '1 day')`.execute(connection)
  return found.rows.map(({ id }) => id)
}

/** Withdrawals that have not ended, oldest first. */
export async function openWithdrawals(connection: Connection, limit: number): Promise<WithdrawalRow[]> {
  const found = await sql<WithdrawalRow>`SELECT ${COLUMNS} FROM payments.withdrawal WHERE ended_at IS NULL
    ORDER BY created_at, id LIMIT ${limit}`.execute(connection)
  return found.rows
}
