/** Health checks: facts about a process and its surroundings that its readiness reports. */
import { sql } from 'kysely'
import type { Connection } from '../database/database.ts'

export interface Measurement {
  /** Name of one of several facts of a check: a schedule, a pair of prices. */
  readonly part?: string
  readonly isFine: boolean
  /** Reason of a failure in English: without addresses, secrets and messages of drivers, which may hold both. */
  readonly reason?: string
  readonly measured?: number
  readonly limit?: number
}

export interface HealthCheck {
  readonly name: string
  /** Whether another process of the same role may pass while this one fails. A process that answers calls is then taken out. */
  readonly isOwn: boolean
  read(): Promise<readonly Measurement[]>
}

export const databaseCheck = (db: Connection): HealthCheck => ({
  name: 'database',
  isOwn: true,
  async read() {
    await sql`SELECT 1`.execute(db)
    return [{ isFine: true }]
  },
})
