import { appendFileSync, chmodSync, chownSync, mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../../../server/src/platform/observability/log.ts'
import { isAlive } from '../../../server/src/platform/process/folder-lock.ts'
import { runTypeScript } from '../../testing/child-process.ts'
import { memoryFolder } from '../../testing/temporary-folder.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts'

const log = createLog({ level: 'silent', pretty: false })
let folder = ''
const running: EmbeddedPostgres[] = []

beforeEach(() => {
  folder = memoryFolder('postgres')
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(dataDir = folder): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log })
  running.push(server)
  return server
}

async function stop(server: EmbeddedPostgres): Promise<void> {
  running.splice(running.indexOf(server), 1)
  await server.stop()
}

async function query(server: EmbeddedPostgres, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(server.connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

describe('embedded PostgreSQL', () => {
  it('keeps its data when it is stopped and started again', async () => {
    const first = await start()
    await query(first, 'CREATE TABLE kept AS SELECT 41 AS answer')
    await stop(first)
    const second = await start()
    expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 41 }])
  })

  it('listens on no network port and is durable', async () => {
    const server = await start()
    const settings = ['listen_addresses', 'fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']
    const shown = await Promise.all(settings.map(async (name) => Object.values((await query(server, `SHOW ${name}`))[0] ?? {})[0]))
    expect(shown).toEqual([process.platform === 'win32' ? '127.0.0.1' : '', 'on', 'on', 'on', 'on'])
  })

  it('refuses a second start in the same folder', async () => {
    await start()
    await expect(start()).rejects.toThrow(/is in use by process \d+/)
  })

  it.each(['fsync', 'full_page_writes', 'synchronous_commit'])('refuses to run with %s off', async (setting) => {
    await stop(await start())
    appendFileSync(join(folder, 'postgres', 'data', 'postgresql.auto.conf'), `${setting} = off\n`)
    await expect(start()).rejects.toThrow(`${setting} off`)
  })

  it('explains why the server cannot start', async () => {
    await stop(await start())
    appendFileSync(join(folder, 'postgres', 'data', 'postgresql.auto.conf'), 'no_such_setting = 1\n')
    await expect(start()).rejects.toThrow(/did not start in .*no_such_setting/)
  })

  it('takes over after a kill -9 of the process that started it', async () => {
    const process1 = runTypeScript(new URL('../../testing/start-postgres-and-wait.ts', import.meta.url), [folder])
    const orphan = Number(await process1.nextLine())
    await process1.kill()
    expect(isAlive(orphan)).toBe(true)
    const server = await start()
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(isAlive(orphan)).toBe(false)
  })

  it('starts although the lock file names a process of another program, as after a power cut', async () => {
    await stop(await start())
    const stale = [process.pid, join(folder, 'postgres', 'data'), 1, 5432, '', '', '0 0', 'ready'].join('\n')
    const file = join(folder, 'postgres', 'data', 'postmaster.pid')
    writeFileSync(file, stale)
    const { uid, gid } = statSync(join(folder, 'postgres', 'data'))
    chownSync(file, uid, gid)
    expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('refuses to take a database from a living process', async () => {
    const process1 = runTypeScript(new URL('../../testing/start-postgres-and-wait.ts', import.meta.url), [folder])
    const postmaster = Number(await process1.nextLine())
    await expect(start()).rejects.toThrow(`in use by process ${process1.child.pid}`)
    await process1.kill()
    process.kill(postmaster, 'SIGINT')
    while (isAlive(postmaster)) await new Promise((resolve) => setTimeout(resolve, 10))
  })

  it('starts the server again when it is killed', async () => {
    const server = await start()
    const killed = await vi.waitUntil(() => server.pid())
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => query(server, 'SELECT 1 AS one').catch(() => null), { timeout: 10_000 }).toEqual([{ one: 1 }])
    expect(server.pid()).not.toBe(killed)
  })

  it('works below a folder whose path is too long for a socket', async () => {
    const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60))
    mkdirSync(deep, { recursive: true })
    expect(await query(await start(deep), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it.runIf(process.getuid?.() === 0)('works below a folder that only root may enter', async () => {
    chmodSync(folder, 0o700)
    const server = await start()
    const outside = realpathSync(join(folder, 'postgres'))
    try {
      await query(server, 'CREATE TABLE kept AS SELECT 41 AS answer')
      await stop(server)
      expect(await query(await start(), 'SELECT answer FROM kept')).toEqual([{ answer: 41 }])
    } finally {
      for (const left of running.splice(0)) await left.stop()
      rmSync(outside, { recursive: true })
    }
  })
})
