/** Blocklist as CSV: the filtered entries, with masked values as on the screen. */
import type { BlackListFilters, BlackListState } from '@tunjo/contract/blocklist'
import { CSV_ROWS_READ, listToCsv } from '../../platform/csv.ts'
import { dateForSheets } from '../../platform/date-for-sheets.ts'
import type { OfficeContext } from './context.ts'
import { type ListedRow, listEntries } from './entry-store.ts'
import { KIND } from './follow-hit.ts'
import { stateOf, wantedEntries } from './search-entries.ts'

const HEADER = ['ID', 'Tipo', 'Valor', 'Motivo', 'Estado', 'Desde', 'Hasta', 'Coincidencias', 'Última coincidencia']
const STATE: Readonly<Record<BlackListState, string>> = { in_force: 'Vigente', expired: 'Vencido', removed: 'Retirado' }

export async function entriesSheet(context: Pick<OfficeContext, 'db' | 'clock' | 'blackList'>, filters: BlackListFilters) {
  const { wanted, asked } = await wantedEntries(context, filters)
  const { rows } = await listEntries(context.db, { ...wanted, offset: 0, size: CSV_ROWS_READ })
  return {
    ...listToCsv(
      HEADER,
      rows.map((row) => cells(row, wanted.now)),
    ),
    asked,
  }
}

const cells = (row: ListedRow, now: Date) => [
  row.id,
  KIND[row.kind],
  row.masked,
  row.reason,
  STATE[stateOf(row, now)],
  dateForSheets(row.addedAt),
  row.expiresAt && dateForSheets(row.expiresAt),
  row.hits,
  row.lastHitAt && dateForSheets(row.lastHitAt),
]
