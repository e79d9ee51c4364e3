/** Where a customer entered from, and who else did from there. */
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { isLocalNetwork } from '../../../platform/http/network.ts'
import { daysAgo } from '../times.ts'
import type { FactReader } from '../types.ts'

export interface SignIn {
  readonly id: string
  readonly at: Date
  readonly ip: string
  /** ISO 3166; null when nobody knows. */
  readonly country: string | null
  /** By a known device, or the person said so by mail. */
  readonly isVouched: boolean
  readonly deniedAt: Date | null
}
/** Customers on one network or browser, this one too. */
export interface Shared {
  readonly what: 'network' | 'device'
  readonly id: string
  readonly accounts: number
}
export interface SignInFacts {
  /** Of the last 90 days, oldest first. */
  readonly signIns: readonly SignIn[]
  readonly shared: readonly Shared[]
  readonly residence: string | null
}

export const SEEN_DAYS = 90
const SHARED_DAYS = 7
const SIGN_INS_MAX = 1_000
/** Counted no further: what so many share is an office or a carrier. */
const ACCOUNTS_MAX = 100

export const signInFacts: FactReader<SignInFacts> = async (connection, { accountId, now }) => {
  const found = await sql<SignIn & { network: string; deviceKey: string | null }>`SELECT id, at, ip, country, vouched AS "isVouched",
      denied_at AS "deniedAt", network, device_key AS "deviceKey"
    FROM identity.sign_in_origin WHERE account_id = ${accountId} AND at > ${daysAgo(now, SEEN_DAYS)} ORDER BY at DESC LIMIT ${SIGN_INS_MAX}`.execute(
    connection,
  )
  const since = daysAgo(now, SHARED_DAYS)
  const recent = found.rows.filter(({ at }) => at > since)
  const networks = new Set(recent.map(({ network }) => network).filter((network) => !isLocalNetwork(network)))
  const devices = new Set(recent.flatMap(({ deviceKey }) => deviceKey ?? []))
  const residence = await sql<{ country: string }>`SELECT country FROM kyc.residence_report WHERE account_id = ${accountId}`.execute(
    connection,
  )
  return {
    signIns: found.rows.reverse(),
    shared: [
      ...(await sharedBy(connection, { what: 'network', keys: [...networks], since })),
      ...(await sharedBy(connection, { what: 'device', keys: [...devices], since })),
    ],
    residence: residence.rows[0]?.country ?? null,
  }
}

async function sharedBy(
  connection: Connection,
  { what, keys, since }: { what: Shared['what']; keys: readonly string[]; since: Date },
): Promise<Shared[]> {
  if (keys.length === 0) return []
  const column = what === 'network' ? sql`network` : sql`device_key`
  const found = await sql<Shared>`SELECT ${what} AS what, key AS id, (SELECT count(*)::integer FROM (
      SELECT DISTINCT account_id FROM identity.sign_in_origin WHERE ${column} = key AND at > ${since} AND is_customer
      LIMIT ${ACCOUNTS_MAX}) AS account) AS accounts
    FROM unnest(${keys}::text[]) AS key`.execute(connection)
  return found.rows
}
