/**
 * Lighthouse, desktop, over the public pages of the running product. Pass marks (brand): performance 95, accessibility 100.
 *
 *   npx tsx bench/lighthouse.ts [path …]
 */
import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { claimPort } from '../dev/testing/claimed-port.ts'
import { temporaryFolder } from '../dev/testing/temporary-folder.ts'
import { openBrowser } from '../e2e/browser.ts'
import { startProduct } from '../e2e/product.ts'
import { recordFigure } from './figures.ts'

const PUBLIC_PAGES = ['/', '/login', '/sign-up', '/contact-us', '/terms-and-conditions', '/data-policy', '/sarlaft-policy']
const PASS_MARKS = { performance: 95, accessibility: 100, 'best-practices': 0, seo: 0 }
const execute = promisify(execFile)
const TIMEOUT_MS = 120_000
const LIGHTHOUSE = fileURLToPath(new URL('../node_modules/lighthouse/cli/index.js', import.meta.url))

interface LighthouseResult {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; displayValue?: string }>
}

const pages = process.argv.length > 2 ? process.argv.slice(2) : PUBLIC_PAGES
const folder = temporaryFolder('lighthouse')
const { port } = await claimPort()
const [product, browser] = await Promise.all([startProduct(), openBrowser([`--remote-debugging-port=${port}`])])
try {
  for (const page of pages) report(page, await run(page))
} finally {
  await browser.close()
  await product.end()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()

/** Asynchronous: Playwright answers Chromium meanwhile, which would otherwise hold the new tab without end. */
async function run(page: string): Promise<LighthouseResult> {
  const output = join(folder, 'result.json')
  const options = [
    '--preset=desktop',
    `--port=${port}`,
    '--output=json',
    `--output-path=${output}`,
    '--quiet',
    '--no-enable-error-reporting',
  ]
  await execute(process.execPath, [LIGHTHOUSE, product.url + page, ...options], { timeout: TIMEOUT_MS })
  return JSON.parse(readFileSync(output, 'utf8')) as LighthouseResult
}

function report(page: string, { categories, audits }: LighthouseResult): void {
  const scores = Object.entries(PASS_MARKS).map(([name, passMark]) => {
    const category = categories[name]
    const score = Math.round((category?.score ?? 0) * 100)
    recordFigure({ name: `${page}: ${name}`, value: score, unit: '', atLeast: passMark })
    const lost = (category?.auditRefs ?? []).filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    const why = lost.map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim()).join(', ')
    return `${name} ${score}${why ? ` (${why})` : ''}`
  })
  console.log(`${page.padEnd(24)} ${scores.join(' · ')}`)
}
