/**
 * Parser of the bank's statement file (docs/bank-statement.md): CSV, one account, the opening balance, each movement with the balance after
 * it, the closing balance. Read whole before anything is stored: a file that does not add up is rejected.
 */
import { STATEMENT_LINES_MAX } from '@tunjo/contract/bank-statements'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { parseUnits } from '@tunjo/contract/money'
import { type CsvRow, readCsvRows } from '../../../../platform/csv/read-csv-rows.ts'
import { sha256 } from '../../../../platform/database/ids.ts'
import { FileFault } from '../../../../platform/files/file-text.ts'
import type { Payer } from './payer.ts'
import { STATEMENT_FAULTS } from './statement-faults.ts'

export const STATEMENT_COLUMNS = [
  'tipo', 'cuenta', 'fecha', 'consecutivo', 'id_movimiento', 'valor', 'saldo', 'referencia', 'descripcion', 'nombre', 'documento', 'banco',
  'cuenta_origen',
] as const // biome-ignore format: one list
type Column = (typeof STATEMENT_COLUMNS)[number]
type Fields = Readonly<Record<Column, string>>

export interface ParsedLine {
  readonly rowNumber: number
  /** Identity of the line: account, day, id at the bank (or its content) and running number. */
  readonly key: string
  readonly bankId: string
  readonly bookedOn: string
  /** Above zero for a credit. */
  readonly amount: bigint
  readonly reference: string
  readonly description: string
  readonly payer: Payer
}
export interface ParsedStatement {
  readonly fromDay: string
  readonly toDay: string
  readonly opening: bigint
  readonly closing: bigint
  readonly lines: readonly ParsedLine[]
}
interface Expected {
  /** Number of the platform's collection account. */
  readonly account: string
  readonly now: Date
}

const TEXT_MAX = 300
const COP_SCALE = 2

/** @throws FileFault with the line and its fault */
export async function readStatement(content: Uint8Array, expected: Expected): Promise<ParsedStatement> {
  const rows = await rowsOf(content)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last || rows.length < 2) throw new FileFault(1, STATEMENT_FAULTS.balancesMissing)
  for (const row of rows) checkRow(row, expected)
  if (first.fields.tipo !== 'SALDO_INICIAL') throw new FileFault(first.line, STATEMENT_FAULTS.firstRow)
  if (last.fields.tipo !== 'SALDO_FINAL') throw new FileFault(last.line, STATEMENT_FAULTS.lastRow)
  const opening = amountOf(first, 'saldo', { isSigned: true })
  const lines = linesOf(rows.slice(1, -1), opening)
  const closing = amountOf(last, 'saldo', { isSigned: true })
  const sum = lines.reduce((total, { amount }) => total + amount, opening)
  if (sum !== closing) throw new FileFault(last.line, STATEMENT_FAULTS.closingBalance)
  return { fromDay: first.fields.fecha, toDay: last.fields.fecha, opening, closing, lines }
}

interface Row {
  readonly line: number
  readonly fields: Fields
}

async function rowsOf(content: Uint8Array): Promise<Row[]> {
  const rows: Row[] = []
  let isHeader = true
  for await (const row of readCsvRows(byLine(content))) {
    if (isHeader) checkHeader(row)
    else rows.push({ line: row.line, fields: fieldsOf(row) })
    isHeader = false
    if (rows.length > STATEMENT_LINES_MAX + 2) throw new FileFault(row.line, STATEMENT_FAULTS.tooManyLines(STATEMENT_LINES_MAX))
  }
  return rows
}

const NEW_LINE = 10
/** Split by line, so that undecodable bytes are reported with their line. */
function* byLine(content: Uint8Array): Generator<Uint8Array> {
  let from = 0
  while (from < content.length) {
    const end = content.indexOf(NEW_LINE, from)
    const to = end < 0 ? content.length : end + 1
    yield content.subarray(from, to)
    from = to
  }
}

function checkHeader({ line, fields }: CsvRow): void {
  const isOurs = fields.length === STATEMENT_COLUMNS.length && STATEMENT_COLUMNS.every((name, index) => fields[index]?.trim() === name)
  if (!isOurs) throw new FileFault(line, STATEMENT_FAULTS.columns(STATEMENT_COLUMNS.join(',')))
}

function fieldsOf({ line, fields }: CsvRow): Fields {
  if (fields.length !== STATEMENT_COLUMNS.length)
    throw new FileFault(line, STATEMENT_FAULTS.columnCount(fields.length, STATEMENT_COLUMNS.length))
  const values = STATEMENT_COLUMNS.map((name, index) => [name, (fields[index] ?? '').trim()] as const)
  for (const [name, value] of values) if (value.length > TEXT_MAX) throw new FileFault(line, STATEMENT_FAULTS.tooLong(name, TEXT_MAX))
  const of = (name: Column): string => values.find(([column]) => column === name)?.[1] ?? ''
  return {
    tipo: of('tipo'),
    cuenta: of('cuenta'),
    fecha: of('fecha'),
    consecutivo: of('consecutivo'),
    id_movimiento: of('id_movimiento'),
    valor: of('valor'),
    saldo: of('saldo'),
    referencia: of('referencia'),
    descripcion: of('descripcion'),
    nombre: of('nombre'),
    documento: of('documento'),
    banco: of('banco'),
    cuenta_origen: of('cuenta_origen'),
  }
}

function checkRow({ line, fields: { cuenta, fecha } }: Row, { account, now }: Expected): void {
  if (cuenta !== account) throw new FileFault(line, STATEMENT_FAULTS.otherAccount)
  if (!isDay(fecha)) throw new FileFault(line, STATEMENT_FAULTS.dateFormat)
  if (fecha > bogotaDay(now)) throw new FileFault(line, STATEMENT_FAULTS.future)
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

/** In the order of the account, each with the balance after it, none twice. */
function linesOf(rows: readonly Row[], opening: bigint): ParsedLine[] {
  const seen = new Map<string, number>()
  let balance = opening
  let day = ''
  return rows.map((row) => {
    const line = lineOf(row)
    const before = seen.get(line.key)
    if (before !== undefined) throw new FileFault(row.line, STATEMENT_FAULTS.repeated(before))
    seen.set(line.key, row.line)
    if (line.bookedOn < day) throw new FileFault(row.line, STATEMENT_FAULTS.dateOrder)
    day = line.bookedOn
    balance += line.amount
    if (amountOf(row, 'saldo', { isSigned: true }) !== balance) throw new FileFault(row.line, STATEMENT_FAULTS.runningBalance)
    return line
  })
}

const SIGNS: ReadonlyMap<string, bigint> = new Map([
  ['CREDITO', 1n],
  ['DEBITO', -1n],
])

function lineOf(row: Row): ParsedLine {
  const {
    tipo,
    cuenta,
    fecha,
    consecutivo,
    id_movimiento: ownId,
    referencia,
    descripcion,
    nombre,
    documento,
    banco,
    cuenta_origen,
  } = row.fields
  const sign = SIGNS.get(tipo)
  if (sign === undefined) throw new FileFault(row.line, STATEMENT_FAULTS.kind)
  if (!/^\d{1,9}$/.test(consecutivo)) throw new FileFault(row.line, STATEMENT_FAULTS.runningNumber)
  const amount = amountOf(row, 'valor', { isSigned: false })
  if (amount === 0n) throw new FileFault(row.line, STATEMENT_FAULTS.zero)
  // The content of a line without an id serves as its id.
  const named = ownId || sha256(JSON.stringify([tipo, row.fields.valor, referencia, descripcion, nombre, documento, cuenta_origen]))
  return {
    rowNumber: row.line,
    key: sha256(JSON.stringify([cuenta, fecha, Number(consecutivo), named])),
    bankId: [fecha, Number(consecutivo), ownId].filter((part) => part !== '').join('/'),
    bookedOn: fecha,
    amount: sign * amount,
    reference: referencia,
    description: descripcion,
    payer: { name: nombre, document: documento, bank: banco, account: cuenta_origen },
  }
}

/** Pesos with at most two decimals after a point; local spreadsheet formats are rejected, so that nothing is guessed. */
function amountOf({ line, fields }: Row, column: 'valor' | 'saldo', { isSigned }: { isSigned: boolean }): bigint {
  const text = fields[column]
  const isNegative = isSigned && text.startsWith('-')
  const digits = isNegative ? text.slice(1) : text
  const amount = /^\d{1,15}(\.\d{1,2})?$/.test(digits) ? parseUnits(digits, COP_SCALE) : null
  if (amount === null) throw new FileFault(line, STATEMENT_FAULTS.amount(column))
  return isNegative ? -amount : amount
}
