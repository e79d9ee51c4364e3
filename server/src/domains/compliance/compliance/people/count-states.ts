/** Number of customers in each state, for the gauges above the list (ADM-01). */
import type { KycSummary } from '@tunjo/contract/compliance-people'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { isInState, type PersonState, peopleAt } from './person-state.ts'

export async function countStates(connection: Connection, now: Date): Promise<KycSummary> {
  // By small indexes: stored states first, then customers whose state changed by the clock or by a lease.
  const found = await sql<{ state: PersonState; count: number }>`
    SELECT base_state AS state, count(*)::integer AS count FROM reports.person GROUP BY 1
    UNION ALL
    SELECT moved.state, sum(moved.count)::integer FROM (
      SELECT base_state, count(*) FROM reports.person WHERE renew_at < ${now} GROUP BY 1) old (base_state, count),
      LATERAL (VALUES (old.base_state, -old.count), ('Actualizar', old.count)) moved (state, count) GROUP BY 1
    UNION ALL
    SELECT moved.state, sum(moved.count)::integer FROM (
      SELECT count(*) ${peopleAt(now)} WHERE ${isInState('Progreso', now)} AND person.base_state <> 'Progreso') held (count),
      LATERAL (VALUES ('Pendiente', -held.count), ('Progreso', held.count)) moved (state, count) GROUP BY 1`.execute(connection)
  const of = (state: PersonState) => found.rows.reduce((sum, row) => (row.state === state ? sum + row.count : sum), 0)
  return {
    finished: of('Listo'),
    inProgress: of('Progreso'),
    notFinished: of('No terminado'),
    pending: of('Pendiente'),
    toUpdate: of('Actualizar'),
  }
}
