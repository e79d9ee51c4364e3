/** Clock of the demo profile: moved by a call, stored in the database so that every process and every restart agrees. */
import { demo } from '@tunjo/contract/demo'
import { sql } from 'kysely'
import type { Connection, Database } from '../../server/src/platform/database/database.ts'
import { implement, type Route } from '../../server/src/platform/http/route.ts'
import { announceWork } from '../../server/src/platform/jobs/wakeups.ts'
import type { MovableClock } from '../../server/src/platform/time/clock.ts'

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

/** For a new folder only, before anything in it has a date: false when its clock was moved before. */
export async function setClockBack(connection: Connection, offsetMs: number): Promise<boolean> {
  const set = await sql`INSERT INTO platform.setting (name, value) VALUES (${NAME}, to_jsonb(${offsetMs}::bigint))
    ON CONFLICT (name) DO NOTHING RETURNING 1`.execute(connection)
  return set.rows.length === 1
}

/** Move forward to this offset; does nothing when the clock is past it. */
export async function moveClockTo(db: Database, clock: MovableClock, offsetMs: number): Promise<void> {
  await sql`UPDATE platform.setting SET value = to_jsonb(greatest((value #>> '{}')::bigint, ${Math.round(offsetMs)}::bigint))
    WHERE name = ${NAME}`.execute(db)
  await followClock(db, clock)
}

/** Start this process at the stored offset, also in the past. */
export async function openClock(db: Database, clock: MovableClock): Promise<void> {
  clock.startAt((await readOffset(db)) ?? 0)
}

/** Move this process to the stored offset. */
async function followClock(db: Database, clock: MovableClock): Promise<void> {
  const offsetMs = (await readOffset(db)) ?? 0
  if (offsetMs <= clock.offsetMs) return
  clock.advance(offsetMs - clock.offsetMs)
  // Work may have become due by the moved clock.
  await announceWork(db)
}

async function readOffset(db: Database): Promise<number | null> {
  const found = await sql<{ value: number }>`SELECT value FROM platform.setting WHERE name = ${NAME}`.execute(db)
  return found.rows[0]?.value ?? null
}

export function keepFollowing(db: Database, clock: MovableClock): { stop(): void } {
  const timer = setInterval(() => void followClock(db, clock).catch(() => undefined), 1_000)
  return { stop: () => clearInterval(timer) }
}
