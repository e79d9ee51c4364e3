// Who uses a cluster: one Node process at a time. After a kill -9 of Node its PostgreSQL lives on; the next start ends it, cleanly
// where it can, since nobody would ever stop it.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

interface Owner {
  readonly pid: number
  /** Tells a process from a later one with the same number; null where the system does not say. */
  readonly startedAt: string | null
}

const FAST = 'SIGINT'
const IMMEDIATE = 'SIGQUIT'
const FAST_TIMEOUT_MS = 10_000
const IMMEDIATE_TIMEOUT_MS = 10_000

/** Marks the cluster as ours; throws when a live process has it. Returns the release. */
export function ownCluster(home: string): () => void {
  const file = join(home, 'owner.json')
  const self: Owner = { pid: process.pid, startedAt: startOf(process.pid) }
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(file, JSON.stringify(self), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (!existsSync(file)) throw error
    }
    const owner = readOwner(file)
    if (owner && lives(owner)) {
      throw new Error(`The database in ${home} is in use by process ${owner.pid}: stop it first, or choose another DATA_DIR.`)
    }
    rmSync(file, { force: true })
  }
  throw new Error(`The database in ${home} is being taken by several processes at once: try again.`)
}

function readOwner(file: string): Owner | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Cut off by a crash while it was written, or just removed by its owner.
    return null
  }
}

function lives({ pid, startedAt }: Owner): boolean {
  return isAlive(pid) && startOf(pid) === startedAt
}

/** Ends the PostgreSQL that an earlier process of ours left behind. */
export async function endOrphan(cluster: string): Promise<void> {
  const pid = postmasterOf(cluster)
  if (pid === null) return
  if (await endProcess(pid, FAST, FAST_TIMEOUT_MS)) return
  if (await endProcess(pid, IMMEDIATE, IMMEDIATE_TIMEOUT_MS)) return
  throw new Error(`A PostgreSQL left behind (process ${pid}) holds ${cluster} and does not end: end it by hand.`)
}

async function endProcess(pid: number, signal: NodeJS.Signals, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  try {
    process.kill(pid, signal)
  } catch {
    return true
  }
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await delay(10)
  }
  return true
}

/** Process id of the PostgreSQL that runs on the cluster; null when there is none, or the number now belongs to another program. */
export function postmasterOf(cluster: string): number | null {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return null
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  return pid > 0 && isAlive(pid) && runsOn(pid, cluster) ? pid : null
}

function runsOn(pid: number, cluster: string): boolean {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster
    } catch {
      return false
    }
  }
  if (process.platform === 'win32') return execFileSync('tasklist', ['/FI', `PID eq ${pid}`], { encoding: 'utf8' }).includes('postgres')
  return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes(cluster)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return processState(pid) !== 'Z'
}

/** `Z` is a process that ended and whose parent has not noticed. Null where the system does not say. */
const processState = (pid: number): string | null => statOf(pid)?.[0] ?? null
const startOf = (pid: number): string | null => statOf(pid)?.[19] ?? null

/** The fields of /proc/<pid>/stat after the name, which may itself contain blanks. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
