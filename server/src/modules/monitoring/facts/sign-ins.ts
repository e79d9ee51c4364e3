/** Where a customer entered from, and who else did from there. */
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { isLocalNetwork } from '../../../platform/http/network.ts'
import { daysAgo } from '../times.ts'
import type { FactReader, Moment } from '../types.ts'
import { askedPeople, factsAt, ifKnown, isLater, type OfAccount } from './moments.ts'

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
/** Of a question about several months. */
const ROWS_MAX = 4_000
/** Counted no further: what so many share is an office or a carrier. */
const ACCOUNTS_MAX = 100

type Row = SignIn & OfAccount & { readonly network: string; readonly deviceKey: string | null }

/** Whether a sign-in was vouched for, and where the person lives, is known as it is now. */
export const signInFacts: FactReader<SignInFacts> = async (connection, moments) => {
  const rows = await signInsOf(connection, moments)
  const residences = await sql<OfAccount & { country: string }>`SELECT home.account_id AS "accountId", country
    FROM ${askedPeople(moments)} JOIN kyc.residence_report AS home ON home.account_id = asked.account_id`.execute(connection)
  const homes = new Map(residences.rows.map(({ accountId, country }) => [accountId, country]))
  const signIns = factsAt(moments, rows, (own, moment) =>
    own
      .filter(({ at }) => at > daysAgo(moment.now, SEEN_DAYS) && !isLater(at, moment))
      .slice(-SIGN_INS_MAX)
      .map((signIn) => ({ ...signIn, deniedAt: ifKnown(signIn.deniedAt, moment) })),
  )
  const shared: Shared[][] = moments.map(() => [])
  for (const { place, ...one } of await sharedAt(connection, keysAt(moments, rows))) shared[place]?.push(one)
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
      ORDER BY at DESC, id DESC LIMIT ${moments.length === 1 ? SIGN_INS_MAX : ROWS_MAX}) AS newest ORDER BY at, id`.execute(connection)
  return found.rows
}

interface Key {
  readonly place: number
  readonly what: Shared['what']
  readonly key: string
  readonly since: Date
  readonly until: Date | null
}

/** Public networks and browsers of the last days before each moment. */
function keysAt(moments: readonly Moment[], rows: readonly Row[]): Key[] {
  const recent = factsAt(moments, rows, (own, moment) =>
    own.filter(({ at }) => at > daysAgo(moment.now, SHARED_DAYS) && !isLater(at, moment)),
  )
  return moments.flatMap(({ now, until }, place) => {
    const own = recent[place] ?? []
    const networks = new Set(own.map(({ network }) => network).filter((network) => !isLocalNetwork(network)))
    const devices = new Set(own.flatMap(({ deviceKey }) => deviceKey ?? []))
    const asked = { place, since: daysAgo(now, SHARED_DAYS), until }
    return [
      ...[...networks].map((key) => ({ ...asked, what: 'network', key }) as const),
      ...[...devices].map((key) => ({ ...asked, what: 'device', key }) as const),
    ]
  })
}

async function sharedAt(connection: Connection, keys: readonly Key[]): Promise<(Shared & { place: number })[]> {
  const of = (wanted: Shared['what']) => keys.filter(({ what }) => what === wanted)
  return [...(await sharedBy(connection, 'network', of('network'))), ...(await sharedBy(connection, 'device', of('device')))]
}

async function sharedBy(connection: Connection, what: Shared['what'], keys: readonly Key[]): Promise<(Shared & { place: number })[]> {
  if (keys.length === 0) return []
  const column = what === 'network' ? sql`network` : sql`device_key`
  const [places, ids] = [keys.map(({ place }) => place), keys.map(({ key }) => key)]
  const [sinces, untils] = [keys.map(({ since }) => since), keys.map(({ until }) => until?.toISOString() ?? 'infinity')]
  const found = await sql<Shared & { place: number }>`SELECT place, ${what} AS what, key AS id, (SELECT count(*)::integer FROM (
      SELECT DISTINCT account_id FROM identity.sign_in_origin
      WHERE ${column} = key AND at > since AND at <= until AND is_customer LIMIT ${ACCOUNTS_MAX}) AS account) AS accounts
    FROM unnest(${places}::integer[], ${ids}::text[], ${sinces}::timestamptz[], ${untils}::timestamptz[])
      AS asked (place, key, since, until)`.execute(connection)
  return found.rows
}
