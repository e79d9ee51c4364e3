/** The demo profile's clock: moved by a call, kept in the database so that every process and every restart agrees. */
import { demo } from '@tunjo/contract/demo'
import { sql } from 'kysely'
import type { MovableClock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { implement, type Route } from '../platform/http/route.ts'

const NAME = 'demo.clock_offset_ms'

export function demoClockRoutes(db: Database, clock: MovableClock): Route[] {
  const read = async () => ({ now: clock.now().toISOString(), offsetMs: clock.offsetMs })
  return implement(demo, {
    clock: read,
    advanceClock: async ({ body }) => {
      await sql`INSERT INTO platform.setting (name, value) VALUES (${NAME}, to_jsonb(${body.milliseconds}::bigint))
        ON CONFLICT (name) DO UPDATE SET value = to_jsonb((platform.setting.value #>> '{}')::bigint + ${body.milliseconds}::bigint)`.execute(
        db,
      )
      await followClock(db, clock)
      return read()
    },
  })
}

/** Brings this process to the offset that any process wrote. */
export async function followClock(db: Database, clock: MovableClock): Promise<void> {
  const found = await sql<{ value: number }>`SELECT value FROM platform.setting WHERE name = ${NAME}`.execute(db)
  const offsetMs = found.rows[0]?.value ?? 0
  if (offsetMs > clock.offsetMs) clock.advance(offsetMs - clock.offsetMs)
}

export function keepFollowing(db: Database, clock: MovableClock): { stop(): void } {
  const timer = setInterval(() => void followClock(db, clock).catch(() => undefined), 1_000)
  return { stop: () => clearInterval(timer) }
}
