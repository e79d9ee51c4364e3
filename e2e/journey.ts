import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
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
  return startProduct(env, dataDir, [inject('productProgram')])
}

/** With owners and modes: PostgreSQL refuses a cluster that is not its own. */
function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true })
  else execFileSync('cp', ['-Rp', `${from}/.`, to])
}
