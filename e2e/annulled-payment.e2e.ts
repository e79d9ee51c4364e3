/** E6 a PSE payment that the bank annuls after its credit: one officer finds it from Balance and proposes its end, another approves, and its customer reads it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { accessibilityViolations, DESKTOP, overhang, PHONE, resize, smallTargets, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { approvedByMail, CUSTOMER, OFFICER, openSession, post, SECOND_OFFICER, signIn } from './sign-in.ts'
import { until } from './until.ts'
import { get } from './verified-person.ts'

const HOUR_MS = 3_600_000
const FOUND = { timeout: 60_000 }
const LONG_MS = 60_000
const TITLE = 'Retirar el abono de un pago anulado'
const KIND = 'Depósito que el proveedor anuló'
const REASON = 'El banco confirmó por escrito que anuló el pago.'
/** Folder for pictures of the screen. */
const folder = process.env.PICTURES

const { product, browser } = await startJourney({ PAYOUT_UNPAID_CONFIRM_SECONDS: '300' })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

async function control(command: object): Promise<void> {
  const port = (await readFile(join(product.dataDir, 'sandbox.port'), 'utf8')).trim()
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}/controls`, { method: 'POST', headers, body: JSON.stringify(command) })
  expect(answer.status, await answer.text()).toBe(200)
}
const token = () => signIn(product.url, CUSTOMER)
const deposits = async () =>
  (
    await post<{ results: { transactionId: string; state: string }[] }>(
      product.url,
      '/payment/transactions/user/deposits',
      { pageIndex: 0, size: 25 },
      await token(),
    )
  ).results
let depositId: string

/** Paid, credited, annulled, and answered so twice with time between. */
beforeAll(async () => {
  const before = new Set((await deposits()).map(({ transactionId }) => transactionId))
  const [account] = await get<{ id: string }[]>(product.url, '/payment/accounts/user/', await token())
  const body = { accountID: account?.id, amount: '50000', acceptedPolicy: true, acceptedPersonalData: true }
  const bank = new URL(await post<string>(product.url, '/payment/deposit', body, await token()))
  const answer = new URLSearchParams({ ticket: bank.searchParams.get('ticket') ?? '', outcome: 'APPROVED' })
  const answered = await fetch(bank.origin + bank.pathname, { method: 'POST', body: answer, redirect: 'manual' })
  const transactionId = new URL(answered.headers.get('location') ?? '', bank).searchParams.get('id')
  depositId = await until('the deposit is credited', LONG_MS, async () => {
    const made = (await deposits()).find(({ transactionId: id }) => !before.has(id))
    return made?.state === 'COMPLETED' ? made.transactionId : undefined
  })
  await control({ action: 'set-transaction', transactionId, status: 'VOIDED' })
  const officer = async () => signIn(product.url, OFFICER)
  const states = async () =>
    (
      await get<{ results: { state: string; kind: string }[] }>(product.url, '/payment/administrative/anomalies?size=25', await officer())
    ).results
      .filter(({ kind }) => kind === 'deposit_taken_back')
      .map(({ state }) => state)
  await until('the provider said it once', LONG_MS, async () => ((await states()).includes('SEEN') ? true : undefined))
  await post(product.url, '/dev/clock/advance', { milliseconds: HOUR_MS })
  await until('the provider said it twice', LONG_MS, async () => ((await states()).includes('OPEN') ? true : undefined))
}, 4 * LONG_MS)

async function picture(page: Page, name: string): Promise<void> {
  for (const size of [DESKTOP, PHONE]) {
    await resize(page, size)
    expect.soft(await overhang(page, size), `${name} ${size.width}`).toBe(0)
    const violations = size === DESKTOP ? accessibilityViolations : smallTargets
    expect.soft(await violations(page), `${name} ${size.width}`).toEqual([])
    if (!folder) continue
    await page.setViewportSize(size)
    await page.screenshot({ path: `${folder}/${name}-${size.width}.png` })
  }
  if (folder) await page.setViewportSize(DESKTOP)
  await resize(page, DESKTOP)
}

it('E6 is reached from its difference on Balance, ended by two officers, and shown to its customer', async () => {
  const maker = await visit(browser, product.url)
  await openSession(maker.page, OFFICER)
  const { page } = maker
  await page.goto('/application/administrative/financial/balance')
  const difference = page.getByRole('row').filter({ hasText: 'Depósito anulado' })
  await difference.first().waitFor(FOUND)
  await difference.first().getByRole('button', { name: /^Ver/ }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Ver en Pagos por aclarar' }).click()
  await page.waitForURL(/financial\/anomalies/)
  await page.getByRole('row').filter({ hasText: KIND }).getByRole('button', { name: /^Ver/ }).click()
  const dialog = dialogOf(page, KIND)
  await dialog.getByText('Retenido en su saldo').waitFor()
  await picture(page, 'taken-back')
  // The decision comes before the record: its button is on the first screen of a desk.
  const end = dialog.getByRole('button', { name: 'Pedir aprobación: retirar el abono' })
  expect(((await end.boundingBox())?.y ?? DESKTOP.height) < DESKTOP.height).toBe(true)
  await end.click()
  await dialog.getByText(/Escribe al menos/).waitFor()
  await dialog.getByLabel('Motivo').fill(REASON)
  await approvedByMail(page, product.url, OFFICER.email, () => end.click())
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: KIND }).getByRole('button', { name: /^Ver/ }).click()
  await dialogOf(page, KIND).getByText('a la espera de otra persona del equipo', { exact: false }).waitFor()
  await maker.context.close()

  const checker = await visit(browser, product.url)
  await openSession(checker.page, SECOND_OFFICER)
  await checker.page.goto('/application/administrative/approvals')
  await checker.page.getByRole('row').filter({ hasText: TITLE }).getByRole('button', { name: /^Ver/ }).click()
  await approvedByMail(checker.page, product.url, SECOND_OFFICER.email, () =>
    dialogOf(checker.page, TITLE).getByRole('button', { name: 'Aprobar' }).click(),
  )
  await checker.page.getByText('Aprobada y ejecutada.').waitFor()
  await checker.context.close()

  const customer = await visit(browser, product.url)
  await openSession(customer.page, CUSTOMER)
  await customer.page.goto(`/application/record?tipo=depositos&id=${depositId}`)
  const state = async () => (await deposits()).find(({ transactionId }) => transactionId === depositId)?.state
  expect(await state()).toBe('RETURNED')
  await customer.page.getByText('Devuelto').first().waitFor()
  await customer.context.close()
})
