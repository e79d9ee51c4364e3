/**
 * A page under the translation of a browser, which replaces every text node by <font> elements while the page is open: no screen
 * breaks, and the shown figures are current.
 */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeMovements } from '../scripts/product-movements.ts'
import { type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { chooseAccount } from './pay-in.ts'
import { CUSTOMER, OFFICER, signInByForm } from './sign-in.ts'

/**
 * Simulation of Chrome's translator, without another language: a text node is replaced by two <font> elements. It leaves elements
 * marked `translate="no"`; not all extensions that translate do so, hence `leavesMarked`.
 */
const translator = (leavesMarked: boolean) => `(() => {
  const replace = () => {
    if (!document.body) return
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = []
    while (walker.nextNode()) found.push(walker.currentNode)
    for (const text of found) {
      const parent = text.parentElement
      if (!text.data.trim() || /^(FONT|SCRIPT|STYLE|NOSCRIPT|TEXTAREA|OPTION|TITLE)$/i.test(parent.tagName)) continue
      if (${leavesMarked} && parent.closest('[translate=no]')) continue
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = text.data
      outer.append(inner)
      parent.replaceChild(outer, text)
      window.translatedTexts = (window.translatedTexts ?? 0) + 1
    }
  }
  new MutationObserver(replace).observe(document, { childList: true, subtree: true, characterData: true })
})()`

/** Figures in places where a translator may change them, or take them for words. */
const UNMARKED_FIGURES = `(() => {
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  const found = []
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode
    if (/^[+−]?(\\$\\s)?[\\d.]+(,\\d+)?(\\s[A-Z]{3,4})?$/.test(data.trim()) && !parentElement.closest('[translate=no]')) found.push(data)
  }
  return found
})()`

const { product, browser } = await startJourney()
beforeAll(() => makeMovements(product.url))

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const settled = (page: Page) => expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
const textOf = async (part: Locator) => (await part.innerText()).replaceAll(/\s+/g, ' ')

describe.each([
  ['the translator of a browser', true],
  ['an extension that translates also what is marked', false],
])('C1 SHELL-13 under %s', (_name, leavesMarked) => {
  let visitor: Visit
  let page: Page

  beforeAll(async () => {
    visitor = await visit(browser, product.url)
    page = visitor.page
    await page.addInitScript(translator(leavesMarked))
    await signInByForm(page, CUSTOMER)
  })

  it('home, wallet, exchange and history work in sequence', async () => {
    const menu = page.getByRole('navigation', { name: 'Principal' })
    for (const [link, title] of [
      ['Billetera', 'Mi billetera'],
      ['Intercambio', 'Intercambio'],
      ['Inicio', 'Inicio'],
    ] as const) {
      await menu.getByRole('link', { name: link }).click()
      await heading(page, title)
      await settled(page)
    }
    await page.getByRole('button', { name: /^Cuenta:/ }).click()
    await page.getByRole('link', { name: 'Historial', exact: true }).click()
    await heading(page, 'Historial')
    await page.getByRole('table', { name: 'Historial' }).getByRole('row').nth(1).waitFor()
    await page.getByLabel('Buscar').fill('nada así')
    await page.keyboard.press('Enter')
    await page.getByText('No hay movimientos con estos filtros').waitFor()
    await page.getByRole('button', { name: 'Quitar filtros' }).click()
    await page.getByRole('table', { name: 'Historial' }).getByRole('row').nth(1).waitFor()
    expect(await page.evaluate<number>('window.translatedTexts')).toBeGreaterThan(50)
    expect(visitor.complaints).toEqual([])
  })

  it('the withdrawal shows the typed amount', async () => {
    await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Billetera' }).click()
    await heading(page, 'Mi billetera')
    await page.getByRole('button', { name: 'Retirar' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Retiro' })
    const summary = dialog.locator('dl')
    await chooseAccount(dialog, 'Nómina')
    for (const [typed, shown] of [
      ['950000', '$ 950.000'],
      ['70000', '$ 70.000'],
      ['810500', '$ 810.500'],
    ] as const) {
      await dialog.getByLabel('Valor a retirar').fill(typed)
      await expect.poll(() => textOf(summary)).toContain(`Valor a retirar ${shown} COP`)
    }
    expect(await textOf(summary)).not.toContain('$ 0 COP Valor a debitar')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(visitor.complaints).toEqual([])
  })

  it('the exchange shows the price of the current input', async () => {
    await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Intercambio' }).click()
    const sold = page.getByLabel(/Cantidad que entregas en/)
    const least = async () => textOf(page.locator('dt', { hasText: 'Mínimo a recibir' }).locator('xpath=following-sibling::dd[1]'))
    const seen = new Set<string>()
    for (const typed of ['50000', '200000', '90000']) {
      await sold.fill(typed)
      await expect.poll(async () => /\d/.test(await least()) && !seen.has(await least())).toBe(true)
      seen.add(await least())
    }
    await sold.fill('')
    await page.getByRole('button', { name: 'Invertir las monedas' }).click()
    await page
      .getByRole('button', { name: /cambiar la moneda que/ })
      .first()
      .click()
    await page.getByRole('combobox', { name: 'Buscar por nombre o símbolo' }).fill('tether')
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Escape')
    expect(visitor.complaints).toEqual([])
  })

  it('an officer visits every entry of the menu and filters a list', async () => {
    const officer = await visit(browser, product.url)
    await officer.page.addInitScript(translator(leavesMarked))
    await signInByForm(officer.page, OFFICER)
    const menu = officer.page.getByRole('navigation', { name: 'Principal' })
    await menu.getByRole('link').first().waitFor()
    const addresses = await menu.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(addresses.length).toBeGreaterThan(8)
    for (const address of addresses) {
      await menu.locator(`a[href="${address}"]`).click()
      await officer.page.waitForURL(`**${address}**`)
      await officer.page.getByRole('heading', { level: 1 }).waitFor()
      await settled(officer.page)
    }
    await menu.locator('a[href^="/application/administrative/users-list"]').click()
    const search = officer.page.getByPlaceholder('Buscar ( / )')
    await search.fill('nada así')
    await officer.page.getByText('Nada coincide con los filtros').waitFor()
    await officer.page.getByRole('button', { name: 'Quitar filtros' }).first().click()
    await officer.page.getByText('Nada coincide con los filtros').waitFor({ state: 'detached' })
    expect(officer.complaints).toEqual([])
    await officer.context.close()
  })
})

it('C1 SHELL-13 figures of money are marked, so that no translator changes them', async () => {
  const { page, context } = await visit(browser, product.url)
  await signInByForm(page, CUSTOMER)
  for (const path of ['/application/', '/application/wallets/', '/application/trade/', '/application/record', '/application/cuentas']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    expect.soft(await page.evaluate<string[]>(UNMARKED_FIGURES), path).toEqual([])
  }
  await context.close()
})
