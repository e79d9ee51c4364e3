/**
 * State of a customer as SQL over a row of `reports.person` (ADM-01): five disjoint states, the first that holds. The parts decided by
 * events are stored in the row (`base_state`, `renew_at`, `has_novelty`, `has_alert`; `reports/migrations/0010_person_state.sql`); the
 * parts that change with the clock alone (an expired lease, outdated documents) are computed here, so that no job has to update them. The
 * counts, the list, its filter and its export use this.
 */
import type { PersonRow } from '@tunjo/contract/compliance-people'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'

export type PersonState = PersonRow['state']
const state = (name: PersonState) => sql.lit(name)

const PENDING = state('Pendiente')
const isHeld = sql`lease.account_id IS NOT NULL`
const isOld = (now: Date) => sql`person.renew_at < ${now}::timestamptz`

/** For the alias `person`, joined with `lease`: the lease in force, if there is one. */
export const stateAt = (now: Date): RawBuilder<unknown> => sql`CASE
    WHEN person.base_state = ${PENDING} AND ${isHeld} THEN ${state('Progreso')}
    WHEN ${isOld(now)} THEN ${state('Actualizar')}
    ELSE person.base_state END`

/** The same as a condition that an index supports. */
export function isInState(name: PersonState, now: Date): RawBuilder<unknown> {
  if (name === 'Pendiente') return sql`person.waiting_since IS NOT NULL AND person.base_state = ${PENDING} AND NOT ${isHeld}`
  if (name === 'Progreso') return sql`person.waiting_since IS NOT NULL AND (person.base_state = ${state(name)} OR ${isHeld})`
  if (name === 'Actualizar') return sql`(person.base_state = ${state(name)} OR ${isOld(now)})`
  return sql`person.base_state = ${state(name)} AND (person.renew_at IS NULL OR NOT ${isOld(now)})`
}

/** True when an item awaits a decision or the alert Novedades is open; `hasAlert`: any other alert is open. */
export const hasNovelty = sql`person.has_novelty`
export const hasAlert = sql`person.has_alert`

export const peopleAt = (now: Date): RawBuilder<unknown> => sql`FROM reports.person person
    LEFT JOIN compliance.review_lease lease ON lease.account_id = person.account_id AND lease.until > ${now}`

/** The same for one customer, so that their page and the list always agree. */
export async function personHasNovelty(connection: Connection, accountId: string): Promise<boolean> {
  const found = await sql<{ hasNovelty: boolean }>`SELECT ${hasNovelty} AS "hasNovelty" FROM reports.person person
    WHERE account_id = ${accountId}`.execute(connection)
  return found.rows[0]?.hasNovelty ?? false
}
