import { runTypeScript } from '../server/src/testing/child-process.ts'
import type { LoadPlan, LoadResult } from './load.ts'

/** In a process of its own. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const child = runTypeScript(new URL('./load.ts', import.meta.url), [JSON.stringify(plan)])
  return JSON.parse(await child.nextLine())
}
