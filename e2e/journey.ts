import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { openBrowser } from './browser.ts'
import { startCopiedProduct } from './copied-product.ts'
import type { RunningProduct } from './product.ts'

/** Product and browser for the journeys of one file, ended after them. */
export async function startJourney(env: Record<string, string> = {}): Promise<{ product: RunningProduct; browser: Browser }> {
  const [product, browser] = await Promise.all([startCopiedProduct(env), openBrowser()])
  afterAll(async () => {
    await browser.close()
    await product.end()
  })
  return { product, browser }
}
