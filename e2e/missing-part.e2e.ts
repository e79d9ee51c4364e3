/**
 * A lazily loaded part does not arrive: no connection, or a newer version of the application replaced it. The page stays,
 * the part reports it in its own place, and can be tried again.
 */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityViolations, contrastViolations, PHONE, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { NEWCOMER, signInByForm } from './sign-in.ts'

const MISSING = 'No pudimos cargar esta parte'

const { product, browser } = await startJourney()
const missing = (page: Page) => page.getByRole('dialog', { name: MISSING })
const retry = (page: Page) => page.getByRole('button', { name: 'Reintentar' }).click()

/** Turn the network on or off; the page is notified a moment later. */
async function network(page: Page, isThere: boolean): Promise<void> {
  await page.context().setOffline(!isThere)
  await expect.poll(() => page.evaluate('navigator.onLine')).toBe(isThere)
}

/** Block code and styles of one part; the returned function unblocks them. */
async function without(page: Page, part: string): Promise<() => Promise<void>> {
  const files = new RegExp(`/static/${part}-[^/]+\\.(js|css)$`)
  await page.route(files, (route) => route.abort())
  return () => page.unroute(files)
}
/** Complaints other than those of Chromium and React about a blocked file. */
const unexpected = ({ complaints }: Visit) => complaints.filter((text) => !/Failed to load resource|did not arrive/.test(text))

it('a dialog with missing code reports it, keeps the page, and offers to load it again', async () => {
  const seen = await visit(browser, product.url, PHONE)
  const { page } = seen
  await page.goto('/contact-us')
  const arrives = await without(page, 'sent-modal')
  await page.getByLabel('Correo electrónico').fill('ana@empresa.example')
  await page.getByLabel('Asunto').fill('Queremos empezar')
  await page.getByLabel('Descripción').fill('Somos veinte personas.')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await missing(page).waitFor()
  await page.getByRole('heading', { level: 1, name: 'Contáctanos', includeHidden: true }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await contrastViolations(page)).toEqual([])
  await retry(page)
  await missing(page).getByText('Sigue sin cargar').waitFor()
  await missing(page).getByRole('button', { name: 'Recargar la página' }).waitFor()
  await arrives()
  await missing(page).getByRole('button', { name: 'Recargar la página' }).click()
  await missing(page).waitFor({ state: 'detached' })
  await page.getByLabel('Asunto').fill('Otra solicitud')
  expect(unexpected(seen)).toEqual([])
})

it('without a network a dialog reports it; with it the same click opens it', async () => {
  const seen = await visit(browser, product.url, PHONE)
  const { page } = seen
  await signInByForm(page, NEWCOMER)
  await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor()
  await network(page, false)
  const bell = page.getByRole('button', { name: /notificaci|aviso/i }).first()
  await bell.click()
  await missing(page).waitFor()
  await page.keyboard.press('Escape')
  await missing(page).waitFor({ state: 'detached' })
  expect(await bell.evaluate((element) => element.matches(':focus'))).toBe(true)
  await bell.click()
  await missing(page).waitFor()
  await network(page, true)
  await retry(page)
  const panel = page.getByRole('dialog')
  await panel.getByRole('heading', { level: 2 }).first().waitFor()
  expect(await missing(page).count()).toBe(0)
})

it('a failed part leaves the rest of the page working', async () => {
  const seen = await visit(browser, product.url, PHONE)
  const { page } = seen
  const arrives = await without(page, 'natural-level-1')
  await signInByForm(page, NEWCOMER)
  await page.goto('/application/verification/')
  await page.getByRole('alert').getByText(MISSING).waitFor()
  await page.getByRole('heading', { level: 1, name: 'Verificación' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await retry(page)
  await page.getByText('Sigue sin cargar').waitFor()
  await arrives()
  await page.getByRole('button', { name: 'Recargar la página' }).click()
  await page.getByLabel('Nombre completo').waitFor()
  expect(await page.getByText(MISSING).count()).toBe(0)
  expect(unexpected(seen)).toEqual([])
})

it('a screen without a network reports it within its frame, and loads with the network', async () => {
  const seen = await visit(browser, product.url)
  const { page, context } = seen
  await signInByForm(page, NEWCOMER)
  await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor()
  await network(page, false)
  const menu = page.getByRole('link', { name: 'Billetera' })
  await menu.click()
  await page.getByRole('heading', { level: 1, name: MISSING }).waitFor()
  expect(await menu.isVisible()).toBe(true)
  await network(page, true)
  await retry(page)
  await page.getByRole('heading', { level: 1, name: 'Billetera' }).waitFor()
  expect(await page.getByText(MISSING).count()).toBe(0)
  await context.close()
})

const NEWER = 'Hay una versión nueva'

/**
 * Simulate a deployment: the code of one part is answered with `gone`, and the server's page names another first script. Answers the number
 * of
 * page loads since, and unblocks the code.
 */
async function deployed(page: Page, part: string, absence: { status: number; contentType: string; body: string }) {
  const files = new RegExp(`/static/${part}-[^/]+\\.(js|css)$`)
  await page.route(files, (route) => route.fulfill(absence))
  const html = '<!doctype html><script type="module" crossorigin src="/static/index-newer00.js"></script>'
  await page.route(
    (url) => url.pathname === '/',
    (route) => (route.request().resourceType() === 'fetch' ? route.fulfill({ contentType: 'text/html', body: html }) : route.continue()),
  )
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  return { loads: () => loads, arrives: () => page.unroute(files) }
}
const NOT_FOUND = { status: 404, contentType: 'application/problem+json', body: '{}' }
const PAGE_INSTEAD = { status: 200, contentType: 'text/html', body: '<!doctype html><title>Tunjo</title>' }

describe.each([
  ['is answered as not found', NOT_FOUND],
  ['is answered with a page', PAGE_INSTEAD],
])('C7 SHELL-14 after a deployment, when the code of a screen %s', (_how, absence) => {
  it('the page reloads automatically and shows the screen', async () => {
    const { page, context } = await visit(browser, product.url)
    await signInByForm(page, NEWCOMER)
    await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor()
    const { loads, arrives } = await deployed(page, 'wallets-screen', absence)
    page.once('domcontentloaded', () => void arrives())
    await page.getByRole('link', { name: 'Billetera' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mi billetera' }).waitFor()
    expect(loads()).toBe(1)
    await context.close()
  })

  it('the page reloads once and then reports a new version, where an old copy of the page was served', async () => {
    const { page, context } = await visit(browser, product.url)
    await signInByForm(page, NEWCOMER)
    await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor()
    const { loads, arrives } = await deployed(page, 'wallets-screen', absence)
    await page.getByRole('link', { name: 'Billetera' }).click()
    await page.getByRole('heading', { level: 1, name: NEWER }).waitFor()
    expect(loads()).toBe(1)
    expect(await page.getByText('An unexpected error').count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
    await arrives()
    await page.getByRole('button', { name: 'Recargar la página' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mi billetera' }).waitFor()
    expect(loads()).toBe(2)
    await context.close()
  })
})

it('C7 SHELL-14 a dialog removed by a deployment reports it, and the typed values stay', async () => {
  const { page, context } = await visit(browser, product.url, PHONE)
  await page.goto('/contact-us')
  const { loads } = await deployed(page, 'sent-modal', NOT_FOUND)
  await page.getByLabel('Correo electrónico').fill('ana@empresa.example')
  await page.getByLabel('Asunto').fill('Queremos empezar')
  await page.getByLabel('Descripción').fill('Somos veinte personas.')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByRole('dialog', { name: NEWER }).getByRole('button', { name: 'Recargar la página' }).waitFor()
  expect(loads()).toBe(0)
  await context.close()
})

it('C2 a browser older than those of the README gets a notice in both languages, another gets none', async () => {
  const { page } = await visit(browser, product.url, PHONE)
  const notice = page.getByText('Este navegador es anterior a los que Tunjo admite')
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await notice.isVisible()).toBe(false)
  // An older browser is simulated by a false condition in its style sheet.
  await page.route(/\/static\/[^/]+\.css$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('(color:color-mix(', '(color:no-such-color(') })
  })
  await page.reload()
  await notice.waitFor()
  await page.getByText('This browser is older than Tunjo supports').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})
