/** English descriptions of the faults of a bank's statement file, beside statement-faults.es.ts. */
import type { StatementFaults } from './statement-faults.es.ts'

export const ENGLISH_FAULTS: StatementFaults = {
  balancesMissing: 'the opening and the closing balance are missing',
  firstRow: 'the first row is not SALDO_INICIAL',
  lastRow: 'the last row is not SALDO_FINAL: the file is incomplete',
  closingBalance: 'the closing balance is not the opening balance plus the movements',
  otherAccount: 'the account is not our collection account',
  dateFormat: 'the date is not YYYY-MM-DD',
  future: 'the date is in the future',
  dateOrder: 'the dates are not in order',
  runningBalance: 'the balance is not the previous one plus the movement',
  kind: 'the type is neither CREDITO nor DEBITO',
  runningNumber: 'the running number is not a number',
  zero: 'the amount is zero',
  tooManyLines: (maximum) => `more than ${maximum} movements`,
  columns: (expected) => `the columns are not ${expected}`,
  columnCount: (count, expected) => `there are ${count} columns and there must be ${expected}`,
  tooLong: (name, maximum) => `${name} has more than ${maximum} characters`,
  repeated: (line) => `repeats the movement of line ${line}`,
  amount: (name) => `${name} is not a number of pesos like 150000.00`,
}
