/** Open every list, menu and dialog of a screen as a phone, and report the problems. */
import type { Locator, Page } from 'playwright-core'
import { overhang, PHONE, smallForFingers } from './browser.ts'

const OVERLAYS = '[role=dialog]:visible, [role=listbox]:visible, [role=menu]:visible'
const LISTS = '[aria-haspopup=listbox]:visible:enabled'
// The heads of tables exist for screen readers only on a phone, which has a separate list for the order.
const OPENERS = `main button:not([type=submit], [role=columnheader] *, th *):visible:enabled, main ${LISTS}, header button:visible:enabled`
/** The passkey window of the system is outside the page. */
const BROWSER_DIALOG = /llave de acceso/i
/** Time for a list or a dialog to load its code first. */
const ANNOUNCED_MS = 1_500
const OTHERWISE_MS = 300
const TAP_MS = 4_000

/** @param open loads the screen in its first state */
export async function problemsOfOverlays(page: Page, open: () => Promise<void>): Promise<string[]> {
  const problems: string[] = []
  const check = async (what: string) => {
    const wide = await overhang(page, PHONE)
    if (wide !== 0) problems.push(`${what}: the page is ${wide} px too wide`)
    for (const small of await smallForFingers(page)) problems.push(`${small} is too small for a finger`)
  }
  await open()
  const address = page.url()
  const openers = page.locator(OPENERS)
  const count = await openers.count()
  await check('closed')
  for (let position = 0; position < count; position += 1) {
    const opener = openers.nth(position)
    if ((await openers.count()) <= position) break
    // An element that an answer removed meanwhile is searched once more on the screen in its first state.
    const name = (await nameIfThere(opener)) ?? (await open().then(() => nameIfThere(opener)))
    if (name === null) break
    if (BROWSER_DIALOG.test(name)) continue
    // The effect of the press before may have come late: try again on the screen in its first state.
    if (!(await canTap(opener)) && !(await open().then(() => canTap(opener)))) problems.push(`${name}: cannot be tapped`)
    if (!(await opens(page, opener)) && page.url() === address) continue
    await check(name)
    for (const problem of await unreachable(page)) problems.push(`${name}: ${problem}`)
    for (const list of await page.locator(`[role=dialog] ${LISTS}`).all()) {
      const inner = `${name} / ${await nameOf(list)}`
      await list.tap()
      await page.locator('[role=option]:visible').first().waitFor()
      await check(inner)
      for (const problem of await unreachable(page)) problems.push(`${inner}: ${problem}`)
      await page.locator('[role=option]:visible').last().tap()
      await page.locator('[role=listbox]').filter({ visible: true }).waitFor({ state: 'detached' })
      await check(`${inner} after its choice`)
    }
    if (!(await closes(page)) || page.url() !== address || (await openers.count()) !== count) await open()
  }
  return [...new Set(problems)]
}

const canTap = (opener: Locator, trial = false): Promise<boolean> =>
  opener.tap({ trial, timeout: TAP_MS }).then(
    () => true,
    () => false,
  )

async function opens(page: Page, opener: Locator): Promise<boolean> {
  const isAnnounced = (await opener.getAttribute('aria-haspopup', { timeout: TAP_MS }).catch(() => null)) !== null
  return page
    .locator(OVERLAYS)
    .first()
    .waitFor({ timeout: isAnnounced ? ANNOUNCED_MS : OTHERWISE_MS })
    .then(
      () => true,
      () => false,
    )
}

/** Close with Escape, which is quicker than loading the page again. */
async function closes(page: Page): Promise<boolean> {
  await page.keyboard.press('Escape')
  return page
    .locator(OVERLAYS)
    .first()
    .waitFor({ state: 'hidden', timeout: ANNOUNCED_MS })
    .then(
      () => true,
      () => false,
    )
}

/** Null when the element no longer exists. */
const nameIfThere = async (one: Locator): Promise<string | null> => {
  const isThere = await one.waitFor({ timeout: TAP_MS }).then(
    () => true,
    () => false,
  )
  return isThere ? nameOf(one) : null
}

const nameOf = async (one: Locator) =>
  (await one.getAttribute('aria-label')) ?? ((await one.textContent()) || ((await one.getAttribute('name')) ?? 'a list'))

/** Open controls that cannot be tapped, because an element covers them, they move, or they are outside the screen. */
async function unreachable(page: Page): Promise<string[]> {
  const overlay = page.locator(OVERLAYS).last()
  if ((await overlay.count()) === 0) return []
  const target = overlay.locator('[role=option], [role=menuitem], button:enabled, a').first()
  if ((await target.count()) === 0) return []
  if (!(await canTap(target, true))) return ['cannot be tapped']
  const box = await target.boundingBox()
  return box && (box.x < 0 || box.x + box.width > PHONE.width) ? ['stands beside the screen'] : []
}
