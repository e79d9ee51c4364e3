/** How many people are in each state, for the gauges over the list (ADM-01). */
import type { KycSummary } from '@tunjo/contract/compliance-people'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { type PersonState, peopleAt, stateAt } from './person-state.ts'

export async function countStates(connection: Connection, now: Date): Promise<KycSummary> {
  const found = await sql<{ state: PersonState; count: number }>`SELECT ${stateAt(now)} AS state, count(*)::integer AS count
    ${peopleAt(now)} GROUP BY 1`.execute(connection)
  const of = (state: PersonState) => found.rows.find((row) => row.state === state)?.count ?? 0
  return {
    finished: of('Listo'),
    inProgress: of('Progreso'),
    notFinished: of('No terminado'),
    pending: of('Pendiente'),
    toUpdate: of('Actualizar'),
  }
}
