/** Locations of a customer's sign-ins, and other customers who signed in from there. */
import { ALERT_RULES } from '@tunjo/contract/alert-rule-catalogue'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { isLocalNetwork } from '../../../../platform/http/network.ts'
import { daysAgo } from '../times.ts'
import type { FactReader, Moment } from '../types.ts'
import { askedPeople, factsAt, ifKnown, isLater, isOnceEach, knownSince, type OfAccount } from './moments.ts'
import { countBatch, countEach, type Shared, type SharedKey } from './shared.ts'

export interface SignIn {
  readonly id: string
  readonly at: Date
  readonly ip: string
  /** ISO 3166; null when unknown. */
  readonly country: string | null
  /** For display: `Bogotá, Colombia`. */
  readonly place: string
  /** Latitude of its city, in degrees to a tenth. */
  readonly latitude: number | null
  readonly longitude: number | null
  /** The customer confirmed or denied the sign-in by the link of a mail. A known browser proves neither. */
  readonly confirmedAt: Date | null
  readonly deniedAt: Date | null
}
export interface SignInFacts {
  /** Sign-ins in the 90 days before the first one that a rule may count, and since; oldest first. */
  readonly signIns: readonly SignIn[]
  readonly shared: readonly Shared[]
  readonly residence: string | null
}

export const SEEN_DAYS = 90
const READ_DAYS = SEEN_DAYS + ALERT_RULES.INGRESOS.numbers.quietDays.maximum
const SHARED_DAYS = 7
const SIGN_INS_MAX = 1_000
/** Bound for a query over several months. */
const ROWS_MAX = 4_000

type Row = SignIn & OfAccount & { readonly network: string; readonly deviceKey: string | null }

/** For the residence only the current state is known. */
export const signInFacts: FactReader<SignInFacts> = async (connection, moments, cache) => {
  const rows = await signInsOf(connection, moments)
  const residences = await sql<OfAccount & { country: string }>`SELECT home.account_id AS "accountId", country
    FROM ${askedPeople(moments)} JOIN kyc.residence_report AS home ON home.account_id = asked.account_id`.execute(connection)
  const homes = new Map(residences.rows.map(({ accountId, country }) => [accountId, country]))
  const signIns = factsAt(moments, rows, (own, moment) => {
    const known = knownSince(own, daysAgo(moment.now, READ_DAYS), moment)
    const newest = known.length > SIGN_INS_MAX ? known.slice(-SIGN_INS_MAX) : known
    const saysTooMuch = newest.some(({ deniedAt, confirmedAt }) => isLater(deniedAt, moment) || isLater(confirmedAt, moment))
    return saysTooMuch ? newest.map((signIn) => asKnown(signIn, moment)) : newest
  })
  const shared: Shared[][] = moments.map(() => [])
  const keys = keysAt(moments, rows)
  const counted = isOnceEach(moments) ? await countEach(connection, keys) : await countBatch(connection, keys, cache?.entries)
  for (const { place, ...one } of counted) shared[place]?.push(one)
  return moments.map(({ accountId }, place) => ({
    signIns: signIns[place] ?? [],
    shared: shared[place] ?? [],
    residence: homes.get(accountId) ?? null,
  }))
}

const asKnown = (signIn: SignIn, moment: Moment): SignIn => ({
  ...signIn,
  deniedAt: ifKnown(signIn.deniedAt, moment),
  confirmedAt: ifKnown(signIn.confirmedAt, moment),
})

/** Oldest first. */
async function signInsOf(connection: Connection, moments: readonly Moment[]): Promise<Row[]> {
  const found = await sql<Row>`SELECT newest.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", id, at, ip, country, place, latitude, longitude, confirmed_at AS "confirmedAt",
        denied_at AS "deniedAt", network, device_key AS "deviceKey"
      FROM identity.sign_in_origin AS origin WHERE origin.account_id = asked.account_id
        AND at > asked.first - interval '${sql.raw(String(READ_DAYS * 24))} hours' AND at <= asked.until
      ORDER BY at DESC, id DESC LIMIT ${isOnceEach(moments) ? SIGN_INS_MAX : ROWS_MAX}) AS newest ORDER BY at, id`.execute(connection)
  return found.rows
}

/** Public networks and browsers of the last days before each moment. */
function keysAt(moments: readonly Moment[], rows: readonly Row[]): SharedKey[] {
  const recent = factsAt(moments, rows, (own, moment) => knownSince(own, daysAgo(moment.now, SHARED_DAYS), moment))
  const isPublic = new Map([...new Set(rows.map(({ network }) => network))].map((network) => [network, !isLocalNetwork(network)]))
  return moments.flatMap(({ now, until }, place) => {
    const since = daysAgo(now, SHARED_DAYS)
    const keys = new Map<string, SharedKey>()
    for (const { network, deviceKey } of recent[place] ?? []) {
      if (isPublic.get(network)) keys.set(`network ${network}`, { place, what: 'network', key: network, since, until })
      if (deviceKey !== null) keys.set(`device ${deviceKey}`, { place, what: 'device', key: deviceKey, since, until })
    }
    return [...keys.values()]
  })
}
