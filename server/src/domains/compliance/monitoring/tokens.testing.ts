/** Token deposits and withdrawals, by SQL, as the module crypto writes them: for tests of rules. */
import { sql } from 'kysely'
import type { TestDatabase } from '../../../../../dev/testing/database.ts'
import { newId } from '../../../platform/database/ids.ts'

type Owner = TestDatabase['owner']

export interface Tokens {
  readonly accountId: string
  /** Millionths of a USDT. */
  readonly amount: bigint
  readonly at: Date
}

/** Derived from an id, so it is unique. */
export const addressOf = (id: string): string => `0x${id.replaceAll('-', '').padEnd(40, '0')}`

export async function depositTokens(owner: Owner, { accountId, amount, at }: Tokens, from = addressOf(newId())): Promise<string> {
  const id = newId()
  await sql`INSERT INTO crypto.deposit (id, chain_id, transaction_hash, log_position, account_id, address, asset, amount, from_address,
      block_number, block_hash, state, try_at, created_at, updated_at)
    VALUES (${id}, 1, ${id}, 0, ${accountId}, ${addressOf(accountId)}, 'USDT', ${amount}, ${from}, 1, '0x', 'COMPLETED', ${at}, ${at}, ${at})`.execute(
    owner,
  )
  return id
}

/** To an external address, or as an internal transfer to `receiverId`. */
export async function withdrawTokens(
  owner: Owner,
  { accountId, amount, at }: Tokens,
  { to = addressOf(newId()), receiverId = null }: { to?: string; receiverId?: string | null } = {},
): Promise<string> {
  const [id, saved] = [newId(), newId()]
  const address = receiverId === null ? to : addressOf(receiverId)
  // The row belongs to one withdrawal only: saved and removed, so that no slot is missing.
  await sql`INSERT INTO crypto.saved_address (id, account_id, slot, alias, alias_key, address, seal, created_at, deleted_at)
    VALUES (${saved}, ${accountId}, 1, 'x', 'x', ${address}, 'x', ${at}, ${at})`.execute(owner)
  await sql`INSERT INTO crypto.withdrawal (id, account_id, request_hash, saved_address_id, alias, address, receiver_id, asset, amount, fee,
      value_cop, sanctions, review_reasons, seal, state, send_after, try_at, created_at, ended_at)
    VALUES (${id}, ${accountId}, 'x', ${saved}, 'x', ${address}, ${receiverId}, 'USDT', ${amount}, 0, ${amount}, 'clear', '{}', 'x',
      'CONFIRMED', ${at}, ${at}, ${at}, ${at})`.execute(owner)
  return id
}
