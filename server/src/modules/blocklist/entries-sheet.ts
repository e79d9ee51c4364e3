/** Blocklist as CSV: the filtered entries, with masked values as on the screen. */

import type { BlackListFilters } from '@tunjo/contract/blocklist'
import { CSV_ROWS_READ, listToCsv } from '../../platform/csv.ts'
import { dateForSheets } from '../../platform/date-for-sheets.ts'
import { STORED_WORDS } from './blocklist-words.ts'
import type { OfficeContext } from './context.ts'
import { type ListedRow, listEntries } from './entry-store.ts'
import { stateOf, wantedEntries } from './search-entries.ts'

export async function entriesSheet(context: Pick<OfficeContext, 'db' | 'clock' | 'blackList'>, filters: BlackListFilters) {
  const { wanted, asked } = await wantedEntries(context, filters)
  const { rows } = await listEntries(context.db, { ...wanted, offset: 0, size: CSV_ROWS_READ })
  return {
    ...listToCsv(
      STORED_WORDS.header,
      rows.map((row) => cells(row, wanted.now)),
    ),
    asked,
  }
}

const cells = (row: ListedRow, now: Date) => [
  row.id,
  STORED_WORDS.kinds[row.kind],
  row.masked,
  row.reason,
  STORED_WORDS.states[stateOf(row, now)],
  dateForSheets(row.addedAt),
  row.expiresAt && dateForSheets(row.expiresAt),
  row.hits,
  row.lastHitAt && dateForSheets(row.lastHitAt),
]
