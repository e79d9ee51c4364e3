/** Repeated power cuts under load: what was acknowledged is on the disk, and the chain is complete. */
import { existsSync, readdirSync, readlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startEmbeddedPostgres } from '../../../../../dev/embedded/database/postgres.ts'
import { runTypeScript, type TestProcess } from '../../../../../dev/testing/child-process.ts'
import { seededRandom } from '../../../../../dev/testing/random.ts'
import { migrationSources } from '../../../composition/migration-sources.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { migrate } from '../../../platform/database/migrations.ts'
import { createLog } from '../../../platform/observability/log.ts'
import { isAlive } from '../../../platform/process/folder-lock.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { createLedger } from './index.ts'
import { TEST_KEYS } from './testing/keys.ts'
import { type LoopDisk, loopDisk } from './testing/loop-disk.ts'
import { ENDURANCE_TIMEOUT_MS, sized } from './testing/sizes.ts'

const SERVER = new URL('../../../../../dev/testing/start-postgres-and-wait.ts', import.meta.url)
const WRITER = new URL('./testing/post-until-killed.ts', import.meta.url)
const log = createLog({ level: 'silent', pretty: false })
const owners = Array.from({ length: 4 }, newId)
let disk: LoopDisk | null = null
const started: TestProcess[] = []

beforeAll(async () => {
  try {
    disk = loopDisk()
  } catch (error) {
    console.warn(`No simulated power cut on this system: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    return
  }
  await withDatabase(disk, async ({ db, pool }) => {
    await migrate(db, migrationSources().filter(({ module }) => module === 'ledger')) // biome-ignore format: one call
    await pool.query('CREATE TABLE withdrawal (id uuid PRIMARY KEY)')
  })
})
afterAll(async () => {
  for (const one of started) await one.kill()
  disk?.remove()
})

async function withDatabase<T>({ folder }: LoopDisk, work: (database: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir: folder, log })
  const database = openDatabase(server.connection)
  try {
    return await work(database)
  } finally {
    await database.close()
    await server.stop()
  }
}

function start(file: URL, ...args: string[]): TestProcess {
  const child = runTypeScript(file, args)
  started.push(child)
  return child
}

/** End every program that uses the disk, as a power cut does: PostgreSQL too, which may have crashed and been restarted. */
async function endAll(server: TestProcess, folder: string): Promise<void> {
  await server.kill()
  await vi.waitUntil(
    () => {
      const left = processesIn(folder)
      for (const pid of left) process.kill(pid, 'SIGKILL')
      return left.length === 0
    },
    { timeout: 20_000 },
  )
}

const processesIn = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingFolderOf(name).startsWith(folder))
    .map(Number)
    .filter(isAlive)

function workingFolderOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

/** Post until the power is cut. Returns the ids that were acknowledged before. */
async function loadUntilPowerCut(at: LoopDisk, random: () => number): Promise<string[]> {
  const server = start(SERVER, at.folder)
  await server.nextLine()
  const connection = JSON.parse(await server.nextLine())
  const writer = start(WRITER, JSON.stringify(connection), ...owners)
  const acknowledged: string[] = []
  const reading = (async () => {
    for await (const line of writer.lines) acknowledged.push(line)
  })()
  await vi.waitUntil(() => acknowledged.length > 100, { timeout: 60_000, interval: 5 })
  await delay(random() * 300)
  at.cutPower()
  await writer.kill()
  await reading
  await endAll(server, at.folder)
  return acknowledged
}

/** Age the lock file of the folder: no machine restarts within seconds, so what the last owner left is old by then. */
function afterBooting({ folder }: LoopDisk): void {
  const file = join(folder, 'postgres', 'owner.json')
  if (existsSync(file)) utimesSync(file, 0, 0)
}

describe('a power cut', () => {
  it('MON-10 R17 loses nothing that was acknowledged and leaves nothing half written', { timeout: ENDURANCE_TIMEOUT_MS }, async ({
    skip,
  }) => {
    if (!disk) return skip('needs Linux, root and a loop device')
    const cuts = sized(1, 100)
    const random = seededRandom('delays before each power cut')
    let acknowledgedInAll = 0
    for (let cut = 1; cut <= cuts; cut++) {
      const acknowledged = await loadUntilPowerCut(disk, random)
      acknowledgedInAll += acknowledged.length
      disk.powerOn()
      afterBooting(disk)
      await withDatabase(disk, async ({ db, pool }) => {
        const known = await pool.query('SELECT id FROM ledger.transfer WHERE id = ANY($1)', [acknowledged])
        expect(acknowledged.length - known.rows.length, `lost by cut ${cut}`).toBe(0)
        const halves = await pool.query(`SELECT id FROM withdrawal FULL JOIN
          (SELECT id FROM ledger.transfer WHERE code = 'test.withdrawal') AS transfer USING (id)
          WHERE withdrawal.id IS NULL OR transfer.id IS NULL`)
        expect(halves.rows).toEqual([])
        if (cut % 10 === 0 || cut === cuts)
          expect((await createLedger({ db, clock: systemClock, log, ...TEST_KEYS }).verify()).faults).toEqual([])
      })
    }
    console.log(`power cuts: ${cuts}, transfers acknowledged: ${acknowledgedInAll}, lost: 0`)
  })
})
