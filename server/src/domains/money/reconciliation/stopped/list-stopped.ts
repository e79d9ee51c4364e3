/** One list of late operations, from each module's source: the longest waiting ones first. */
import { formatAsset } from '@tunjo/contract/money'
import type { StoppedKind, StoppedOperation } from '@tunjo/contract/stopped-operations'
import type { StuckRow, StuckSource } from '../../../../platform/security/stopped-operations.ts'
import type { StoppedContext } from './context.ts'

/** An officer who needs more rows filters the list by kind. */
const ROWS_MAX = 2_000

interface Asked {
  /** Officer, who does not see their own operations. */
  readonly officerId: string
  readonly kind?: StoppedKind | undefined
  readonly pageIndex: number
  readonly size: number
}
interface Page {
  readonly results: StoppedOperation[]
  readonly total: number
  readonly counts: { kind: StoppedKind; count: number }[]
}

export async function listStopped(context: StoppedContext, { officerId, kind, pageIndex, size }: Asked): Promise<Page> {
  const wanted = context.sources.filter((source) => kind === undefined || source.kind === kind)
  const limit = Math.min((pageIndex + 1) * size, ROWS_MAX)
  const [counts, rows] = await Promise.all([countStopped(context.sources, officerId), oldestOf(wanted, limit, officerId)])
  const total = counts.reduce((sum, of) => (kind === undefined || of.kind === kind ? sum + of.count : sum), 0)
  const results = await Promise.all(rows.slice(pageIndex * size).map((row) => show(context, row)))
  return { results, total, counts }
}

export const countStopped = (sources: readonly StuckSource[], except?: string): Promise<{ kind: StoppedKind; count: number }[]> =>
  Promise.all(sources.map(async ({ kind, count }) => ({ kind, count: await count(except) })))

type Row = StuckRow & { readonly kind: StoppedKind }

/** The oldest of all are among the oldest of each. */
async function oldestOf(sources: readonly StuckSource[], limit: number, except: string): Promise<Row[]> {
  const found = await Promise.all(sources.map(async ({ kind, list }) => (await list(limit, except)).map((row) => ({ ...row, kind }))))
  return found
    .flat()
    .sort((one, other) => one.since.getTime() - other.since.getTime() || one.id.localeCompare(other.id))
    .slice(0, limit)
}

async function show({ identity }: StoppedContext, row: Row): Promise<StoppedOperation> {
  const { asset, amount, accountId, since, nextTryAt } = row
  return {
    ...row,
    email: accountId ? ((await identity.person(accountId))?.email ?? null) : null,
    amount: asset && amount !== null ? formatAsset(asset, amount) : null,
    since: since.toISOString(),
    nextTryAt: nextTryAt?.toISOString() ?? null,
  }
}
