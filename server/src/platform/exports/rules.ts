/** Limits and states of exports. */
import type { ExportView } from '@tunjo/contract/exports'
import { type Refusal, refusal } from '../http/refusal.ts'

const HOUR_MS = 3_600_000
export const EXPORT_KEPT_MS = 24 * HOUR_MS
export const IN_PROGRESS_MAX = 2
/** Newest exports kept per officer: each may be a gigabyte in the database. */
export const READY_EXPORTS_MAX = 10
/** Above this a list needs a dedicated report, not a spreadsheet. */
export const EXPORT_ROWS_MAX = 1_000_000

export const ROWS_IN_PIECE = 1_000
/** The first piece has the names of the columns. */
export const piecesOf = (rows: number): number => 1 + Math.ceil(rows / ROWS_IN_PIECE)

export function checkExport({ inProgress, total }: { inProgress: number; total: number }): Refusal | null {
  if (inProgress >= IN_PROGRESS_MAX) return refusal('reports.exports_under_way', { maximum: IN_PROGRESS_MAX })
  if (total > EXPORT_ROWS_MAX) return refusal('reports.export_too_large', { maximum: EXPORT_ROWS_MAX })
  return null
}

type Times = Readonly<Record<'startedAt' | 'readyAt' | 'failedAt' | 'cancelledAt', Date | null>>

export function stateOf({ startedAt, readyAt, failedAt, cancelledAt }: Times): ExportView['state'] {
  if (cancelledAt) return 'cancelled'
  if (failedAt) return 'failed'
  if (readyAt) return 'ready'
  return startedAt ? 'running' : 'waiting'
}
