/**
 * Operaciones detenidas (ADM-15): officers see a payout that the provider never answers, ask the provider again, and two of them end it by
 * what they
 * read at the bank. On a phone and on a desktop; the clock is moved.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { closings } from '@tunjo/contract/closings'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityViolations, DESKTOP, overhang, PHONE, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { openScreen } from './open-screen.ts'
import { paidDeposit } from './pay-in.ts'
import { approvedByMail, CUSTOMER, OFFICER, openSession, post, SECOND_OFFICER, signIn, staffOf, stepUpGrant } from './sign-in.ts'
import { get } from './verified-person.ts'

const DAY_MS = 86_400_000
/** The sandbox's bank never answers how this one ended. */
const NEVER_ANSWERED = { account: '55550098', accountType: 9, bank: 1, alias: 'Sin respuesta' }
const WORD = 'Registrar lo que dice el banco'
const MOVED = { timeout: 60_000 }

const { product, browser } = await startJourney()

const picture = async (page: Page, name: string) => {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
const shown = async (page: Page, name: string, viewport: typeof DESKTOP) => {
  expect.soft(await accessibilityViolations(page), name).toEqual([])
  expect.soft(await overhang(page, viewport), name).toBe(0)
  await picture(page, name)
}
const granted = async <T>(path: string, body: object): Promise<T> => {
  const token = await signIn(product.url, CUSTOMER)
  const grant = await stepUpGrant(product.url, token, `POST ${path}`, { body }, CUSTOMER.email)
  return post<T>(product.url, path, body, token, { 'step-up-grant': grant })
}
const asCustomer = async <T>(path: string): Promise<T> => get<T>(product.url, path, await signIn(product.url, CUSTOMER))
const stateOf = async (id: string) => (await asCustomer<{ state: string }>(`/payment/transactions/user/${id}`)).state
const pesos = async () => {
  const balances = await asCustomer<{ asset: string; amount: string }[]>('/virtual-ledger/balances/users')
  return balances.find(({ asset }) => asset === 'COP')?.amount
}
const advance = (milliseconds: number) => post(product.url, '/dev/clock/advance', { milliseconds })

describe('a payout without an answer of the provider', () => {
  it('ADM-15 MON-06 is listed, retried, and returned when two officers read at the bank that it was not paid', async () => {
    const account = await granted<{ id: string }>('/payment/accounts', NEVER_ANSWERED)
    // Nothing is paid to a new account on its first day.
    await advance(2 * DAY_MS)
    await paidDeposit(product.url, await signIn(product.url, CUSTOMER), account.id, '90000')
    const before = await pesos()
    const { transactionId } = await granted<{ transactionId: string }>('/payment/withdraw', { account: account.id, amount: '70000' })
    await expect.poll(() => stateOf(transactionId), MOVED).toBe('PROCESSING')
    await advance(8 * DAY_MS)

    const { page, complaints } = await visit(browser, product.url, PHONE)
    await openSession(page, OFFICER)
    await openScreen(page, 'Operaciones detenidas')
    const seen = page.getByRole('button', { name: new RegExp(`^Ver.*${transactionId.slice(0, 8)}`) })
    await seen.waitFor()
    await shown(page, 'stopped-phone', PHONE)
    await seen.click()
    const dialog = page.getByRole('dialog', { name: 'Retiro a banco' })
    await dialog.getByText('70.000').waitFor()
    await shown(page, 'stopped-open-phone', PHONE)
    await dialog.getByRole('button', { name: 'Volver a intentar ahora' }).click()
    await dialog.waitFor({ state: 'hidden' })

    await seen.click()
    await dialog.getByRole('button', { name: WORD }).click()
    await dialog.getByRole('button', { name: 'Pedir aprobación: no lo pagó' }).click()
    await dialog.getByText('Escribe al menos 10 caracteres.').waitFor()
    await dialog.getByLabel('Motivo').fill('Carta del banco del 26: rechazado.')
    await dialog.getByRole('button', { name: 'Pedir aprobación: no lo pagó' }).click()
    await dialog.getByText('Escribe la referencia con la que el banco responde.').waitFor()
    await shown(page, 'stopped-word-phone', PHONE)
    await dialog.getByLabel('Referencia del banco').fill('ACH-20261126-77')
    await approvedByMail(page, product.url, OFFICER.email, () =>
      dialog.getByRole('button', { name: 'Pedir aprobación: no lo pagó' }).click(),
    )
    await page.getByText('Queda en Aprobaciones para otra persona del equipo.').waitFor()
    expect(await stateOf(transactionId)).toBe('PROCESSING')

    const checker = await visit(browser, product.url, DESKTOP)
    await openSession(checker.page, SECOND_OFFICER)
    await openScreen(checker.page, 'Operaciones detenidas')
    await checker.page.getByRole('row').filter({ hasText: '70.000' }).waitFor()
    await shown(checker.page, 'stopped', DESKTOP)
    await openScreen(checker.page, 'Aprobaciones')
    await checker.page.getByRole('row').filter({ hasText: WORD }).getByRole('button', { name: /^Ver/ }).click()
    const request = checker.page.getByRole('dialog', { name: WORD })
    expect(await request.innerText()).toMatch(/70\.000[\s\S]*ACH-20261126-77[\s\S]*vuelve al saldo/)
    await approvedByMail(checker.page, product.url, SECOND_OFFICER.email, () => request.getByRole('button', { name: 'Aprobar' }).click())
    await checker.page.getByText('Aprobada y ejecutada.').waitFor()

    await expect.poll(() => stateOf(transactionId), MOVED).toBe('RETURNED')
    expect(await pesos()).toBe(before)
    await openScreen(page, 'Operaciones detenidas')
    await page.getByRole('heading', { level: 1, name: 'Operaciones detenidas' }).waitFor()
    await expect.poll(() => seen.count()).toBe(0)
    expect([...complaints, ...checker.complaints]).toEqual([])
  })
})

describe('proof of reserves', () => {
  it('ADM-15 past days are closed; a customer verifies on their phone that their balance is included in the liabilities', async () => {
    // The customer had a balance on the last day that passed, and not on each before it.
    const { now } = await get<{ now: string }>(product.url, '/dev/clock', '')
    const yesterday = bogotaDay(new Date(Date.parse(now) - DAY_MS))
    const newestDay = async () => (await get<{ day: string }[]>(product.url, closings.published.path, ''))[0]?.day
    await expect.poll(newestDay, MOVED).toBe(yesterday)

    const treasury = await visit(browser, product.url, PHONE)
    await openSession(treasury.page, staffOf('treasury'))
    await openScreen(treasury.page, 'Balance')
    const day = treasury.page.getByRole('button', { name: /^Ver el cierre del/ }).first()
    await day.waitFor(MOVED)
    await shown(treasury.page, 'closings-phone', PHONE)
    await day.click()
    await treasury.page.getByRole('dialog').getByText('Raíz').first().waitFor()
    await shown(treasury.page, 'closing-phone', PHONE)

    const customer = await visit(browser, product.url, PHONE)
    await openSession(customer.page, CUSTOMER)
    await openScreen(customer.page, 'Historial')
    const card = customer.page.getByRole('region', { name: 'Prueba de reservas' })
    await card.getByRole('button', { name: 'Comprobar mi saldo' }).click()
    await card.getByText('está incluido en lo que Tunjo debe').waitFor()
    await shown(customer.page, 'reserves-phone', PHONE)
    const saving = customer.page.waitForEvent('download')
    await card.getByRole('button', { name: 'Guardar la prueba' }).click()
    expect((await saving).suggestedFilename()).toMatch(/^tunjo-prueba-de-reservas-\d{4}-\d\d-\d\d\.json$/)
    expect([treasury.complaints, customer.complaints]).toEqual([[], []])
    for (const { context } of [treasury, customer]) await context.close()
  })
})
