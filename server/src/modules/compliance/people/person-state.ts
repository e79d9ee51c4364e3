/**
 * The state of a person as SQL over a row of `reports.person` (ADM-01): five, disjoint, the first that holds. The one place that says it:
 * the counts, the list, its filter and its export read this. What changes by the clock alone (a lease that ends, papers that grow old) is
 * decided here and not stored, so that nothing has to wake up to make it true.
 */
import type { PersonRow } from '@tunjo/contract/compliance-people'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

/**
 * What was accepted is asked for again after these months (SAGRILAFT: due diligence is refreshed at least every two years), sooner where
 * the risk is higher; of politically exposed people at least every year.
 */
const REFRESH_MONTHS = { low: 24, medium: 12, high: 6, pep: 12 } as const

/** `novelty` in the words of `alert_kinds`; the other kinds are an alert. */
export const NOVELTY_BIT = 1

export type PersonState = PersonRow['state']
const state = (name: PersonState) => sql.lit(name)

/** Of the alias `person`, beside `lease`: the lease in force, if there is one. */
export const stateAt = (now: Date): RawBuilder<unknown> => sql`CASE
    WHEN person.waiting_since IS NOT NULL AND (person.is_begun OR lease.account_id IS NOT NULL) THEN ${state('Progreso')}
    WHEN person.waiting_since IS NOT NULL THEN ${state('Pendiente')}
    WHEN person.verified_level >= 1 AND (person.must_renew OR person.accepted_at < ${now}::timestamptz - ${refreshAge}) THEN ${state('Actualizar')}
    WHEN person.verified_level = 0 OR person.has_declined OR person.has_staged THEN ${state('No terminado')}
    ELSE ${state('Listo')} END`

const months = (count: number) => sql.lit(`${count} months`)
const refreshAge = sql`CASE WHEN person.risk = 'high' THEN interval ${months(REFRESH_MONTHS.high)}
    WHEN person.risk = 'medium' THEN interval ${months(REFRESH_MONTHS.medium)}
    WHEN person.is_pep THEN interval ${months(REFRESH_MONTHS.pep)}
    ELSE interval ${months(REFRESH_MONTHS.low)} END`

/** Something was sent that nobody has decided about, or the alert Novedades is open. */
export const hasNovelty = sql`(person.waiting_since IS NOT NULL OR person.alert_kinds & ${sql.lit(NOVELTY_BIT)} <> 0)`
export const hasAlert = sql`(person.alert_kinds <> 0 AND person.alert_kinds & ~${sql.lit(NOVELTY_BIT)} <> 0)`

export const peopleAt = (now: Date): RawBuilder<unknown> => sql`FROM reports.person person
    LEFT JOIN compliance.review_lease lease ON lease.account_id = person.account_id AND lease.until > ${now}`

/** The same of one person, so that their page never says another thing than the list. */
export async function isNews(connection: Connection, accountId: string): Promise<boolean> {
  const found = await sql<{ hasNovelty: boolean }>`SELECT ${hasNovelty} AS "hasNovelty" FROM reports.person person
    WHERE account_id = ${accountId}`.execute(connection)
  return found.rows[0]?.hasNovelty ?? false
}
