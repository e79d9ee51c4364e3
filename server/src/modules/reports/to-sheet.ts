/** Export of a table as CSV, with the number of its rows for the audit trail. */
import { toCsv } from '../../platform/csv.ts'

export interface SheetRows {
  text: string
  /** Without the header. */
  rows: number
}

export const toSheet = (header: readonly string[], rows: readonly (readonly (string | null)[])[]): SheetRows => ({
  text: toCsv([header, ...rows]),
  rows: rows.length,
})
