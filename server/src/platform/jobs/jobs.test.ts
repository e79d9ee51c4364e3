import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { inTransaction } from '../database/database.ts'
import { createLog } from '../observability/log.ts'
import { movableClock } from '../time/clock.ts'
import { createJobs, type JobHandler, type Lease } from './jobs.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())
beforeEach(async () => {
  await sql`TRUNCATE platform.job`.execute(database.owner)
  await sql`DELETE FROM platform.setting`.execute(database.db)
})

const log = createLog({ level: 'silent', pretty: false })

/** Job worker of one process. */
function worker(handler?: Partial<JobHandler>) {
  const clock = movableClock()
  const jobs = createJobs({ db: database.db, clock, log })
  const runs: unknown[] = []
  const run: JobHandler['run'] = async (payload, job) => {
    runs.push(payload)
    return handler?.run?.(payload, job)
  }
  jobs.handle({ name: 'test.job', ...handler, run })
  return { clock, jobs, runs }
}
const enqueue = ({ jobs }: ReturnType<typeof worker>, key: string, runAt?: Date) =>
  jobs.enqueue(database.db, { name: 'test.job', key, payload: key, runAt })

const jobRow = async () => {
  const found = await sql<{ attempts: number; done: boolean; dead: boolean; error: string | null }>`
    SELECT attempts, done_at IS NOT NULL AS done, dead_at IS NOT NULL AS dead, last_error AS error FROM platform.job`.execute(database.db)
  return found.rows[0]
}
const leave = () => sql`UPDATE platform.job SET lease_until = now() - interval '1 second' WHERE done_at IS NULL`.execute(database.db)

describe('jobs', () => {
  it('run once per name and key', async () => {
    const one = worker()
    await enqueue(one, 'a')
    await enqueue(one, 'a')
    await one.jobs.drain()
    await enqueue(one, 'a')
    await one.jobs.drain()
    expect(one.runs).toEqual(['a'])
  })

  it('exist exactly when the transaction that asked for them was committed', async () => {
    const one = worker()
    const rolledBack = inTransaction(database.db, async (tx) => {
      await one.jobs.enqueue(tx, { name: 'test.job', key: 'never', payload: 'never' })
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await inTransaction(database.db, (tx) => one.jobs.enqueue(tx, { name: 'test.job', key: 'kept', payload: 'kept' }))
    await one.jobs.drain()
    expect(one.runs).toEqual(['kept'])
  })

  it('wait for their time, by the clock of the product', async () => {
    const one = worker()
    await enqueue(one, 'later', new Date(one.clock.now().getTime() + 60_000))
    await one.jobs.drain()
    expect(one.runs).toEqual([])
    one.clock.advance(60_000)
    await one.jobs.drain()
    expect(one.runs).toEqual(['later'])
  })

  it('R17 exactly one of two workers runs each', async () => {
    const workers = [worker(), worker()] as const
    const keys = Array.from({ length: 200 }, (_, index) => `job ${index}`)
    for (const key of keys) await enqueue(workers[0], key)
    for (const { jobs } of workers) jobs.start()
    const ran = () => workers.flatMap(({ runs }) => runs)
    await expect.poll(() => ran().length, { timeout: 15_000 }).toBeGreaterThanOrEqual(200)
    for (const { jobs } of workers) await jobs.stop()
    expect(ran()).toHaveLength(200)
    expect(new Set(ran()).size).toBe(200)
  })

  it('R17 are taken over from a worker that died, and not before its lease ended', async () => {
    let end: (nothing: undefined) => void = () => undefined
    const dead = worker({ run: () => new Promise((resolve) => (end = resolve)) })
    const heir = worker()
    await enqueue(dead, 'a')
    dead.jobs.start()
    await expect.poll(() => dead.runs.length).toBe(1)
    await heir.jobs.drain()
    expect(heir.runs).toEqual([])
    await leave()
    await heir.jobs.drain()
    expect(heir.runs).toEqual(['a'])
    expect(await jobRow()).toMatchObject({ attempts: 2, done: true })
    end(undefined)
    await dead.jobs.stop()
  })

  it('a worker that lost its lease does not undo the work of the next one', async () => {
    let finish: (error: Error) => void = () => undefined
    const slow = worker({ run: () => new Promise((_, reject) => (finish = reject)) })
    const heir = worker()
    await enqueue(slow, 'a')
    slow.jobs.start()
    await expect.poll(() => slow.runs.length).toBe(1)
    await leave()
    await heir.jobs.drain()
    finish(new Error('too late'))
    await slow.jobs.stop()
    expect(await jobRow()).toEqual({ attempts: 2, done: true, dead: false, error: null })
  })

  it('R17 a live worker keeps its job, however long it runs', async () => {
    let end: (nothing: undefined) => void = () => undefined
    // Long enough for a busy machine to renew it, and less than half of the observed time.
    const leaseMs = 1_500
    const slow = worker({ leaseMs, run: () => new Promise((resolve) => (end = resolve)) })
    const heir = worker({ leaseMs })
    await enqueue(slow, 'a')
    slow.jobs.start()
    await expect.poll(() => slow.runs.length).toBe(1)
    for (let look = 0; look < 16; look++) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      await heir.jobs.drain()
    }
    expect(heir.runs).toEqual([])
    end(undefined)
    await slow.jobs.stop()
    expect(await jobRow()).toMatchObject({ attempts: 1, done: true })
  })

  it('R17 an effect of a worker that lost the job is rolled back, and during one no other worker takes the job over', async () => {
    const effects: string[] = []
    let wakeUp: () => void = () => undefined
    let goOn: () => void = () => undefined
    const asleep = new Promise<void>((resolve) => (wakeUp = resolve))
    const inTheMiddle = new Promise<void>((resolve) => (goOn = resolve))
    const step = (name: string, lease: Lease, wait: Promise<void> | null) =>
      inTransaction(database.db, async (tx) => {
        await lease.fence(tx)
        await wait
        effects.push(name)
      })
    const slow = worker({
      async run(_payload, { lease }) {
        await step('first', lease, inTheMiddle)
        await asleep
        await step('second', lease, null)
        return undefined
      },
    })
    const heir = worker({ run: async (_payload, { lease }) => void (await step('heir', lease, null)) })
    await enqueue(slow, 'a')
    slow.jobs.start()
    await expect.poll(() => slow.runs.length).toBe(1)
    // The first step holds the job: it is skipped, and the claiming worker does not wait for it.
    const free = async () =>
      (await sql<{ id: string }>`SELECT id FROM platform.job WHERE key = 'a' FOR UPDATE SKIP LOCKED`.execute(database.db)).rows
    await expect.poll(free).toEqual([])
    goOn()
    await expect.poll(() => effects).toEqual(['first'])
    await leave()
    await heir.jobs.drain()
    wakeUp()
    await slow.jobs.stop()
    expect(effects).toEqual(['first', 'heir'])
    expect((await sql`SELECT 1 FROM platform.job WHERE key = 'a' AND done_at IS NOT NULL`.execute(database.db)).rows).toHaveLength(1)
  })

  it('R17 a process that was suspended past its lease detects it before it calls outside, without a query', async () => {
    const held: boolean[] = []
    const sleepy = worker({
      leaseMs: 200,
      async run(_payload, { lease }) {
        held.push(lease.isHeld())
        // Blocks like a stopped process: none of its timers runs.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
        held.push(lease.isHeld())
        return undefined
      },
    })
    await enqueue(sleepy, 'a')
    await sleepy.jobs.drain()
    expect(held).toEqual([true, false])
  })

  it('a lease is as long as its handler declares', async () => {
    const one = worker()
    one.jobs.handle({ name: 'test.long', leaseMs: 600_000, run: async () => undefined })
    let leaseSeconds = 0
    one.jobs.handle({
      name: 'test.short',
      leaseMs: 5_000,
      async run() {
        const found = await sql<{ left: number }>`SELECT extract(epoch FROM lease_until - now())::float8 AS left FROM platform.job`.execute(
          database.db,
        )
        leaseSeconds = found.rows[0]?.left ?? 0
        return undefined
      },
    })
    await one.jobs.enqueue(database.db, { name: 'test.short', key: 'a', payload: null })
    await one.jobs.drain()
    expect(leaseSeconds).toBeGreaterThan(3)
    expect(leaseSeconds).toBeLessThanOrEqual(5)
  })

  it('are retried after a failure, with growing delays, and become dead after the last attempt', async () => {
    const failing = worker({
      maxAttempts: 3,
      async run() {
        throw new Error('the bank is away')
      },
    })
    await enqueue(failing, 'a')
    await failing.jobs.drain()
    await failing.jobs.drain()
    expect(failing.runs).toHaveLength(1)
    failing.clock.advance(500)
    await failing.jobs.drain()
    failing.clock.advance(500)
    await failing.jobs.drain()
    expect(failing.runs).toHaveLength(2)
    failing.clock.advance(500)
    await failing.jobs.drain()
    expect(failing.runs).toHaveLength(3)
    failing.clock.advance(3_600_000)
    await failing.jobs.drain()
    expect(failing.runs).toHaveLength(3)
    expect(await jobRow()).toEqual({ attempts: 3, done: false, dead: true, error: 'the bank is away' })
  })

  it('may be rescheduled as often as they want, which is no failure', async () => {
    const polling = worker({ maxAttempts: 2, run: async () => ({ againInMs: 1_000 }) })
    await enqueue(polling, 'a')
    for (let round = 0; round < 5; round++) {
      await polling.jobs.drain()
      polling.clock.advance(1_000)
    }
    expect(polling.runs).toHaveLength(5)
    expect(await jobRow()).toEqual({ attempts: 0, done: false, dead: false, error: null })
  })

  it('that money waits for never become dead', async () => {
    const failing = worker({
      maxAttempts: Number.POSITIVE_INFINITY,
      async run() {
        throw new Error('the chain is away')
      },
    })
    await enqueue(failing, 'a')
    for (let round = 0; round < 40; round++) {
      await failing.jobs.drain()
      failing.clock.advance(300_000)
    }
    expect(failing.runs).toHaveLength(40)
    expect(await jobRow()).toMatchObject({ attempts: 40, done: false, dead: false })
  })

  it('whose outside party hangs do not stop the jobs of another lane', async () => {
    let release: () => void = () => undefined
    const hanging = new Promise<void>((resolve) => (release = resolve))
    const one = worker({ lane: 'bank', run: () => hanging.then(() => undefined) })
    const quick: unknown[] = []
    one.jobs.handle({ name: 'test.quick', run: async (payload) => void quick.push(payload) })
    for (let index = 0; index < 12; index++) await enqueue(one, `hangs ${index}`)
    one.jobs.start()
    await expect.poll(() => one.runs.length).toBe(8)
    await one.jobs.enqueue(database.db, { name: 'test.quick', key: 'a', payload: 'a' })
    await expect.poll(() => quick).toEqual(['a'])
    expect(one.runs).toHaveLength(8)
    release()
    await expect.poll(() => one.runs.length).toBe(12)
    await one.jobs.stop()
  })

  it('of a lane with fewer places run fewer concurrently', async () => {
    let release: () => void = () => undefined
    const holding = new Promise<void>((resolve) => (release = resolve))
    let [now, most] = [0, 0]
    const run = async () => {
      most = Math.max(most, ++now)
      await holding
      now--
      return undefined
    }
    const one = worker({ lane: 'long', places: 2, run })
    for (let index = 0; index < 5; index++) await enqueue(one, `long ${index}`)
    one.jobs.start()
    await expect.poll(() => one.runs.length).toBe(2)
    release()
    await expect.poll(() => one.runs.length).toBe(5)
    await one.jobs.stop()
    expect(most).toBe(2)
  })

  it('R13 of the signer run where the signer is, and a process that signs does nothing else', async () => {
    const [web, workers, signer] = [worker(), worker(), worker()]
    const signed: unknown[] = []
    signer.jobs.handle({ name: 'test.sign', role: 'signer', run: async (payload) => void signed.push(payload) })
    await enqueue(web, 'work')
    await web.jobs.enqueue(database.db, { name: 'test.sign', key: 'a', payload: 'sign' })
    web.jobs.start(new Set(['web']))
    signer.jobs.start(new Set(['signer']))
    await expect.poll(() => signed).toEqual(['sign'])
    // Each polled while the work waited: the signer before it signed again, the others at least once before they stop.
    await web.jobs.enqueue(database.db, { name: 'test.sign', key: 'b', payload: 'sign again' })
    await expect.poll(() => signed).toEqual(['sign', 'sign again'])
    for (const { jobs } of [web, signer]) await jobs.stop()
    expect([web.runs, signer.runs]).toEqual([[], []])
    workers.jobs.start(new Set(['worker']))
    await expect.poll(() => workers.runs).toEqual(['work'])
    await workers.jobs.stop()
  })

  it('that were claimed during a stop run to their end', async () => {
    const one = worker()
    await enqueue(one, 'a')
    one.jobs.start(new Set(['worker']))
    await one.jobs.stop()
    expect(await jobRow()).toMatchObject({ attempts: 1, done: true })
  })

  it('of an unknown name wait for a process that knows them', async () => {
    const old = worker()
    await old.jobs.enqueue(database.db, { name: 'test.new', key: 'a', payload: 'a' })
    await old.jobs.drain()
    expect(await jobRow()).toMatchObject({ attempts: 0, done: false })
  })

  it('have one handler per name', () => {
    const one = worker()
    expect(() => one.jobs.handle({ name: 'test.job', run: async () => undefined })).toThrow('two handlers')
  })

  it('stop waits for what is running', async () => {
    const order: string[] = []
    let release: () => void = () => undefined
    const holding = new Promise<void>((resolve) => (release = resolve))
    const slow = worker({
      async run() {
        await holding
        order.push('done')
        return undefined
      },
    })
    await enqueue(slow, 'a')
    slow.jobs.start()
    await expect.poll(() => slow.runs.length).toBe(1)
    const stopping = slow.jobs.stop().then(() => order.push('stopped'))
    // A stop that does not wait would finish before the database answers.
    expect(await jobRow()).toMatchObject({ done: false })
    release()
    await stopping
    expect(order).toEqual(['done', 'stopped'])
    expect(await jobRow()).toMatchObject({ done: true })
  })
})

/** Log each run of a schedule by the clock of the database. The returned function gives the times between them. */
async function logTurns(name: string): Promise<() => Promise<number[]>> {
  await sql`CREATE TABLE public.turn (at timestamptz)`.execute(database.owner)
  await sql`CREATE FUNCTION public.log_turn() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
    $$ BEGIN INSERT INTO public.turn VALUES ((new.value #>> '{}')::timestamptz); RETURN NULL; END $$`.execute(database.owner)
  await sql`CREATE TRIGGER log_turn AFTER INSERT OR UPDATE ON platform.setting FOR EACH ROW
    WHEN (new.name = ${sql.lit(`schedule:${name}`)}) EXECUTE FUNCTION public.log_turn()`.execute(database.owner)
  return async () => {
    const found = await sql<{ gap: number | null }>`SELECT (extract(epoch FROM at - lag(at) OVER (ORDER BY at)) * 1000)::float8 AS gap
      FROM public.turn`.execute(database.owner)
    await sql`DROP TRIGGER log_turn ON platform.setting`.execute(database.owner)
    return found.rows.flatMap(({ gap }) => gap ?? [])
  }
}

describe('schedules', () => {
  it('run on one of two processes, again and again, and a slow run does not overlap the next', async () => {
    const everyMs = 200
    const turns = await logTurns('test.schedule')
    const [slow, other] = [worker(), worker()]
    const runs = { slow: 0, other: 0 }
    let release: () => void = () => undefined
    const holding = new Promise<void>((resolve) => (release = resolve))
    slow.jobs.schedule({
      name: 'test.schedule',
      everyMs,
      async run() {
        runs.slow++
        await holding
      },
    })
    other.jobs.schedule({
      name: 'test.schedule',
      everyMs,
      async run() {
        runs.other++
        throw new Error('a failure does not end a schedule')
      },
    })
    slow.jobs.start()
    await expect.poll(() => runs.slow).toBe(1)
    other.jobs.start()
    await expect.poll(() => runs.other).toBeGreaterThanOrEqual(3)
    // Both polled continuously, and several runs were due.
    expect(runs.slow).toBe(1)
    release()
    for (const { jobs } of [slow, other]) await jobs.stop()
    const gapsMs = await turns()
    expect(gapsMs).toHaveLength(runs.slow + runs.other - 1)
    expect(Math.min(...gapsMs)).toBeGreaterThanOrEqual(everyMs)
  })

  it('that share a name share its runs, and stop no other', async () => {
    const { jobs } = worker()
    const runs: string[] = []
    for (const name of ['test.shared', 'test.shared', 'test.other'])
      jobs.schedule({ name, everyMs: 50, run: async () => void runs.push(name) })
    jobs.start()
    await expect.poll(() => runs.filter((name) => name === 'test.other').length).toBeGreaterThan(1)
    await expect.poll(() => runs.filter((name) => name === 'test.shared').length).toBeGreaterThan(1)
    await jobs.stop()
  })

  it('R16 one that fails repeatedly, or that no process runs, raises its gauge; its next success clears it', async () => {
    const { jobs } = worker()
    let isBroken = false
    let runs = 0
    jobs.schedule({
      name: 'test.signal',
      everyMs: 50,
      async run() {
        runs += 1
        if (isBroken) throw new Error('the node is away')
      },
    })
    const overdue = async () => (await jobs.scheduleFigures.read())['test.signal']
    const done = () => sql`SELECT 1 FROM platform.setting WHERE name = 'schedule-done:test.signal'`.execute(database.db)
    const age = (by: string) =>
      sql`UPDATE platform.setting SET value = to_jsonb(now() - ${by}::interval) WHERE name = 'schedule-done:test.signal'`.execute(
        database.db,
      )
    expect(await overdue()).toBe(0)
    jobs.start()
    await expect.poll(async () => (await done()).rows.length).toBe(1)
    isBroken = true
    await age('299 seconds')
    expect(await overdue()).toBe(0)
    await age('301 seconds')
    const before = runs
    await expect.poll(() => runs).toBeGreaterThan(before + 2)
    expect(await overdue()).toBe(1)
    await jobs.stop()
    const next = worker()
    next.jobs.schedule({ name: 'test.signal', everyMs: 50, run: async () => undefined })
    next.jobs.start()
    await expect.poll(async () => (await next.jobs.scheduleFigures.read())['test.signal']).toBe(0)
    await next.jobs.stop()
  })
})
