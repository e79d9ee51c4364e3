/** Processor time in seconds, which stays about the same on a busy machine. Zero where the system does not tell (only Linux does). */
import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '../server/src/platform/database.ts'

const TICKS_PER_SECOND = 100

export function secondsOf(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  // After the name in brackets, from the third field on: the 14th and 15th.
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Of the database's processes that serve this user. */
export async function secondsOfConnections(owner: Database, user: string | undefined): Promise<number> {
  const found = await sql<{ pid: number }>`SELECT pid FROM pg_stat_activity WHERE usename = ${user ?? ''}`.execute(owner)
  return found.rows.reduce((sum, { pid }) => sum + secondsOf(pid), 0)
}
