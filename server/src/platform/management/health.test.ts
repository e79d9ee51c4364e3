/** Liveness and readiness (SEC-17): who receives which details, and which failing checks take a process out of its load balancer. */
import { management } from '@tunjo/contract/management'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform } from '../../../../dev/testing/test-product.ts'
import { databaseCheck, type HealthCheck } from '../observability/health-check.ts'
import { createMetrics } from '../observability/metrics.ts'
import { diskCheck, eventsCheck, jobsCheck, migrationsCheck, schedulesCheck } from './checks.ts'
import { createHealth, type Health } from './health.ts'
import { managementRoutes } from './routes.ts'

const TOKEN = 'a-token-of-this-test'
const OUTSIDER = { 'x-forwarded-for': '190.24.1.7' }

let database: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
})
afterAll(async () => {
  platform?.remove()
  await database?.drop()
})

const check = (name: string, isOwn: boolean, isFine: boolean): HealthCheck => ({
  name,
  isOwn,
  read: async () => [{ isFine, reason: 'It is away.', measured: 7, limit: 3 }],
})
const broken: HealthCheck = {
  name: 'broken',
  isOwn: false,
  read: () => Promise.reject(new Error('connect ECONNREFUSED postgres://tunjo:secret@10.0.0.7')),
}

function started(answersCalls: boolean, ...checks: readonly HealthCheck[]): Health {
  const health = createHealth({ answersCalls })
  health.add(...checks)
  health.markStarted()
  return health
}

/** Status, body and `Retry-After` for one caller of a core. */
async function ask(health: Health, headers: Record<string, string>, env: Record<string, string> = {}) {
  const settings = { ...platform.settings, trustedProxies: ['127.0.0.1'] }
  const server = await startTestServer(
    { ...platform, settings },
    managementRoutes({ ...platform, settings, env }, createMetrics(platform), health),
  )
  const answer = await fetch(server.url + management.ready.path, { headers })
  const live = await fetch(server.url + management.live.path, { headers })
  expect([live.status, await live.json()]).toEqual([200, { status: 'live' }])
  const found = { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
  await server.close()
  return found
}

describe('readiness', () => {
  it('lists each check with its state, reason, measured value and limit', async () => {
    expect(await ask(started(true, check('disk', true, true), check('chain', false, false)), {})).toEqual({
      status: 200,
      retryAfter: null,
      body: {
        status: 'degraded',
        checks: [
          { name: 'process', state: 'ok', required: true, reason: null, measured: null, limit: null },
          { name: 'disk', state: 'ok', required: true, reason: null, measured: 7, limit: 3 },
          { name: 'chain', state: 'failing', required: false, reason: 'It is away.', measured: 7, limit: 3 },
        ],
      },
    })
  })

  it('SEC-17 discloses nothing but ready or not ready to an outsider, and the details to the token', async () => {
    const degraded = started(true, check('chain', false, false))
    expect(await ask(degraded, OUTSIDER)).toEqual({ status: 200, retryAfter: null, body: { status: 'ready' } })
    const env = { METRICS_TOKEN: TOKEN }
    expect((await ask(degraded, {}, env)).body).toEqual({ status: 'ready' })
    expect((await ask(degraded, { ...OUTSIDER, authorization: `Bearer ${TOKEN}` }, env)).body).toMatchObject({ status: 'degraded' })
    const stopped = await ask(started(true, check('disk', true, false)), OUTSIDER)
    expect(stopped).toEqual({ status: 503, retryAfter: '5', body: { status: 'not_ready' } })
  })

  it('a frozen chain does not take a process out that answers calls, and its own disk does', async () => {
    expect((await started(true, check('chain', false, false)).readiness()).status).toBe('degraded')
    expect((await started(true, check('disk', true, false)).readiness()).status).toBe('not_ready')
  })

  it('each failing check of a process without calls answers 503', async () => {
    expect((await started(false, check('chain', false, false)).readiness()).status).toBe('not_ready')
  })

  it('a check that throws has failed, and its message, which may hold an address or a password, is not shown', async () => {
    const { checks } = await started(true, broken).readiness()
    expect(checks[1]).toMatchObject({ name: 'broken', state: 'failing', reason: 'The check failed.' })
  })

  it('is a measure for each check, also of one that throws, and of a process that starts', async () => {
    const health = createHealth({ answersCalls: true })
    health.add(check('disk', true, true), check('chain', false, false), broken)
    expect(await health.figures.read()).toEqual({ process: 0, disk: 1, chain: 0, broken: 0 })
    const text = await createMetrics(platform, [health.figures]).text()
    expect(text).toMatch(/^tunjo_ready\{check="chain"\} 0$/m)
    expect(text).toMatch(/^tunjo_ready\{check="disk"\} 1$/m)
  })

  it('is false before the start has ended and from the beginning of the stop', async () => {
    const health = createHealth({ answersCalls: true })
    const reasons = async () => (await health.readiness()).checks.map(({ reason }) => reason)
    expect([(await health.readiness()).status, await reasons()]).toEqual(['not_ready', ['The process has not started completely.']])
    health.markStarted()
    expect((await health.readiness()).status).toBe('ready')
    health.markDraining()
    health.markStarted()
    expect([(await health.readiness()).status, await reasons()]).toEqual(['not_ready', ['The process is stopping.']])
  })

  it('frequent callers share one run of the checks', async () => {
    let runs = 0
    const counting: HealthCheck = { name: 'counting', isOwn: false, read: async () => [{ isFine: true, measured: ++runs }] }
    const health = started(true, counting)
    await Promise.all(Array.from({ length: 50 }, () => health.readiness()))
    expect(runs).toBe(1)
  })
})

describe('checks of the platform', () => {
  const resultsOf = async (...checks: readonly HealthCheck[]) =>
    Object.fromEntries((await started(true, ...checks).readiness()).checks.map(({ name, ...rest }) => [name, rest]))

  it('pass on a database with all migrations, without work that waits', async () => {
    const { db, clock } = platform
    const found = await resultsOf(
      databaseCheck(db),
      migrationsCheck(db, []),
      diskCheck(platform.settings),
      jobsCheck({ db, clock }),
      eventsCheck(db),
    )
    expect(Object.values(found).map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'ok'))
  })

  it('fail for a disk below its minimum, a job that no worker runs, and a schedule without a success', async () => {
    const { db, clock, jobs, settings } = platform
    await jobs.enqueue(db, { name: 'test.waiting', key: 'one', payload: {}, runAt: new Date(clock.now().getTime() - 3_600_000) })
    const scheduleAges = async () => [{ name: 'test.late', ageSeconds: 901, limitSeconds: 900 }]
    const full = { ...settings, freeMinimumBytes: Number.MAX_SAFE_INTEGER }
    expect(await resultsOf(diskCheck(full), jobsCheck({ db, clock }), schedulesCheck({ scheduleAges }))).toMatchObject({
      disk: { state: 'failing', required: true, limit: Number.MAX_SAFE_INTEGER },
      jobs: { state: 'failing', required: false, measured: 3_600, limit: 300 },
      'schedule.test.late': { state: 'failing', required: false, measured: 901, limit: 900 },
    })
  })
})
