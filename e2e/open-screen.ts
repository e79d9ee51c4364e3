/** Goes to screens as a person does: by the menus, which a narrow page has behind a button. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectHidden } from './waits.ts'

/** Entries of the account menu: what belongs to the person, on every customer's screen. */
const OF_ACCOUNT = ['Historial', 'Cuentas', 'Verificación', 'Configuración', 'Historial de acceso', 'Cerrar Sesión']
const BACK_OFFICE = '/application/administrative/'
/** Its lists have one title, so that the title does not tell when another one is drawn. */
const LISTS_OF_PEOPLE = `${BACK_OFFICE}verification`

/**
 * Opens a screen by the entry of a menu. Who is there already loads it again, as does a person who wants to see what is new.
 * It is drawn afterwards: an answer of the server may still be on its way.
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
    // The survey, once it was answered, leads on to the verification.
    await page.waitForURL((url) => barePath(url) !== barePath(here) || url.search === there.search)
    await expectHidden(page.getByRole('dialog', { name: 'Menú', exact: true }))
  }
  const isListOfPeople = [here, there].every((url) => url.pathname.startsWith(LISTS_OF_PEOPLE))
  if (isHere) await page.reload()
  // Who came here a moment ago may have left before this screen had its own title.
  else if (!isListOfPeople) await expect.poll(() => page.title()).toSatisfy((now) => now !== title || now === `${entry} | Tunjo`)
  await page.locator('main h1').first().waitFor()
}

/** A tab of a screen that a menu leads to. */
export async function openTab(page: Page, entry: string, tab: string | RegExp): Promise<void> {
  await openScreen(page, entry)
  await page.getByRole('tab', { name: tab, exact: true }).click()
}

/** Settings of the person: a section of Configuración. */
export async function openSettings(page: Page, section: string): Promise<void> {
  await openScreen(page, 'Configuración')
  await page.getByRole('main').getByRole('link', { name: section, exact: true }).click()
}

const barePath = ({ pathname }: URL) => pathname.replace(/\/$/, '')

/** Nothing behind a dialog can be pressed: a person closes it first. */
async function closeDialogs(page: Page): Promise<void> {
  const open = page.getByRole('dialog').filter({ visible: true })
  for (let count = await open.count(); count > 0; count = await open.count()) {
    await page.keyboard.press('Escape')
    await expect.poll(() => open.count()).toBeLessThan(count)
  }
}

/** The entry, once it can be pressed: the menu that holds it is opened where it is closed. */
async function shownEntry(page: Page, name: string): Promise<Locator> {
  const entry = page.getByRole('navigation').getByRole('link', { name, exact: true }).filter({ visible: true }).first()
  if ((await entry.count()) > 0) return entry
  const isInAccountMenu = OF_ACCOUNT.includes(name) && (name === 'Cerrar Sesión' || !page.url().includes(BACK_OFFICE))
  await page.getByRole('button', { name: isInAccountMenu ? /^Cuenta:/ : 'Abrir el menú' }).click()
  await entry.waitFor()
  return entry
}
