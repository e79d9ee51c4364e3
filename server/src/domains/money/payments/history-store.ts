/** SQL of a customer's deposits and withdrawals, in one list. */
import type { TransactionState } from '@tunjo/contract/payments'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { DepositMethod } from './deposits/deposit-store.ts'
import type { AccountType } from './types.ts'

export interface MovementRow {
  id: string
  kind: 'DEPOSIT' | 'WITHDRAWAL'
  amount: bigint
  state: TransactionState
  reason: string | null
  bankId: number
  accountAlias: string
  accountType: AccountType
  accountNumber: string
  bankReference: string | null
  paymentUrl: string | null
  /** Null for a transfer to the collection account, which is the account that is displayed. */
  bankAccountId: string | null
  /** Null for a withdrawal. */
  method: DepositMethod | null
  /** Time at which a held withdrawal goes to the bank; null for a deposit. */
  payAfter: Date | null
  createdAt: Date
  endedAt: Date | null
}
export interface MovementFilter {
  accountId: string
  kinds: readonly MovementRow['kind'][]
  states: readonly TransactionState[]
}

const COLUMNS = sql`id, kind, amount, state, reason, bank_id AS "bankId", account_alias AS "accountAlias", account_type AS "accountType",
  account_number AS "accountNumber", bank_reference AS "bankReference", payment_url AS "paymentUrl", created_at AS "createdAt",
  ended_at AS "endedAt", bank_account_id AS "bankAccountId", pay_after AS "payAfter", method`

const matching = ({ accountId, kinds, states }: MovementFilter) =>
  sql`account_id = ${accountId} AND kind = ANY(${kinds}) AND state = ANY(${states})`

export async function listMovements(
  connection: Connection,
  filter: MovementFilter,
  page: { offset: number; limit: number },
): Promise<MovementRow[]> {
  const found = await sql<MovementRow>`SELECT ${COLUMNS} FROM payments.movement WHERE ${matching(filter)}
    ORDER BY created_at DESC, id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(connection)
  return found.rows
}

export async function countMovements(connection: Connection, filter: MovementFilter): Promise<number> {
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM payments.movement WHERE ${matching(filter)}`.execute(
    connection,
  )
  return counted.rows[0]?.total ?? 0
}

export async function findMovement(connection: Connection, accountId: string, id: string): Promise<MovementRow | null> {
  const found = await sql<MovementRow>`SELECT ${COLUMNS} FROM payments.movement WHERE id = ${id} AND account_id = ${accountId}`.execute(
    connection,
  )
  return found.rows[0] ?? null
}

export async function hasOpenMovement(connection: Connection, accountId: string): Promise<boolean> {
  const found = await sql`SELECT 1 FROM payments.movement WHERE account_id = ${accountId} AND ended_at IS NULL LIMIT 1`.execute(connection)
  return found.rows.length > 0
}
