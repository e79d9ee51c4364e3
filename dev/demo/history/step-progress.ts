/** Progress of the demo's history, kept in the database: an interrupted start continues after the last finished step. */
import { sql } from 'kysely'
import type { Database } from '../../../server/src/platform/database/database.ts'

const PREFIX = 'demo.history.mark.'
const MADE = 'made.'

export interface StepProgress {
  /** Names of finished steps. */
  readonly made: ReadonlySet<string>
  readonly isDone: boolean
}

export async function readProgress(db: Database): Promise<StepProgress> {
  const found = await sql<{ name: string }>`SELECT name FROM platform.setting WHERE name LIKE ${`${PREFIX}%`}`.execute(db)
  const names = found.rows.map(({ name }) => name.slice(PREFIX.length))
  const made = names.filter((name) => name.startsWith(MADE)).map((name) => name.slice(MADE.length))
  return { made: new Set(made), isDone: names.includes('done') }
}

export async function markStepDone(db: Database, name: `${typeof MADE}${string}` | 'done'): Promise<void> {
  await sql`INSERT INTO platform.setting (name, value) VALUES (${PREFIX + name}, 'true') ON CONFLICT (name) DO NOTHING`.execute(db)
}
