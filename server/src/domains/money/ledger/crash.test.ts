/** Crashes under load, of the writer and of the database: each acknowledged posting is stored once and completely. */
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../../../dev/embedded/database/postgres.ts'
import { runTypeScript, type TestProcess } from '../../../../../dev/testing/child-process.ts'
import { seededRandom } from '../../../../../dev/testing/random.ts'
import { memoryFolder } from '../../../../../dev/testing/temporary-folder.ts'
import { migrationSources } from '../../../composition/migration-sources.ts'
import { inTransaction, type OpenDatabase, openDatabase } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { migrate } from '../../../platform/database/migrations.ts'
import { createLog } from '../../../platform/observability/log.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { createLedger, customerAccount, type Ledger, type Leg, systemAccount } from './index.ts'
import { type DroppingProxy, droppingProxy } from './testing/dropping-proxy.ts'
import { TEST_KEYS } from './testing/keys.ts'
import { ENDURANCE_TIMEOUT_MS, sized } from './testing/sizes.ts'

const log = createLog({ level: 'silent', pretty: false })
const bank = systemAccount('bank', 'COP')
const WRITER = new URL('./testing/post-until-killed.ts', import.meta.url)
let folder: string
let server: EmbeddedPostgres
let database: OpenDatabase
let ledger: Ledger
const started: TestProcess[] = []

beforeAll(async () => {
  folder = memoryFolder('crash')
  // A database server of its own, since this test kills it.
  server = await startEmbeddedPostgres({ dataDir: folder, log })
  database = openDatabase(server.connection)
  await migrate(database.db, migrationSources().filter(({ module }) => module === 'ledger')) // biome-ignore format: one call
  await database.pool.query('CREATE TABLE withdrawal (id uuid PRIMARY KEY)')
  ledger = createLedger({ db: database.db, clock: systemClock, log, ...TEST_KEYS })
})
afterAll(async () => {
  for (const writer of started) await writer.kill()
  await database.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const deposit = (owner: string, amount: bigint): Leg => ({
  ...{ kind: 'post', id: newId(), debit: bank, credit: customerAccount(owner, 'COP'), amount, code: 'test.deposit' },
})

async function whenItAnswers<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt > 200) throw error
      await delay(50)
    }
  }
}

function startWriter(owners: readonly string[]): { process: TestProcess; acknowledged: Set<string>; end(): Promise<void> } {
  const writer = runTypeScript(WRITER, [JSON.stringify(server.connection), ...owners])
  started.push(writer)
  const acknowledged = new Set<string>()
  const reading = (async () => {
    for await (const line of writer.lines) acknowledged.add(line)
  })()
  const end = async () => {
    await writer.kill()
    await reading
  }
  return { process: writer, acknowledged, end }
}

async function expectSound(acknowledged: ReadonlySet<string>): Promise<void> {
  const { faults } = await whenItAnswers(() => ledger.verify())
  expect(faults).toEqual([])
  const ids = async (text: string) => new Set((await database.pool.query(text)).rows.map(({ id }) => id))
  const transfers = await ids('SELECT id FROM ledger.transfer')
  expect([...acknowledged].filter((id) => !transfers.has(id))).toEqual([])
  const withdrawals = await ids('SELECT id FROM withdrawal')
  expect(await ids("SELECT id FROM ledger.transfer WHERE code = 'test.withdrawal'")).toEqual(withdrawals)
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
}

describe('kill -9 under load', () => {
  it('MON-10 R17 of a writer, of the database, and of both: no posting is lost, doubled or stored in part', {
    timeout: ENDURANCE_TIMEOUT_MS,
  }, async () => {
    const kills = sized(20, 200)
    const random = seededRandom('delays before each kill')
    const owners = Array.from({ length: 4 }, newId)
    await Promise.all(owners.map((owner) => ledger.post([deposit(owner, 1_000n)])))
    const acknowledged = new Set<string>()
    const answeredAfterMs: number[] = []
    let writers = [startWriter(owners), startWriter(owners)]
    const killWriter = async () => {
      const [victim, ...others] = writers
      if (!victim) return
      await victim.end()
      for (const id of victim.acknowledged) acknowledged.add(id)
      writers = [...others, startWriter(owners)]
    }
    const killDatabase = async () => {
      // A connection of the killed server may still answer while the next server is starting.
      const pid = await vi.waitUntil(() => server.pid(), { timeout: 30_000, interval: 5 })
      process.kill(pid, 'SIGKILL')
      const killedAt = performance.now()
      await whenItAnswers(() => database.pool.query('SELECT 1'))
      answeredAfterMs.push(performance.now() - killedAt)
    }
    const progressFrom = async (before: number) => {
      const total = () => writers.reduce((sum, writer) => sum + writer.acknowledged.size, acknowledged.size)
      await expect.poll(total, { timeout: 30_000, interval: 10 }).toBeGreaterThan(before + 20)
      return total()
    }
    let seen = await progressFrom(0)
    for (let kill = 0; kill < kills; kill++) {
      await delay(random() * 60)
      // Starting a process takes longest, so most kills are of the database.
      if (kill % 4 === 0) await killWriter()
      else if (kill % 4 === 2) await Promise.all([killDatabase(), kill % 8 === 2 ? killWriter() : undefined])
      else await killDatabase()
      seen = await progressFrom(seen)
    }
    for (const writer of writers) await writer.end()
    for (const writer of writers) for (const id of writer.acknowledged) acknowledged.add(id)
    expect(acknowledged.size).toBeGreaterThan(kills * 20)
    await expectSound(acknowledged)
    // Printed, not asserted: it depends on the load of the machine.
    const [median, slowest] = [0.5, 1].map((part) => quantile(answeredAfterMs, part))
    console.log(`${kills} kills, ${acknowledged.size} acknowledged; the database answered after ${median} ms, at worst ${slowest} ms`)
  })
})

describe('unknown outcome', () => {
  let proxy: DroppingProxy
  let behind: OpenDatabase
  let unlucky: Ledger

  beforeAll(async () => {
    proxy = await droppingProxy(server.connection)
    behind = openDatabase(proxy.connection)
    unlucky = createLedger({ db: behind.db, clock: systemClock, log, ...TEST_KEYS })
  })
  afterAll(async () => {
    proxy.dropOneIn = 0
    await behind.close()
    await proxy.close()
  })

  it('R2 has one effect when the connection is lost between the request and its answer', { timeout: ENDURANCE_TIMEOUT_MS }, async () => {
    const owner = newId()
    const requests = sized(100, 1_000)
    await unlucky.post([deposit(owner, 1n)])
    // Larger than the number of queries of one locked attempt, with its connection; otherwise no attempt would ever complete.
    proxy.dropOneIn = 17
    for (let done = 0; done < requests; done++) {
      const leg = deposit(owner, 1n)
      const post = () => unlucky.post([leg])
      const postWithin = () => inTransaction(behind.db, (tx) => unlucky.postWithin(tx, [leg]))
      const { outcome } = await whenItAnswers(done % 3 === 0 ? postWithin : post)
      expect(['posted', 'exists']).toContain(outcome)
    }
    proxy.dropOneIn = 0
    expect(proxy.drops).toBeGreaterThan(requests / 20)
    const { posted, version } = await ledger.balance(customerAccount(owner, 'COP'))
    expect([posted, version]).toEqual([BigInt(requests + 1), BigInt(requests + 1)])
    expect((await ledger.verify()).faults).toEqual([])
  })
})
