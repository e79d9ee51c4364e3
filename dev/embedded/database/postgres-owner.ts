/** Orphaned PostgreSQL: it survives a kill -9 of Node. The next start ends it, cleanly where possible, since nothing else would stop it. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive } from '../../../server/src/platform/process/folder-lock.ts'

const FAST = 'SIGINT'
const IMMEDIATE = 'SIGQUIT'
const FAST_TIMEOUT_MS = 10_000
const IMMEDIATE_TIMEOUT_MS = 10_000

/**
 * End the PostgreSQL that an earlier process of the product left behind. Its lock file goes too: the next server would trust it although
 * the number in it now belongs to another program, as after a power cut, or to an uncollected dead process. PostgreSQL itself detects
 * surviving server processes by their shared memory.
 */
export async function endOrphan(cluster: string): Promise<void> {
  const pid = postmasterOf(cluster)
  if (pid !== null && !(await endProcess(pid, FAST, FAST_TIMEOUT_MS)) && !(await endProcess(pid, IMMEDIATE, IMMEDIATE_TIMEOUT_MS)))
    throw new Error(`A PostgreSQL left behind (process ${pid}) holds ${cluster} and does not end: end it by hand.`)
  rmSync(lockFile(cluster), { force: true })
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
  const file = lockFile(cluster)
  if (!existsSync(file)) return null
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  return pid > 0 && isAlive(pid) && runsOn(pid, cluster) ? pid : null
}

const lockFile = (cluster: string): string => join(cluster, 'postmaster.pid')

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
