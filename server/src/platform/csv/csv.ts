/**
 * CSV as spreadsheets in Colombia read it: semicolons between cells, a decimal comma, CRLF, and a byte-order mark so that accents survive.
 * Texts are never live formulas (R30); plain numbers stay numbers, so that a spreadsheet adds up incoming and outgoing amounts.
 */
import { CSV_ROWS_MAX } from '@tunjo/contract/csv-rows'
import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import type { Catalogue } from '../phrases/catalogue.ts'
import { rowsLeftOut as inEnglish } from './csv.en.ts'
import { rowsLeftOut as inSpanish } from './csv.es.ts'

const ROWS_LEFT_OUT: Catalogue<typeof inSpanish> = { es: inSpanish, en: inEnglish }

const SEPARATOR = ';'
const NUMBER = /^-?\d+(\.\d+)?$/
const FORMULA = /^[=+\-@\t\r]/

/**
 * A spreadsheet of another region splits at commas, and some split at every line, even inside quotes. The full-width forms are formulas in
 * some languages.
 */
const INNER_FORMULA = /((?:^|[,;\t\r\n])[\s"]*)(?=[=+\-@＝＋－＠])/g

/** A plain number stays a number, also when it is given as text; what people typed is `{ text }`, and stays as it was typed. */
export type Cell = string | number | null | { readonly text: string }

/** The first row is the header. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${toCsvLines(rows)}`
}

/** Rows to read for a file: one more than the maximum shows that the list is longer. */
export const CSV_ROWS_READ = CSV_ROWS_MAX + 1

export interface CsvList {
  readonly text: string
  /** Number of rows of the list: without the header and the notice. */
  readonly rows: number
}

/** List as a file. A list that is too long is truncated, and the last line says that. */
export function listToCsv(header: readonly string[], rows: readonly (readonly Cell[])[], locale: Locale = DEFAULT_LOCALE): CsvList {
  const kept = rows.slice(0, CSV_ROWS_MAX)
  const notice = rows.length > kept.length ? [[ROWS_LEFT_OUT[locale](CSV_ROWS_MAX)]] : []
  return { text: toCsv([header, ...kept, ...notice]), rows: kept.length }
}

/** Further rows of the same file. */
export const toCsvLines = (rows: readonly (readonly Cell[])[]): string => rows.map((row) => `${row.map(cell).join(SEPARATOR)}\r\n`).join('')

function cell(value: Cell): string {
  if (value === null) return ''
  const isText = typeof value === 'object'
  const text = isText ? value.text : String(value)
  if (!isText && NUMBER.test(text)) return text.replace('.', ',')
  const safe = (FORMULA.test(text) ? `'${text}` : text).replace(INNER_FORMULA, "$1'")
  return /[";,\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
