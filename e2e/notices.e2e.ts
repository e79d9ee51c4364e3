/** The bell: it rings without a reload when pesos arrive, is read, and stays read. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, DESKTOP, PHONE, resize, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { CUSTOMER, signIn, signInByForm } from './sign-in.ts'

/** From the bank's answer: its event, the credit, the notice, the live event, the call of the page. */
const RINGS_MS = 15_000

const { product, browser } = await startJourney()
let customer: Visit
let page: Page
/** Access token. One sign-in: each from an unknown device would create another notice. */
let otherDevice: string

beforeAll(async () => {
  customer = await visit(browser, product.url)
  page = customer.page
  otherDevice = await signIn(product.url, CUSTOMER)
})

const bell = () => page.getByRole('banner').getByRole('button', { name: /^Avisos/ })
const panel = () => page.getByRole('dialog', { name: 'Avisos' })

/** A PSE deposit by HTTP, from another device of the same person; the bank approves. */
async function deposit(pesos: string): Promise<void> {
  const headers = { authorization: `Bearer ${otherDevice}`, 'content-type': 'application/json' }
  const accounts = (await (await fetch(`${product.url}/payment/accounts/user/`, { headers })).json()) as { id: string }[]
  const response = await fetch(`${product.url}/payment/deposit`, {
    method: 'POST',
    headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify({ accountID: accounts[0]?.id, amount: pesos, acceptedPolicy: true, acceptedPersonalData: true }),
  })
  expect(response.status, await response.clone().text()).toBe(200)
  const bank = new URL((await response.json()) as string)
  const form = new URLSearchParams({ ticket: bank.searchParams.get('ticket') ?? '', outcome: 'APPROVED' })
  const answer = await fetch(bank.origin + bank.pathname, { method: 'POST', body: form, redirect: 'manual' })
  expect(answer.status).toBe(303)
}

describe('notices', () => {
  it('existing notices can be marked read together', async () => {
    await signInByForm(page, CUSTOMER)
    // For example a sign-in from a new place.
    if ((await unreadAfter(() => page.goto('/application'))) > 0) await markAllRead()
    expect(await unreadAfter(() => page.reload())).toBe(0)
    expect(await bell().getAttribute('aria-label')).toBe('Avisos')
  })

  it('the badge appears automatically and is announced', async () => {
    await unreadAfter(() => page.goto('/application/cuentas'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await deposit('50000')
    await bell().filter({ hasText: '1' }).waitFor({ timeout: RINGS_MS })
    expect(await bell().getAttribute('aria-label')).toBe('Avisos, 1 sin leer')
    await page.getByRole('status').filter({ hasText: 'Tienes 1 aviso sin leer.' }).waitFor({ state: 'attached' })
  })

  it('opens and closes by keyboard, and returns the focus', async () => {
    await bell().focus()
    await page.keyboard.press('Enter')
    await panel().getByText('Recibimos tu depósito').waitFor()
    expect(await page.locator('[role=dialog]:focus').count()).toBe(1)
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
    expect(await page.locator('button:focus').getAttribute('aria-label')).toBe('Avisos, 1 sin leer')
  })

  it('a notice shows the event, links to it, and is then read', async () => {
    await bell().click()
    const notice = panel().getByRole('link', { name: /Recibimos tu depósito/ })
    expect(await notice.innerText()).toMatch(/Sin leer[\s\S]*\$\s50\.000 entraron a tu saldo\. Ya puedes usarlos\./)
    await notice.click()
    await page.waitForURL('**/application/record')
    await expect.poll(() => bell().getAttribute('aria-label')).toBe('Avisos')
    expect(await unreadAfter(() => page.reload())).toBe(0)
    await bell().click()
    await panel().getByText('Recibimos tu depósito').waitFor()
    expect(await panel().getByText('Sin leer').count()).toBe(0)
    await page.keyboard.press('Escape')
  })

  it('eleven are "9+", marked read together with one click, and stay read', async () => {
    for (let index = 0; index < 11; index++) await deposit('10000')
    await bell().filter({ hasText: '9+' }).waitFor({ timeout: RINGS_MS })
    expect(await bell().getAttribute('aria-label')).toBe('Avisos, 9+ sin leer')
    await page.getByRole('status').filter({ hasText: 'Tienes 11 avisos sin leer.' }).waitFor({ state: 'attached', timeout: RINGS_MS })
    await markAllRead()
    expect(await unreadAfter(() => page.reload())).toBe(0)
  })

  it('older ones load with "Ver más"', async () => {
    for (let index = 0; index < 10; index++) await deposit('10000')
    await expect.poll(() => bell().getAttribute('aria-label'), { timeout: RINGS_MS }).toBe('Avisos, 9+ sin leer')
    await page.getByRole('status').filter({ hasText: 'Tienes 10 avisos sin leer.' }).waitFor({ state: 'attached', timeout: RINGS_MS })
    await bell().click()
    const entries = panel().getByRole('listitem')
    await entries.nth(19).waitFor()
    const before = await entries.count()
    await panel().getByRole('button', { name: 'Ver más' }).click()
    await expect.poll(() => entries.count()).toBeGreaterThan(before)
    await panel().getByRole('button', { name: 'Ver más' }).waitFor({ state: 'detached' })
  })

  it('earlier notices are shown, and not announced as new', async () => {
    expect(await unreadAfter(() => page.reload())).toBe(10)
    await bell().filter({ hasText: '9+' }).waitFor()
    expect(await page.getByRole('status').filter({ hasText: 'sin leer' }).count()).toBe(0)
  })

  it.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ])('no accessibility violation and no overflow on a %s, in both themes', async (name, viewport) => {
    await resize(page, viewport)
    // Unread notices among the read ones.
    await deposit('10000')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto('/application')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await bell().filter({ hasText: '9+' }).waitFor()
      expect(await accessibilityViolations(page), `${name} ${colorScheme} closed`).toEqual([])
      await bell().click()
      await panel().getByRole('listitem').first().waitFor()
      expect(await accessibilityViolations(page), `${name} ${colorScheme} open`).toEqual([])
      expect(await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0)
      const box = await panel().boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= viewport.width).toBe(true)
      await panel().getByRole('button', { name: 'Cerrar los avisos' }).click()
    }
  })

  it('a mail that is turned off stays off', async () => {
    const deposits = () => page.getByRole('switch', { name: 'Depósitos' })
    for (const [viewport, isOn] of [
      [PHONE, false],
      [DESKTOP, true],
    ] as const) {
      await resize(page, viewport)
      await page.goto('/application/configuration?seccion=notificaciones')
      await expect.poll(() => deposits().isChecked()).toBe(!isOn)
      await deposits().focus()
      await page.keyboard.press('Space')
      await page.getByText('Guardamos tu elección.').waitFor()
      expect(await accessibilityViolations(page)).toEqual([])
      await page.reload()
      await expect.poll(() => deposits().isChecked()).toBe(isOn)
    }
  })

  it('a list that fails to load shows an error and a retry', async () => {
    const { context } = customer
    await page.goto('/application')
    await bell().waitFor()
    await context.route(/\/api\/notices\?size=20/, (route) => route.fulfill({ status: 403, body: '' }))
    await bell().click()
    const retry = panel().getByRole('button', { name: 'Reintentar' })
    await retry.waitFor()
    await context.unroute(/\/api\/notices\?size=20/)
    await retry.click()
    await panel().getByText('Recibimos tu depósito').first().waitFor()
  })

  it('the pages reported no errors', () => {
    expect(customer.complaints).toEqual([])
  })
})

/** Number of unread notices after `act`. Until its first call is answered, the bell shows nothing, as it does when everything is read. */
async function unreadAfter(act: () => Promise<unknown>): Promise<number> {
  const [response] = await Promise.all([page.waitForResponse(/\/api\/notices\?size=1$/), act()])
  const { unread } = (await response.json()) as { unread: number }
  return unread
}

async function markAllRead(): Promise<void> {
  await bell().click()
  await panel().getByRole('button', { name: 'Marcar todo como leído' }).click()
  await expect.poll(() => bell().getAttribute('aria-label')).toBe('Avisos')
  await panel().getByRole('button', { name: 'Cerrar los avisos' }).click()
}
