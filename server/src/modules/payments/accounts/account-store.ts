/** SQL of bank accounts. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { AccountType } from '../types.ts'

export interface BankAccountRow {
  id: string
  accountId: string
  alias: string
  bankId: number
  accountType: AccountType
  number: string
  changedAt: Date
}
export interface AccountFields {
  alias: string
  aliasKey: string
  bankId: number
  accountType: AccountType
  number: string
}

export const ALIAS_INDEX = 'bank_account_alias'
export const SLOT_INDEX = 'bank_account_slot'

const COLUMNS = sql`id, account_id AS "accountId", alias, bank_id AS "bankId", account_type AS "accountType", number, changed_at AS "changedAt"`

export async function listAccounts(connection: Connection, accountId: string): Promise<BankAccountRow[]> {
  const found = await sql<BankAccountRow>`SELECT ${COLUMNS} FROM payments.bank_account
    WHERE account_id = ${accountId} AND deleted_at IS NULL ORDER BY created_at, id`.execute(connection)
  return found.rows
}

/** Null when every slot is taken. A slot or alias taken meanwhile violates its index. */
export async function insertAccount(
  tx: Transaction,
  accountId: string,
  fields: AccountFields,
  { now, knownSince }: { now: Date; knownSince: Date },
): Promise<BankAccountRow | null> {
  const { alias, aliasKey, bankId, accountType, number } = fields
  const inserted = await sql<BankAccountRow>`INSERT INTO payments.bank_account
      (id, account_id, slot, alias, alias_key, bank_id, account_type, number, created_at, changed_at)
    SELECT ${newId()}, ${accountId}, free.slot, ${alias}, ${aliasKey}, ${bankId}, ${accountType}, ${number}, ${now}, ${knownSince}
    FROM generate_series(1, 3) AS free (slot)
    WHERE NOT EXISTS (SELECT 1 FROM payments.bank_account b WHERE b.account_id = ${accountId} AND b.slot = free.slot AND b.deleted_at IS NULL)
    ORDER BY free.slot LIMIT 1 RETURNING ${COLUMNS}`.execute(tx)
  return inserted.rows[0] ?? null
}

/** `lock`: `update` to change it, `share` to use it and keep others from changing it meanwhile. */
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

/** Answers since when it is as it is. */
export async function updateAccount(tx: Transaction, id: string, fields: AccountFields, now: Date): Promise<Date> {
  const { alias, aliasKey, bankId, accountType, number } = fields
  // Only what changes where money goes starts the hold of a changed account again.
  const updated = await sql<{ changedAt: Date }>`UPDATE payments.bank_account SET
      alias = ${alias}, alias_key = ${aliasKey}, bank_id = ${bankId}, account_type = ${accountType}, number = ${number}, changed_at = CASE WHEN bank_id = ${bankId} AND account_type = ${accountType} AND number = ${number}
        THEN changed_at ELSE ${now} END WHERE id = ${id} RETURNING changed_at AS "changedAt"`.execute(tx)
  return updated.rows[0]?.changedAt ?? now
}

export async function markDeleted(tx: Transaction, id: string, now: Date): Promise<void> {
  await sql`UPDATE payments.bank_account SET deleted_at = ${now} WHERE id = ${id}`.execute(tx)
}
