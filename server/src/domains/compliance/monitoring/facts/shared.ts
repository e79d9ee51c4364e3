/**
 * Number of customers who signed in from one network or browser in a period. A single period is counted in the database; for many, as in a
 * backtest, the sign-ins of each network or browser are read once.
 */
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { createEntriesCache, type Entries, type EntriesCache } from './entries-cache.ts'
import type { OfAccount } from './moments.ts'

/** Customers on one network or browser, including the subject. */
export interface Shared {
  readonly what: 'network' | 'device'
  readonly id: string
  readonly accounts: number
}
export interface SharedKey {
  readonly place: number
  readonly what: Shared['what']
  readonly key: string
  /** Later than this, and no later than `until`; null: until now. */
  readonly since: Date
  readonly until: Date | null
}
type Counted = Shared & { readonly place: number }

/** Bound of the count: a network shared by so many is an office or a carrier. */
const ACCOUNTS_MAX = 100
/** Keys with more rows are not read; their periods are counted one by one. */
const ROWS_MAX = 2_000

/** One query for each period. */
export async function countEach(connection: Connection, keys: readonly SharedKey[]): Promise<Counted[]> {
  const of = (wanted: Shared['what']) => keys.filter(({ what }) => what === wanted)
  return [...(await countBy(connection, 'network', of('network'))), ...(await countBy(connection, 'device', of('device')))]
}

async function countBy(connection: Connection, what: Shared['what'], keys: readonly SharedKey[]): Promise<Counted[]> {
  if (keys.length === 0) return []
  const [places, ids] = [keys.map(({ place }) => place), keys.map(({ key }) => key)]
  const [sinces, untils] = [keys.map(({ since }) => since), keys.map(({ until }) => until?.toISOString() ?? 'infinity')]
  const found = await sql<Counted>`SELECT place, ${what} AS what, key AS id, (SELECT count(*)::integer FROM (
      SELECT DISTINCT account_id FROM identity.sign_in_origin
      WHERE ${columnOf(what)} = key AND at > since AND at <= until AND is_customer LIMIT ${ACCOUNTS_MAX}) AS account) AS accounts
    FROM unnest(${places}::integer[], ${ids}::text[], ${sinces}::timestamptz[], ${untils}::timestamptz[])
      AS asked (place, key, since, until)`.execute(connection)
  return found.rows
}

const columnOf = (what: Shared['what']) => (what === 'network' ? sql`network` : sql`device_key`)

/** The same for many periods of the same networks and browsers; the cache is checked first. */
export async function countBatch(
  connection: Connection,
  keys: readonly SharedKey[],
  cache: EntriesCache = createEntriesCache(),
): Promise<Counted[]> {
  const counted: Counted[] = []
  const left: SharedKey[] = []
  for (const what of ['network', 'device'] as const) {
    const own = keys.filter((key) => key.what === what)
    const entries = own.length > 0 ? await entriesOn(connection, what, own, cache) : new Map<string, readonly Entries[]>()
    for (const key of own) {
      const people = entries.get(key.key)
      if (people) counted.push({ place: key.place, what, id: key.key, accounts: countIn(people, key) })
      else left.push(key)
    }
  }
  return left.length > 0 ? [...counted, ...(await countEach(connection, left))] : counted
}

function countIn(people: readonly Entries[], { since, until }: SharedKey): number {
  const [after, last] = [since.getTime() * 1_000, (until?.getTime() ?? Number.POSITIVE_INFINITY) * 1_000]
  let accounts = 0
  for (const times of people) {
    const first = times.find((at) => at > after)
    if (first !== undefined && first <= last) accounts++
  }
  return Math.min(accounts, ACCOUNTS_MAX)
}

/** Sign-ins by network or browser, one list for each customer; keys with too many rows are omitted. */
async function entriesOn(
  connection: Connection,
  what: Shared['what'],
  keys: readonly SharedKey[],
  cache: EntriesCache,
): Promise<ReadonlyMap<string, readonly Entries[]>> {
  const ids = [...new Set(keys.map(({ key }) => key))]
  const since = Math.min(...keys.map((key) => key.since.getTime()))
  const found = new Map<string, readonly Entries[]>()
  const unread: string[] = []
  for (const id of ids) {
    const read = cache.get(`${what} ${id}`)
    if (!read || read.since > since) unread.push(id)
    else if (read.people) found.set(id, read.people)
  }
  for (const [id, people] of await readEntries(connection, what, unread, since)) {
    const tooMany = people.reduce((sum, { length }) => sum + length, 0) > ROWS_MAX
    if (!tooMany) found.set(id, people)
    // The sign-ins of a single customer are not needed again.
    if (people.length > 1) cache.set(`${what} ${id}`, { since, people: tooMany ? null : people })
  }
  return found
}

interface Row extends OfAccount {
  readonly key: string
  readonly times: string
}

/** Every key, with one list for each customer; of keys with too many rows, a few more than the bound. */
async function readEntries(
  connection: Connection,
  what: Shared['what'],
  ids: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, readonly Entries[]>> {
  const entries = new Map<string, Entries[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return entries
  const found = await sql<Row>`SELECT key, account_id AS "accountId", string_agg(at::text, ',') AS times
    FROM unnest(${ids}::text[]) AS asked (key) CROSS JOIN LATERAL (
      SELECT account_id, (extract(epoch FROM at) * 1000000)::bigint AS at FROM identity.sign_in_origin
      WHERE ${columnOf(what)} = key AND at > ${new Date(since)} AND is_customer LIMIT ${ROWS_MAX + 1}) AS entry
    GROUP BY key, account_id`.execute(connection)
  for (const { key, times } of found.rows)
    entries.get(key)?.push(
      times
        .split(',')
        .map(Number)
        .sort((one, other) => one - other),
    )
  return entries
}
