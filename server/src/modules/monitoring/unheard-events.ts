/** Consumer lag: events about which no rule was asked yet. */
import { sql } from 'kysely'
import type { Connection } from '../../platform/database.ts'
import { RULES_ON } from './rules/index.ts'

const TYPES = Object.keys(RULES_ON)

/** When the oldest of them happened; null when there is none. Without those that failed and are tried again. */
export const OLDEST_UNHEARD = sql<Date | null>`least(
  (SELECT min(at) FROM platform.event WHERE position IS NULL AND type = ANY(${TYPES}::text[])),
  (SELECT min(at) FROM platform.event WHERE position > (SELECT position FROM platform.event_consumer WHERE name = 'monitoring')
    AND type = ANY(${TYPES}::text[])))`

/** By the clock of the database, by which events are dated. */
export async function eventsWait(connection: Connection, longerThanMs: number): Promise<boolean> {
  const found = await sql<{
    wait: boolean | null
  }>`SELECT now() - ${OLDEST_UNHEARD} > ${longerThanMs} * interval '1 millisecond' AS wait`.execute(connection)
  return found.rows[0]?.wait === true
}
