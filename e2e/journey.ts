import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { openBrowser } from './browser.ts'
import { type RunningProduct, startProduct } from './product.ts'

/** A product and a browser for the journeys of one file, gone when they are done. */
export async function startJourney(env: Record<string, string> = {}): Promise<{ product: RunningProduct; browser: Browser }> {
  const [product, browser] = await Promise.all([startProduct(env), openBrowser()])
  afterAll(async () => {
    await browser.close()
    await product.end()
  })
  return { product, browser }
}
