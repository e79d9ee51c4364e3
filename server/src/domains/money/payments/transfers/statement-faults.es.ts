/** Spanish descriptions of the faults of a bank's statement file. */
export const SPANISH_FAULTS = {
  balancesMissing: 'faltan el saldo inicial y el saldo final',
  firstRow: 'la primera fila no es SALDO_INICIAL',
  lastRow: 'la última fila no es SALDO_FINAL: el archivo está incompleto',
  closingBalance: 'el saldo final no es el inicial más los movimientos',
  otherAccount: 'la cuenta no es nuestra cuenta de recaudo',
  dateFormat: 'la fecha no es AAAA-MM-DD',
  future: 'la fecha todavía no ha llegado',
  dateOrder: 'las fechas no van en orden',
  runningBalance: 'el saldo no es el anterior más el movimiento',
  kind: 'el tipo no es CREDITO ni DEBITO',
  runningNumber: 'el consecutivo no es un número',
  zero: 'el valor es cero',
  tooManyLines: (maximum: number): string => `más de ${maximum} movimientos`,
  columns: (expected: string): string => `las columnas no son ${expected}`,
  columnCount: (count: number, expected: number): string => `hay ${count} columnas y deben ser ${expected}`,
  tooLong: (name: string, maximum: number): string => `${name} tiene más de ${maximum} caracteres`,
  repeated: (line: number): string => `repite el movimiento de la línea ${line}`,
  amount: (name: string): string => `${name} no es un número de pesos como 150000.00`,
}
export type StatementFaults = typeof SPANISH_FAULTS
