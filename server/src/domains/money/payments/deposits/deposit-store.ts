/** SQL of deposits. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import type { BankAccountRow } from '../accounts/account-store.ts'
import type { PsePayment } from '../providers/pse.ts'
import { DEPOSIT_STATES, type DepositState } from './states.ts'

type Payer = PsePayment['payer']
/** TRANSFER: pesos received in the collection account (transfers/). */
export type DepositMethod = 'PSE' | 'TRANSFER'

export interface DepositRow {
  id: string
  accountId: string
  requestHash: string
  bankId: number
  amount: bigint
  method: DepositMethod
  payer: Payer
  state: DepositState
  isOfOtherPayer: boolean
  /** True for a payment that two officers booked: its anomaly is compared with the provider's record. */
  isBooked: boolean
  providerTransactionId: string | null
  paymentUrl: string | null
  createdAt: Date
  endedAt: Date | null
  seal: string | null
}
export interface NewDeposit {
  id: string
  accountId: string
  requestHash: string
  account: BankAccountRow
  amount: bigint
  payer: Payer
  termsAcceptedAt: Date | null
  seal: string
  createdAt: Date
}

const COLUMNS = sql`id, account_id AS "accountId", request_hash AS "requestHash", bank_id AS "bankId", amount, method, payer, state,
  is_of_other_payer AS "isOfOtherPayer", is_booked AS "isBooked", provider_transaction_id AS "providerTransactionId", payment_url AS "paymentUrl", created_at AS "createdAt", ended_at AS "endedAt",
  seal`

export async function findDeposit(connection: Connection, id: string): Promise<DepositRow | null> {
  const found = await sql<DepositRow>`SELECT ${COLUMNS} FROM payments.deposit WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}

/**
 * A deposit that waits for its link, so that it cannot have been paid. A repeated request without a key means this one, since a second
 * one would count in the month twice.
 */
export async function findUnlinkedDeposit(tx: Transaction, accountId: string, requestHash: string): Promise<DepositRow | null> {
  const found = await sql<DepositRow>`SELECT ${COLUMNS} FROM payments.deposit
    WHERE account_id = ${accountId} AND request_hash = ${requestHash} AND state = 'PENDING' AND payment_url IS NULL
    ORDER BY created_at DESC LIMIT 1`.execute(tx)
  return found.rows[0] ?? null
}

export async function countPending(tx: Transaction, accountId: string): Promise<number> {
  const counted = await sql<{ open: number }>`SELECT count(*)::int AS open FROM payments.deposit
    WHERE account_id = ${accountId} AND state = 'PENDING'`.execute(tx)
  return counted.rows[0]?.open ?? 0
}

export async function lockDeposit(tx: Transaction, id: string): Promise<DepositRow | null> {
  const found = await sql<DepositRow>`SELECT ${COLUMNS} FROM payments.deposit WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

export async function insertDeposit(tx: Transaction, deposit: NewDeposit): Promise<DepositRow> {
  const { id, accountId, requestHash, account, amount, payer, termsAcceptedAt, seal, createdAt } = deposit
  const inserted =
    await sql<DepositRow>`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type,
      account_number, amount, payer, terms_accepted_at, state, created_at, seal)
    VALUES (${id}, ${accountId}, ${requestHash}, ${account.id}, ${account.bankId}, ${account.alias}, ${account.accountType},
      ${account.number}, ${amount}, ${JSON.stringify(payer)}, ${termsAcceptedAt}, ${DEPOSIT_STATES.initial}, ${createdAt}, ${seal})
    RETURNING ${COLUMNS}`.execute(tx)
  const [row] = inserted.rows
  if (!row) throw new Error('an INSERT with RETURNING answers its row')
  return row
}

export interface NewTransferDeposit {
  id: string
  accountId: string
  amount: bigint
  /** The collection account that received it. */
  account: Pick<BankAccountRow, 'bankId' | 'alias' | 'accountType' | 'number'>
  /** The bank's reference of the payment. */
  bankReference: string
  createdAt: Date
  /** True also when the bank names no person. */
  isOfOtherPayer: boolean
  seal: string
}

/**
 * Insert the deposit of a transfer. Its statement line serves as the provider's transaction, since banks repeat their own references.
 * `payer` is empty: the payer is in the bank's statement, and may be another person.
 */
export async function insertTransferDeposit(tx: Transaction, deposit: NewTransferDeposit): Promise<DepositRow> {
  const { id, accountId, amount, account, bankReference, createdAt, isOfOtherPayer, seal } = deposit
  const inserted =
    await sql<DepositRow>`INSERT INTO payments.deposit (id, account_id, method, request_hash, bank_id, account_alias, account_type,
      account_number, amount, payer, provider_transaction_id, bank_reference, state, created_at, is_of_other_payer, seal)
    VALUES (${id}, ${accountId}, 'TRANSFER', '', ${account.bankId}, ${account.alias}, ${account.accountType}, ${account.number}, ${amount}, '{}',
      ${id}, ${bankReference}, ${DEPOSIT_STATES.initial}, ${createdAt}, ${isOfOtherPayer}, ${seal})
    RETURNING ${COLUMNS}`.execute(tx)
  const [row] = inserted.rows
  if (!row) throw new Error('an INSERT with RETURNING answers its row')
  return row
}

export interface NewBookedDeposit {
  readonly id: string
  readonly accountId: string
  readonly amount: bigint
  /** Id of the deposit whose reference the payment has; null when there is none. */
  readonly referenceId: string | null
  readonly isOfOtherPayer: boolean
  readonly seal: string
  readonly createdAt: Date
}
/** Its bank account is that of the deposit with its reference, else the customer's last saved one. Null when there is none. */
export async function insertBookedDeposit(tx: Transaction, deposit: NewBookedDeposit): Promise<DepositRow | null> {
  const { id, accountId, amount, referenceId, isOfOtherPayer, seal, createdAt } = deposit
  const inserted =
    await sql<DepositRow>`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias,
      account_type, account_number, amount, payer, state, created_at, is_of_other_payer, is_booked, seal)
    SELECT ${id}, ${accountId}, '', bank_account_id, bank_id, account_alias, account_type, account_number, ${amount}, '{}', ${DEPOSIT_STATES.initial},
      ${createdAt}, ${isOfOtherPayer}, true, ${seal}
    FROM (SELECT bank_account_id, bank_id, account_alias, account_type, account_number, 0 AS place, created_at FROM payments.deposit
        WHERE id = ${referenceId} AND account_id = ${accountId} AND method = 'PSE'
      UNION ALL
      SELECT id, bank_id, alias, account_type, number, 1, created_at FROM payments.bank_account WHERE account_id = ${accountId}) AS known
    ORDER BY place, created_at DESC LIMIT 1
    RETURNING ${COLUMNS}`.execute(tx)
  return inserted.rows[0] ?? null
}

/** The subset of these provider transactions whose pesos are in the books. */
export async function receivedAmong(connection: Connection, transactionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await sql<{ id: string }>`SELECT provider_transaction_id AS id FROM payments.deposit
    WHERE provider_transaction_id = ANY(${transactionIds}) AND state IN ('IN_REVIEW', 'COMPLETED', 'RETURNED')`.execute(connection)
  return new Set(found.rows.map(({ id }) => id))
}

/** Deposits whose pesos arrived with this transaction: several when two officers ended the credit of an earlier one. */
export async function receivedWith(connection: Connection, transactionId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM payments.deposit
    WHERE provider_transaction_id = ${transactionId} AND state IN ('IN_REVIEW', 'COMPLETED', 'RETURNED')`.execute(connection)
  return found.rows.map(({ id }) => id)
}

/** Deposits that have not ended, oldest first. */
export async function openDeposits(connection: Connection, limit: number): Promise<DepositRow[]> {
  const found = await sql<DepositRow>`SELECT ${COLUMNS} FROM payments.deposit WHERE ended_at IS NULL
    ORDER BY created_at, id LIMIT ${limit}`.execute(connection)
  return found.rows
}

export interface DepositInReview {
  transactionId: string
  accountId: string
  amount: bigint
  createdAt: Date
  reason: string
  providerTransactionId: string
}

/** One page, the oldest first, with the number of all. */
export async function listInReview(
  connection: Connection,
  { offset, size }: { readonly offset: number; readonly size: number },
): Promise<{ rows: DepositInReview[]; total: number }> {
  const found = await sql<DepositInReview>`SELECT id AS "transactionId", account_id AS "accountId", amount, created_at AS "createdAt",
      reason, CASE method WHEN 'TRANSFER' THEN bank_reference ELSE provider_transaction_id END AS "providerTransactionId"
    FROM payments.deposit WHERE state = 'IN_REVIEW' ORDER BY created_at, id LIMIT ${size} OFFSET ${offset}`.execute(connection)
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM payments.deposit WHERE state = 'IN_REVIEW'`.execute(
    connection,
  )
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/**
 * Bind a deposit that was not credited to a transaction, replacing an earlier one. The caller has locked the row, and the provider's record
 * has its reference: another deposit that was bound to it and received nothing is unbound.
 */
export async function bindTransaction(
  tx: Transaction,
  id: string,
  { transactionId, paymentUrl, bankReference }: { transactionId: string; paymentUrl: string | null; bankReference: string | null },
): Promise<void> {
  await sql`UPDATE payments.deposit SET provider_transaction_id = NULL WHERE provider_transaction_id = ${transactionId} AND id <> ${id}
    AND method = 'PSE' AND state IN ('PENDING', 'FAILED', 'EXPIRED')`.execute(tx)
  await sql`UPDATE payments.deposit SET provider_transaction_id = ${transactionId},
      payment_url = COALESCE(${paymentUrl}, payment_url), bank_reference = COALESCE(${bankReference}, bank_reference)
    WHERE id = ${id}`.execute(tx)
}

export async function saveOtherPayer(tx: Transaction, id: string, payer: { name: string; document: string }): Promise<void> {
  await sql`UPDATE payments.deposit SET is_of_other_payer = true, other_payer = ${JSON.stringify(payer)} WHERE id = ${id}`.execute(tx)
}

/** Transaction of the newest other PSE deposit that the provider reports as paid. */
export async function lastReceived(connection: Connection, exceptId: string): Promise<string | null> {
  const found = await sql<{ id: string }>`SELECT provider_transaction_id AS id FROM payments.deposit
    WHERE method = 'PSE' AND state = 'COMPLETED' AND provider_transaction_id IS NOT NULL AND id <> ${exceptId}
    ORDER BY ended_at DESC, id LIMIT 1`.execute(connection)
  return found.rows[0]?.id ?? null
}

/** Time of the last comparison with the record, else of the deposit's end or creation. */
const COMPARED_AT = sql`coalesce(record_checked_at, ended_at, created_at)`

/**
 * PSE deposits whose pesos are in the books and whose record was compared before `checkedBefore`; none whose last comparison is older than
 * `since`. Both bounds are of the index, so that no older row is visited.
 */
export async function depositsToCompare(
  connection: Connection,
  { since, checkedBefore, limit }: { since: Date; checkedBefore: Date; limit: number },
): Promise<DepositRow[]> {
  const found =
    await sql<DepositRow>`SELECT ${COLUMNS} FROM payments.deposit WHERE method = 'PSE' AND state IN ('COMPLETED', 'IN_REVIEW') AND NOT is_booked
    AND ${COMPARED_AT} > ${since} AND ${COMPARED_AT} <= ${checkedBefore} ORDER BY ${COMPARED_AT}, id LIMIT ${limit}`.execute(connection)
  return found.rows
}

/** `never`: it is not compared any more. `unreadAt`: when its record could not be read; null when it was read. */
export interface ComparisonRecord {
  readonly at: Date | 'never'
  readonly unreadAt: Date | null
}

export async function recordDepositCompared(connection: Connection, id: string, { at, unreadAt }: ComparisonRecord): Promise<void> {
  await sql`UPDATE payments.deposit SET record_checked_at = ${at === 'never' ? 'infinity' : at},
      record_unread_since = CASE WHEN ${unreadAt}::timestamptz IS NULL THEN NULL ELSE coalesce(record_unread_since, ${unreadAt}::timestamptz) END
    WHERE id = ${id}`.execute(connection)
}

/** Save the provider's answer about its transaction, while the deposit is not bound to another one. */
export async function saveTransaction(
  connection: Connection,
  id: string,
  { transactionId, paymentUrl, bankReference }: { transactionId: string; paymentUrl: string | null; bankReference: string | null },
): Promise<void> {
  await sql`UPDATE payments.deposit SET provider_transaction_id = ${transactionId},
      payment_url = COALESCE(${paymentUrl}, payment_url), bank_reference = COALESCE(${bankReference}, bank_reference)
    WHERE id = ${id} AND (provider_transaction_id IS NULL OR provider_transaction_id = ${transactionId})`.execute(connection)
}
