import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../../dev/testing/database.ts'
import { newId } from '../database/ids.ts'
import { movableClock } from '../time/clock.ts'
import { scheduleHousekeeping } from './housekeeping.ts'
import type { Jobs, Schedule } from './jobs.ts'

it('deletes finished jobs and events after their days, and nothing that still waits', async () => {
  const { db, drop } = await createTestDatabase()
  const schedules: Schedule[] = []
  const clock = movableClock()
  scheduleHousekeeping({ db, clock, jobs: { schedule: (given: Schedule) => void schedules.push(given) } as unknown as Jobs })
  await sql`INSERT INTO platform.event (id, type, payload) VALUES (${newId()}, 'pricing.price_updated', '{}')`.execute(db)
  // More than one round deletes.
  await sql`INSERT INTO platform.event (id, type, payload) SELECT gen_random_uuid(), 'pricing.price_updated', '{}' FROM generate_series(1, 10500)`.execute(
    db,
  )
  for (const doneAt of [clock.now(), null])
    await sql`INSERT INTO platform.job (id, name, key, payload, run_at, done_at)
      VALUES (${newId()}, 'x', ${newId()}, '{}', ${clock.now()}, ${doneAt})`.execute(db)

  // Events that compliance replays are kept longer, and so are those that a consumer still has to handle.
  const [kept, failed] = [newId(), newId()]
  await sql`INSERT INTO platform.event (id, type, payload) VALUES (${kept}, 'kyc.level_changed', '{}'), (${failed}, 'pricing.price_updated', '{}')`.execute(
    db,
  )
  await sql`INSERT INTO platform.event_retry (consumer, event_id, position, run_at) VALUES ('x', ${failed}, 1, now())`.execute(db)

  const sweep = async () => {
    for (const schedule of schedules) await schedule.run({ log: undefined as never })
    const left = await sql<{ jobs: bigint; events: bigint }>`SELECT (SELECT count(*) FROM platform.job) AS jobs,
      (SELECT count(*) FROM platform.event) AS events`.execute(db)
    return left.rows[0]
  }
  expect(await sweep()).toEqual({ jobs: 2n, events: 10_503n })
  // E9: events are dated by the database, so a moved clock deletes none that no consumer has received yet.
  clock.advance(15 * 86_400_000)
  expect(await sweep()).toEqual({ jobs: 1n, events: 10_503n })
  const eventsGrowOlder = (days: number) => sql`UPDATE platform.event SET at = at - make_interval(days => ${days})`.execute(db)
  await eventsGrowOlder(15)
  expect(await sweep()).toEqual({ jobs: 1n, events: 2n })
  await eventsGrowOlder(100)
  expect(await sweep()).toEqual({ jobs: 1n, events: 1n })
  await drop()
})
