/** SQL of saved addresses. Addresses are stored in lower case. */
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'

export interface SavedAddressRow {
  readonly id: string
  readonly accountId: string
  readonly alias: string
  readonly address: Address
  readonly seal: string
  readonly createdAt: Date
  readonly deletedAt: Date | null
}
export interface NewSavedAddress extends Omit<SavedAddressRow, 'deletedAt'> {
  readonly aliasKey: string
}

export const SLOT_INDEX = 'saved_address_slot'
export const ALIAS_INDEX = 'saved_address_alias'
export const ADDRESS_INDEX = 'saved_address_once'

const COLUMNS = sql`id, account_id AS "accountId", alias, address, seal, created_at AS "createdAt", deleted_at AS "deletedAt"`

export async function listSavedAddresses(db: Connection, accountId: string): Promise<SavedAddressRow[]> {
  const found = await sql<SavedAddressRow>`SELECT ${COLUMNS} FROM crypto.saved_address
    WHERE account_id = ${accountId} AND deleted_at IS NULL ORDER BY created_at, id`.execute(db)
  return found.rows
}

/** Insert an address. Null when every slot is taken. A concurrent insert that takes the slot, alias or address violates its index. */
export async function insertSavedAddress(tx: Transaction, row: NewSavedAddress, slots: number): Promise<SavedAddressRow | null> {
  const { id, accountId, alias, aliasKey, address, seal, createdAt } = row
  const inserted =
    await sql<SavedAddressRow>`INSERT INTO crypto.saved_address (id, account_id, slot, alias, alias_key, address, seal, created_at)
    SELECT ${id}::uuid, ${accountId}::uuid, free.slot, ${alias}, ${aliasKey}, ${address}, ${seal}, ${createdAt}::timestamptz
    FROM generate_series(1, ${slots}::int) AS free (slot)
    WHERE NOT EXISTS (SELECT 1 FROM crypto.saved_address s
      WHERE s.account_id = ${accountId} AND s.slot = free.slot AND s.deleted_at IS NULL)
    ORDER BY free.slot LIMIT 1 RETURNING ${COLUMNS}`.execute(tx)
  return inserted.rows[0] ?? null
}

/** `lock`: `update` to remove it, `share` to use it and prevent its concurrent removal. */
export async function lockSavedAddress(
  tx: Transaction,
  accountId: string,
  by: { readonly id: string } | { readonly address: Address },
  lock: 'update' | 'share',
): Promise<SavedAddressRow | null> {
  const which = 'id' in by ? sql`id = ${by.id}` : sql`address = ${by.address}`
  const found = await sql<SavedAddressRow>`SELECT ${COLUMNS} FROM crypto.saved_address
    WHERE account_id = ${accountId} AND ${which} AND deleted_at IS NULL ${lock === 'update' ? sql`FOR UPDATE` : sql`FOR SHARE`}`.execute(tx)
  return found.rows[0] ?? null
}

export async function markDeleted(tx: Transaction, id: string, now: Date): Promise<void> {
  await sql`UPDATE crypto.saved_address SET deleted_at = ${now} WHERE id = ${id}`.execute(tx)
}
