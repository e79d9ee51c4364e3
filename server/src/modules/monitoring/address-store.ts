/** SQL of addresses as digests: by them others find who lives at the same place, whether a rule asks or not. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../platform/database.ts'
import { sha256 } from '../../platform/ids.ts'
import { lastNames, normaliseAddress } from '../screening/index.ts'

interface OwnAddress {
  readonly normalised: string
  readonly digest: string
  readonly family: string
}

/** Where a verified person lives; null while nobody knows. */
export async function ownAddress(connection: Connection, accountId: string): Promise<OwnAddress | null> {
  const found = await sql<{ fullName: string; address: string; country: string }>`SELECT full_name AS "fullName", address, country
    FROM kyc.address_report WHERE account_id = ${accountId}`.execute(connection)
  const [person] = found.rows
  if (!person) return null
  const normalised = normaliseAddress(person.address)
  return { normalised, digest: sha256(`${person.country} ${normalised}`), family: sha256(lastNames(person.fullName)) }
}

export async function keepAddress(tx: Transaction, accountId: string): Promise<void> {
  const own = await ownAddress(tx, accountId)
  if (own)
    await sql`INSERT INTO monitoring.address (account_id, digest, family) VALUES (${accountId}, ${own.digest}, ${own.family})
      ON CONFLICT (account_id) DO UPDATE SET digest = excluded.digest, family = excluded.family
      WHERE (address.digest, address.family) IS DISTINCT FROM (excluded.digest, excluded.family)`.execute(tx)
}
