/** The frame around every screen: titles, guard, sign-in and its way back, menus, leaving, the not-found page. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { accessibilityViolations, DESKTOP, PHONE, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { mailLink } from './mailbox.ts'
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
const ADMIN_HOME = `${ADMIN}/verification/`
const CUSTOMER_TITLES: Record<string, string> = {
  '/application': 'Inicio',
  '/application/trade': 'Intercambio',
  '/application/wallets': 'Billetera',
  '/application/record': 'Historial',
  '/application/cuentas': 'Cuentas',
  '/application/verification': 'Verificación',
  '/application/configuration': 'Configuración',
  '/application/login-report': 'Historial de acceso',
}
const ADMIN_TITLES: Record<string, string> = {
  verification: 'Verificación KYC',
  'naturalUserInformation/00000000-0000-0000-0000-000000000000': 'Información de usuario',
  'users-list': 'Lista de usuarios',
  'roles-list': 'Lista de roles',
  'black-list': 'Lista negra',
  fees: 'Taker/Maker fees',
  withdrawals: 'Administración de retiros',
  'financial/deposits': 'Historial de depositos',
  'financial/withdrawals': 'Historial de retiros',
  'financial/trades': 'Historial de compra / venta',
  'financial/orders': 'Historial de ordenes',
  'financial/fiat': 'Fiat',
  'financial/wallet': 'Wallet',
  'financial/balance': 'Balance',
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

async function signInFrom(path: string, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Correo').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
}

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
  it('SHELL-08 SHELL-09 who is becoming a customer comes back to the place and query that was asked', async () => {
    await page.goto('/application/record?kind=DEPOSIT&page=2')
    await page.waitForURL(/\/login\/\?redirect=/)
    await signInFrom(page.url(), NEWCOMER)
    await page.waitForURL('**/application/record?kind=DEPOSIT&page=2')
  })

  it('SHELL-09 a verified customer goes home and an officer to verification, whatever was saved', async () => {
    await signInFrom('/login/?redirect=/application/record', CUSTOMER)
    await page.waitForURL(`${product.url}/application/`)
    await page.context().clearCookies()
    await page.evaluate('localStorage.clear()')
    await signInFrom('/login/?redirect=/application/record', OFFICER)
    await page.waitForURL(`${product.url}${ADMIN_HOME}`)
    await page.goto('/')
    await page.waitForURL(`${product.url}${ADMIN_HOME}`)
  })

  it('SHELL-09 the way back never leads to another site', async () => {
    await signInFrom('/login?redirect=//example.org/application', NEWCOMER)
    await page.waitForURL(`${product.url}/application/`)
  })

  it('ID-02 a wrong password is told in words that reveal nothing', async () => {
    await page.goto('/login')
    await page.getByLabel('Correo').fill('nadie@tunjo.example')
    await page.locator('input[type=password]').fill('no es esta')
    await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'El correo o la contraseña no son correctos' }).waitFor()
  })

  it('SHELL-09 landing and login send a live session home; a reload keeps it', async () => {
    await signInByForm(page, CUSTOMER)
    for (const path of ['/', '/login']) {
      await page.goto(path)
      await page.waitForURL(`${product.url}/application/`)
    }
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor()
  })

  it('SHELL-08 nothing is drawn before the session is known, and nothing shifts once it is', async () => {
    await signInByForm(page, CUSTOMER)
    await page.addInitScript(COUNT_SHIFTS)
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/api/account*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/application/configuration')
    await page.evaluate(DRAWN)
    expect(await page.locator('#root').innerText()).toBe('')
    letGo()
    await page.getByRole('heading', { level: 1, name: 'Configuración' }).waitFor()
    await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
    await page.evaluate(DRAWN)
    expect(await page.evaluate('window.shifted')).toBeLessThan(0.001)
  })

  it('SHELL-01 every customer screen has its title, with and without a slash at the end', async () => {
    await signInByForm(page, CUSTOMER)
    await expectTitles(CUSTOMER_TITLES)
    await page.goto('/logout')
    await page.waitForURL(`${product.url}/`)
    // Whoever is past the survey is led on.
    await signInByForm(page, NEWCOMER)
    await expectTitles({ '/postregister': 'Encuesta inicial' })
  })

  it('SHELL-01 SHELL-07 every screen of the back-office has its title, with and without a slash at the end', async () => {
    await signInByForm(page, OFFICER)
    await expectTitles(Object.fromEntries(Object.entries(ADMIN_TITLES).map(([path, title]) => [`${ADMIN}/${path}`, title])))
  })

  it('SHELL-08 who lacks the authority reads it in red', async () => {
    await signInByForm(page, CUSTOMER)
    await page.goto(ADMIN_HOME)
    const refusal = page.getByRole('heading', { name: REFUSAL })
    await refusal.waitFor()
    expect(await page.evaluate(`getComputedStyle(document.querySelector('h1')).color`)).toBe('rgb(161, 42, 28)')
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Ir a mi página de inicio' }).click()
    await page.waitForURL('**/application/')
  })
})

describe('location links', () => {
  const kinds = [
    { path: 'confirm', call: '/api/non-suspicious-ip', button: 'Sí, fui yo', done: 'La ip fue verificada correctamente', expired: 'El link de validacion ha expirado' },
    { path: 'deny', call: '/api/suspicious-ip', button: 'No fui yo', done: 'La ip fue confirmada como sospechosa', expired: 'El link para validar una ip como sospechosa ha expirado' },
  ] // biome-ignore format: one table

  it.each(kinds)(
    'SHELL-11 $path: nothing is called before the press; success is said, then sign-in',
    async ({ path, call, button, done }) => {
      const asked: string[] = []
      await page.route(`**${call}`, (route) => {
        asked.push(`${route.request().method()} ${route.request().postData()}`)
        return route.fulfill({ status: 200, contentType: 'application/json', body: '{"done":true}' })
      })
      await page.addInitScript(HOLD_ALERTS)
      await page.goto(`/users/${path}-location/a%2Fb-1`)
      const press = page.getByRole('button', { name: button })
      await press.waitFor()
      expect(asked).toEqual([])
      await press.click()
      await page.getByRole('heading', { name: done }).waitFor()
      await page.getByRole('alert').getByText(done).waitFor()
      expect(asked).toEqual(['POST {"id":"a/b-1"}'])
      expect(await accessibilityViolations(page)).toEqual([])
      await page.evaluate('for (const act of window.held) act()')
      await page.waitForURL(`${product.url}/login`)
    },
  )

  it.each(kinds)('SHELL-11 $path: anything but 200 is an expired link', async ({ path, button, call, expired }) => {
    await page.route(`**${call}`, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto(`/users/${path}-location/abc`)
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('heading', { name: expired }).waitFor()
    await page.waitForURL(`${product.url}/login`)
  })
})

describe('alerts', () => {
  beforeEach(() => signInByForm(page, CUSTOMER))

  const answers: [string, { status: number; headers?: Record<string, string>; body: string }, string][] = [
    ['404', { status: 404, body: '' }, 'Not found'],
    ['400 with a sentence', { status: 400, headers: { 'app-error': 'request.invalid' }, body: 'Revisa los datos.' }, 'Revisa los datos.'],
    ['400 with field errors', { status: 400, body: '{"fieldErrors":[{"field":"size","message":"DecimalMax"}]}' }, 'El valor de «size» está fuera del rango permitido.'],
    ['nothing to say', { status: 418, body: '' }, 'Unknown error!'],
  ] // biome-ignore format: one table

  it.each(answers)('SHELL-11 %s', async (_name, answer, text) => {
    await page.route('**/payment/**', (route) => route.fulfill(answer))
    // An alert may be gone by the time the page has loaded all it wants.
    await page.goto('/application/cuentas', { waitUntil: 'commit' })
    await page.getByRole('alert').filter({ hasText: text }).waitFor()
  })

  it('SHELL-11 an alert leaves by itself after 2.5 s', async () => {
    await page.route('**/payment/**', (route) => route.fulfill({ status: 404, body: '' }))
    await page.addInitScript(TIME_ALERT)
    await page.goto('/application/cuentas')
    await expect.poll(() => page.evaluate('window.alertMs.gone ?? null'), { timeout: 15_000 }).not.toBeNull()
    const stayedMs = await page.evaluate<number>('window.alertMs.gone - window.alertMs.shown')
    expect(stayedMs).toBeGreaterThan(2400)
    expect(stayedMs).toBeLessThan(5000)
  })

  it('SHELL-11 a screen that breaks leaves the frame standing and says so', async () => {
    await page.route('**/static/*-screen-*.js', (route) => route.abort())
    await page.goto('/application/login-report')
    await page.getByRole('heading', { level: 1, name: 'An unexpected error has occurred.' }).waitFor()
    await page.getByRole('button', { name: 'Recargar la página' }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it('SHELL-11 a server that is not there', async () => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.route('**/payment/**', (route) => route.abort())
    await page.getByRole('button', { name: /^Cuenta:/ }).click()
    await page.getByRole('link', { name: 'Cuentas' }).click()
    await page.getByRole('alert').getByText('Server not reachable').waitFor({ timeout: 15_000 })
  })
})

describe('keyboard', () => {
  it('SHELL-06 the first stop leads over the menu, and a navigation starts at the heading of the new page', async () => {
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

  it('SHELL-06 the side menu stands at 961 px and hides behind a toggle at 960 px', async () => {
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

  it('SHELL-04 the e-mail stands in the header from 900 px on', async () => {
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

describe('back-office frame', () => {
  beforeEach(() => signInByForm(page, OFFICER))

  it('SHELL-04 SHELL-05 the logo leads to verification, and the account menu only out', async () => {
    await page.goto(`${ADMIN}/fees`)
    await page.getByRole('button', { name: /^Cuenta:/ }).click()
    await expect.poll(() => page.getByRole('navigation', { name: 'Cuenta' }).getByRole('link').allInnerTexts()).toEqual(['Cerrar Sesión'])
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Tunjo' }).click()
    await page.waitForURL(`**${ADMIN_HOME}`)
  })

  it('SHELL-06 four groups that fold and stay as they were left', async () => {
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
        'Taker/Maker fees',
        'Administración de retiros',
        'Verificación KYC',
        'Gestión de usuarios',
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

it('ID-01 a person registers, activates by mail with the password, and comes to the survey', async () => {
  const email = `persona-${Date.now()}@correo.example`
  const since = new Date()
  await page.goto('/sign-up')
  await page.getByLabel('Correo').fill(email)
  await page.locator('input[type=password]').fill('una frase larga y propia')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await page.getByRole('heading', { name: 'Revisa tu correo' }).waitFor()
  const link = await mailLink(product.url, email, '/users/activate/', since)
  const open = async () => {
    await page.goto(link)
    await page.locator('input[type=password]').fill('una frase larga y propia')
    await page.getByRole('button', { name: 'Activar mi cuenta' }).click()
  }
  await open()
  await page.waitForURL(/\/postregister\/?$/)
  await open()
  await page.getByRole('alert').getByText('ya no es válido').waitFor()
})

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')

/** How much of what was drawn moved by itself, as browsers count it. */
const COUNT_SHIFTS = `window.shifted = 0
  new PerformanceObserver((list) => { for (const shift of list.getEntries()) window.shifted += shift.value }).observe({ type: 'layout-shift', buffered: true })`
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))'
/** What waits for as long as an alert stays waits for the journey instead, which looks closely first. */
const HOLD_ALERTS = `window.held = []
  const started = window.setTimeout
  window.setTimeout = (act, ms, ...rest) => (ms === 2500 ? (window.held.push(act), 0) : started(act, ms, ...rest))`
/** When the alert came and went, by the clock of the page: this side may look late. */
const TIME_ALERT = `window.alertMs = {}
  new MutationObserver(() => {
    const isThere = [...document.querySelectorAll('[role=alert]')].some((alert) => alert.textContent.includes('Not found'))
    if (isThere) window.alertMs.shown ??= performance.now()
    else if (window.alertMs.shown) window.alertMs.gone ??= performance.now()
  }).observe(document, { childList: true, subtree: true })`
