/** Blocklist as CSV: the filtered entries, with masked values as on the screen. */

import type { BlackListFilters } from '@tunjo/contract/blocklist'
import type { Locale } from '@tunjo/contract/locales'
import { CSV_ROWS_READ, listToCsv } from '../../../platform/csv/csv.ts'
import { dateForSheets } from '../../../platform/csv/date-for-sheets.ts'
import type { BlocklistWords } from './blocklist-words.es.ts'
import { BLOCKLIST_WORDS } from './blocklist-words.ts'
import type { OfficeContext } from './context.ts'
import { type ListedRow, listEntries } from './entry-store.ts'
import { stateOf, wantedEntries } from './search-entries.ts'

export async function entriesSheet(context: Pick<OfficeContext, 'db' | 'clock' | 'blackList'>, filters: BlackListFilters, locale: Locale) {
  const { wanted, asked } = await wantedEntries(context, filters)
  const { rows } = await listEntries(context.db, { ...wanted, offset: 0, size: CSV_ROWS_READ })
  return {
    ...listToCsv(
      BLOCKLIST_WORDS[locale].header,
      rows.map((row) => cells(row, wanted.now, BLOCKLIST_WORDS[locale])),
      locale,
    ),
    asked,
  }
}

const cells = (row: ListedRow, now: Date, { kinds, states }: BlocklistWords) => [
  row.id,
  kinds[row.kind],
  row.masked,
  row.reason,
  states[stateOf(row, now)],
  dateForSheets(row.addedAt),
  row.expiresAt && dateForSheets(row.expiresAt),
  row.hits,
  row.lastHitAt && dateForSheets(row.lastHitAt),
]
