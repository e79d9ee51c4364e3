/**
 * Alert rules under real faults: each fault is made in a running product or in a real part of it, its rule is true on the measures that the
 * measures call publishes, and false again after the repair. Calls meanwhile answer 503 with a time to come back, never 500.
 */
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { management } from '@tunjo/contract/management'
import { type Hex, keccak256 } from 'viem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DEMO_PEOPLE } from '../../dev/demo/people.ts'
import { jsonRpc } from '../../dev/embedded/chain/json-rpc.ts'
import { startTestChain, type TestChain } from '../../dev/embedded/chain/testing.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../dev/embedded/database/postgres.ts'
import { priceSources } from '../../dev/sandbox/switch-types.ts'
import { startTestSandbox, type TestSandbox } from '../../dev/sandbox/testing.ts'
import { settingsOfSandbox } from '../../dev/sandbox-settings.ts'
import { type ClaimedPort, claimPort } from '../../dev/testing/claimed-port.ts'
import { createTestDatabase } from '../../dev/testing/database.ts'
import { addressOf } from '../../dev/testing/operator-command.ts'
import { startRpcProxy } from '../../dev/testing/rpc-proxy.ts'
import { memoryFolder, temporaryFolder } from '../../dev/testing/temporary-folder.ts'
import { type RunningProduct, startProduct } from '../src/composition/product.ts'
import { chainHeadCheck } from '../src/domains/money/blockchain/chain-head-check.ts'
import { chainMetrics } from '../src/domains/money/blockchain/chain-metrics.ts'
import { openTestBooks } from '../src/domains/money/blockchain/evidence.testing.ts'
import { testIntents } from '../src/domains/money/blockchain/intents.testing.ts'
import { createTestBlockchain } from '../src/domains/money/blockchain/testing.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { createHealth } from '../src/platform/management/health.ts'
import { createLog } from '../src/platform/observability/log.ts'
import { createMetrics } from '../src/platform/observability/metrics.ts'
import type { Environment } from '../src/platform/process/settings.ts'
import { movableClock } from '../src/platform/time/clock.ts'
import { phonePhoto } from '../src/platform/uploads/samples.testing.ts'
import { firing, type Sample, samplesOf } from './fault-rules.testing.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })
const SOON = { timeout: 60_000, interval: 250 }
const MEGABYTE = 2 ** 20
const CORE_TOKEN = 'a token that the cores of this test share'
/** More segments of the write-ahead log than the disk of the database holds. */
const MOST_SEGMENTS = 100
const log = createLog({ level: 'silent', pretty: false })
const [VERIFIED, NEWCOMER] = DEMO_PEOPLE

/** Small disk of its own where the system allows it, else null. */
interface Disk {
  readonly folder: string
  readonly fill: () => void
  readonly empty: () => void
  readonly remove: () => void
}

function smallDisk(megabytes: number): Disk | null {
  const folder = temporaryFolder('small-disk')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      try {
        for (let part = 0; ; part++) writeFileSync(ballast, Buffer.alloc(MEGABYTE, part), { flag: 'a' })
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let databaseDisk: Disk | null
let dataDisk: Disk | null
let databaseFolder: string
let dataDir: string
let database: EmbeddedPostgres
let chain: TestChain
let sandbox: TestSandbox
let ports: [ClaimedPort, ClaimedPort]
let env: Environment
let core: RunningProduct
let scheduler: RunningProduct
let url: string
let photo: Buffer
let tokens: { verified: string; newcomer: string }
beforeAll(async () => {
  databaseDisk = smallDisk(600)
  dataDisk = smallDisk(128)
  databaseFolder = databaseDisk?.folder ?? memoryFolder('faulty-database')
  dataDir = dataDisk?.folder ?? memoryFolder('faulty-data')
  ;[database, chain, sandbox, ports, photo] = await Promise.all([
    startEmbeddedPostgres({ dataDir: databaseFolder, log }),
    startTestChain(),
    startTestSandbox(),
    Promise.all([claimPort(), claimPort()]),
    phonePhoto(200, 150, { quality: 60 }),
  ])
  url = `http://127.0.0.1:${ports[0].port}`
  env = {
    PORT: String(ports[0].port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATA_DIR_MINIMUM_FREE_MB: '16',
    DATABASE_URL: addressOf(database.connection),
    LEDGER_KEY: Buffer.alloc(32, 5).toString('base64'),
    LOG_LEVEL: 'silent',
    WEB_BROTLI: 'false',
    PRICING_POLL_MS: '1000',
    PRICING_STALE_AFTER_MS: '5000',
    ...settingsOfSandbox(sandbox.sandbox),
    ...chain.env,
  }
  core = await startProduct(env, ['--roles=web,core,worker'])
  scheduler = await startScheduler()
  tokens = { verified: await signIn(VERIFIED), newcomer: await signIn(NEWCOMER) }
})
afterAll(async () => {
  vi.useRealTimers()
  await scheduler?.stop()
  await core?.stop()
  await sandbox?.close()
  await chain?.destroy()
  await database?.stop()
  for (const port of ports ?? []) port.release()
  for (const disk of [databaseDisk, dataDisk]) disk?.remove()
  for (const folder of [databaseFolder, dataDir]) if (folder) rmSync(folder, { recursive: true, force: true })
})

const startScheduler = () =>
  startProduct({ ...env, HEALTH_PORT: String(ports[1].port), PORT: String(ports[1].port) }, ['--roles=scheduler'])

async function signIn({ email, password }: { email: string; password: string }): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/sign-in`, { method: 'POST', headers, body: JSON.stringify({ email, password }) })
  return ((await answer.json()) as { accessToken: string }).accessToken
}

/** Published measures of the running core and of the scheduler. */
async function series(): Promise<Sample[]> {
  const texts = await Promise.all(
    ports.map(async ({ port }, index) => {
      const text = await fetch(`http://127.0.0.1:${port}${management.prometheus.path}`)
        .then((answer) => answer.text())
        .catch(() => '')
      return samplesOf(text).map((one) => ({ ...one, labels: { ...one.labels, instance: index === 0 ? 'core' : 'scheduler' } }))
    }),
  )
  return texts.flat()
}
/** Series for which the rule is true. */
const red = async (alert: string) => firing(alert, await series())
const instancesOf = async (alert: string) => (await red(alert)).map(({ instance }) => instance)
/** Results of the checks are shared for a second, so a test waits for them. */
const checksFailing = async (): Promise<string[]> =>
  (await red('ReadinessFailing')).map(({ instance, check }) => `${instance} ${check}`).toSorted()

interface Answer {
  readonly status: number
  readonly error: string | null
  readonly retryAfter: string | null
}

async function answerOf(path: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url + path, init)
  await answer.arrayBuffer()
  return { status: answer.status, error: answer.headers.get('app-error'), retryAfter: answer.headers.get('retry-after') }
}
const as = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } })
const reads = () =>
  Promise.all(['/api/account', '/payment/accounts/user/', '/api/notices'].map((path) => answerOf(path, as(tokens.verified))))
function upload(): Promise<Answer> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'frontal.jpg')
  return answerOf('/kyc/users/drafts/natural-1/files/frontal', { method: 'POST', ...as(tokens.newcomer), body })
}
/** Sign-ins write: sessions and their places. */
const write = () =>
  answerOf('/api/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(VERIFIED),
  })
const isRefusedForNow = ({ status, retryAfter }: Answer) => status === 503 && retryAfter !== null
/** The answers that are neither good nor 503 with a time to come back. */
const wrong = (answers: readonly Answer[]) => answers.filter((one) => one.status !== 200 && !isRefusedForNow(one))

describe('a fault turns its rule red, and its repair turns it green', () => {
  it('scheduler dead', async () => {
    expect(await red('SchedulerDead')).toEqual([])
    const owner = openDatabase(database.connection, { maxConnections: 1 })
    // Each schedule runs at the start; one that never succeeded is as old as its process.
    const succeeded = async () => (await owner.pool.query("SELECT 1 FROM platform.setting WHERE name LIKE 'schedule-done:%'")).rowCount
    const schedules = (await series()).filter(({ name }) => name === 'tunjo_schedule_last_success_age_seconds')
    await expect.poll(succeeded, SOON).toBe(new Set(schedules.map(({ labels }) => labels.schedule)).size)
    await scheduler.stop()
    // The two minutes that pass without a success.
    await owner.pool.query(`UPDATE platform.setting SET value = to_jsonb((value #>> '{}')::timestamptz - interval '2 minutes')
      WHERE name LIKE 'schedule-done:%'`)
    await owner.close()
    await expect.poll(() => instancesOf('SchedulerDead'), SOON).toHaveLength(1)
    expect(wrong(await reads())).toEqual([])
    scheduler = await startScheduler()
    await expect.poll(() => red('SchedulerDead'), SOON).toEqual([])
  })

  it('R32 database stopped and started again', async () => {
    await expect.poll(checksFailing, SOON).toEqual([])
    await database.stop()
    await expect.poll(checksFailing, SOON).toEqual(expect.arrayContaining(['core database', 'scheduler database']))
    await expect.poll(async () => (await red('MeasuresUnreadable')).length, SOON).toBeGreaterThan(10)
    expect((await reads()).filter((one) => !isRefusedForNow(one))).toEqual([])
    expect(await write()).toMatchObject({ status: 503, retryAfter: '5' })
    database = await startEmbeddedPostgres({ dataDir: databaseFolder, log })
    await expect.poll(checksFailing, SOON).toEqual([])
    await expect.poll(() => red('MeasuresUnreadable'), SOON).toEqual([])
    expect(wrong(await reads())).toEqual([])
  })

  it('R32 disk of DATA_DIR full', async (context) => {
    if (dataDisk === null) return context.skip('this system does not allow a disk of its own')
    expect([await red('StorageLow'), (await upload()).status]).toEqual([[], 200])
    dataDisk.fill()
    await expect.poll(() => instancesOf('StorageLow'), SOON).toEqual(['core', 'scheduler'])
    await expect.poll(checksFailing, SOON).toEqual(['core disk', 'scheduler disk'])
    expect(await upload()).toEqual({ status: 503, error: 'files.storage_full', retryAfter: '600' })
    expect(wrong(await reads())).toEqual([])
    dataDisk.empty()
    await expect.poll(checksFailing, SOON).toEqual([])
    await expect.poll(() => red('StorageLow'), SOON).toEqual([])
    expect((await upload()).status).toBe(200)
  })

  it('R32 disk of the database full', async (context) => {
    if (databaseDisk === null) return context.skip('this system does not allow a disk of its own')
    await expect.poll(checksFailing, SOON).toEqual([])
    databaseDisk.fill()
    const owner = openDatabase(database.connection, { maxConnections: 1 })
    const fillLog = () => owner.pool.query("SELECT pg_logical_emit_message(true, 'full', 'x'); SELECT pg_switch_wal()")
    // A process of the server ends itself when the log has no room, and the server too if it cannot recover.
    await expect(
      Promise.resolve().then(async () => {
        for (let segment = 0; segment < MOST_SEGMENTS; segment++) await fillLog()
      }),
    ).rejects.toThrow()
    await owner.close()
    await expect.poll(checksFailing, SOON).toEqual(expect.arrayContaining(['core database', 'scheduler database']))
    expect((await reads()).filter((one) => !isRefusedForNow(one))).toEqual([])
    expect(await write()).toMatchObject({ status: 503, retryAfter: '5' })
    databaseDisk.empty()
    await database.stop()
    database = await startEmbeddedPostgres({ dataDir: databaseFolder, log })
    await expect.poll(checksFailing, SOON).toEqual([])
    expect(wrong([...(await reads()), await write()])).toEqual([])
  })

  it('price sources hanging', async () => {
    await expect.poll(checksFailing, SOON).toEqual([])
    const all = (mode: 'timeout' | 'ok') =>
      priceSources.forEach((source) => {
        sandbox.sandbox.controls.apply({ action: 'prices', source, mode })
      })
    all('timeout')
    await expect
      .poll(checksFailing, SOON)
      .toEqual(['core price.BTCUSDT', 'core price.COPUSDT', 'scheduler price.BTCUSDT', 'scheduler price.COPUSDT'])
    expect(wrong(await reads())).toEqual([])
    all('ok')
    await expect.poll(checksFailing, SOON).toEqual([])
  })

  it('wrong key', async () => {
    await expect.poll(() => red('SealingKeyWrong'), SOON).toEqual([])
    const port = await claimPort()
    /** Keys that are red in a core with these keys, on the database of the others. */
    async function wrongIn(keys: Environment): Promise<(string | undefined)[]> {
      const started = await startProduct({ ...env, ...keys, PORT: String(port.port), CORE_TOKEN }, ['--roles=core'])
      const answer = await fetch(`http://127.0.0.1:${port.port}${management.prometheus.path}`)
      const found = firing('SealingKeyWrong', samplesOf(await answer.text()))
      await started.stop()
      return found.map(({ key }) => key).toSorted()
    }
    const other = Buffer.alloc(32, 9).toString('base64')
    expect(await wrongIn({ LEDGER_KEY: other })).toEqual(['LEDGER_KEY'])
    expect(await wrongIn({ SECRETS_KEY: other })).toEqual(['SECRETS_KEY'])
    expect(await wrongIn({})).toEqual([])
    port.release()
  })

  it('clock of the machine wrong', async () => {
    expect(await red('ClockWrong')).toEqual([])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
    await expect.poll(() => instancesOf('ClockWrong'), SOON).toEqual(['core', 'scheduler'])
    expect(wrong(await reads())).toEqual([])
    vi.useRealTimers()
    await expect.poll(() => red('ClockWrong'), SOON).toEqual([])
  })

  it('chain frozen', async () => {
    const health = createHealth({ answersCalls: true })
    health.add(chainHeadCheck({ client: chain.client, profile: 'production' }))
    health.markStarted()
    const metrics = createMetrics({ log }, [health.figures])
    const failing = async () => firing('ReadinessFailing', samplesOf(await metrics.text())).map(({ check }) => check)
    const rpc = jsonRpc(chain.rpcUrl)
    await rpc('evm_mine')
    await expect.poll(failing, SOON).toEqual([])
    // Eleven minutes without a block, by the clock of this machine.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 660_000 })
    await expect.poll(failing, SOON).toEqual(['chain'])
    vi.useRealTimers()
    await rpc('evm_mine')
    await expect.poll(failing, SOON).toEqual([])
  })

  it('node that accepts transactions and never mines them', async () => {
    const [own, proxy] = await Promise.all([createTestDatabase(), startRpcProxy(chain.rpcUrl)])
    const books = openTestBooks(own.db)
    const intents = testIntents(own, chain, books)
    const running = createTestBlockchain(own.connection, { ...chain.env, CHAIN_RPC_URL: proxy.url })
    const clock = movableClock()
    const node = { checkNode: async () => undefined, isAway: () => false }
    const metrics = createMetrics({ log }, [chainMetrics({ db: own.db, clock, ...node })])
    const unmined = async () => firing('ChainOperationUnmined', samplesOf(await metrics.text())).length
    proxy.lie = (method, params) => (method === 'eth_sendRawTransaction' ? keccak256(params[0] as Hex) : undefined)
    running.start()
    const { operationId } = await intents.decide(await intents.burn(1n))
    const states = async () =>
      (await own.pool.query('SELECT state FROM blockchain.chain_transaction WHERE operation_id = $1', [operationId])).rows.map(
        ({ state }) => state,
      )
    await expect.poll(states, SOON).toEqual(['sent'])
    expect(await unmined()).toBe(0)
    clock.advance(301_000)
    expect(await unmined()).toBe(1)
    proxy.lie = () => undefined
    await expect.poll(states, SOON).not.toEqual(['sent'])
    expect(await unmined()).toBe(0)
    await books.close()
    await running.stop()
    await proxy.close()
    await own.drop()
  })
})
