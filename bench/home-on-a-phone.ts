/**
 * Load time of the home screen on an average phone and network: until the total in pesos is shown and Depositar can be pressed. 390 × 844
 * with touch, 1.6 Mbit/s down, 0.75 up, 150 ms a round trip, a CPU four times slower (the slow 4G of Lighthouse). Limit: 2 s with a warm
 * cache, which the sign-in page has filled at the latest; the first visit ever is printed too.
 *
 *   npx tsx bench/home-on-a-phone.ts
 */
import type { CDPSession, Page } from 'playwright-core'
import { openBrowser, PHONE, visit } from '../e2e/browser.ts'
import { startProduct } from '../e2e/product.ts'
import { CUSTOMER, signInByForm } from '../e2e/sign-in.ts'
import { recordFigure } from './figures.ts'

const LIMIT_MS = 2_000
const ROUNDS = 7
const CPU_SLOWER = 4
const BYTES_PER_MBIT = 125_000
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6 * BYTES_PER_MBIT, uploadThroughput: 0.75 * BYTES_PER_MBIT }

const [product, browser] = await Promise.all([startProduct(), openBrowser()])
try {
  const { page, context } = await visit(browser, product.url, PHONE)
  await signInByForm(page, CUSTOMER)
  await homeUsable(page)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
  const again = await rounds(page)
  const first = await rounds(page, session)
  console.log(`files of the last visit: ${again} ms (limit ${LIMIT_MS}) · first visit ever: ${first} ms`)
  recordFigure({ name: 'files of the last visit', value: again, unit: 'ms', atMost: LIMIT_MS })
  recordFigure({ name: 'first visit ever', value: first, unit: 'ms' })
} finally {
  await browser.close()
  await product.end()
}
process.exit()

/** Median of the rounds; with a session the browser's cache is cleared before each. */
async function rounds(page: Page, session?: CDPSession): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await session?.send('Network.clearBrowserCache')
    await page.goto('/application', { waitUntil: 'commit' })
    times.push(await homeUsable(page))
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0
}

/** Milliseconds since the page was requested. */
async function homeUsable(page: Page): Promise<number> {
  await page
    .getByRole('region', { name: 'Saldo total' })
    .getByText(/\$\s[\d.]+/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Depositar' }).first().click({ trial: true })
  return Math.round(await page.evaluate<number>('performance.now()'))
}
