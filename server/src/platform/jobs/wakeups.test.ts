import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { inTransaction } from '../database/database.ts'
import { createLog } from '../observability/log.ts'
import { movableClock } from '../time/clock.ts'
import { createJobs } from './jobs.ts'
import { announceWork, onWork, startWakeups, type Wakeups } from './wakeups.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())
beforeEach(async () => {
  await sql`TRUNCATE platform.job`.execute(database.owner)
})

const log = createLog({ level: 'silent', pretty: false })
const ALWAYS: Wakeups = { isListening: () => true, stop: async () => undefined }
const LATER_MS = 3_600_000

async function listening(): Promise<Wakeups> {
  const wakeups = startWakeups(database.connection, log)
  await expect.poll(wakeups.isListening).toBe(true)
  return wakeups
}

describe('wake-ups', () => {
  it('are announced when the transaction has committed, and not when it was rolled back', async () => {
    let announced = 0
    const leave = onWork(() => announced++)
    const failed = inTransaction(database.db, async (tx) => {
      await announceWork(tx)
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(announced).toBe(0)
    await inTransaction(database.db, async (tx) => {
      await announceWork(tx)
      expect(announced).toBe(0)
    })
    expect(announced).toBe(1)
    leave()
  })

  it('reach other processes, once each', async () => {
    const [one, other] = [await listening(), await listening()]
    let announced = 0
    const leave = onWork(() => announced++)
    // Both share this process: an announcement here reaches each of them, and each receives the notifications of the other.
    await announceWork(database.db)
    await expect.poll(() => announced).toBe(3)
    await inTransaction(database.db, announceWork)
    await expect.poll(() => announced).toBe(6)
    leave()
    await Promise.all([one.stop(), other.stop()])
  })

  it('are received again after the connection broke', async () => {
    const wakeups = await listening()
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'tunjo-wakeups' AND datname = current_database()`.execute(database.owner)
    await expect.poll(wakeups.isListening).toBe(false)
    await expect.poll(wakeups.isListening).toBe(true)
    await wakeups.stop()
  })

  it('that are lost, since the process was killed after its commit, delay a job by the safety net at most', async () => {
    const jobs = createJobs({ db: database.db, clock: movableClock(), log, safetyNetMs: 50 })
    const runs: unknown[] = []
    jobs.handle({ name: 'test.job', run: async (payload) => void runs.push(payload) })
    jobs.start(undefined, ALWAYS)
    await sql`INSERT INTO platform.job (id, name, key, payload, run_at) VALUES (gen_random_uuid(), 'test.job', 'lost', '"lost"', now())`.execute(
      database.db,
    )
    await expect.poll(() => runs).toEqual(['lost'])
    await jobs.stop()
  })

  it('a process can be stopped while the database is away, or before it is connected', async () => {
    const wakeups = startWakeups({ ...database.connection, host: '127.0.0.1', port: 1 }, log)
    await wakeups.stop()
    expect(wakeups.isListening()).toBe(false)
    await startWakeups(database.connection, log).stop()
  })

  it('start a job that polling alone would find later, at its time, and after the clock was moved', async () => {
    const clock = movableClock()
    const jobs = createJobs({ db: database.db, clock, log, safetyNetMs: 2 * LATER_MS })
    const runs: unknown[] = []
    jobs.handle({ name: 'test.job', run: async (payload) => void runs.push(payload) })
    jobs.start(undefined, ALWAYS)
    await jobs.enqueue(database.db, { name: 'test.job', key: 'now', payload: 'now' })
    await expect.poll(() => runs).toEqual(['now'])
    await jobs.enqueue(database.db, { name: 'test.job', key: 'soon', payload: 'soon', runAt: new Date(clock.now().getTime() + 200) })
    await expect.poll(() => runs).toEqual(['now', 'soon'])
    await jobs.enqueue(database.db, { name: 'test.job', key: 'later', payload: 'later', runAt: new Date(clock.now().getTime() + LATER_MS) })
    clock.advance(LATER_MS)
    await announceWork(database.db)
    await expect.poll(() => runs).toEqual(['now', 'soon', 'later'])
    await jobs.stop()
  })
})
