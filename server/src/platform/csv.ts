/**
 * CSV as spreadsheets in Colombia read it: semicolons between cells, a decimal comma, CRLF, and a byte-order mark so that accents survive.
 * Texts are no live formulas (R30); plain numbers stay numbers, so that a spreadsheet adds up incoming and outgoing amounts.
 */
import { CSV_ROWS_MAX } from '@tunjo/contract/csv-rows'
import { rowsLeftOut } from './csv.es.ts'

const SEPARATOR = ';'
const NUMBER = /^-?\d+(\.\d+)?$/
const FORMULA = /^[=+\-@\t\r]/

/**
 * A spreadsheet of another region divides at commas, and some divide at every line, whatever quotes surround the cell. The wide forms are
 * formulas in some languages.
 */
const INNER_FORMULA = /((?:^|[,;\t\r\n])[\s"]*)(?=[=+\-@＝＋－＠])/g

/** A plain number stays a number, also one that is written as text; what people typed is `{ text }`, and stays as it was typed. */
export type Cell = string | number | null | { readonly text: string }

/** The first row is the header. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${toCsvLines(rows)}`
}

/** How many rows to read for a file: one more than it may have shows that the list is longer. */
export const CSV_ROWS_READ = CSV_ROWS_MAX + 1

export interface CsvList {
  readonly text: string
  /** Of the list: without the header and the notice. */
  readonly rows: number
}

/** A list as a file. A list that is too long is cut, and the last line says so. */
export function listToCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): CsvList {
  const kept = rows.slice(0, CSV_ROWS_MAX)
  const notice = rows.length > kept.length ? [[rowsLeftOut(CSV_ROWS_MAX)]] : []
  return { text: toCsv([header, ...kept, ...notice]), rows: kept.length }
}

/** More rows of the same file. */
export const toCsvLines = (rows: readonly (readonly Cell[])[]): string => rows.map((row) => `${row.map(cell).join(SEPARATOR)}\r\n`).join('')

function cell(value: Cell): string {
  if (value === null) return ''
  const isText = typeof value === 'object'
  const text = isText ? value.text : String(value)
  if (!isText && NUMBER.test(text)) return text.replace('.', ',')
  const safe = (FORMULA.test(text) ? `'${text}` : text).replace(INNER_FORMULA, "$1'")
  return /[";,\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
