/** One process of a role of a built package, in a process group of its own, so that nothing it started outlives the drill. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const READY_MS = 120_000
/** Drain, open answers and running jobs (docs/operations.md, "Shutdown"), on a busy machine. */
const END_MS = 60_000
const LOOK_EVERY_MS = 200
const LOG_LINES = 20

export interface RoleProcess {
  /** End it by SIGTERM; throws when it had ended before, or ends with another code than 0. */
  stop(): Promise<void>
  /** End it at once, with all that it started. */
  kill(): void
}

interface RolePlan {
  readonly name: string
  /** Folder of the built package. */
  readonly program: string
  readonly roles: string
  /** Port on which it is asked whether it is ready. */
  readonly port: number
  readonly env: Readonly<Record<string, string>>
  /** File of its output; a restart appends. */
  readonly log: string
}

export function startRole(plan: RolePlan): RoleProcess & { readonly ready: Promise<void> } {
  const { name, program, roles, env, log } = plan
  const output = openSync(log, 'a')
  const child = spawn(process.execPath, ['tunjo.js', `--roles=${roles}`], {
    cwd: program,
    env: { ...process.env, WEB_BROTLI: 'false', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', output, output],
    detached: true,
  })
  closeSync(output)
  return { ready: becomeReady(plan, child), stop: () => stop(name, child), kill: () => killGroup(child) }
}

async function becomeReady({ name, port, log }: RolePlan, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_MS
  let answer = 'nothing'
  for (;;) {
    answer = await askWhetherReady(port)
    if (answer.startsWith('200')) return
    if (hasEnded(child)) throw new Error(`${name} ended at its start with ${child.exitCode ?? child.signalCode}.\n${lastLines(log)}`)
    if (Date.now() > deadline) throw new Error(`${name} was not ready within ${READY_MS} ms, but answered ${answer}.\n${lastLines(log)}`)
    await delay(LOOK_EVERY_MS)
  }
}

/** Status and body. */
async function askWhetherReady(port: number): Promise<string> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/management/ready`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(LOOK_EVERY_MS * 20),
    })
    return `${answer.status} ${await answer.text()}`
  } catch (error) {
    return String(error)
  }
}

async function stop(name: string, child: ChildProcess): Promise<void> {
  if (hasEnded(child)) throw new Error(`${name} ended by itself with ${child.exitCode ?? child.signalCode}.`)
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(END_MS) })
  child.kill('SIGTERM')
  const [code, signal] = await ended.catch(() => {
    throw new Error(`${name} did not end within ${END_MS} ms of SIGTERM.`)
  })
  if (code !== 0) throw new Error(`${name} ended with ${code ?? signal} at SIGTERM.`)
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended.
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

export const lastLines = (file: string): string => readFileSync(file, 'utf8').trim().split('\n').slice(-LOG_LINES).join('\n')
