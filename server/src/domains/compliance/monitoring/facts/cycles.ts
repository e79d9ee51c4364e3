/**
 * Circular transfers: funds that return to the customer who sent them, over hops between customers (`hops.ts`). A customer's own wallet or
 * bank account is not another customer and closes no cycle. Most customers need one query: they sent nothing to another customer, or
 * received nothing of that value from one. For the others the hops after the first and before the last are read, and the connection of
 * both: up to five hops.
 */
import { ALERT_RULES } from '@tunjo/contract/alert-rule-catalogue'
import type { Connection } from '../../../../platform/database/database.ts'
import { daysAgo } from '../times.ts'
import type { FactReader, Moment } from '../types.ts'
import {
  type Cycle,
  createGraph,
  cyclesAmong,
  type Ends,
  endsOf,
  follows,
  type Graph,
  reachOf,
  spanOf,
  type WayBack,
  wayBackTo,
} from './cycle-search.ts'
import { type Hop, type HopQuestion, hopsFrom, hopsTo } from './hops.ts'
import { isLater, isOnceEach, peopleOf } from './moments.ts'

export type { Cycle } from './cycle-search.ts'

const { days, from } = ALERT_RULES.CICLO.numbers
const VALUE_LEAST = BigInt(from.minimum) * 100n
const VALUE_MOST = 10n ** 77n
/** The subject is read with as many movements as for other rules, intermediate customers with fewer. */
const OWN = { movements: 5_000, hops: 500 }
const OWN_OF_MONTHS = { movements: 20_000, hops: 1_000 }
const OTHERS = { movements: 2_000, hops: 100 }
/** Bound for one customer: hops in the middle of five, on the side with fewer. */
const MIDDLE_MAX = 50

/** In the longest window, with the most hops and the widest tolerance that the rule may have; oldest first. */
export const cycles: FactReader<readonly Cycle[]> = async (connection, moments) => {
  const asked = await endsOfPeople(connection, moments)
  const found = asked.length > 0 ? await search(connection, asked) : new Map<string, readonly Cycle[]>()
  return moments.map((moment) => {
    const since = daysAgo(moment.now, days.maximum)
    return (found.get(moment.accountId) ?? []).filter(({ at, startedAt }) => !isLater(at, moment) && startedAt > since)
  })
}

/** Customers to whom funds may have returned, in two queries; the others need no further query. */
async function endsOfPeople(connection: Connection, moments: readonly Moment[]): Promise<Ends[]> {
  const bounds = isOnceEach(moments) ? OWN : OWN_OF_MONTHS
  const people = peopleOf(moments).map(
    ({ accountId, first, until }): HopQuestion => ({
      accountId,
      since: daysAgo(first, days.maximum),
      until,
      least: VALUE_LEAST,
      most: VALUE_MOST,
    }),
  )
  const out = groupBy(await hopsFrom(connection, people, bounds), (hop) => hop.from)
  const senders = people.flatMap((person) => {
    const own = out.get(person.accountId)
    return own ? [{ ...person, since: earliest(own), ...spanOf(own) }] : []
  })
  if (senders.length === 0) return []
  const into = groupBy(await hopsTo(connection, senders, bounds), (hop) => hop.to)
  return senders.flatMap(({ accountId }) => endsOf(accountId, out.get(accountId) ?? [], into.get(accountId) ?? []) ?? [])
}

async function search(connection: Connection, asked: readonly Ends[]): Promise<ReadonlyMap<string, readonly Cycle[]>> {
  const graph = createGraph()
  for (const { starts, lasts } of asked) {
    graph.add(starts)
    graph.add(lasts)
  }
  graph.add(await hopsFrom(connection, together(asked.flatMap(afterStarts)), OTHERS))
  graph.add(await hopsTo(connection, together(asked.flatMap(beforeLasts)), OTHERS))
  const ways = asked.map((ends) => wayBackTo(ends, graph))
  const middles = asked.flatMap((ends, place) => middleOf(ends, ways[place], graph) ?? [])
  const forth = middles.filter(({ after, before }) => after.length <= before.length)
  const back = middles.filter(({ after, before }) => after.length > before.length)
  graph.add(await hopsFrom(connection, questionsOf(forth, 'after'), { ...OTHERS, others: idsOf(forth, 'before') }))
  graph.add(await hopsTo(connection, questionsOf(back, 'before'), { ...OTHERS, others: idsOf(back, 'after') }))
  return new Map(asked.map((ends, place) => [ends.accountId, foundFor(ends, ways[place], graph)]))
}
const foundFor = (ends: Ends, back: WayBack | undefined, graph: Graph): Cycle[] => (back ? cyclesAmong(ends, back, graph) : [])

/** Outgoing hops of the receivers of the first hop, until the last hop. */
function afterStarts({ starts, lasts }: Ends): HopQuestion[] {
  const until = latest(lasts)
  return starts.map((start) => ({ accountId: start.to, since: start.inAt, until, ...spanOf([start]) }))
}
function beforeLasts({ starts, lasts }: Ends): HopQuestion[] {
  const [since, span] = [earliest(starts), spanOf(starts)]
  return lasts.map((last) => ({ accountId: last.from, since, until: upTo(last.outAt), ...span }))
}

interface Middle {
  /** Receivers after two hops, and customers from whom funds return in two hops. */
  readonly after: readonly HopQuestion[]
  readonly before: readonly HopQuestion[]
}
/**
 * Null when five hops are impossible. A customer with as many hops as are read is used for up to four hops only: their hops are a sample.
 */
function middleOf({ accountId, starts }: Ends, back: WayBack | undefined, graph: Graph): Middle | null {
  const isSample = (own: readonly Hop[]) => own.length >= OTHERS.hops
  const second = starts.flatMap((start) => {
    const [reach, own] = [reachOf(start), graph.from(start.to)]
    return isSample(own) ? [] : own.filter((hop) => hop.to !== accountId && hop.to !== start.to && follows(hop, start, reach))
  })
  const fourth = back?.beforeLast.filter(({ to }) => !isSample(graph.to(to))) ?? []
  if (second.length === 0 || fourth.length === 0) return null
  const asked = { since: earliest(second), until: latest(fourth), ...spanOf(starts) }
  const questions = (ids: readonly string[]) => [...new Set(ids)].map((id) => ({ accountId: id, ...asked }))
  return { after: questions(second.map(({ to }) => to)), before: questions(fourth.map(({ from }) => from)) }
}
const questionsOf = (middles: readonly Middle[], side: keyof Middle): HopQuestion[] =>
  together(middles.flatMap((middle) => middle[side].slice(0, MIDDLE_MAX)))
const idsOf = (middles: readonly Middle[], side: keyof Middle): string[] => [
  ...new Set(middles.flatMap((middle) => middle[side].map(({ accountId }) => accountId))),
]

/** Merges the questions about each customer. */
function together(questions: readonly HopQuestion[]): HopQuestion[] {
  const asked = new Map<string, HopQuestion>()
  for (const one of questions) {
    const known = asked.get(one.accountId)
    asked.set(
      one.accountId,
      known
        ? {
            accountId: one.accountId,
            since: known.since < one.since ? known.since : one.since,
            until: known.until && one.until && (known.until > one.until ? known.until : one.until),
            least: known.least < one.least ? known.least : one.least,
            most: known.most > one.most ? known.most : one.most,
          }
        : one,
    )
  }
  return [...asked.values()]
}

const earliest = (hops: readonly Hop[]): Date =>
  new Date(hops.reduce((least, { inAt }) => Math.min(least, inAt.getTime()), Number.POSITIVE_INFINITY))
const latest = (hops: readonly Hop[]): Date => upTo(new Date(hops.reduce((most, { outAt }) => Math.max(most, outAt.getTime()), 0)))
/** The database counts microseconds. */
const upTo = (at: Date): Date => new Date(at.getTime() + 1)

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}
