/** A customer gets an address, somebody sends USDT to it, blocks pass, the balance shows it (MON-05). Real browser, real chain. */
import { expect, it } from 'vitest'
import { accessibilityViolations, overhang, PHONE, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { CUSTOMER, signIn, signInByForm } from './sign-in.ts'

/** Twelve blocks of a second, and what the machine takes. */
const CREDITED_MS = 60_000

const { product, browser } = await startJourney()

it('MON-05 an own address with QR, the deposit seen with its confirmations, then in the balance and in the history', async () => {
  const { page } = await visit(browser, product.url)
  await signInByForm(page, CUSTOMER)
  await page.goto('/application/wallets')
  await page.getByRole('row', { name: /USDT/ }).getByRole('button', { name: 'Abonar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deposito' })
  await dialog.getByRole('img', { name: 'Código QR de tu dirección de depósito' }).waitFor()
  await dialog.getByText('Hora estimada de llegada: Un minuto.').waitFor()
  await dialog.getByText('Envía solo USDT a esta dirección.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const address = ((await dialog.locator('code').first().textContent()) ?? '').trim()
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)

  const sent = await fetch(`${product.url}/dev/chain/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, asset: 'USDT', amount: '25' }),
  })
  expect(sent.status).toBe(200)
  await dialog.getByText(/Confirmando \d+ de 12|Abonado/).waitFor({ timeout: CREDITED_MS })
  await dialog.getByText('Abonado').waitFor({ timeout: CREDITED_MS })
  await dialog.getByRole('button', { name: 'Listo' }).click()

  const headers = { authorization: `Bearer ${await signIn(product.url, CUSTOMER)}` }
  const rows = (await (await fetch(`${product.url}/virtual-ledger/balances/users`, { headers })).json()) as {
    asset: string
    amount: string
  }[]
  expect(rows.find(({ asset }) => asset === 'USDT')?.amount).toBe('25')
  await page.getByRole('tab', { name: 'Cripto' }).click()
  await page.getByRole('link', { name: /Ver la transacción/ }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
}, 200_000)

it('MON-05 on a phone the address, its QR and the history fit', async () => {
  const { page } = await visit(browser, product.url, PHONE)
  await signInByForm(page, CUSTOMER)
  await page.goto('/application/wallets?abrir=abono&moneda=BTC')
  const dialog = page.getByRole('dialog', { name: 'Deposito' })
  await dialog.getByRole('img', { name: 'Código QR de tu dirección de depósito' }).waitFor()
  expect(await overhang(page, PHONE)).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.screenshot({ path: 'e2e/output/crypto-deposit-phone.png' })
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await page.getByRole('tab', { name: 'Cripto' }).click()
  await page.getByRole('link', { name: /Ver la transacción/ }).waitFor()
  expect(await overhang(page, PHONE)).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.screenshot({ path: 'e2e/output/crypto-history-phone.png', fullPage: true })
}, 100_000)
