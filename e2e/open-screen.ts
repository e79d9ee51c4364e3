/** Navigation by the menus, as a person does it; a narrow page has them behind a button. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectHidden } from './waits.ts'

/** Entries of the account menu, which every customer's screen has. */
const OF_ACCOUNT = ['Historial', 'Cuentas', 'Verificación', 'Configuración', 'Historial de acceso', 'Cerrar Sesión']
const BACK_OFFICE = '/application/administrative/'
/** Title of all lists of people: it does not show when another list is drawn. */
const LISTS_OF_PEOPLE = `${BACK_OFFICE}verification`

/**
 * Open a screen by the entry of a menu. On the same screen this loads it again.
 * The screen is drawn afterwards: an answer of the server may still be pending.
 */
export async function openScreen(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^Cuenta:/ }).waitFor()
  await closeDialogs(page)
  const link = await shownEntry(page, entry)
  const [here, there] = [new URL(page.url()), new URL((await link.getAttribute('href')) ?? '', page.url())]
  const isHere = barePath(here) === barePath(there)
  const title = await page.title()
  if (!isHere || here.search !== there.search) {
    await link.click()
    // The survey, once it was answered, redirects to the verification.
    await page.waitForURL((url) => barePath(url) !== barePath(here) || url.search === there.search)
    await expectHidden(page.getByRole('dialog', { name: 'Menú', exact: true }))
  }
  const isListOfPeople = [here, there].every((url) => url.pathname.startsWith(LISTS_OF_PEOPLE))
  if (isHere) await page.reload()
  // The page may have been left before this screen had its own title.
  else if (!isListOfPeople) await expect.poll(() => page.title()).toSatisfy((now) => now !== title || now === `${entry} | Tunjo`)
  await page.locator('main h1').first().waitFor()
}

/** Open a tab of a screen that has a menu entry. */
export async function openTab(page: Page, entry: string, tab: string | RegExp): Promise<void> {
  await openScreen(page, entry)
  await page.getByRole('tab', { name: tab, exact: true }).click()
}

/** Open a section of Configuración. */
export async function openSettings(page: Page, section: string): Promise<void> {
  await openScreen(page, 'Configuración')
  await page.getByRole('main').getByRole('link', { name: section, exact: true }).click()
}

const barePath = ({ pathname }: URL) => pathname.replace(/\/$/, '')

/** Close open dialogs: nothing behind a dialog can be pressed. */
async function closeDialogs(page: Page): Promise<void> {
  const open = page.getByRole('dialog').filter({ visible: true })
  for (let count = await open.count(); count > 0; count = await open.count()) {
    await page.keyboard.press('Escape')
    await expect.poll(() => open.count()).toBeLessThan(count)
  }
}

/** Menu entry, once it can be pressed: its closed menu is opened. */
async function shownEntry(page: Page, name: string): Promise<Locator> {
  const entry = page.getByRole('navigation').getByRole('link', { name, exact: true }).filter({ visible: true }).first()
  if ((await entry.count()) > 0) return entry
  const isInAccountMenu = OF_ACCOUNT.includes(name) && (name === 'Cerrar Sesión' || !page.url().includes(BACK_OFFICE))
  await page.getByRole('button', { name: isInAccountMenu ? /^Cuenta:/ : 'Abrir el menú' }).click()
  await entry.waitFor()
  return entry
}
