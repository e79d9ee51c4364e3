/** Public types of exports: a list as rows of CSV. */
import type { ExportReport } from '@tunjo/contract/exports'
import type { Locale } from '@tunjo/contract/locales'
import type { RawBuilder } from 'kysely'
import type * as z from 'zod'
import type { AuditValue } from '../audit/index.ts'
import type { Transaction } from '../database/database.ts'

export type Cell = string | number | null

export interface Asking {
  readonly accountId: string
  readonly now: Date
  readonly locale: Locale
}

/** All rows that match a filter, in the order of its list. */
export interface SheetQuery<Row> {
  readonly header: readonly string[]
  readonly count: RawBuilder<{ total: number }>
  /** Without a limit. */
  readonly rows: RawBuilder<Row>
  cells(row: Row): readonly Cell[]
}

export interface Sheet {
  readonly header: readonly string[]
  count(tx: Transaction): Promise<number>
  /** Reads with a cursor from one snapshot, never all rows in memory. `ROWS_IN_PIECE` at a time, the last ones fewer. */
  batches(tx: Transaction): AsyncIterable<readonly (readonly Cell[])[]>
}

export interface ExportKind<F extends z.ZodType> {
  readonly report: ExportReport
  readonly fileName: string
  readonly filter: F
  sheet(filter: z.output<F>, asking: Asking): Sheet | Promise<Sheet>
  /** The filter for the audit trail, without personal data. */
  recorded(filter: z.output<F>, accountId: string): Promise<AuditValue>
}

export interface Exports {
  register<F extends z.ZodType>(kind: ExportKind<F>): void
}
