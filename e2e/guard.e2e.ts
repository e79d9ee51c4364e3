/** Who may see what: the guard, sign-in and the way back, registration. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { accessibilityViolations, type Visit, visit } from './browser.ts'
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

const ADMIN_HOME = '/application/administrative/verification/'
const REFUSAL = 'You are not authorized to access this page.'

async function signInFrom(path: string, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Correo').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
}

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

/** How much of what was drawn moved by itself, as browsers count it. */
const COUNT_SHIFTS = `window.shifted = 0
  new PerformanceObserver((list) => { for (const shift of list.getEntries()) window.shifted += shift.value }).observe({ type: 'layout-shift', buffered: true })`
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))'
