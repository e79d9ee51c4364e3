/** SQL of bank accounts. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { AccountType } from '../types.ts'

export interface BankAccountRow {
  id: string
  accountId: string
  alias: string
  bankId: number
  accountType: AccountType
  number: string
  changedAt: Date
  /** Null when the row was not written by the product, or before seals existed. */
  seal: string | null
}
export interface AccountFields {
  alias: string
  aliasKey: string
  bankId: number
  accountType: AccountType
  number: string
}

/** Author of a change of a bank account: its owner, in a session; without a session no signed-in person. */
export interface AccountChanger {
  readonly owner: string
  readonly sessionId: string | null
}

export const ALIAS_INDEX = 'bank_account_alias'
export const SLOT_INDEX = 'bank_account_slot'

const COLUMNS = sql`id, account_id AS "accountId", alias, bank_id AS "bankId", account_type AS "accountType", number, changed_at AS "changedAt",
  seal`

export async function listAccounts(connection: Connection, accountId: string): Promise<BankAccountRow[]> {
  const found = await sql<BankAccountRow>`SELECT ${COLUMNS} FROM payments.bank_account
    WHERE account_id = ${accountId} AND deleted_at IS NULL ORDER BY created_at, id`.execute(connection)
  return found.rows
}

/** Insert an account. Null when every slot is taken. A concurrent insert that takes the slot or the alias violates its index. */
export async function insertAccount(
  tx: Transaction,
  account: AccountFields & Pick<BankAccountRow, 'id' | 'accountId' | 'changedAt'> & { seal: string },
  now: Date,
): Promise<BankAccountRow | null> {
  const { id, accountId, alias, aliasKey, bankId, accountType, number, changedAt, seal } = account
  const inserted = await sql<BankAccountRow>`INSERT INTO payments.bank_account
      (id, account_id, slot, alias, alias_key, bank_id, account_type, number, created_at, changed_at, seal)
    SELECT ${id}, ${accountId}, free.slot, ${alias}, ${aliasKey}, ${bankId}, ${accountType}, ${number}, ${now}, ${changedAt}, ${seal}
    FROM generate_series(1, 3) AS free (slot)
    WHERE NOT EXISTS (SELECT 1 FROM payments.bank_account b WHERE b.account_id = ${accountId} AND b.slot = free.slot AND b.deleted_at IS NULL)
    ORDER BY free.slot LIMIT 1 RETURNING ${COLUMNS}`.execute(tx)
  return inserted.rows[0] ?? null
}

/** `lock`: `update` to change the account, `share` to use it and prevent concurrent changes. */
export async function lockBankAccount(
  tx: Transaction,
  accountId: string,
  id: string,
  lock: 'update' | 'share',
): Promise<BankAccountRow | null> {
  const found = await sql<BankAccountRow>`SELECT ${COLUMNS} FROM payments.bank_account
    WHERE id = ${id} AND account_id = ${accountId} AND deleted_at IS NULL ${lock === 'update' ? sql`FOR UPDATE` : sql`FOR SHARE`}`.execute(
    tx,
  )
  return found.rows[0] ?? null
}

export async function hasOpenWithdrawal(tx: Transaction, id: string): Promise<boolean> {
  const found = await sql`SELECT 1 FROM payments.withdrawal WHERE bank_account_id = ${id} AND ended_at IS NULL LIMIT 1`.execute(tx)
  return found.rows.length > 0
}

export async function updateAccount(
  tx: Transaction,
  account: AccountFields & Pick<BankAccountRow, 'id' | 'changedAt'> & { seal: string },
): Promise<void> {
  const { id, alias, aliasKey, bankId, accountType, number, changedAt, seal } = account
  await sql`UPDATE payments.bank_account SET alias = ${alias}, alias_key = ${aliasKey}, bank_id = ${bankId}, account_type = ${accountType},
    number = ${number}, changed_at = ${changedAt}, seal = ${seal} WHERE id = ${id}`.execute(tx)
}

export async function markDeleted(tx: Transaction, id: string, now: Date): Promise<void> {
  await sql`UPDATE payments.bank_account SET deleted_at = ${now} WHERE id = ${id}`.execute(tx)
}

export interface AccountChange {
  readonly account: Pick<BankAccountRow, 'id' | 'accountId' | 'bankId' | 'accountType' | 'number'>
  readonly change: 'added' | 'edited' | 'deleted'
  readonly at: Date
  /** Null when no person made the change. */
  readonly sessionId: string | null
}

export async function recordChange(tx: Transaction, { account, change, at, sessionId }: AccountChange): Promise<void> {
  const { id, accountId, bankId, accountType, number } = account
  await sql`INSERT INTO payments.bank_account_change (id, bank_account_id, account_id, change, at, session_id, bank_id, account_type, number)
    VALUES (${newId()}, ${id}, ${accountId}, ${change}, ${at}, ${sessionId}, ${bankId}, ${accountType}, ${number})`.execute(tx)
}
