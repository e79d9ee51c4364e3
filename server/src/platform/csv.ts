/** CSV as spreadsheets read it (RFC 4180), with a byte-order mark so that accents survive, and no live formulas (R30). */
const FORMULA = /^[=+\-@\t\r]/

/**
 * Where Windows separates lists with a semicolon, as in Colombia, a spreadsheet also divides there, and at every line, whatever quotes
 * stand around. The wide forms are formulas in some languages.
 */
const INNER_FORMULA = /((?:^|[;\t\r\n])[\s"]*)(?=[=+\-@＝＋－＠])/g

/** The first row is the header. */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\uFEFF${toCsvLines(rows)}`
}

/** More rows of the same file. */
export const toCsvLines = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = (FORMULA.test(value) ? `'${value}` : value).replace(INNER_FORMULA, "$1'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
