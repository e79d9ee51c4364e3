/** SQL of addresses as digests: by them others find who lives at the same place, whether a rule asks or not. */
import { type RawBuilder, sql } from 'kysely'
import type { Connection, Transaction } from '../../platform/database.ts'
import { sha256 } from '../../platform/ids.ts'
import { lastNames, normaliseAddress } from '../screening/index.ts'
import type { OfAccount } from './facts/moments.ts'

export interface OwnAddress extends OfAccount {
  readonly normalised: string
  readonly digest: string
  readonly family: string
}

/** Where verified people live; nobody of whom that is not known. */
export async function ownAddresses(connection: Connection, accountIds: readonly string[]): Promise<OwnAddress[]> {
  const found = await sql<{ accountId: string; fullName: string; address: string; country: string }>`SELECT account_id AS "accountId",
      full_name AS "fullName", address, country
    FROM kyc.address_report WHERE account_id = ANY(${accountIds}::uuid[])`.execute(connection)
  return found.rows.map(({ accountId, fullName, address, country }) => {
    const normalised = normaliseAddress(address)
    return { accountId, normalised, digest: sha256(`${country} ${normalised}`), family: sha256(lastNames(fullName)) }
  })
}

export async function keepAddresses(tx: Transaction, accountIds: readonly string[]): Promise<void> {
  const own = accountIds.length > 0 ? await ownAddresses(tx, accountIds) : []
  if (own.length > 0)
    await sql`INSERT INTO monitoring.address (account_id, digest, family) SELECT * FROM ${tableOf(own)}
      ON CONFLICT (account_id) DO UPDATE SET digest = excluded.digest, family = excluded.family
      WHERE (address.digest, address.family) IS DISTINCT FROM (excluded.digest, excluded.family)`.execute(tx)
}

/** Columns `account_id`, `digest`, `family`. */
export function tableOf(own: readonly OwnAddress[]): RawBuilder<unknown> {
  const [ids, digests, families] = [own.map(({ accountId }) => accountId), own.map(({ digest }) => digest), own.map(({ family }) => family)]
  return sql`unnest(${ids}::uuid[], ${digests}::text[], ${families}::text[]) AS own (account_id, digest, family)`
}
