/**
 * The state of a person as SQL over a row of `reports.person` (ADM-01): five, disjoint, the first that holds. What an event decides is kept in
 * the row (`base_state`, `renew_at`, `has_novelty`, `has_alert`; `reports/migrations/0010_person_state.sql`); what changes by the clock alone
 * (a lease that ends, papers that grow old) is added here, so that nothing has to wake up to make it true. The counts, the list, its filter
 * and its export read this.
 */
import type { PersonRow } from '@tunjo/contract/compliance-people'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

export type PersonState = PersonRow['state']
const state = (name: PersonState) => sql.lit(name)

const PENDING = state('Pendiente')
const isHeld = sql`lease.account_id IS NOT NULL`
const isOld = (now: Date) => sql`person.renew_at < ${now}::timestamptz`

/** Of the alias `person`, beside `lease`: the lease in force, if there is one. */
export const stateAt = (now: Date): RawBuilder<unknown> => sql`CASE
    WHEN person.base_state = ${PENDING} AND ${isHeld} THEN ${state('Progreso')}
    WHEN ${isOld(now)} THEN ${state('Actualizar')}
    ELSE person.base_state END`

/** The same as a condition, in words that an index answers. */
export function isInState(name: PersonState, now: Date): RawBuilder<unknown> {
  if (name === 'Pendiente') return sql`person.waiting_since IS NOT NULL AND person.base_state = ${PENDING} AND NOT ${isHeld}`
  if (name === 'Progreso') return sql`person.waiting_since IS NOT NULL AND (person.base_state = ${state(name)} OR ${isHeld})`
  if (name === 'Actualizar') return sql`(person.base_state = ${state(name)} OR ${isOld(now)})`
  return sql`person.base_state = ${state(name)} AND (person.renew_at IS NULL OR NOT ${isOld(now)})`
}

/** Something was sent that nobody has decided about, or the alert Novedades is open; and any other alert. */
export const hasNovelty = sql`person.has_novelty`
export const hasAlert = sql`person.has_alert`

export const peopleAt = (now: Date): RawBuilder<unknown> => sql`FROM reports.person person
    LEFT JOIN compliance.review_lease lease ON lease.account_id = person.account_id AND lease.until > ${now}`

/** The same of one person, so that their page never says another thing than the list. */
export async function isNews(connection: Connection, accountId: string): Promise<boolean> {
  const found = await sql<{ hasNovelty: boolean }>`SELECT ${hasNovelty} AS "hasNovelty" FROM reports.person person
    WHERE account_id = ${accountId}`.execute(connection)
  return found.rows[0]?.hasNovelty ?? false
}
