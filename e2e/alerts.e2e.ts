/** Messages of screens about failed calls and expired links (SHELL-11). */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { accessibilityViolations, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { CUSTOMER, signInByForm } from './sign-in.ts'

const { product, browser } = await startJourney()
let visitor: Visit
let page: Page

beforeEach(async () => {
  await visitor?.context.close()
  visitor = await visit(browser, product.url)
  page = visitor.page
})

describe('location links', () => {
  const kinds = [
    { path: 'confirm', call: '/api/non-suspicious-ip', button: 'Sí, fui yo', done: 'La ip fue verificada correctamente', expired: 'El link de validacion ha expirado' },
    { path: 'deny', call: '/api/suspicious-ip', button: 'No fui yo', done: 'La ip fue confirmada como sospechosa', expired: 'El link para validar una ip como sospechosa ha expirado' },
  ] // biome-ignore format: one table

  it.each(kinds)(
    'SHELL-11 $path: makes no call before the click; shows the success, then sign-in',
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

  it.each(kinds)('SHELL-11 $path: any status but 200 is an expired link', async ({ path, button, call, expired }) => {
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
    // An alert may have closed by the time the page has loaded everything.
    await page.goto('/application/cuentas', { waitUntil: 'commit' })
    await page.getByRole('alert').filter({ hasText: text }).waitFor()
  })

  it('SHELL-11 an alert closes automatically after 2.5 s', async () => {
    await page.route('**/payment/**', (route) => route.fulfill({ status: 404, body: '' }))
    await page.addInitScript(TIME_ALERT)
    await page.goto('/application/cuentas')
    await expect.poll(() => page.evaluate('window.alertMs.gone ?? null'), { timeout: 15_000 }).not.toBeNull()
    const stayedMs = await page.evaluate<number>('window.alertMs.gone - window.alertMs.shown')
    expect(stayedMs).toBeGreaterThan(2400)
    expect(stayedMs).toBeLessThan(5000)
  })

  it('SHELL-11 a screen that crashes leaves the frame in place and reports it', async () => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    // Code that does not arrive has another message: see missing-part.
    const broken = 'export default function Broken() { throw new Error("This screen is broken.") }'
    await page.route('**/static/login-report-screen-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: broken }))
    await page.goto('/application/login-report')
    await page.getByRole('heading', { level: 1, name: 'An unexpected error has occurred.' }).waitFor()
    await page.getByRole('button', { name: 'Recargar la página' }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it('SEC-39 SHELL-11 an unreachable server', async () => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.route('**/payment/**', (route) => route.abort())
    await page.getByRole('button', { name: /^Cuenta:/ }).click()
    await page.getByRole('link', { name: 'Cuentas' }).click()
    await page.getByRole('alert').getByText('Server not reachable').waitFor({ timeout: 15_000 })
  })
})

/** Timers that run while an alert is shown wait for the journey, which inspects the alert first. */
const HOLD_ALERTS = `window.held = []
  const started = window.setTimeout
  window.setTimeout = (act, ms, ...rest) => (ms === 2500 ? (window.held.push(act), 0) : started(act, ms, ...rest))`
/** Time at which the alert came and closed, by the clock of the page: the test may read late. */
const TIME_ALERT = `window.alertMs = {}
  new MutationObserver(() => {
    const isThere = [...document.querySelectorAll('[role=alert]')].some((alert) => alert.textContent.includes('Not found'))
    if (isThere) window.alertMs.shown ??= performance.now()
    else if (window.alertMs.shown) window.alertMs.gone ??= performance.now()
  }).observe(document, { childList: true, subtree: true })`
