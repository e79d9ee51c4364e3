/** SQL of the lines of bank statements, and of refunds. */
import type { LineCause, StatementLineState } from '@tunjo/contract/bank-statements'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { type Page, pageOf } from '../../../../platform/database/list-query.ts'
import type { EvidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import { lineText } from '../sealed-texts.ts'
import { LINE_STATES } from './line-states.ts'
import type { Payer } from './payer.ts'
import type { ParsedLine } from './statement-file.ts'

export interface LineRow {
  readonly id: string
  readonly bankId: string
  readonly bookedOn: string
  readonly amount: bigint
  readonly reference: string
  readonly description: string
  readonly payer: Payer
  readonly state: StatementLineState
  readonly cause: LineCause | null
  /** Seal of the import; null when the row was not written by the product, or before seals existed. */
  readonly seal: string | null
}

const COLUMNS = sql`id, bank_id AS "bankId", to_char(booked_on, 'YYYY-MM-DD') AS "bookedOn", amount, reference, description, payer, state,
  cause, seal`

/** Insert the lines that no earlier statement had, and return them: by its key each line is taken only once. */
export async function insertLines(
  tx: Transaction,
  statementId: string,
  { lines, at, seals }: { lines: readonly ParsedLine[]; at: Date; seals: EvidenceSeals },
): Promise<LineRow[]> {
  const identified = lines.map((line) => ({ ...line, id: newId() }))
  const rows = identified.map(({ id, key, rowNumber, bankId, bookedOn, amount, reference, description, payer }) => ({
    id,
    key,
    row_number: rowNumber,
    bank_id: bankId,
    booked_on: bookedOn,
    amount: String(amount),
    reference,
    description,
    payer,
    seal: seals.seal(lineText({ id, bankId, bookedOn, amount, reference, description, payer })),
  }))
  const inserted = await sql<LineRow>`INSERT INTO payments.statement_line
      (id, key, statement_id, row_number, bank_id, booked_on, amount, reference, description, payer, seal, state, created_at)
    SELECT id, key, ${statementId}, row_number, bank_id, booked_on, amount, reference, description, payer, seal, 'PENDING', ${at}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS line
      (id uuid, key text, row_number int, bank_id text, booked_on date, amount numeric, reference text, description text, payer jsonb,
        seal text)
    ON CONFLICT (key) DO NOTHING RETURNING ${COLUMNS}`.execute(tx)
  return inserted.rows
}

export interface KnownLine {
  readonly key: string
  readonly amount: bigint
}
export async function knownAmong(connection: Connection, keys: readonly string[]): Promise<KnownLine[]> {
  const found = await sql<KnownLine>`SELECT key, amount FROM payments.statement_line WHERE key = ANY(${[...keys]})`.execute(connection)
  return found.rows
}

/** Names of a line at the bank: its day, running number and own id, or its own id alone. */
export const bankNamesOf = ({ bankId }: Pick<LineRow, 'bankId'>): string[] => [bankId, bankId.split('/').slice(2).join('/')].filter(Boolean)

/** Whether received money is a line of a statement, by the name that the bank or its payer uses for it. */
export async function isInStatement(connection: Connection, amount: bigint, isItsName: (name: string) => boolean): Promise<boolean> {
  const found = await sql<Pick<LineRow, 'bankId' | 'reference'>>`SELECT bank_id AS "bankId", reference FROM payments.statement_line
    WHERE amount = ${amount}`.execute(connection)
  return found.rows.some((line) => [...bankNamesOf(line), line.reference].some(isItsName))
}

export async function lockLine(tx: Transaction, id: string): Promise<LineRow | null> {
  const found = await sql<LineRow>`SELECT ${COLUMNS} FROM payments.statement_line WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

export async function findLine(connection: Connection, id: string): Promise<LineRow | null> {
  const found = await sql<LineRow>`SELECT ${COLUMNS} FROM payments.statement_line WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}

/** Lines that are not processed yet, in the order of the statement. */
export async function pendingLines(connection: Connection, statementId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM payments.statement_line
    WHERE statement_id = ${statementId} AND state = 'PENDING' ORDER BY row_number`.execute(connection)
  return found.rows.map(({ id }) => id)
}

/** Lines that have not ended, oldest first. */
export async function openLines(connection: Connection, limit: number): Promise<LineRow[]> {
  const found = await sql<LineRow>`SELECT ${COLUMNS} FROM payments.statement_line WHERE ended_at IS NULL
    ORDER BY booked_on, id LIMIT ${limit}`.execute(connection)
  return found.rows
}

export interface PendingSum {
  readonly count: number
  readonly amount: bigint
}
/** Sum of the lines that are imported and not posted yet. */
export async function pendingSum(connection: Connection): Promise<PendingSum> {
  const found = await sql<PendingSum>`SELECT count(*)::int AS count, coalesce(sum(amount), 0) AS amount FROM payments.statement_line
    WHERE state = 'PENDING'`.execute(connection)
  return found.rows[0] ?? { count: 0, amount: 0n }
}

/** The second condition follows from the first; it is that of the index. */
const IS_UNMATCHED = sql`state = 'UNMATCHED' AND ended_at IS NULL`

export async function unmatchedIds(connection: Connection): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM payments.statement_line WHERE ${IS_UNMATCHED} ORDER BY booked_on, id`.execute(
    connection,
  )
  return found.rows.map(({ id }) => id)
}

/** One page of the unmatched lines, oldest first. */
export async function unmatchedLines(
  connection: Connection,
  { pageIndex, size }: { readonly pageIndex: number; readonly size: number },
): Promise<Page<LineRow>> {
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM payments.statement_line WHERE ${IS_UNMATCHED}`.execute(
    connection,
  )
  const found = await sql<LineRow>`SELECT ${COLUMNS} FROM payments.statement_line WHERE ${IS_UNMATCHED}
    ORDER BY booked_on, id LIMIT ${size} OFFSET ${pageIndex * size}`.execute(connection)
  return pageOf(found.rows, counted.rows[0]?.total ?? 0, size)
}

export interface RefundRow {
  readonly lineId: string
  readonly code: string
  readonly amount: bigint
  readonly payer: Payer
  readonly createdAt: Date
}
const REFUND = sql`line_id AS "lineId", code, refund.amount, payer, refund.created_at AS "createdAt"
  FROM payments.refund JOIN payments.statement_line ON statement_line.id = line_id`

/**
 * Its row says so, and no line of the bank has paid it by the history, which only grows: a row that was opened again must not be paid
 * twice.
 */
const UNPAID = sql`paid_by IS NULL AND NOT EXISTS (SELECT FROM payments.statement_line AS payment
  JOIN payments.state_history AS step ON step.machine = ${LINE_STATES.name} AND step.subject_id = payment.id::text
  WHERE payment.amount = -refund.amount AND step.to_state = 'EXPLAINED' AND step.note = refund.code)`

export async function insertRefund(tx: Transaction, refund: { lineId: string; code: string; amount: bigint; at: Date }): Promise<void> {
  const { lineId, code, amount, at } = refund
  await sql`INSERT INTO payments.refund (line_id, code, amount, created_at) VALUES (${lineId}, ${code}, ${amount}, ${at})`.execute(tx)
}

/** All of them: their sum is compared with the ledger. */
export async function refundsToPay(connection: Connection): Promise<RefundRow[]> {
  const found = await sql<RefundRow>`SELECT ${REFUND} WHERE ${UNPAID} ORDER BY refund.created_at, line_id`.execute(connection)
  return found.rows
}

/** Null when there is no pending one. */
export async function lockRefund(
  tx: Transaction,
  by: { readonly lineId: string } | { readonly codes: readonly string[]; readonly amount: bigint },
): Promise<RefundRow | null> {
  const condition = 'lineId' in by ? sql`line_id = ${by.lineId}` : sql`code = ANY(${[...by.codes]}) AND refund.amount = ${by.amount}`
  const found = await sql<RefundRow>`SELECT ${REFUND} WHERE ${UNPAID} AND ${condition} LIMIT 1 FOR UPDATE OF refund`.execute(tx)
  return found.rows[0] ?? null
}

export async function recordRefundPaid(tx: Transaction, lineId: string, { paidBy, at }: { paidBy: string; at: Date }): Promise<void> {
  await sql`UPDATE payments.refund SET paid_by = ${paidBy}, paid_at = ${at} WHERE line_id = ${lineId}`.execute(tx)
}
