/** SQL of address digests, by which customers at the same place or nearby are found. They are stored also while no rule uses them. */
import { type RawBuilder, sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import { sha256 } from '../../../platform/database/ids.ts'
import { ADDRESS_EDITION, lastNames, normaliseAddress } from '../screening/index.ts'
import type { OfAccount } from './facts/moments.ts'

export interface OwnAddress extends OfAccount {
  readonly address: string
  readonly normalised: string
  readonly digest: string
  readonly block: string
  readonly family: string
}

/** Addresses of verified customers; customers without a known address are omitted. Ordered by id, which is the order of the writes. */
export async function ownAddresses(connection: Connection, accountIds: readonly string[]): Promise<OwnAddress[]> {
  const found = await sql<{ accountId: string; fullName: string; address: string; country: string }>`SELECT account_id AS "accountId",
      full_name AS "fullName", address, country
    FROM kyc.address_report WHERE account_id = ANY(${accountIds}::uuid[]) ORDER BY account_id`.execute(connection)
  return found.rows.map(({ accountId, fullName, address, country }) => {
    const normalised = normaliseAddress(address)
    const block = sha256(`${country} ${blockOf(normalised)}`)
    return { accountId, address, normalised, digest: sha256(`${country} ${normalised}`), block, family: sha256(lastNames(fullName)) }
  })
}

const BLOCK_WORDS = 2
/** Digested part that neighbours share: street and house by their numbers; for a rural address, which has none, the first words. */
function blockOf(normalised: string): string {
  const words = normalised.split(' ')
  const numbers = words.filter((word) => /^\d+$/.test(word))
  return (numbers.length >= BLOCK_WORDS ? numbers : words).slice(0, BLOCK_WORDS).join(' ')
}

export async function storeAddresses(tx: Transaction, accountIds: readonly string[]): Promise<void> {
  const own = accountIds.length > 0 ? await ownAddresses(tx, accountIds) : []
  if (own.length > 0)
    await sql`INSERT INTO monitoring.address (account_id, digest, family, block, edition) SELECT own.*, ${ADDRESS_EDITION}::integer FROM ${tableOf(own)}
      ON CONFLICT (account_id) DO UPDATE SET digest = excluded.digest, family = excluded.family, block = excluded.block, edition = excluded.edition
      WHERE (address.digest, address.family, address.block, address.edition)
        IS DISTINCT FROM (excluded.digest, excluded.family, excluded.block, excluded.edition)`.execute(tx)
}

/** True while some digest was made by an earlier version of the normaliser: then shared addresses are unknown. */
export async function areDigestsOutdated(connection: Connection): Promise<boolean> {
  const found = await sql`SELECT 1 FROM monitoring.address WHERE edition < ${ADDRESS_EDITION} LIMIT 1`.execute(connection)
  return found.rows.length > 0
}

/** Locked until the transaction ends, ordered by id. */
export async function outdatedAddresses(tx: Transaction, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT account_id AS id FROM monitoring.address WHERE edition < ${ADDRESS_EDITION}
    ORDER BY account_id LIMIT ${limit} FOR UPDATE`.execute(tx)
  return found.rows.map(({ id }) => id)
}

/** The digest of a customer whose address is no longer known stays unchanged. */
export async function renewAddresses(tx: Transaction, accountIds: readonly string[]): Promise<void> {
  await storeAddresses(tx, accountIds)
  await sql`UPDATE monitoring.address SET edition = ${ADDRESS_EDITION}
    WHERE account_id = ANY(${accountIds}::uuid[]) AND edition < ${ADDRESS_EDITION}`.execute(tx)
}

export async function addressesAfter(connection: Connection, after: string | null, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT account_id AS id FROM monitoring.address
    WHERE ${after === null ? sql`true` : sql`account_id > ${after}::uuid`} ORDER BY account_id LIMIT ${limit}`.execute(connection)
  return found.rows.map(({ id }) => id)
}

/** Columns `account_id`, `digest`, `family`, `block`. */
export function tableOf(own: readonly OwnAddress[]): RawBuilder<unknown> {
  const [ids, digests] = [own.map(({ accountId }) => accountId), own.map(({ digest }) => digest)]
  const [families, blocks] = [own.map(({ family }) => family), own.map(({ block }) => block)]
  return sql`unnest(${ids}::uuid[], ${digests}::text[], ${families}::text[], ${blocks}::text[]) AS own (account_id, digest, family, block)`
}
