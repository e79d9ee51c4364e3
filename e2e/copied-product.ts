/** Products for test files, each on a copy of the data that the setup of the run made. */
import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { bogotaDay, endOfBogotaDay } from '@tunjo/contract/bogota-day'
import { inject } from 'vitest'
import { memoryFolder } from '../dev/testing/temporary-folder.ts'
import { type RunningProduct, startProduct } from './product.ts'
import type { ProductTemplate } from './product-template.ts'

/** Start a product on a copy of the template's data (product-template.ts): what a second `npm start` finds. The caller ends it. */
export const startCopiedProduct = (env: Record<string, string> = {}): Promise<RunningProduct> =>
  startCopyOf({ data: inject('productTemplate'), program: inject('productProgram') }, env)

/** The same outside of a test file, where nothing is injected. */
export async function startCopyOf(template: ProductTemplate, env: Record<string, string> = {}): Promise<RunningProduct> {
  const dataDir = memoryFolder('e2e')
  copyFolder(template.data, dataDir)
  const product = await startProduct(env, dataDir, [template.program])
  await passMidnight(product.url)
  return product
}

/** Longer than the longest journey. */
const END_OF_DAY_MS = 15 * 60_000

/**
 * Move the clock into the next day in Bogotá if the day would end during the journey, whose limits and dates are those of one day and
 * month.
 */
async function passMidnight(url: string): Promise<void> {
  const now = new Date()
  const milliseconds = endOfBogotaDay(bogotaDay(now)).getTime() - now.getTime() + 1_000
  if (milliseconds > END_OF_DAY_MS) return
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/dev/clock/advance`, { method: 'POST', headers, body: JSON.stringify({ milliseconds }) })
  if (!response.ok) throw new Error(`the clock was not moved: ${response.status}`)
}

/** Copy with owners and modes: PostgreSQL refuses a cluster that it does not own. */
export function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true })
  else execFileSync('cp', ['-Rp', `${from}/.`, to])
}
