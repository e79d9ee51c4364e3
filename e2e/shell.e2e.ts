/** The frame around every screen: titles, guard, sign-in and its way back, menus, leaving, the not-found page. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accessibilityViolations, DESKTOP, openBrowser, PHONE, type Visit, visit } from './browser.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { CUSTOMER, signInByForm } from './sign-in.ts'

let product: RunningProduct
let browser: Browser
let visitor: Visit
let page: Page

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})
beforeEach(async () => {
  await visitor?.context.close()
  visitor = await visit(browser, product.url)
  page = visitor.page
})

const TITLES: [string, string][] = [
  ['/', 'Home | Tunjo'],
  ['/login', 'Ingresar | Tunjo'],
  ['/sign-up/', 'Registro | Tunjo'],
  ['/no/such/page', 'Página no encontrada | Tunjo'],
]
const PRIVATE_TITLES: [string, string][] = [
  ['/application', 'Inicio | Tunjo'],
  ['/application/', 'Inicio | Tunjo'],
  ['/application/wallets/', 'Billetera | Tunjo'],
  ['/application/record', 'Historial | Tunjo'],
  ['/application/cuentas', 'Cuentas | Tunjo'],
]

describe('public pages', () => {
  it.each(TITLES)('SHELL-01 %s is titled "%s" and has no accessibility violation on a phone', async (path, title) => {
    await page.setViewportSize(PHONE)
    await page.goto(path)
    await expect.poll(() => page.title()).toBe(title)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(visitor.complaints).toEqual([])
  })

  it('SHELL-02 the landing frame has Inicio, Ingresar and the regulatory disclaimer', async () => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Inicio' }).waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Ingresar' }).waitFor()
    await page.getByRole('contentinfo').getByText('no es una entidad financiera vigilada').waitFor()
  })

  it('SHELL-13 the demo profile shows its ribbon', async () => {
    await page.goto('/')
    await page.getByRole('banner').getByText('Demo', { exact: true }).waitFor()
  })

  it('SHELL-04 the page works under a content security policy without inline scripts', async () => {
    const response = await page.goto('/')
    const policy = (await response?.headerValue('content-security-policy')) ?? ''
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe("'self'")
    expect(await page.locator('script:not([src])').count()).toBe(0)
    expect(visitor.complaints).toEqual([])
  })
})

describe('guard and sign-in', () => {
  it('SHELL-08 SHELL-09 a stranger signs in and comes back to the place and query that was asked', async () => {
    await page.goto('/application/record?kind=DEPOSIT&page=2')
    await page.waitForURL(/\/login\/\?redirect=/)
    await page.getByLabel('Correo').fill(CUSTOMER.email)
    await page.locator('input[type=password]').fill(CUSTOMER.password)
    await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
    await page.waitForURL('**/application/record?kind=DEPOSIT&page=2')
  })

  it('SHELL-09 the way back never leads to another site', async () => {
    await page.goto('/login?redirect=//example.org/application')
    await page.getByLabel('Correo').fill(CUSTOMER.email)
    await page.locator('input[type=password]').fill(CUSTOMER.password)
    await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
    await page.waitForURL(`${product.url}/application`)
  })

  it('ID-02 a wrong password is told in words that reveal nothing', async () => {
    await page.goto('/login')
    await page.getByLabel('Correo').fill('nadie@tunjo.example')
    await page.locator('input[type=password]').fill('no es esta')
    await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
    const text = await page.getByRole('alert').innerText()
    expect(text).toContain('El correo o la contraseña no son correctos')
  })

  it('SHELL-09 landing and login send a live session home; a reload keeps it', async () => {
    await signInByForm(page, CUSTOMER)
    for (const path of ['/', '/login']) {
      await page.goto(path)
      await page.waitForURL(`${product.url}/application`)
    }
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor()
  })

  it.each(PRIVATE_TITLES)('SHELL-01 %s is titled "%s"', async (path, title) => {
    await signInByForm(page, CUSTOMER)
    await page.goto(path)
    await expect.poll(() => page.title()).toBe(title)
  })
})

describe('menus', () => {
  beforeEach(() => signInByForm(page, CUSTOMER))

  it('SHELL-06 the side menu stands at 961 px and hides behind a toggle at 960 px', async () => {
    const menu = page.getByRole('navigation', { name: 'Principal' })
    await page.setViewportSize({ ...DESKTOP, width: 961 })
    await menu.waitFor()
    expect(await menu.getByRole('link').allInnerTexts()).toEqual(['Inicio', 'Intercambio', 'Billetera'])
    await page.setViewportSize({ ...DESKTOP, width: 960 })
    expect(await menu.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Abrir el menú' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Billetera' }).click()
    await page.waitForURL('**/application/wallets')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('SHELL-04 the e-mail stands in the header from 900 px on', async () => {
    const email = page.getByText(CUSTOMER.email)
    await page.setViewportSize({ ...DESKTOP, width: 900 })
    await email.waitFor()
    await page.setViewportSize({ ...DESKTOP, width: 899 })
    expect(await email.isVisible()).toBe(false)
  })

  it('SHELL-05 the account menu opens and closes by keyboard and leads to the history', async () => {
    const button = page.getByRole('button', { name: /^Cuenta:/ })
    await button.press('Enter')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('link', { name: 'Cerrar Sesión' }).isVisible()).toBe(false)
    await button.press('Enter')
    await page.getByRole('link', { name: 'Historial' }).click()
    await page.waitForURL('**/application/record')
  })

  it('SHELL-10 leaving revokes the session, empties both storages, goes home, and the other tab leaves too', async () => {
    const other = await visitor.context.newPage()
    await other.goto('/application/wallets')
    await other.getByRole('heading', { level: 1, name: 'Mi billetera' }).waitFor()
    await page.goto('/logout')
    await page.waitForURL(`${product.url}/`, { timeout: 5000 })
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0)
    await other.waitForURL(/\/login\//)
    await page.goto('/application')
    await page.waitForURL(/\/login\//)
  })
})

it('ID-01 a person registers, activates by mail and signs in', async () => {
  const email = `persona-${Date.now()}@correo.example`
  await page.goto('/sign-up')
  await page.getByLabel('Correo').fill(email)
  await page.locator('input[type=password]').fill('una frase larga y propia')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await page.getByRole('heading', { name: 'Revisa tu correo' }).waitFor()
  const link = await expect
    .poll(() => activationPath(email), { timeout: 15_000 })
    .toMatch(/^\/users\/activate\//)
    .then(() => activationPath(email))
  await page.goto(link)
  await page.getByRole('button', { name: 'Activar mi cuenta' }).click()
  await page.getByRole('heading', { name: 'Tu cuenta está activa' }).waitFor()
  await page.goto(link)
  await page.getByRole('button', { name: 'Activar mi cuenta' }).click()
  await page.getByRole('alert').getByText('ya no es válido').waitFor()
  await signInByForm(page, { ...CUSTOMER, email, password: 'una frase larga y propia' })
})

async function activationPath(email: string): Promise<string> {
  const response = await fetch(`${product.url}/dev/mail/messages?to=${encodeURIComponent(email)}`)
  const [mail] = (await response.json()) as { text: string }[]
  return /\/users\/activate\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
}
