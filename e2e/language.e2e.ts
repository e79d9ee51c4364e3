/** Configuración: language and theme of this device, immediately and for the next visits. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, DESKTOP, PHONE, resize, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { CUSTOMER, signInByForm } from './sign-in.ts'

const CONFIGURATION = '/application/configuration'

const { product, browser } = await startJourney()
let page: Page
let visitor: Visit

beforeAll(async () => {
  visitor = await visit(browser, product.url)
  page = visitor.page
  await signInByForm(page, CUSTOMER)
})

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const choose = (name: string) => page.getByRole('radiogroup').getByText(name, { exact: true }).click()
const language = () => page.evaluate<string>('document.documentElement.lang')
const scheme = () => page.evaluate<string>('document.documentElement.dataset.mantineColorScheme')
const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

describe('ID-09 theme', () => {
  it.each([
    ['Claro', 'light', PHONE],
    ['Oscuro', 'dark', PHONE],
    ['Claro', 'light', DESKTOP],
    ['Oscuro', 'dark', DESKTOP],
  ])('%s applies immediately, stays after a reload and has no accessibility violation', async (name, value, size) => {
    await resize(page, size)
    await page.goto(CONFIGURATION)
    await heading('Configuración')
    await choose(name)
    await expect.poll(scheme).toBe(value)
    expect([await accessibilityViolations(page), await overflow()]).toEqual([[], 0])
    await page.reload({ waitUntil: 'commit' })
    await expect.poll(scheme).toBe(value)
    await heading('Configuración')
    expect(await scheme()).toBe(value)
  })
})

describe('SHELL-13 language', () => {
  it('English applies immediately, without a reload, and on the screens already loaded in Spanish', async () => {
    await page.goto('/application/')
    await heading('Inicio')
    await page.getByRole('button', { name: /^Cuenta:/ }).click()
    await page.getByRole('link', { name: 'Configuración' }).click()
    await heading('Configuración')
    await page.evaluate('window.isSamePage = true')
    await choose('English')
    await heading('Settings')
    await expect.poll(() => page.title()).toBe('Settings | Tunjo')
    expect([await language(), await page.evaluate('window.isSamePage')]).toEqual(['en-GB', true])
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    await heading('Home')
    await page.getByRole('heading', { name: 'Your portfolio' }).waitFor()
  })

  it.each([
    ['/application/', 'Home'],
    ['/application/wallets/', 'My wallet'],
    ['/application/trade/', 'Exchange'],
    ['/application/record', 'History'],
    [CONFIGURATION, 'Settings'],
  ])('%s is in English after a reload, and fits a phone', async (path, title) => {
    await resize(page, PHONE)
    await page.goto(path)
    await heading(title)
    await expect.poll(() => page.locator('.mantine-Skeleton-root').count(), { timeout: 10_000 }).toBe(0)
    expect([await language(), await overflow()]).toEqual(['en-GB', 0])
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it('stays after signing out, refusals included, and goes back to Spanish', async () => {
    await resize(page, DESKTOP)
    await page.goto('/logout')
    await page.waitForURL(`${product.url}/`)
    await page.goto('/login')
    await heading('Sign in')
    await page.getByLabel('E-mail').fill('nobody@correo.example')
    await page.locator('input[type=password]').fill('not the password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('The e-mail or the password is wrong').waitFor()
    await page.getByLabel('E-mail').fill(CUSTOMER.email)
    await page.locator('input[type=password]').fill(CUSTOMER.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(/\/application/)
    await page.goto(CONFIGURATION)
    await choose('Español')
    await heading('Configuración')
    await page.reload()
    await heading('Configuración')
    expect(await language()).toBe('es-CO')
    expect(visitor.complaints).toEqual([])
  })
})
