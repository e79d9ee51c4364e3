/** Menus of customers and officers by mouse and keyboard, at every width; signing out. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { accessibilityViolations, DESKTOP, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { CUSTOMER, NEWCOMER, OFFICER, openSession, signInByForm, staffOf } from './sign-in.ts'

const { product, browser } = await startJourney()
let visitor: Visit
let page: Page

beforeEach(async () => {
  await visitor?.context.close()
  visitor = await visit(browser, product.url)
  page = visitor.page
})

const ADMIN = '/application/administrative'
const ADMIN_HOME = `${ADMIN}/verification/`

describe('keyboard', () => {
  it('SHELL-06 the first tab stop skips the menu, and a navigation starts at the heading of the new page', async () => {
    await signInByForm(page, OFFICER)
    await page.goto(ADMIN_HOME)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Saltar al contenido')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('MAIN')
    await page.getByRole('link', { name: 'Lista negra' }).press('Enter')
    // The link has the same name as the heading it leads to.
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')
    expect(await focused(page)).toBe('Lista negra')
  })
})

describe('menus', () => {
  beforeEach(() => signInByForm(page, CUSTOMER))

  it('SHELL-06 the side menu is open at 961 px and hides behind a toggle at 960 px', async () => {
    const menu = page.getByRole('navigation', { name: 'Principal' })
    await page.setViewportSize({ ...DESKTOP, width: 961 })
    await menu.waitFor()
    await expect.poll(() => menu.getByRole('link').allInnerTexts()).toEqual(['Inicio', 'Intercambio', 'Billetera'])
    await page.setViewportSize({ ...DESKTOP, width: 960 })
    await menu.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Abrir el menú' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Billetera' }).click()
    await page.waitForURL('**/application/wallets/')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('SHELL-04 the e-mail is in the header from 900 px on', async () => {
    const email = page.getByText(CUSTOMER.email)
    await page.setViewportSize({ ...DESKTOP, width: 900 })
    await email.waitFor()
    await page.setViewportSize({ ...DESKTOP, width: 899 })
    await email.waitFor({ state: 'hidden' })
  })

  it('SHELL-05 the account menu opens and closes by keyboard and leads to the history', async () => {
    const button = page.getByRole('button', { name: /^Cuenta:/ })
    await button.press('Enter')
    await page.getByRole('link', { name: 'Cerrar Sesión' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Cerrar Sesión' }).waitFor({ state: 'hidden' })
    await button.press('Enter')
    await page.getByRole('link', { name: 'Historial', exact: true }).click()
    await page.waitForURL('**/application/record')
  })

  it('SHELL-05 the account menu of customers: six entries, verification by the state of the account', async () => {
    await page.getByRole('button', { name: /^Cuenta:/ }).click()
    const links = page.getByRole('navigation', { name: 'Cuenta' }).getByRole('link')
    await links.last().waitFor()
    expect(await links.allInnerTexts()).toEqual([
      'Historial',
      'Cuentas',
      'Verificación',
      'Configuración',
      'Historial de acceso',
      'Cerrar Sesión',
    ])
    expect(await links.nth(2).getAttribute('href')).toBe('/application/verification/')
    await page.goto('/logout')
    await page.waitForURL(`${product.url}/`)
    await signInByForm(page, NEWCOMER)
    await page.getByRole('button', { name: /^Cuenta:/ }).click()
    expect(await links.nth(2).getAttribute('href')).toBe('/postregister/')
  })

  it('SHELL-10 signing out revokes the session, clears both storages, goes home, and signs the other tab out too', async () => {
    const other = await visitor.context.newPage()
    await other.goto('/application/wallets')
    await other.getByRole('heading', { level: 1, name: 'Mi billetera' }).waitFor()
    await page.goto('/logout')
    await page.waitForURL(`${product.url}/`)
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0)
    await other.waitForURL(/\/login\//)
    await page.goto('/application')
    await page.waitForURL(/\/login\//)
  })
})

describe('back-office frame', () => {
  beforeEach(() => signInByForm(page, OFFICER))

  it('SHELL-04 SHELL-05 the logo leads to verification, and the account menu only out', async () => {
    await page.goto(`${ADMIN}/fees`)
    await page.getByRole('button', { name: /^Cuenta:/ }).click()
    await expect.poll(() => page.getByRole('navigation', { name: 'Cuenta' }).getByRole('link').allInnerTexts()).toEqual(['Cerrar Sesión'])
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Tus ajustes' }).getByRole('link', { name: 'Configuración' }).click()
    await page.waitForURL('**/application/configuration')
    await page.getByRole('button', { name: /^Cuenta:/ }).click()
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Cuenta' }).getByRole('link').allInnerTexts())
      .toEqual(['Configuración', 'Historial de acceso', 'Cerrar Sesión'])
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Tunjo' }).click()
    await page.waitForURL(`**${ADMIN_HOME}`)
  })

  it('SHELL-06 four collapsible groups keep their state', async () => {
    const menu = page.getByRole('navigation', { name: 'Principal' })
    const groups = menu.getByRole('button')
    await groups.first().waitFor()
    await expect.poll(() => groups.allInnerTexts()).toEqual(['Panel de sistema', 'Operaciones', 'Financiero', 'Gestión de usuarios'])
    await menu.getByRole('button', { name: 'Financiero' }).press('Enter')
    await expect
      .poll(() => menu.getByRole('link').allInnerTexts())
      .toEqual([
        'Lista de usuarios',
        'Lista de roles',
        'Lista negra',
        'Listas de control',
        'Taker/Maker fees',
        'Configuración de la casa',
        'Mi trabajo',
        'Administración de retiros',
        'Verificación KYC',
        'Mensajes de clientes',
        'Reportes regulatorios',
        'Solicitudes de datos',
        'Aprobaciones',
        'Gestión de usuarios',
        'Auditoría',
      ])
    await page.reload()
    await menu.getByRole('link', { name: 'Lista negra' }).waitFor()
    expect(await menu.getByRole('link', { name: 'FIAT' }).count()).toBe(0)
    await menu.getByRole('button', { name: 'Financiero' }).click()
    await menu.getByRole('link', { name: 'FIAT' }).click()
    await page.waitForURL(`**${ADMIN}/financial/fiat/`)
  })

  it('SHELL-06 no accessibility violation at any width, in both themes, with the menu open', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [1280, 768, 360]) {
        await page.setViewportSize({ ...DESKTOP, width })
        await page.goto(ADMIN_HOME)
        await page.getByRole('heading', { level: 1 }).waitFor()
        if (width < 961) {
          await page.getByRole('button', { name: 'Abrir el menú' }).click()
          await page.getByRole('dialog').getByRole('link', { name: 'Balance' }).waitFor()
        }
        expect.soft(await accessibilityViolations(page), `${colorScheme} ${width}`).toEqual([])
      }
    }
    expect(visitor.complaints).toEqual([])
  })
})

describe('D13 pages without permission', () => {
  const REFUSED = 'Tu rol no permite ver esta página'
  const LACKS = 'Le falta el permiso «Ver verificaciones y documentos». Pídelo a quien asigna los roles del equipo (Superadmin).'

  it.each(['treasury', 'support', 'administrator'] as const)(
    '%s starts at a permitted page, and no link leads to another',
    async (role) => {
      const refused: string[] = []
      page.on('response', (response) => response.status() === 403 && refused.push(response.url()))
      await signInByForm(page, staffOf(role))
      await page.waitForURL(role === 'treasury' ? `**${ADMIN}/withdrawals` : `**${ADMIN}/users-list`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const menu = page.getByRole('navigation', { name: 'Principal' }).getByRole('link')
      await menu.first().waitFor()
      for (const path of await menu.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await expect.poll(() => visitor.unanswered.size).toBe(0)
        expect.soft(await page.getByText(REFUSED).count(), path).toBe(0)
        expect.soft(await page.locator('main a[href*=naturalUserInformation]').count(), path).toBe(0)
      }
      expect(refused).toEqual([])
    },
  )

  it('a page opened by its address shows the required permission, and sends no call', async () => {
    const refused: string[] = []
    page.on('response', (response) => response.status() === 403 && refused.push(response.url()))
    await openSession(page, staffOf('treasury'))
    for (const path of ['verification/', 'verification/reglas', 'naturalUserInformation/an-id/alertas']) {
      await page.goto(`${ADMIN}/${path}`)
      await page.getByRole('heading', { level: 1, name: REFUSED }).waitFor()
      await page.getByText(LACKS).waitFor()
      expect.soft(await page.getByRole('button', { name: 'Reintentar' }).count(), path).toBe(0)
    }
    expect(await accessibilityViolations(page)).toEqual([])
    expect(refused).toEqual([])
    await page.getByRole('link', { name: 'Ir a mi página de inicio' }).click()
    await page.waitForURL(`**${ADMIN}/withdrawals`)
    expect(visitor.complaints).toEqual([])
  })
})

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
