/** Start the real product as a separate process, in a separate folder, as `npm start` does. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { claimPort } from '../dev/testing/claimed-port.ts'
import { temporaryFolder } from '../dev/testing/temporary-folder.ts'
import { until } from './until.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** A busy machine may give a product a tenth of a core. */
const START_TIMEOUT_MS = 180_000
/** A new demo creates its months first: about a minute on a machine that is not busy. */
const MONTHS_TIMEOUT_MS = 400_000

export interface RunningProduct {
  readonly url: string
  readonly dataDir: string
  /** Log since the start, with `LOG_LEVEL` set. */
  log(): string
  /** Kill the process as a power cut would, without shutdown. */
  kill(): Promise<void>
  /** Stop it gracefully and keep its data. */
  stop(): Promise<void>
  /** Start again on the same data and address. */
  start(): Promise<void>
  /** Stop it gracefully and remove its data. */
  end(): Promise<void>
}

const SOURCES = ['--import', 'tsx', 'server/src/main.ts']

/**
 * @param program file that Node runs
 * @param atFirst the first start ends when this text was written, and not when the product is healthy
 */
export async function startProduct(
  env: Record<string, string> = {},
  dataDir = temporaryFolder('e2e'),
  program: readonly string[] = SOURCES,
  atFirst?: RegExp,
): Promise<RunningProduct> {
  // Claimed until the end, so that nothing else listens there while the product is stopped.
  const { port, release } = await claimPort()
  const url = `http://localhost:${port}`
  const written: string[] = []
  let child = await launch(atFirst)

  async function launch(sign?: RegExp): Promise<ChildProcess> {
    // All products of a run serve the same built files: half a minute of a processor for each would slow the others down.
    const settings = {
      ...process.env,
      LOG_LEVEL: 'error',
      WEB_BROTLI: 'false',
      ...env,
      PORT: String(port),
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
    }
    const started = spawn(process.execPath, [...program], {
      cwd: ROOT,
      env: settings,
      stdio: ['ignore', env.LOG_LEVEL ? 'pipe' : 'inherit', 'inherit'],
    })
    started.stdout?.on('data', (part: Buffer) => written.push(part.toString()))
    const timeoutMs = env.DEMO_HISTORY ? MONTHS_TIMEOUT_MS : START_TIMEOUT_MS
    if (sign) await until(`${sign}`, timeoutMs, async () => sign.test(written.join('')) || undefined)
    else await untilHealthy(url, started, timeoutMs)
    return started
  }
  async function ended(signal: NodeJS.Signals) {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  return {
    url,
    dataDir,
    log: () => written.join(''),
    kill: () => ended('SIGKILL'),
    stop: () => ended('SIGTERM'),
    async start() {
      child = await launch()
    },
    async end() {
      await ended('SIGTERM')
      release()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function untilHealthy(url: string, child: ChildProcess, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The product ended at start with code ${child.exitCode}.`)
    const response = await fetch(`${url}/management/health`).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  child.kill('SIGKILL')
  throw new Error('The product did not become healthy in time.')
}
