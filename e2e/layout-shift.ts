/** Layout shift without input, as Chromium measures it (cumulative layout shift). */
import type { Page } from 'playwright-core'

/** Maximum shift of a screen in total: a fifth of what counts as good. */
export const SHIFT_MAX = 0.02

const NOTE = `window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push({ value, what: sources.map(({ node }) => node?.className ?? node?.nodeName ?? '?').join(' | ') })
  }).observe({ type: 'layout-shift', buffered: true })`

/** Install before the first page: every page is measured from its beginning. */
export const recordShifts = (page: Page) => page.addInitScript(NOTE)

// The observer reports a shift only after its frame.
const READ = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(window.shifts)))))`

/** Layout shifts of the page since it was loaded, those of the last frame included. `all` names what moved. */
export async function shiftsOf(page: Page): Promise<{ sum: number; all: string }> {
  const shifts = await page.evaluate<{ value: number; what: string }[]>(READ)
  return {
    sum: shifts.reduce((sum, { value }) => sum + value, 0),
    all: shifts.map(({ value, what }) => `${value.toFixed(4)} ${what}`).join('; '),
  }
}
