/** Run a TypeScript file in a separate process, for tests that kill it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { bundleOf } from './bundle-programs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the bundled programs. */
    testPrograms: string
  }
}

/** Application name of its sessions in the database. */
export const CHILD_APPLICATION = 'tunjo-test-child'

export interface TestProcess {
  readonly child: ChildProcess
  readonly lines: AsyncIterableIterator<string>
  /** The next line of its output; throws with its error output when it ends first. */
  nextLine(): Promise<string>
  kill(): Promise<void>
}

/** Arguments of Node to run a TypeScript file: its bundle where the run made one (global-setup.ts). */
export function programOf(file: URL): string[] {
  const source = fileURLToPath(file)
  const bundled = bundleOf(inject('testPrograms'), source)
  return bundled === null ? ['--import', 'tsx', source] : [bundled]
}

export function runTypeScript(file: URL, args: readonly string[] = [], env: Record<string, string> = {}): TestProcess {
  const child = spawn(process.execPath, [...programOf(file), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PGAPPNAME: CHILD_APPLICATION, ...env },
  })
  // A test that fails before it ends its processes leaves none behind.
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`the test process ended: ${errors}`)
    return value
  }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return { child, lines, nextLine, kill }
}

/** Suspended by SIGSTOP; on Linux only. */
export const isStopped = ({ child }: TestProcess): boolean => /^State:\s+T/m.test(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
