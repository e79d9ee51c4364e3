/** Processor time in seconds, which stays about the same on a busy machine. Zero on systems other than Linux, which do not report it. */
import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '../server/src/platform/database/database.ts'

const TICKS_PER_SECOND = 100

export function secondsOf(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  // After the name in brackets, from the third field on: the 14th and 15th.
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

const used = new Map<number, number>()

/** Processor time of the database's processes that serve this user, including ended ones, as of their last query. */
export async function secondsOfConnections(owner: Database, user: string | undefined): Promise<number> {
  const found = await sql<{ pid: number }>`SELECT pid FROM pg_stat_activity WHERE usename = ${user ?? ''}`.execute(owner)
  for (const { pid } of found.rows) used.set(pid, Math.max(secondsOf(pid), used.get(pid) ?? 0))
  return [...used.values()].reduce((sum, seconds) => sum + seconds, 0)
}
