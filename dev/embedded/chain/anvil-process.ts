/** One anvil process of one data folder: started, recognised after a crash of the product, and ended. */
import { execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { anvilBinary } from './anvil-binary.ts'
import { jsonRpc } from './json-rpc.ts'

/** Chain id of the product alone: a wallet that knows another chain will not mistake it. */
export const EMBEDDED_CHAIN_ID = 570_057

export const BLOCK_GAS_LIMIT = 60_000_000n

/** A swap takes 12 KB of the state file, most of it traces: older blocks exist in the product's database only. */
const KEPT_BLOCKS = 2048
const START_TIMEOUT_MS = 15_000
const STOP_TIMEOUT_MS = 3_000

export interface AnvilFiles {
  directory: string
  state: string
  previousState: string
  genesis: string
  process: string
  port: string
  log: string
}

export interface AnvilProcess {
  pid: number
  port: number
}

export function anvilFiles(directory: string): AnvilFiles {
  return {
    directory,
    state: join(directory, 'state.json'),
    previousState: join(directory, 'state.previous.json'),
    genesis: join(directory, 'genesis.json'),
    process: join(directory, 'anvil.pid.json'),
    port: join(directory, 'port'),
    log: join(directory, 'anvil.log'),
  }
}

/** The anvil that an earlier run of the product left behind, when it still runs and answers; one that does not answer is ended. */
export async function findOrphan(files: AnvilFiles): Promise<AnvilProcess | null> {
  const known = readProcessFile(files)
  if (!known || !isAnvilOfFolder(known.pid, files)) return null
  if (await answers(known.port, 2_000)) return known
  await endAnvil(known, files)
  return null
}

/** Start anvil from the state file, or from genesis, and wait until it answers. @throws with anvil's own message when it ends early */
export async function spawnAnvil(files: AnvilFiles, port: number, stateFile: string | null): Promise<AnvilProcess> {
  mkdirSync(files.directory, { recursive: true })
  const log = openSync(files.log, 'w')
  const origin = stateFile ? ['--load-state', stateFile] : existsSync(files.genesis) ? ['--init', files.genesis] : []
  const child = spawn(
    anvilBinary(join(files.directory, 'bin')),
    [
      ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(EMBEDDED_CHAIN_ID)],
      // The launcher mines blocks and the signer signs transactions; no page in a browser may call this node.
      ...['--no-mining', '--accounts', '0', '--no-cors', '--order', 'fifo', '--gas-limit', String(BLOCK_GAS_LIMIT)],
      ...['--prune-history', '64', '--transaction-block-keeper', String(KEPT_BLOCKS), '--cache-path', files.directory],
      ...origin,
    ],
    // Detached, so that Ctrl-C reaches the product first and the state is written before anvil ends.
    { detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  child.unref()
  let failure: Error | null = null
  child.once('error', (error) => {
    failure = error
  })
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline && !failure && child.exitCode === null && child.signalCode === null) {
    if (child.pid && hasPort(port, files) && (await answers(port, 500))) {
      await jsonRpc(`http://127.0.0.1:${port}`)('anvil_setLoggingEnabled', [false])
      const started = { pid: child.pid, port }
      writeFileSync(files.process, JSON.stringify(started))
      return started
    }
    await delay(25)
  }
  if (child.pid) await endAnvil({ pid: child.pid, port }, files)
  const words = `anvil did not start: ${failure ?? readFileSync(files.log, 'utf8').trim().slice(-500)}`
  throw /address already in use/i.test(words) ? new PortTaken(words) : new Error(words)
}

/** The port is in use: a reason to try another, not a chain that cannot be read. */
export class PortTaken extends Error {
  readonly code = 'EADDRINUSE'
}

/** Whether this anvil has the port, by its own output: an answer alone could be another product's chain on the same port. */
function hasPort(port: number, files: AnvilFiles): boolean {
  return readFileSync(files.log, 'utf8').includes(`Listening on 127.0.0.1:${port}`)
}

export async function endAnvil(anvil: AnvilProcess, files: AnvilFiles): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isAnvilOfFolder(anvil.pid, files)) break
    process.kill(anvil.pid, signal)
    const deadline = Date.now() + STOP_TIMEOUT_MS
    while (isAnvilOfFolder(anvil.pid, files) && Date.now() < deadline) await delay(20)
  }
  rmSync(files.process, { force: true })
}

/** Whether the process is the anvil of this folder. The system reuses process ids, so the command line has to name the folder. */
export function isAnvilOfFolder(pid: number, files: AnvilFiles): boolean {
  try {
    process.kill(pid, 0)
    const commandLine = existsSync('/proc/self/cmdline')
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      : process.platform === 'win32'
        ? [files.directory]
        : execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
            .trim()
            .split(' ')
    return commandLine.includes(files.directory)
  } catch {
    return false
  }
}

async function answers(port: number, timeoutMs: number): Promise<boolean> {
  try {
    return Number(await jsonRpc(`http://127.0.0.1:${port}`)<string>('eth_chainId', [], timeoutMs)) === EMBEDDED_CHAIN_ID
  } catch {
    return false
  }
}

function readProcessFile(files: AnvilFiles): AnvilProcess | null {
  try {
    const { pid, port } = JSON.parse(readFileSync(files.process, 'utf8'))
    return Number.isSafeInteger(pid) && Number.isSafeInteger(port) ? { pid, port } : null
  } catch {
    return null
  }
}
