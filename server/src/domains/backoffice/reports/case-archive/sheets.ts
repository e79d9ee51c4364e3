/** Parts of a case archive that people sort and filter, as CSV in addition to their JSON. */
import type { Locale } from '@tunjo/contract/locales'
import { type Cell, toCsv } from '../../../../platform/csv/csv.ts'
import { dateForSheets } from '../../../../platform/csv/date-for-sheets.ts'
import type { Entry, Part, PartName } from './parts.ts'
import { ARCHIVE_WORDS } from './words.ts'

type Columns = Readonly<Partial<Record<PartName, Readonly<Record<string, string>>>>>

/** Null for a part that is no table. */
export function sheetOf({ name, entries }: Part, locale: Locale): string | null {
  const tables: Columns = ARCHIVE_WORDS[locale].columns
  const columns = tables[name]
  if (!columns) return null
  return toCsv([Object.values(columns), ...entries.map((entry) => Object.keys(columns).map((column) => cellOf(entry, column)))])
}

/** Numeric columns; in all others a text that looks like a number was typed by an officer or a customer. */
const FIGURES = new Set(['score', 'amount'])

function cellOf(entry: Entry, column: string): Cell {
  const value = entry[column] ?? null
  if (/(^at|At)$/.test(column) && typeof value === 'string') return dateForSheets(new Date(value))
  if (value === null || typeof value === 'number') return value
  if (typeof value !== 'string') return JSON.stringify(value)
  return FIGURES.has(column) ? value : { text: value }
}
