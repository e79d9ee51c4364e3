/** Number of work items of each kind that are near their deadline, and past it. */
import type { WorkKind } from '@tunjo/contract/deadline-kinds'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Deadlines } from '../../reference/configuration/index.ts'
import { boundsOf, worksOf } from './kinds-of-work.ts'

export interface CountedWork {
  readonly kind: WorkKind
  readonly soon: number
  readonly overdue: number
}

interface Counting {
  readonly now: Date
  readonly deadlines: Deadlines
  /** The officer who sees the counts, from which work about themselves is excluded (Ley 526 de 1999). Null: no exclusion, for metrics. */
  readonly except: string | null
}

export async function countWork(connection: Connection, { now, deadlines, except }: Counting): Promise<CountedWork[]> {
  const counts = new Map<WorkKind, CountedWork>()
  for (const { kind, rows, ...work } of worksOf(deadlines)) {
    const { near, overdue } = boundsOf(work, now, deadlines)
    const found = await sql<Omit<CountedWork, 'kind'>>`SELECT (count(*) FILTER (WHERE clock_at > ${overdue}))::integer AS soon,
      (count(*) FILTER (WHERE clock_at <= ${overdue}))::integer AS overdue FROM (${rows}) AS work WHERE clock_at <= ${near}
        AND account_id IS DISTINCT FROM ${except}`.execute(connection)
    const { soon = 0, overdue: late = 0 } = found.rows[0] ?? {}
    const before = counts.get(kind) ?? { soon: 0, overdue: 0 }
    counts.set(kind, { kind, soon: before.soon + soon, overdue: before.overdue + late })
  }
  return [...counts.values()]
}
