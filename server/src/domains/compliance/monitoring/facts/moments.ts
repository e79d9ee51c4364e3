/** Facts of many moments in one query: the rows of each customer once, and for each moment what was known then. */
import { type RawBuilder, sql } from 'kysely'
import type { Moment } from '../types.ts'

/**
 * Table `asked` for a query: each customer once, with the first of their moments, the bound of the last, and the earliest start of a
 * window. The bound `infinity` excludes no row.
 */
export function askedPeople(moments: readonly Moment[]): RawBuilder<unknown> {
  const people = peopleOf(moments)
  const [ids, firsts] = [people.map(({ accountId }) => accountId), people.map(({ first }) => first)]
  const untils = people.map(({ until }) => until?.toISOString() ?? 'infinity')
  return sql`unnest(${ids}::uuid[], ${firsts}::timestamptz[], ${untils}::timestamptz[]) AS asked (account_id, first, until)`
}

/** Each customer once, with the first of their moments and the bound of the last; null: all rows are known. */
export const peopleOf = (moments: readonly Moment[]): { accountId: string; first: Date; until: Date | null }[] =>
  [...byAccount(moments)].map(([accountId, own]) => ({
    accountId,
    first: new Date(Math.min(...own.map(({ now }) => now.getTime()))),
    until: own.some(({ until }) => until === null) ? null : new Date(Math.max(...own.map(({ until }) => until?.getTime() ?? 0))),
  }))

/** Normal operation, without a backtest: each customer with one moment. */
export const isOnceEach = (moments: readonly Moment[]): boolean =>
  new Set(moments.map(({ accountId }) => accountId)).size === moments.length

export interface OfAccount {
  readonly accountId: string
}

/** For each moment the result of `at` for the rows of its customer. */
export function factsAt<Row extends OfAccount, Facts>(
  moments: readonly Moment[],
  rows: readonly Row[],
  at: (own: readonly Row[], moment: Moment) => Facts,
): Facts[] {
  const own = byAccount(rows)
  return moments.map((moment) => at(own.get(moment.accountId) ?? [], moment))
}

/** For facts that exist only in their current state: each customer is read once for all moments. */
export async function factsOfToday<Row extends OfAccount, Facts>(
  moments: readonly Moment[],
  ask: (accountIds: readonly string[]) => Promise<readonly Row[]>,
  of: (own: readonly Row[]) => Facts,
): Promise<Facts[]> {
  const ids = [...new Set(moments.map(({ accountId }) => accountId))]
  const rows = byAccount(await ask(ids))
  const facts = new Map(ids.map((id) => [id, of(rows.get(id) ?? [])]))
  return moments.map(({ accountId }) => facts.get(accountId) ?? of([]))
}

export function byAccount<Row extends OfAccount>(rows: readonly Row[]): ReadonlyMap<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.accountId)
    if (group) group.push(row)
    else groups.set(row.accountId, [row])
  }
  return groups
}

const timesOf = new WeakMap<readonly { at: Date }[], readonly number[]>()

/** Rows later than `since` that were known at the moment, from rows ordered by time. Called repeatedly with the same rows. */
export function knownSince<Row extends { readonly at: Date }>(own: readonly Row[], since: Date, { until }: Pick<Moment, 'until'>): Row[] {
  const times = timesOf.get(own) ?? own.map(({ at }) => at.getTime())
  timesOf.set(own, times)
  const [after, last] = [since.getTime(), until?.getTime() ?? Number.POSITIVE_INFINITY]
  let end = times.length
  while (end > 0 && (times[end - 1] ?? 0) > last) end--
  let start = end
  while (start > 0 && (times[start - 1] ?? 0) > after) start--
  return own.slice(start, end)
}

/** True when it was not known yet at the moment. */
export const isLater = (at: Date | null, { until }: Pick<Moment, 'until'>): boolean => at !== null && until !== null && at > until
/** The time of the event, if it was known then. */
export const ifKnown = (at: Date | null, moment: Pick<Moment, 'until'>): Date | null => (isLater(at, moment) ? null : at)
