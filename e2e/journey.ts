import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { bogotaDay, endOfBogotaDay } from '@tunjo/contract/bogota-day'
import type { Browser } from 'playwright-core'
import { afterAll, inject } from 'vitest'
import { memoryFolder } from '../server/src/testing/temporary-folder.ts'
import { openBrowser } from './browser.ts'
import { type RunningProduct, startProduct } from './product.ts'

/** A product and a browser for the journeys of one file, gone when they are done. */
export async function startJourney(env: Record<string, string> = {}): Promise<{ product: RunningProduct; browser: Browser }> {
  const [product, browser] = await Promise.all([startCopiedProduct(env), openBrowser()])
  afterAll(async () => {
    await browser.close()
    await product.end()
  })
  return { product, browser }
}

/** On a copy of the template's data (global-setup.ts): what a second `npm start` finds. The caller ends it. */
export async function startCopiedProduct(env: Record<string, string> = {}): Promise<RunningProduct> {
  const dataDir = memoryFolder('e2e')
  copyFolder(inject('productTemplate'), dataDir)
  const product = await startProduct(env, dataDir, [inject('productProgram')])
  await passMidnight(product.url)
  return product
}

/** Longer than the longest journey takes. */
const END_OF_DAY_MS = 15 * 60_000

/** Moves the clock into the next day in Bogotá if the day would end during the journey, whose limits and dates are those of one day and month. */
async function passMidnight(url: string): Promise<void> {
  const now = new Date()
  const milliseconds = endOfBogotaDay(bogotaDay(now)).getTime() - now.getTime() + 1_000
  if (milliseconds > END_OF_DAY_MS) return
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/dev/clock/advance`, { method: 'POST', headers, body: JSON.stringify({ milliseconds }) })
  if (!response.ok) throw new Error(`the clock was not moved: ${response.status}`)
}

/** With owners and modes: PostgreSQL refuses a cluster that is not its own. */
function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true })
  else execFileSync('cp', ['-Rp', `${from}/.`, to])
}
