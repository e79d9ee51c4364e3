/** Tokens arrive at a customer's address, are credited, and are withdrawn to a saved one (MON-05, MON-07). Real browser, real chain. */
import { expect, it } from 'vitest'
import { accessibilityViolations, overhang, PHONE, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { openScreen } from './open-screen.ts'
import { approvedByMail, CUSTOMER, signIn, signInByForm } from './sign-in.ts'
import { expectCount, expectHidden } from './waits.ts'

/** Twelve blocks of one second, plus the time of the machine. */
const CREDITED_MS = 60_000

const { product, browser } = await startJourney()

it('MON-05 a deposit address with QR; the deposit appears with its confirmations, then in the balance and in the history', async () => {
  const { page } = await visit(browser, product.url)
  await signInByForm(page, CUSTOMER)
  await openScreen(page, 'Billetera')
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
  await dialog.getByText(/Confirmando \d+ de 12|Completo/).waitFor({ timeout: CREDITED_MS })
  await dialog.getByText('Completo').waitFor({ timeout: CREDITED_MS })
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
  await openScreen(page, 'Billetera')
  await page.getByRole('row', { name: /BTC/ }).getByRole('button', { name: 'Abonar' }).click()
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

/** Address with a correct checksum. */
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'

it('MON-07 an address is saved with its alias, tokens are sent to it with the shown fee, and tracked to the end', async () => {
  const { page } = await visit(browser, product.url)
  await signInByForm(page, CUSTOMER)
  await openScreen(page, 'Billetera')
  await page.getByRole('row', { name: /USDT/ }).getByRole('button', { name: 'Retirar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Retiro' })
  await dialog.getByLabel('Dirección ERC20').fill(WALLET.replace('9EE7', '9eE7'))
  await dialog.getByLabel('Alias de la cuenta').fill('Mi Ledger')
  await dialog.getByRole('button', { name: 'Guardar y usar' }).click()
  await dialog.getByText(/mayúsculas y minúsculas no cuadran/).waitFor()
  await dialog.getByLabel('Dirección ERC20').fill(WALLET)
  await approvedByMail(page, product.url, CUSTOMER.email, () => dialog.getByRole('button', { name: 'Guardar y usar' }).click())
  await dialog.getByRole('combobox', { name: 'Dirección de destino' }).waitFor()
  await dialog.getByLabel('Valor a retirar').fill('10')
  await dialog.getByText('Fees estimados:').waitFor()
  await dialog.getByText(/cerca de [\d.,]+ COP/).waitFor()
  await dialog.getByLabel('La información suministrada es correcta.').check()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.screenshot({ path: 'e2e/output/token-withdrawal.png', fullPage: true })
  await approvedByMail(page, product.url, CUSTOMER.email, () => dialog.getByRole('button', { name: 'Retirar', exact: true }).click())
  const done = page.getByRole('dialog', { name: 'Transacción exitosa.' })
  await done.getByText('Transacción realizada con éxito en unos minutos se verá reflejada en su cuenta.').waitFor()
  await done.getByRole('button', { name: 'Continuar' }).click()
  const flights = page.getByRole('region', { name: 'Retiros por la red' })
  await flights.getByText('Solicitud recibida, monedas reservadas').waitFor()
  await flights.getByRole('link', { name: 'Ver en el explorador' }).waitFor({ timeout: CREDITED_MS })
  await flights.getByRole('button', { name: 'Ocultar' }).waitFor({ timeout: CREDITED_MS })
  expect(await accessibilityViolations(page)).toEqual([])
  await page.screenshot({ path: 'e2e/output/token-withdrawal-sent.png', fullPage: true })
  await page.getByRole('tab', { name: 'Cripto' }).click()
  await page.getByText('Enviado', { exact: true }).first().waitFor()
  const headers = { authorization: `Bearer ${await signIn(product.url, CUSTOMER)}` }
  const rows = (await (await fetch(`${product.url}/virtual-ledger/balances/users`, { headers })).json()) as {
    asset: string
    amount: string
  }[]
  const left = Number(rows.find(({ asset }) => asset === 'USDT')?.amount)
  expect(left).toBeGreaterThan(10)
  expect(left).toBeLessThan(15)
  await openScreen(page, 'Inicio')
  const last = page.getByRole('region', { name: 'Tus últimas transacciones' })
  await last.getByRole('tab', { name: 'Cripto' }).click()
  await last.getByText('Completo', { exact: true }).waitFor()
  expect(await last.getByText('Enviado', { exact: true }).count()).toBe(0)
  await last.getByText('Retiro', { exact: true }).click()
  await last.getByText('Enviado', { exact: true }).waitFor()
  await expectCount(last.getByRole('link', { name: 'Ver más >>' }), 0)
}, 200_000)

it('A6 MON-02 four token movements on Inicio link to all of them', async () => {
  const { page } = await visit(browser, product.url, PHONE)
  await signInByForm(page, CUSTOMER)
  await page.route('**/transactions/deposits?**', async (route) => {
    const answer = await route.fetch()
    const page = (await answer.json()) as { results: { id: string }[] }
    const results = [1, 2, 3, 4].flatMap((copy) => page.results.slice(0, 1).map((row) => ({ ...row, id: `${row.id}-${copy}` })))
    await route.fulfill({ response: answer, json: { ...page, results } })
  })
  await openScreen(page, 'Inicio')
  const last = page.getByRole('region', { name: 'Tus últimas transacciones' })
  await last.getByRole('tab', { name: 'Cripto' }).click()
  await last.getByRole('link', { name: 'Ver más >>' }).click()
  await page.waitForURL(/\/application\/record/)
  await page.context().close()
})

it('MON-07 on a phone the form, the address book and the steps fit; G9 a large fee is confirmed by typing it', async () => {
  const { page } = await visit(browser, product.url, PHONE)
  await signInByForm(page, CUSTOMER)
  let fee = '2.104373'
  await page.route('**/blockchain/transfer/cost?**', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), fee } })
  })
  await openScreen(page, 'Billetera')
  await page.getByRole('row', { name: /USDT/ }).getByRole('button', { name: 'Retirar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Retiro' })
  await dialog.getByText('Fees estimados:').waitFor()
  await dialog.getByText(/Lo que sale a la red no se puede devolver/).waitFor()
  await dialog.getByLabel('Valor a retirar').fill('10')
  await dialog.getByText('Son 2,104373 USDT, más del 20 % de lo que retiras. Puedes esperar a que baje o retirar un valor mayor.').waitFor()
  await dialog.getByLabel('La información suministrada es correcta.').check()
  const [typed, submit] = [
    dialog.getByLabel('Escribe el costo para confirmarlo'),
    dialog.getByRole('button', { name: 'Retirar', exact: true }),
  ]
  await typed.fill('2,10')
  await dialog.getByText('No es el costo de la red. Escribe 2,104373.').waitFor()
  expect(await submit.isDisabled()).toBe(true)
  fee = '2.2'
  await typed.fill('2,104373')
  // The typed fee stays although the network's has changed.
  await page.waitForResponse((response) => response.url().includes('/blockchain/transfer/cost'))
  await dialog.getByText('Son 2,104373 USDT, más del 20 % de lo que retiras.', { exact: false }).waitFor()
  expect(await submit.isEnabled()).toBe(true)
  expect(await overhang(page, PHONE)).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.screenshot({ path: 'e2e/output/token-withdrawal-phone.png', fullPage: true })
  // Repeated after a lost answer, with the fee typed again, it is the same withdrawal.
  const sent: unknown[] = []
  await page.route('**/blockchain/transfer/USDT', async (route) => {
    sent.push([route.request().headers()['idempotency-key'], route.request().postDataJSON()])
    await route.abort()
  })
  for (const answers of [1, 2]) {
    await approvedByMail(page, product.url, CUSTOMER.email, () => submit.click())
    await page.getByRole('button', { name: 'Continuar' }).click()
    expect(sent).toHaveLength(answers)
    await typed.fill('')
    await typed.fill('2,104373')
  }
  expect(sent[1]).toEqual(sent[0])
  expect(sent[0]).toEqual([expect.any(String), expect.objectContaining({ fee: '2.104373', confirmed_fee: '2.104373' })])
  await page.keyboard.press('Escape')
  await expectHidden(page.getByRole('dialog'))
  await openScreen(page, 'Cuentas')
  const book = page.getByRole('region', { name: 'Direcciones de retiro' })
  await book.getByText('Mi Ledger').waitFor()
  expect(await overhang(page, PHONE)).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.screenshot({ path: 'e2e/output/address-book-phone.png', fullPage: true })
  await book.getByRole('button', { name: 'Borrar la dirección Mi Ledger' }).click()
  await page.getByRole('dialog', { name: 'Borrar dirección' }).getByRole('button', { name: 'Borrar', exact: true }).click()
  await book.getByText('Aún no tienes direcciones guardadas').waitFor()
}, 100_000)
