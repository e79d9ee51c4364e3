/** SQL of withdrawals. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database.ts'
import type { BankAccountRow } from '../accounts/account-store.ts'
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
  isKeyUsed: boolean
  createdAt: Date
  endedAt: Date | null
}
export interface NewWithdrawal {
  id: string
  accountId: string
  requestHash: string
  account: BankAccountRow
  amount: bigint
  payee: Payee
  payAfter: Date
  createdAt: Date
}

const COLUMNS = sql`id, account_id AS "accountId", request_hash AS "requestHash", bank_id AS "bankId",
  account_alias AS "accountAlias", account_type AS "accountType",
  account_number AS "accountNumber", amount, payee, state, review_cause AS "reviewCause", payout_id AS "payoutId", pay_after AS "payAfter",
  first_tried_at AS "firstTriedAt", first_sent_at AS "firstSentAt", last_sent_at AS "lastSentAt", is_key_used AS "isKeyUsed", created_at AS "createdAt",
  ended_at AS "endedAt"`

export async function findWithdrawal(connection: Connection, id: string): Promise<WithdrawalRow | null> {
  const found = await sql<WithdrawalRow>`SELECT ${COLUMNS} FROM payments.withdrawal WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}

export async function findWithdrawalOfPayout(connection: Connection, payoutId: string): Promise<WithdrawalRow | null> {
  const found = await sql<WithdrawalRow>`SELECT ${COLUMNS} FROM payments.withdrawal WHERE payout_id = ${payoutId}`.execute(connection)
  return found.rows[0] ?? null
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
  const { id, accountId, requestHash, account, amount, payee, payAfter, createdAt } = withdrawal
  const inserted = await sql<WithdrawalRow>`INSERT INTO payments.withdrawal (id, account_id, request_hash, bank_account_id, bank_id,
      account_alias, account_type, account_number, amount, payee, state, pay_after, created_at)
    VALUES (${id}, ${accountId}, ${requestHash}, ${account.id}, ${account.bankId}, ${account.alias}, ${account.accountType},
      ${account.number}, ${amount}, ${JSON.stringify(payee)}, ${WITHDRAWAL_STATES.initial}, ${payAfter}, ${createdAt})
    RETURNING ${COLUMNS}`.execute(tx)
  const [row] = inserted.rows
  if (!row) throw new Error('an INSERT with RETURNING answers its row')
  return row
}

/** What came in by PSE and what was asked to go out within a day, this withdrawal included. Cents. */
export async function flowOfDay(
  tx: Transaction,
  accountId: string,
  now: Date,
): Promise<{ cameIn: bigint; goesOut: bigint; unseen: bigint }> {
  const since = new Date(now.getTime() - DAY_MS)
  const out = sql`FROM payments.withdrawal WHERE account_id = ${accountId} AND created_at > ${since} AND state NOT IN ('RETURNED', 'CANCELLED')`
  const summed = await sql<{ cameIn: string; goesOut: string; unseen: string }>`SELECT
    (SELECT coalesce(sum(amount), 0)::text FROM payments.deposit
      WHERE account_id = ${accountId} AND state = 'COMPLETED' AND ended_at > ${since}) AS "cameIn",
    (SELECT coalesce(sum(amount), 0)::text ${out}) AS "goesOut",
    (SELECT coalesce(sum(amount), 0)::text ${out} AND review_cause IS NULL) AS unseen`.execute(tx)
  const { cameIn = '0', goesOut = '0', unseen = '0' } = summed.rows[0] ?? {}
  return { cameIn: BigInt(cameIn), goesOut: BigInt(goesOut), unseen: BigInt(unseen) }
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

/** A repeated attempt: before it is made, so that a process that dies in it leaves a row that says it may have been paid. */
export async function noteAttempt(tx: Transaction, id: string, at: Date): Promise<void> {
  await sql`UPDATE payments.withdrawal SET last_sent_at = ${at} WHERE id = ${id}`.execute(tx)
}

/** The attempt of `sentAt` was surely refused: the last one that may have been paid is the one before, unless another came since. */
export async function forgetAttempt(
  connection: Connection,
  id: string,
  { sentAt, lastSentAt }: { sentAt: Date; lastSentAt: Date | null },
): Promise<void> {
  await sql`UPDATE payments.withdrawal SET last_sent_at = ${lastSentAt} WHERE id = ${id} AND last_sent_at = ${sentAt}`.execute(connection)
}

/** Who rejected it; its end is written by the move that follows. */
export async function noteRejection(tx: Transaction, id: string, officerId: string): Promise<void> {
  await sql`UPDATE payments.withdrawal SET approval_state = 'REJECTED', approver_id = ${officerId} WHERE id = ${id}`.execute(tx)
}

export async function markKeyUsed(tx: Transaction, id: string): Promise<void> {
  await sql`UPDATE payments.withdrawal SET is_key_used = true WHERE id = ${id}`.execute(tx)
}
