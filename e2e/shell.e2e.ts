/** Frame of every screen: titles, the landing frame, the policy of the page. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { accessibilityViolations, PHONE, resize, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { CUSTOMER, NEWCOMER, OFFICER, signInByForm } from './sign-in.ts'

const { product, browser } = await startJourney()
let visitor: Visit
let page: Page

beforeEach(async () => {
  await visitor?.context.close()
  visitor = await visit(browser, product.url)
  page = visitor.page
})

const TITLES: [string, string][] = [
  ['/', 'Home | Tunjo'],
  ['/login', 'Ingresar | Tunjo'],
  ['/sign-up/', 'Registro | Tunjo'],
  ['/logout/', 'Cerrar Sesión | Tunjo'],
  ['/data-policy/', 'Política de datos | Tunjo'],
  ['/terms-and-conditions', 'Términos y condiciones | Tunjo'],
  ['/contact-us/', 'Contacto | Tunjo'],
  ['/users/confirm-location/abc', 'Confirmar ubicación | Tunjo'],
  ['/users/deny-location/abc/', 'Rechazar ubicación | Tunjo'],
  ['/forgot-password/', 'Restablecer contraseña | Tunjo'],
  ['/users/reset-password/abc', 'Contraseña nueva | Tunjo'],
  ['/users/confirm-email/abc', 'Confirmar correo | Tunjo'],
  ['/users/freeze/abc', 'Bloquear cuenta | Tunjo'],
  ['/no/such/page', 'Página no encontrada | Tunjo'],
]
const ADMIN = '/application/administrative'
const CUSTOMER_TITLES: Record<string, string> = {
  '/application': 'Inicio',
  '/application/trade': 'Intercambio',
  '/application/wallets': 'Billetera',
  '/application/record': 'Historial',
  '/application/cuentas': 'Cuentas',
  '/application/verification': 'Verificación',
  '/application/messages': 'Mensajes',
  '/application/configuration': 'Configuración',
  '/application/login-report': 'Historial de acceso',
}
const ADMIN_TITLES: Record<string, string> = {
  verification: 'Verificación KYC',
  'verification/trabajo': 'Verificación KYC',
  'naturalUserInformation/00000000-0000-0000-0000-000000000000': 'Información de usuario',
  'users-list': 'Lista de usuarios',
  'roles-list': 'Lista de roles',
  conversations: 'Mensajes de clientes',
  regulatory: 'Reportes regulatorios',
  'regulatory/uiaf/2026-10': 'Reportes regulatorios',
  'regulatory/ros/00000000-0000-0000-0000-000000000000': 'Reportes regulatorios',
  'data-requests': 'Solicitudes de datos',
  approvals: 'Aprobaciones',
  audit: 'Auditoría',
  'black-list': 'Lista negra',
  'control-lists': 'Listas de control',
  fees: 'Taker/Maker fees',
  withdrawals: 'Administración de retiros',
  'financial/deposits': 'Historial de depositos',
  'financial/withdrawals': 'Historial de retiros',
  'financial/trades': 'Historial de compra / venta',
  'financial/orders': 'Historial de ordenes',
  'financial/fiat': 'Fiat',
  'financial/wallet': 'Wallet',
  'financial/balance': 'Balance',
  'financial/anomalies': 'Pagos por aclarar',
  'financial/stopped': 'Operaciones detenidas',
  'login-report': 'Acceso al dispositivo',
  users: 'Gestión de usuarios',
}
const REFUSAL = 'You are not authorized to access this page.'

/** Opens each path with and without a slash at the end and reads the title of the tab. */
async function expectTitles(titles: Record<string, string>): Promise<void> {
  for (const [path, title] of Object.entries(titles)) {
    for (const slash of ['', '/']) {
      await page.goto(`${path}${slash}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => page.title()).toBe(`${title} | Tunjo`)
      expect.soft(await page.getByText(REFUSAL).count(), path).toBe(0)
    }
  }
}

describe('public pages', () => {
  it.each(TITLES)('SHELL-01 %s is titled "%s" and has no accessibility violation on a phone', async (path, title) => {
    await resize(page, PHONE)
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

describe('titles', () => {
  it('SHELL-01 every customer screen has its title, with and without a trailing slash', async () => {
    await signInByForm(page, CUSTOMER)
    await expectTitles(CUSTOMER_TITLES)
    await page.goto('/logout')
    await page.waitForURL(`${product.url}/`)
    // A person who has answered the survey is redirected.
    await signInByForm(page, NEWCOMER)
    await expectTitles({ '/postregister': 'Encuesta inicial' })
  })

  it('SHELL-01 SHELL-07 every screen of the back-office has its title, with and without a trailing slash', async () => {
    await signInByForm(page, OFFICER)
    await expectTitles(Object.fromEntries(Object.entries(ADMIN_TITLES).map(([path, title]) => [`${ADMIN}/${path}`, title])))
  })
})
