/** Consumer lag: events for which no rule was evaluated yet. */
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { RULES_ON } from './rules/index.ts'

const TYPES = Object.keys(RULES_ON)

/** Time of the oldest one; null when there is none. Failed events that are being retried are excluded. */
export const OLDEST_UNCONSUMED = sql<Date | null>`least(
  (SELECT min(at) FROM platform.event WHERE position IS NULL AND type = ANY(${TYPES}::text[])),
  (SELECT min(at) FROM platform.event WHERE position > (SELECT position FROM platform.event_consumer WHERE name = 'monitoring')
    AND type = ANY(${TYPES}::text[])))`

/** Compared with the clock of the database, which dates events. */
export async function eventsWait(connection: Connection, longerThanMs: number): Promise<boolean> {
  const found = await sql<{
    wait: boolean | null
  }>`SELECT now() - ${OLDEST_UNCONSUMED} > ${longerThanMs} * interval '1 millisecond' AS wait`.execute(connection)
  return found.rows[0]?.wait === true
}
