/** Shared parts of the money reports: filters, names of files, and the audit record of a search. */
import { endOfBogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { APPROVERS, type FiatChoice, NO_APPROVER, STATE_FILTERS, type StateFilter } from '@tunjo/contract/money-reports'
import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { inTransaction } from '../../../../platform/database/database.ts'
import type { Condition } from '../../../../platform/database/list-query.ts'
import type { ReportsContext } from '../export-sheet.ts'

/** -1 and the empty text select all. */
export const isChosen = <V>(value: V): value is Exclude<V, -1 | '' | undefined> => value !== -1 && value !== '' && value !== undefined

/** Rows of this day in Bogotá. */
export function onDay(column: RawBuilder<unknown>, day: string | undefined): Condition {
  if (!day) return null
  return sql`${column} >= ${startOfBogotaDay(day)} AND ${column} < ${endOfBogotaDay(day)}`
}

export const isId = (column: RawBuilder<unknown>, id: string | undefined): Condition =>
  id ? (isUuid(id) ? sql`${column} = ${id}` : sql`false`) : null

/** Any officer, none ('A10' in the column), or one by id or e-mail (MON-09). */
export function approvedBy(column: RawBuilder<unknown>, approver: string | undefined): Condition {
  if (!approver) return null
  if (approver === APPROVERS[0]) return sql`${column} IS NOT NULL`
  if (approver === APPROVERS[1] || approver === NO_APPROVER) return sql`${column} IS NULL`
  if (!approver.includes('@')) return isId(column, approver)
  return sql`${column} = (SELECT id FROM identity.user_report WHERE email = ${approver.toLowerCase()})`
}

/** States with this word. */
export function inWord<S extends string>(
  column: RawBuilder<unknown>,
  states: readonly S[],
  wordOf: (state: S) => StateFilter,
  word: string,
) {
  const wanted = STATE_FILTERS.find((one) => one === word)
  return sql`${column} = ANY(${states.filter((state) => wordOf(state) === wanted)})`
}

/** As the specification names them. */
export const MONEY_FILE = { deposits: 'deposits-information.csv', withdrawals: 'withdrawals-information.csv' } as const

/** Search values without any bank account number. */
export async function withoutAccount({ audit, db }: Pick<ReportsContext, 'audit' | 'db'>, officerId: string, choice: FiatChoice) {
  const hidden = choice.accountId && (await inTransaction(db, (tx) => audit.redacted(tx, officerId, choice.accountId)))
  return { ...choice, accountId: hidden }
}
