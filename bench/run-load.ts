/** Start the load generator in a separate process, so that it does not slow down the measured one. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LoadPlan, LoadResult } from './load.ts'

const run = promisify(execFile)

export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const program = fileURLToPath(new URL('./load.ts', import.meta.url))
  const { stdout } = await run(process.execPath, ['--import', 'tsx', program, JSON.stringify(plan)])
  return JSON.parse(stdout)
}
