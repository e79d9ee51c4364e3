/** SQL of deposit addresses and their owners. Addresses are stored in lower case. */
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Connection } from '../../../../platform/database/database.ts'

export async function insertAddress(db: Connection, accountId: string, address: Address, now: Date): Promise<void> {
  await sql`INSERT INTO crypto.address (account_id, address, created_at) VALUES (${accountId}, ${address.toLowerCase()}, ${now})
    ON CONFLICT (account_id) DO NOTHING`.execute(db)
}

/** Owners of the deposit addresses among these, by address in lower case. */
export async function findOwners(db: Connection, addresses: readonly Address[]): Promise<ReadonlyMap<string, string>> {
  if (addresses.length === 0) return new Map()
  const wanted = [...new Set(addresses.map((address) => address.toLowerCase()))]
  const found = await sql<{ address: string; owner: string }>`SELECT address, account_id AS owner FROM crypto.address
    WHERE address = ANY(${wanted})`.execute(db)
  return new Map(found.rows.map(({ address, owner }) => [address, owner]))
}
