/**
 * Change of a text that customers accepted: announced in a line above the page and by mail, read beside the old one, requested when it
 * applies,
 * and needed before any new operation with money. On a phone; the clock is moved.
 */
import { rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { CHANGES, NEWER, newerTexts, TERMS_IN_FORCE } from '../server/src/domains/customers/policies/newer-texts.testing.ts'
import { accessibilityViolations, PHONE, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { chooseAccount } from './pay-in.ts'
import { CUSTOMER, OFFICER, post, signIn, signInByForm, stepUpGrant } from './sign-in.ts'
import { get } from './verified-person.ts'

const DAY_MS = 86_400_000
const SLUG = 'terms-and-conditions'

const texts = newerTexts(SLUG, { announced: 0, begins: 20 })
afterAll(() => rmSync(texts, { recursive: true, force: true }))
const { product, browser } = await startJourney({ POLICY_TEXTS_DIR: texts })

const picture = async (page: import('playwright-core').Page, name: string) => {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

interface BankAccount {
  id: string
  alias: string
}
const begin = async (path: string, body: object, token: string, headers = {}) => {
  const answer = await fetch(product.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return answer.ok ? 'yes' : answer.headers.get('app-error')
}

describe('a policy change', () => {
  it('SHELL-03 is announced, compared, accepted, and then not requested again', async () => {
    const { page, complaints } = await visit(browser, product.url, PHONE)
    const quiet = async (name: string) => {
      expect.soft(await accessibilityViolations(page), name).toEqual([])
      expect.soft(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(PHONE.width)
      await picture(page, name)
    }
    await signInByForm(page, CUSTOMER)
    const banner = page.getByRole('region', { name: 'Cambios en nuestros textos' })
    await banner.getByText(CHANGES).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await quiet('announced')

    await banner.getByRole('link', { name: 'Ver qué cambia' }).click()
    await page.getByRole('heading', { level: 1, name: 'Qué cambió: Términos y condiciones' }).waitFor()
    expect(new URL(page.url()).search).toBe(`?version=${NEWER}&desde=${TERMS_IN_FORCE}`)
    expect(await page.locator('del').filter({ hasText: '10.000' }).first().textContent()).toContain('quitado')
    expect(await page.locator('ins').filter({ hasText: '5.000' }).first().textContent()).toContain('agregado')
    await quiet('comparison')
    await page.getByRole('link', { name: `Leer completa la versión anterior, ${TERMS_IN_FORCE}` }).click()
    await page.getByText('Se agregaron').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Versiones' }).waitFor()
    await quiet('versions')

    await post(product.url, '/dev/clock/advance', { milliseconds: 21 * DAY_MS })
    const token = await signIn(product.url, CUSTOMER)
    const account = (await get<BankAccount[]>(product.url, '/payment/accounts/user/', token)).find(({ alias }) => alias === 'Nómina')
    const deposit = { accountID: account?.id, amount: '20000', acceptedPolicy: true, acceptedPersonalData: true }
    const trade = { tradeType: 'input', tokenIn: 0, tokenOut: 31, amountIn: '20000' }
    expect(await begin('/payment/deposit', deposit, token)).toBe('identity.consent_needed')
    const withdrawal = { account: account?.id, amount: '10000' }
    const grant = await stepUpGrant(product.url, token, 'POST /payment/withdraw', { body: withdrawal }, CUSTOMER.email)
    // There is no money yet: the refusal has another cause than the text.
    expect(await begin('/payment/withdraw', withdrawal, token, { 'step-up-grant': grant })).toBe('ledger.insufficient_funds')

    await page.context().clearCookies()
    await page.evaluate('localStorage.clear()')
    await signInByForm(page, CUSTOMER)
    const question = page.getByRole('dialog', { name: 'Actualizamos nuestros textos' })
    await question.getByText(CHANGES).waitFor()
    await quiet('asked')
    await question.getByRole('button', { name: 'Ahora no' }).click()
    await question.waitFor({ state: 'detached' })
    await page.reload()
    await banner.getByText('acéptalos para depositar o intercambiar').waitFor()
    expect(await question.count()).toBe(0)
    await quiet('put-off')

    // A refusal asks once: not again when its own dialog is closed.
    await page.goto('/application/wallets?abrir=abono')
    const form = page.getByRole('dialog', { name: 'Deposito' })
    await form.getByLabel('Valor a depositar').fill('20000')
    await chooseAccount(form, 'Nómina')
    for (const place of [0, 1]) await form.getByRole('checkbox').nth(place).check()
    await form.getByRole('button', { name: 'Depositar' }).click()
    await question.getByRole('button', { name: 'Ahora no' }).click()
    await question.waitFor({ state: 'detached' })
    const answered = page.waitForResponse('**/api/account/consents', { timeout: 2_000 }).catch(() => null)
    await page.getByRole('dialog', { name: 'Acepta los textos nuevos' }).getByRole('button', { name: 'Continuar' }).click()
    expect(await answered).toBeNull()
    expect(await question.count()).toBe(0)
    await page.goto('/application/')

    await banner.getByRole('button', { name: 'Revisar y aceptar' }).click()
    await question.getByRole('button', { name: 'Acepto los cambios' }).click()
    await banner.waitFor({ state: 'detached' })
    expect(await begin('/payment/deposit', { ...deposit, amount: '30000' }, token)).toBe('yes')
    expect(await begin('/blockchain/trade', trade, token)).toBe('ledger.insufficient_funds')
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await banner.count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('SHELL-03 officers are not asked', async () => {
    const token = await signIn(product.url, OFFICER)
    expect(await get(product.url, '/api/account/consents', token)).toEqual({ needed: [], announced: [] })
  })
})
