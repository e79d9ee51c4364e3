/** Where a customer entered from, and who else did from there. */
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { isLocalNetwork } from '../../../platform/http/network.ts'
import { daysAgo } from '../times.ts'
import type { FactReader, Moment } from '../types.ts'
import { askedPeople, factsAt, isLater, isOnceEach, knownSince, type OfAccount } from './moments.ts'
import { countEach, countTogether, type Shared, type SharedKey } from './shared.ts'

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
export interface SignInFacts {
  /** Of the last 90 days, oldest first. */
  readonly signIns: readonly SignIn[]
  readonly shared: readonly Shared[]
  readonly residence: string | null
}

export const SEEN_DAYS = 90
const SHARED_DAYS = 7
const SIGN_INS_MAX = 1_000
/** Of a question about several months. */
const ROWS_MAX = 4_000

type Row = SignIn & OfAccount & { readonly network: string; readonly deviceKey: string | null }

/** Whether a sign-in was vouched for, and where the person lives, is known as it is now. */
export const signInFacts: FactReader<SignInFacts> = async (connection, moments) => {
  const rows = await signInsOf(connection, moments)
  const residences = await sql<OfAccount & { country: string }>`SELECT home.account_id AS "accountId", country
    FROM ${askedPeople(moments)} JOIN kyc.residence_report AS home ON home.account_id = asked.account_id`.execute(connection)
  const homes = new Map(residences.rows.map(({ accountId, country }) => [accountId, country]))
  const signIns = factsAt(moments, rows, (own, moment) =>
    knownSince(own, daysAgo(moment.now, SEEN_DAYS), moment)
      .slice(-SIGN_INS_MAX)
      .map((signIn) => (isLater(signIn.deniedAt, moment) ? { ...signIn, deniedAt: null } : signIn)),
  )
  const shared: Shared[][] = moments.map(() => [])
  const count = isOnceEach(moments) ? countEach : countTogether
  for (const { place, ...one } of await count(connection, keysAt(moments, rows))) shared[place]?.push(one)
  return moments.map(({ accountId }, place) => ({
    signIns: signIns[place] ?? [],
    shared: shared[place] ?? [],
    residence: homes.get(accountId) ?? null,
  }))
}

/** Oldest first. */
async function signInsOf(connection: Connection, moments: readonly Moment[]): Promise<Row[]> {
  const found = await sql<Row>`SELECT newest.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", id, at, ip, country, vouched AS "isVouched", denied_at AS "deniedAt", network,
        device_key AS "deviceKey"
      FROM identity.sign_in_origin AS origin WHERE origin.account_id = asked.account_id
        AND at > asked.first - interval '${sql.raw(String(SEEN_DAYS * 24))} hours' AND at <= asked.until
      ORDER BY at DESC, id DESC LIMIT ${isOnceEach(moments) ? SIGN_INS_MAX : ROWS_MAX}) AS newest ORDER BY at, id`.execute(connection)
  return found.rows
}

/** Public networks and browsers of the last days before each moment. */
function keysAt(moments: readonly Moment[], rows: readonly Row[]): SharedKey[] {
  const recent = factsAt(moments, rows, (own, moment) => knownSince(own, daysAgo(moment.now, SHARED_DAYS), moment))
  const isPublic = new Map([...new Set(rows.map(({ network }) => network))].map((network) => [network, !isLocalNetwork(network)]))
  return moments.flatMap(({ now, until }, place) => {
    const own = recent[place] ?? []
    const networks = new Set(own.map(({ network }) => network).filter((network) => isPublic.get(network)))
    const devices = new Set(own.flatMap(({ deviceKey }) => deviceKey ?? []))
    const asked = { place, since: daysAgo(now, SHARED_DAYS), until }
    return [
      ...[...networks].map((key) => ({ ...asked, what: 'network', key }) as const),
      ...[...devices].map((key) => ({ ...asked, what: 'device', key }) as const),
    ]
  })
}
