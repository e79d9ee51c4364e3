/**
 * Lines that an import of a statement would add. Files may overlap (a day that is downloaded twice), but the new lines must lead exactly
 * from the end of the last import to the end of this file: no line in between is missing, and none belongs to another account or day.
 */
import { copFigure } from '@tunjo/contract/amount-text'
import type { Connection } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { ApprovalWords } from '../approval-words.es.ts'
import { knownAmong } from './line-store.ts'
import type { ParsedLine } from './statement-file.ts'
import { lastBalance, lastDay, type StatementRow } from './statement-store.ts'

export interface ImportPlan {
  readonly added: readonly ParsedLine[]
  /** Added lines of a day before the last imported one: a bank seldom posts such a line, so officers review it. */
  readonly late: readonly ParsedLine[]
}

/** @throws Refused `payments.statement_known`, `payments.statement_contradicts`, `payments.statement_gap` */
export async function planImport(
  connection: Connection,
  { lines, opening, closing, importedAt }: Pick<StatementRow, 'lines' | 'opening' | 'closing' | 'importedAt'>,
): Promise<ImportPlan> {
  if (importedAt) refuse('payments.statement_known')
  const known = new Map((await knownAmong(connection, lines.map(({ key }) => key))).map(({ key, amount }) => [key, amount])) // biome-ignore format: one map
  for (const { key, amount, rowNumber } of lines) {
    const before = known.get(key)
    if (before !== undefined && before !== amount) refuse('payments.statement_contradicts', { line: String(rowNumber) })
  }
  const added = lines.filter(({ key }) => !known.has(key))
  if (added.length === 0) refuse('payments.statement_known')
  const last = await lastBalance(connection)
  const from = last?.amount ?? opening
  const until = added.reduce((sum, { amount }) => sum + amount, from)
  if (until !== closing) refuse('payments.statement_gap', { balance: copFigure(from), day: last?.day ?? '' })
  const importedUntil = (await lastDay(connection)) ?? ''
  return { added, late: added.filter(({ bookedOn }) => bookedOn < importedUntil) }
}

export const moneyIn = (lines: readonly Pick<ParsedLine, 'amount'>[]): bigint =>
  lines.reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n)
export const moneyOut = (lines: readonly Pick<ParsedLine, 'amount'>[]): bigint =>
  lines.reduce((sum, { amount }) => (amount < 0n ? sum - amount : sum), 0n)

const NAMED_MAX = 10
/** Day and amount of each late line, for officers. Null when there is none. */
export function nameLateLines(late: readonly Pick<ParsedLine, 'bookedOn' | 'amount'>[], { statement }: ApprovalWords): string | null {
  if (late.length === 0) return null
  const named = late.slice(0, NAMED_MAX).map(({ bookedOn, amount }) => statement.lateLine(bookedOn, `${copFigure(amount)} COP`))
  return `${late.length}: ${named.join('; ')}${late.length > NAMED_MAX ? '; …' : ''}`
}
