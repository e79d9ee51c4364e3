/** Access to screens: the guard, sign-in and the way back, registration. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { accessibilityViolations, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { mailLink } from './mailbox.ts'
import { CUSTOMER, NEWCOMER, OFFICER, signIn, signInByForm } from './sign-in.ts'

const { product, browser } = await startJourney()
let visitor: Visit
let page: Page

beforeEach(async () => {
  await visitor?.context.close()
  visitor = await visit(browser, product.url)
  page = visitor.page
})

const ADMIN_HOME = '/application/administrative/verification/'
const REFUSAL = 'You are not authorized to access this page.'

async function signInFrom(path: string, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Correo').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
}

describe('guard and sign-in', () => {
  it('SHELL-08 SHELL-09 a person in verification returns to the requested place and query', async () => {
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

  it('SEC-13 SHELL-09 the saved location never leads to another site', async () => {
    await signInFrom('/login?redirect=//example.org/application', NEWCOMER)
    await page.waitForURL(`${product.url}/application/`)
  })

  it('ID-02 a wrong password is answered with a message that reveals nothing', async () => {
    await page.goto('/login')
    await page.getByLabel('Correo').fill('nadie@tunjo.example')
    await page.locator('input[type=password]').fill('no es esta')
    await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'El correo o la contraseña no son correctos' }).waitFor()
  })

  it('SHELL-09 landing and login redirect a live session home; a reload keeps it', async () => {
    await signInByForm(page, CUSTOMER)
    for (const path of ['/', '/login']) {
      await page.goto(path)
      await page.waitForURL(`${product.url}/application/`)
    }
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor()
  })

  it('SHELL-08 nothing is rendered before the session is known, and the layout does not shift afterwards', async () => {
    await signInByForm(page, CUSTOMER)
    await page.addInitScript(COUNT_SHIFTS)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/account*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/application/configuration')
    await page.evaluate(DRAWN)
    expect(await page.locator('#root').innerText()).toBe('')
    release()
    await page.getByRole('heading', { level: 1, name: 'Configuración' }).waitFor()
    await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
    await page.evaluate(DRAWN)
    expect(await page.evaluate('window.shifted')).toBeLessThan(0.001)
  })

  it('SEC-06 SHELL-08 a person without the authority gets a message in red', async () => {
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

describe('a failure of the service is no sign-out', () => {
  const WANTED = '/application/record?kind=DEPOSIT'
  const heading = () => page.getByRole('heading', { level: 1, name: 'Historial' })
  const trouble = () => page.getByRole('heading', { level: 1, name: 'No pudimos cargar tu cuenta' })
  const retry = () => page.getByRole('button', { name: 'Reintentar' })
  beforeEach(() => signInByForm(page, CUSTOMER))

  /** Longer than this test, so that no automatic attempt comes before the click; the next test has one. */
  const later = { 'retry-after': '40' }
  const answers = [
    ['503', { status: 503, headers: later, body: '<html>Bad gateway</html>' }, 'El servicio no responde'],
    ['429', { status: 429, headers: later, body: '' }, 'Intenta de nuevo en 40 s'],
  ] as const

  it.each(answers)('SHELL-12 %s: reports it, keeps the address, and continues when it has ended', async (_name, answer, text) => {
    await page.route('**/api/session/refresh', (route) => route.fulfill(answer))
    await page.goto(WANTED)
    await trouble().waitFor()
    await page.getByRole('alert').getByText(text).waitFor()
    expect(page.url()).toBe(product.url + WANTED)
    expect(await page.getByText(/sin conexión/i).count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.unroute('**/api/session/refresh')
    await retry().click()
    await heading().waitFor()
    expect(page.url()).toBe(product.url + WANTED)
  })

  it('SHELL-12 a refused connection of the account call is retried automatically', async () => {
    await page.route('**/api/account', (route) => route.abort('connectionrefused'))
    await page.goto(WANTED)
    await trouble().waitFor()
    await page.getByRole('alert').getByText('El servicio no responde').waitFor()
    await page.unroute('**/api/account')
    await heading().waitFor({ timeout: 20_000 })
  })

  it('SHELL-14 a stalled server is reported after 8 seconds, and a public page does not wait for it', async () => {
    await page.route('**/api/session/refresh', () => undefined)
    await page.goto('/login')
    await page.getByLabel('Correo').waitFor()
    await page.goto(WANTED)
    await trouble().waitFor({ timeout: 20_000 })
    await page.unroute('**/api/session/refresh')
    await heading().waitFor({ timeout: 20_000 })
  })

  it('SHELL-12 a 403 of the account clears the session and shows the reason', async () => {
    const problem = { code: 'identity.account_suspended', status: 403, title: '', detail: 'Tu cuenta está suspendida.' }
    const refusal = { status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) }
    await page.route('**/api/account', (route) => route.fulfill(refusal))
    await page.goto(WANTED)
    await page.waitForURL(/\/login\/?\?redirect=/)
    await page.getByRole('status').getByText('Tu cuenta está suspendida.').waitFor()
  })

  it('SHELL-14 a stalled read is reported after 8 seconds next to its retry', async () => {
    await page.route('**/payment/accounts/user/', () => undefined)
    await page.goto('/application/cuentas')
    await page.getByText('El servicio no responde').first().waitFor({ timeout: 20_000 })
    await retry().first().waitFor()
  })
})

describe('an ended session shows the reason, and keeps the location', () => {
  const WANTED = '/application/record?kind=DEPOSIT&page=2'

  it('SHELL-12 ended from another device', async () => {
    await signInByForm(page, NEWCOMER)
    await page.goto(WANTED)
    await page.getByRole('heading', { level: 1, name: 'Historial' }).waitFor()
    const other = await signIn(product.url, NEWCOMER)
    const ended = await fetch(`${product.url}/api/sessions/end-others`, { method: 'POST', headers: { authorization: `Bearer ${other}` } })
    expect(ended.status).toBe(200)
    await page.waitForURL(/\/login/, { timeout: 20_000 })
    await page.getByRole('status').getByText('Tu sesión se cerró desde otro dispositivo.').waitFor()
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(WANTED)
    expect(await accessibilityViolations(page)).toEqual([])
    await signInFrom(page.url(), NEWCOMER)
    await page.waitForURL(`**${WANTED}`)
  })

  it('SHELL-12 expired after inactivity', async () => {
    await signInByForm(page, NEWCOMER)
    await page.goto('about:blank')
    await fetch(`${product.url}/dev/clock/advance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ milliseconds: 31 * 60_000 }),
    })
    await page.goto(WANTED)
    await page.waitForURL(/\/login/)
    await page.getByRole('status').getByText('Cerramos tu sesión porque llevaba mucho tiempo sin uso.').waitFor()
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(WANTED)
  })
})

it('ID-01 a person registers, activates by mail with the password, and reaches the survey', async () => {
  const email = `persona-${Date.now()}@correo.example`
  const since = new Date()
  await page.goto('/sign-up')
  await page.getByLabel('Correo').fill(email)
  await page.locator('input[type=password]').fill('una frase larga y propia')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await page.getByRole('heading', { name: 'Revisa tu correo' }).waitFor()
  const link = await mailLink(product.url, email, '/users/activate/', since)
  await page.goto(link)
  await page.locator('input[type=password]').fill('una frase larga y propia')
  await page.getByRole('button', { name: 'Activar mi cuenta' }).click()
  await page.waitForURL(/\/postregister\/?$/)
  // Reported immediately: no person fills in a form in vain.
  await page.goto(link)
  await page.getByRole('alert').getByText('ya no es válido').waitFor()
})

/** Cumulative layout shift without input, as browsers count it. */
const COUNT_SHIFTS = `window.shifted = 0
  new PerformanceObserver((list) => { for (const shift of list.getEntries()) window.shifted += shift.value }).observe({ type: 'layout-shift', buffered: true })`
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))'
