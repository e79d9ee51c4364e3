/**
 * Search for cycles among hops that were read (`hops.ts`): without the database, with a separate bound for each start, shortest paths
 * first.
 */
import { ALERT_RULES } from '@tunjo/contract/alert-rule-catalogue'
import type { Hop } from './hops.ts'

export interface Cycle {
  /** Operations of the customer: the first outgoing and the last incoming one. */
  readonly outId: string
  readonly inId: string
  /** The intermediate customers, in order: the number of hops is one more. */
  readonly through: readonly string[]
  readonly startedAt: Date
  readonly at: Date
  /** COP cents: value of the first outgoing operation, and the least and most of any hop. */
  readonly value: bigint
  readonly least: bigint
  readonly most: bigint
}

const { days, hops, tolerancePercent } = ALERT_RULES.CICLO.numbers
/** Bounds from the longest window, most hops and widest tolerance that the rule may have. */
const WINDOW_MS = days.maximum * 86_400_000
const HOPS_MAX = hops.maximum
const TOLERANCE = BigInt(tolerancePercent.maximum)
/** Bound of the visited hops for one start. */
const STEPS_MAX = 500
/** Bounds for one customer: the newest hops that may begin a cycle, those that may end one, and cycles. */
const ENDS_MAX = 100
const CYCLES_MAX = 200

/** Latest time and range of values for the hops of a cycle that begins with a given hop. */
export interface Reach {
  readonly until: number
  readonly least: bigint
  readonly most: bigint
}
export const reachOf = ({ outAt, value }: Hop): Reach => ({
  until: outAt.getTime() + WINDOW_MS,
  least: (value * (100n - TOLERANCE) + 99n) / 100n,
  most: (value * (100n + TOLERANCE)) / 100n,
})

/** Whether `hop` may come after `before` in a cycle with that reach. */
export const follows = (hop: Hop, before: Hop, { until, least, most }: Reach): boolean =>
  hop.value >= least && hop.value <= most && hop.outAt.getTime() >= before.inAt.getTime() && hop.outAt.getTime() <= until

/** Outgoing hops of a customer, and later incoming ones of nearly the same value: the possible first and last hops of a cycle. */
export interface Ends {
  readonly accountId: string
  readonly starts: readonly Hop[]
  readonly lasts: readonly Hop[]
}
/** Null when no funds can have come back. */
export function endsOf(accountId: string, out: readonly Hop[], into: readonly Hop[]): Ends | null {
  const followed = (start: Hop, reach: Reach) => into.some((last) => follows(last, start, reach))
  const starts = newest(out.filter((start) => followed(start, reachOf(start))))
  const reaches = starts.map((start) => ({ start, reach: reachOf(start) }))
  const lasts = newest(into.filter((last) => reaches.some(({ start, reach }) => follows(last, start, reach))))
  return lasts.length > 0 ? { accountId, starts, lasts } : null
}
const newest = (own: readonly Hop[]): Hop[] =>
  [...own].sort((one, other) => other.outAt.getTime() - one.outAt.getTime() || (one.outId < other.outId ? -1 : 1)).slice(0, ENDS_MAX)

/** Hops by customer, each once even when it was read several times. */
export interface Graph {
  add(hops: readonly Hop[]): void
  from(accountId: string): readonly Hop[]
  to(accountId: string): readonly Hop[]
}
export function createGraph(): Graph {
  const [known, from, to] = [new Set<string>(), new Map<string, Hop[]>(), new Map<string, Hop[]>()]
  const put = (map: Map<string, Hop[]>, id: string, hop: Hop) => {
    const own = map.get(id)
    if (own) own.push(hop)
    else map.set(id, [hop])
  }
  return {
    add(added) {
      for (const hop of added) {
        const key = `${hop.outId} ${hop.inId}`
        if (known.has(key)) continue
        known.add(key)
        put(from, hop.from, hop)
        put(to, hop.to, hop)
      }
    },
    from: (accountId) => from.get(accountId) ?? [],
    to: (accountId) => to.get(accountId) ?? [],
  }
}

/** Customers from whom funds return by one hop, and by two: the hops before the last one. */
export interface WayBack {
  readonly byOne: ReadonlySet<string>
  readonly beforeLast: readonly Hop[]
  readonly byTwo: ReadonlySet<string>
}
export function wayBackTo({ accountId, starts, lasts }: Ends, graph: Graph): WayBack {
  const span = spanOf(starts)
  const latest = new Map<string, number>()
  for (const { from, outAt } of lasts) latest.set(from, Math.max(outAt.getTime(), latest.get(from) ?? 0))
  const beforeLast = [...latest].flatMap(([id, until]) =>
    graph
      .to(id)
      .filter(({ from, value, inAt }) => from !== accountId && value >= span.least && value <= span.most && inAt.getTime() <= until),
  )
  return { byOne: new Set(latest.keys()), beforeLast, byTwo: new Set(beforeLast.map(({ from }) => from)) }
}

/** Range of the values of hops that may follow one of these. */
export function spanOf(starts: readonly Hop[]): Pick<Reach, 'least' | 'most'> {
  const reaches = starts.map(reachOf)
  return reaches.reduce(
    (span, { least, most }) => ({ least: least < span.least ? least : span.least, most: most > span.most ? most : span.most }),
    { least: reaches[0]?.least ?? 0n, most: 0n },
  )
}

/** The newest cycles, oldest first. */
export const cyclesAmong = ({ starts }: Ends, back: WayBack, graph: Graph): Cycle[] =>
  starts
    .flatMap((start) => cyclesFrom(start, back, graph))
    .sort((one, other) => one.at.getTime() - other.at.getTime() || other.through.length - one.through.length)
    .slice(-CYCLES_MAX)

function cyclesFrom(start: Hop, back: WayBack, graph: Graph): Cycle[] {
  const found: Cycle[] = []
  const reach = reachOf(start)
  const paths: (readonly [Hop, ...Hop[]])[] = [[start]]
  let steps = 0
  for (const path of paths) {
    const before = path.at(-1) ?? start
    for (const hop of graph.from(before.to)) {
      if (++steps > STEPS_MAX) return found
      if (!follows(hop, before, reach)) continue
      if (hop.to === start.from) found.push(cycleOf([...path, hop]))
      else if (mayComeBack(hop.to, HOPS_MAX - path.length - 1, back) && !path.some(({ to }) => to === hop.to)) paths.push([...path, hop])
    }
  }
  return found
}

/** Whether funds may return within so many hops. */
const mayComeBack = (accountId: string, left: number, { byOne, byTwo }: WayBack): boolean =>
  left > 2 || (left > 0 && byOne.has(accountId)) || (left > 1 && byTwo.has(accountId))

function cycleOf(path: readonly [Hop, ...Hop[]]): Cycle {
  const [start, last, values] = [path[0], path.at(-1) ?? path[0], path.map(({ value }) => value)]
  const by = (isBetter: (one: bigint, best: bigint) => boolean) => values.reduce((best, one) => (isBetter(one, best) ? one : best))
  return {
    outId: start.outId,
    inId: last.inId,
    through: path.slice(0, -1).map(({ to }) => to),
    startedAt: start.outAt,
    at: last.inAt,
    value: start.value,
    least: by((one, best) => one < best),
    most: by((one, best) => one > best),
  }
}
