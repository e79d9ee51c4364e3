/** Log of the toasts of a browser: a toast closes after 2.5 seconds, its entry here stays until a test has read it. */
import type { BrowserContext, Page } from 'playwright-core'
import { until } from './until.ts'

/** End that Playwright gives to its own waits. */
const TOAST_END_MS = 30_000

// On the side of the test: a log in the page would end with the next document.
const logs = new WeakMap<Page, string[]>()

function logOf(page: Page): string[] {
  const log = logs.get(page) ?? []
  logs.set(page, log)
  return log
}

const RECORD = `new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const added of addedNodes) {
      if (!(added instanceof Element)) continue
      const toasts = [...added.querySelectorAll('.mantine-Notification-root[role=alert]')]
      if (added.matches('.mantine-Notification-root[role=alert]')) toasts.push(added)
      for (const { textContent } of toasts) window.recordToast(textContent)
    }
}).observe(document, { childList: true, subtree: true })`

/** Begin the log of every page of a context, before its first document. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding('recordToast', ({ page }, text: string) => void logOf(page).push(text))
  await context.addInitScript(RECORD)
}

/**
 * Wait until the page has shown a toast with this text. The entry and those before it are removed from the log: a second toast with the
 * same
 * text must be shown a second time.
 */
export async function toast(page: Page, text: string): Promise<void> {
  const log = logOf(page)
  const place = () => log.findIndex((entry) => entry.includes(text))
  const shown = async () => (place() === -1 ? undefined : true)
  await until(`toast "${text}"`, TOAST_END_MS, shown).catch(({ message }: Error) => {
    throw new Error(`${message} The page has shown: ${log.join(' | ') || 'no toast'}`)
  })
  log.splice(0, place() + 1)
}
