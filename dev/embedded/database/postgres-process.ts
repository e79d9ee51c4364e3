/** The server process: started, watched, restarted when it dies, ended gracefully. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../../../server/src/platform/observability/log.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { serverEnvironment } from './postgres-cluster.ts'
import type { Endpoint } from './postgres-endpoint.ts'
import type { DatabaseUser } from './postgres-user.ts'

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000
const QUICK_RESTARTS_A_MINUTE = 60
const SLOW_RESTART_PAUSE_MS = 2_000
const KEPT_LINES = 20

const SETTINGS = {
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  // The statement, detail and context of an error carry people's data; the error itself arrives on the connection.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_line_prefix: '',
  timezone: 'UTC',
}

export interface ServerOptions {
  readonly binaries: PostgresBinaries
  readonly cluster: string
  readonly endpoint: Endpoint
  readonly user: DatabaseUser | null
  readonly maxConnections: number
  readonly log: Log
}

export class PostgresProcess {
  readonly #options: ServerOptions
  #child: ChildProcess | null = null
  #stopping = false
  #lastLines: string[] = []
  #restarts: number[] = []
  /** `process.exit` without `stop()` would leave the server behind. */
  readonly #onExit = () => this.#signal('fast')

  constructor(options: ServerOptions) {
    this.#options = options
  }

  /** Process id of the running server; null while one that ended is being replaced. */
  get pid(): number | null {
    const child = this.#child
    return child && isRunning(child) ? (child.pid ?? null) : null
  }

  async start(): Promise<void> {
    process.once('exit', this.#onExit)
    try {
      await this.#launch()
    } catch (error) {
      process.off('exit', this.#onExit)
      throw error
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true
    process.off('exit', this.#onExit)
    const child = this.#child
    if (!child) return
    for (const mode of ['fast', 'immediate'] as const) {
      this.#signal(mode)
      if (await ended(child, STOP_TIMEOUT_MS)) return
    }
    this.#options.log.error('PostgreSQL did not end and is left to the next start')
  }

  async #launch(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS
    while (!this.#stopping) {
      this.#lastLines = []
      const child = this.#spawn()
      if (await this.#isReady(child, deadline)) return this.#watch(child)
      // Server processes of a killed one may hold its memory for a moment.
      const memoryInUse = this.#lastLines.some((line) => line.includes('shared memory block'))
      if (!memoryInUse || Date.now() > deadline) {
        throw new Error(`The embedded PostgreSQL did not start in ${this.#options.cluster}: ${this.#lastLines.join(' ').slice(-600)}`)
      }
      await delay(100)
    }
  }

  #spawn(): ChildProcess {
    const { binaries, cluster, endpoint, user, maxConnections } = this.#options
    const settings = Object.entries({ max_connections: maxConnections, ...SETTINGS, ...endpoint.settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    // Detached, so that Ctrl-C reaches the product first and requests in flight end before the database does.
    const child = spawn(binaries.postgres, ['-D', cluster, ...settings], {
      ...user,
      cwd: cluster,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
      env: serverEnvironment(),
    })
    child.once('error', (error) => this.#lastLines.push(error.message))
    if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => this.#report(line))
    this.#child = child
    return child
  }

  async #isReady(child: ChildProcess, deadline: number): Promise<boolean> {
    while (Date.now() < deadline && isRunning(child)) {
      if (await this.#answers()) return true
      await delay(15)
    }
    if (isRunning(child)) {
      this.#signal('immediate')
      await ended(child, STOP_TIMEOUT_MS)
    }
    return false
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client({ ...this.#options.endpoint.connection, database: 'postgres', connectionTimeoutMillis: 2_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  #watch(child: ChildProcess): void {
    if (isRunning(child)) child.once('exit', () => this.#restart())
    else this.#restart()
  }

  async #restart(): Promise<void> {
    const { log } = this.#options
    while (!this.#stopping) {
      log.error({ lines: this.#lastLines }, 'PostgreSQL ended unexpectedly')
      const now = Date.now()
      this.#restarts = [...this.#restarts.filter((at) => now - at < 60_000), now]
      if (this.#restarts.length > QUICK_RESTARTS_A_MINUTE) await delay(SLOW_RESTART_PAUSE_MS)
      try {
        return await this.#launch()
      } catch (error) {
        log.fatal({ err: error }, 'PostgreSQL does not start again; trying on')
        await delay(SLOW_RESTART_PAUSE_MS)
      }
    }
  }

  #report(line: string): void {
    this.#lastLines = [...this.#lastLines.slice(1 - KEPT_LINES), line]
    const { log } = this.#options
    // FATAL ends one connection, which receives it too.
    if (line.startsWith('PANIC:')) log.error({ postgres: line }, 'PostgreSQL')
    else log.debug({ postgres: line }, 'PostgreSQL')
  }

  #signal(mode: 'fast' | 'immediate'): void {
    const child = this.#child
    if (!child || !isRunning(child)) return
    if (process.platform !== 'win32') child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    // A signal on Windows would end only the parent and leave its children.
    else execFileSync(this.#options.binaries.pgCtl, ['stop', '-D', this.#options.cluster, '-m', mode, '-W'])
  }
}

const isRunning = (child: ChildProcess): boolean => child.pid !== undefined && child.exitCode === null && child.signalCode === null

async function ended(child: ChildProcess, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (isRunning(child)) {
    if (Date.now() > deadline) return false
    await delay(10)
  }
  return true
}
