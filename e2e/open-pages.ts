/** State of every open page when a journey fails: its address and first words, appended to the error. */
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { openPages } from './browser.ts'

const LONGEST_TEXT = 300
const LIMIT_MS = 5_000
const SHOWN_TEXT = `[...document.querySelectorAll('[role=dialog], main')].map((part) => part.innerText).join(' ') || document.body.innerText`

afterEach(async ({ task }) => {
  const error = task.result?.errors?.at(-1)
  if (task.result?.state !== 'fail' || !error) return
  const shown = await Promise.all(openPages().map(described))
  error.message = [error.message, ...shown].join('\n')
})

async function described(page: Page): Promise<string> {
  // The text of a dialog hides the rest; menus are the same on every screen.
  const asked = page.evaluate<string>(SHOWN_TEXT).catch(({ message }: Error) => message)
  const texts = await Promise.race([asked, setTimeout(LIMIT_MS, 'the page does not answer')])
  return `shown at ${page.url()}: ${texts.replaceAll(/\s+/g, ' ').slice(0, LONGEST_TEXT)}`
}
