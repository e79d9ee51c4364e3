/**
 * The main journey of a customer: deposit pesos by PSE, swap them on chain, withdraw to the bank; and a power cut after it.
 * Real browser, real product, nothing mocked.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, DESKTOP, PHONE, resize, type Visit, visit } from './browser.ts'
import { signUpToFirstSwap } from './first-swap.ts'
import { startJourney } from './journey.ts'
import { secretsIn } from './log-secrets.ts'
import { openScreen } from './open-screen.ts'
import { chooseAccount, payIn } from './pay-in.ts'
import { approvedByMail, CUSTOMER, keptSignedIn, OFFICER, signInByForm } from './sign-in.ts'

const MOVES_BY_ITSELF_MS = 20_000
/** A withdrawal can be cancelled for a moment, then the bank takes its time. */
const BANK_PAYS_MS = 45_000
const LOOK_EVERY_MS = 500

const { product, browser } = await startJourney({ LOG_LEVEL: 'debug' })
/** One session for all reads of the balances: a sign-in for each would use up the rate limit of one network. */
const signedIn = keptSignedIn(product.url, CUSTOMER)
let customer: Visit
let page: Page

beforeAll(async () => {
  customer = await visit(browser, product.url)
  page = customer.page
})

/** The customer's two swaps, in the lists of officers. */
const OFFICER_LISTS = [
  ['Historial de ordenes', 'Completada'],
  ['Historial de compra / venta', 'Compra'],
] as const

/** Balance rows of the server's answer: asset → amount. */
async function balances(): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${await signedIn()}` }
  const response = await fetch(`${product.url}/virtual-ledger/balances/users`, { headers })
  const rows = (await response.json()) as { asset: string; amount: string; held: string }[]
  return Object.fromEntries(rows.map(({ asset, amount }) => [asset, amount]))
}

async function deposit(pesos: string, answer: 'Aprobar' | 'Rechazar'): Promise<void> {
  await openScreen(page, 'Billetera')
  await payIn(page, pesos, answer)
}

async function withdraw(pesos: string, account: string): Promise<void> {
  await openScreen(page, 'Billetera')
  await page.getByRole('button', { name: 'Retirar' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Retiro' })
  await dialog.getByLabel('Valor a retirar').fill(pesos)
  await chooseAccount(dialog, account)
  await dialog.getByLabel('La información suministrada es correcta.').check()
  await approvedByMail(page, product.url, CUSTOMER.email, () => dialog.getByRole('button', { name: 'Retirar' }).click())
  const success = page.getByRole('dialog', { name: 'Transacción exitosa.' })
  await success.getByText('Transacción realizada con éxito en unos minutos se verá reflejada en su cuenta.').waitFor()
  await success.getByRole('button', { name: 'Continuar' }).click()
}

/** Sell pesos for another token and wait until the trade is settled. */
async function swap(pesos: string, token: 'USDT' | 'BTC'): Promise<void> {
  await openScreen(page, 'Intercambio')
  await page.getByRole('button', { name: /cambiar la moneda que recibes/ }).click()
  await page.getByRole('dialog', { name: 'Elige una moneda' }).getByLabel('Buscar por nombre o símbolo').fill(token)
  await page.keyboard.press('Enter')
  await page.getByLabel(/Cantidad que entregas en/).fill(pesos)
  await expect.poll(() => page.getByLabel(/Cantidad que recibes en/).inputValue(), { timeout: 10_000 }).toMatch(/^[\d.]+,\d+$/)
  await page.getByRole('button', { name: 'INTERCAMBIAR' }).click()
  await page.getByRole('button', { name: 'Confirmar intercambio' }).click()
  await page.getByRole('dialog', { name: 'Intercambio completado' }).waitFor({ timeout: MOVES_BY_ITSELF_MS })
}

describe('deposit, swap, withdraw', () => {
  it('ID-02 a customer signs in', async () => {
    await signInByForm(page, CUSTOMER)
    await openScreen(page, 'Billetera')
    await page.getByRole('heading', { name: 'Mi billetera' }).waitFor()
    expect(await balances()).toEqual({ COP: '0', BTC: '0', USDT: '0' })
  })

  it('MON-04 deposits 500,000 COP by PSE: the bank page approves and the balance updates automatically', async () => {
    await deposit('500000', 'Aprobar')
    // The balance, not the deposit's own row in the history, which names the same amount while the bank's answer is pending.
    const pesos = page.getByRole('table', { name: 'Balances' }).getByRole('row').filter({ hasText: 'COP' })
    await pesos.getByText('$ 500.000').first().waitFor({ timeout: MOVES_BY_ITSELF_MS })
    expect(await balances()).toMatchObject({ COP: '500000' })
  })

  it('MON-04 a payment that the bank rejects credits nothing', async () => {
    await deposit('20000', 'Rechazar')
    await page.getByText('Fallido').first().waitFor({ timeout: MOVES_BY_ITSELF_MS })
    expect(await balances()).toMatchObject({ COP: '500000' })
  })

  it('EX-01 EX-05 EX-06 swaps pesos to USDT on chain', async () => {
    await swap('200000', 'USDT')
    const after = await balances()
    expect(after.COP).toBe('300000')
    expect(Number(after.USDT)).toBeGreaterThan(45)
  })

  it('EX-06 swaps pesos to BTC on chain', async () => {
    await swap('100000', 'BTC')
    const after = await balances()
    expect(after.COP).toBe('200000')
    expect(Number(after.BTC)).toBeGreaterThan(0.0002)
  })

  it('EX-08 the history lists both trades and links to the transaction in the explorer', async () => {
    await openScreen(page, 'Intercambio')
    await page.getByText('Completado').nth(1).waitFor()
    const [explorer] = await Promise.all([
      page.waitForEvent('popup'),
      page
        .getByRole('link', { name: /en el explorador/ })
        .first()
        .click(),
    ])
    await explorer.waitForURL(/\/explorer\/tx\/0x[0-9a-f]{64}/)
    await explorer
      .getByText(/confirmaciones/i)
      .first()
      .waitFor()
    await explorer.getByText('desde la billetera de Tunjo').waitFor()
    await explorer.close()
  })

  it('ADM-15 an officer finds both orders with their transaction, and both purchases with their totals', async () => {
    const officer = await visit(browser, product.url)
    await signInByForm(officer.page, OFFICER)
    for (const viewport of [PHONE, DESKTOP]) {
      await resize(officer.page, viewport)
      for (const [title, row] of OFFICER_LISTS) {
        await openScreen(officer.page, title)
        await officer.page.getByRole('searchbox').fill(CUSTOMER.email)
        const table = officer.page.getByRole('grid', { name: title, exact: true })
        await expect.poll(() => table.getByRole('row').filter({ hasText: row }).count()).toBe(2)
        await table.getByRole('link', { name: /^0x/ }).first().waitFor()
        expect.soft(await accessibilityViolations(officer.page), `${title} at ${viewport.width}`).toEqual([])
      }
    }
    const totals = officer.page.getByRole('table', { name: 'Totales de lo encontrado' })
    for (const asset of ['BTC', 'USDT'])
      await totals
        .getByRole('row')
        .filter({ hasText: `Compra ${asset}` })
        .waitFor()
    for (const viewport of [PHONE, DESKTOP]) {
      await resize(officer.page, viewport)
      await openScreen(officer.page, 'Taker/Maker fees')
      await officer.page.getByRole('table', { name: 'Tarifas vigentes' }).getByText('COP → BTC').waitFor()
      await officer.page.getByRole('button', { name: 'Calcular' }).click()
      await officer.page.getByText('Impacto en el precio').waitFor()
      await officer.page.getByText('Comisión de red en USDT, 1 orden').waitFor()
      expect.soft(await accessibilityViolations(officer.page), `fees at ${viewport.width}`).toEqual([])
      if (process.env.PICTURES)
        await officer.page.screenshot({ path: `${process.env.PICTURES}/fees-${viewport.width}.png`, fullPage: true })
    }
    expect(officer.complaints).toEqual([])
    await officer.context.close()
  })

  it('MON-06 withdraws 50,000 COP to a bank account', async () => {
    await withdraw('50000', 'Nómina')
    await expect.poll(async () => (await balances()).COP, { timeout: BANK_PAYS_MS, interval: LOOK_EVERY_MS }).toBe('150000')
  })

  it('MON-06 a payout that the bank rejects returns the money', async () => {
    await withdraw('60000', 'Cuenta cerrada')
    await page.getByText('Devuelto').first().waitFor({ timeout: BANK_PAYS_MS })
    expect((await balances()).COP).toBe('150000')
  })

  it('MON-03 the history has every rail in one list, and a search finds one of them', async () => {
    await openScreen(page, 'Historial')
    const rows = page.getByRole('table', { name: 'Historial' }).getByRole('row')
    for (const hasText of ['Completo', 'Devuelto', 'Fallido', 'Intercambio COP → USDT']) await rows.filter({ hasText }).first().waitFor()
    await page.getByLabel('Buscar').fill('$ 60.000')
    await page.keyboard.press('Enter')
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByLabel('Buscar').fill('nada así')
    await page.keyboard.press('Enter')
    await page.getByText('No hay movimientos con estos filtros').waitFor()
    await page.getByRole('button', { name: 'Quitar filtros' }).click()
    await page.getByLabel('Tipo').selectOption('Intercambio')
    await expect.poll(() => rows.count()).toBe(3)
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Descargar CSV' }).click()])
    expect(download.suggestedFilename()).toBe('movimientos.csv')
  })

  it('MON-10 the certificate of the year so far is downloaded as PDF and CSV', async () => {
    await openScreen(page, 'Historial')
    const year = bogotaDay(new Date()).slice(0, 4)
    await page
      .getByLabel('Año')
      .getByRole('option', { name: `${year} (parcial, hasta hoy)` })
      .waitFor({ state: 'attached' })
    for (const format of ['PDF', 'CSV'] as const) {
      const button = page.getByRole('button', { name: `Certificado en ${format}` })
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
      expect(download.suggestedFilename()).toBe(`tunjo-certificado-${year}.${format.toLowerCase()}`)
    }
  })

  it('MON-03 MON-10 a movement opens with its steps and its effect on the balance', async () => {
    await openScreen(page, 'Historial')
    const swapped = page.getByRole('row').filter({ hasText: 'Intercambio COP → USDT' })
    await swapped.getByRole('button', { name: /Ver detalle/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Detalle del movimiento' })
    await dialog.getByRole('list', { name: 'Pasos del movimiento' }).waitFor()
    const lines = dialog.getByRole('region', { name: 'Lo que pasó en tu saldo' })
    for (const text of ['Reservado', 'Entregado en un intercambio', 'Recibido en un intercambio'])
      await lines.getByText(text).first().waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('MON-01 MON-02 EX-01 the screens of the job have no accessibility violation on a phone and on a desktop', async () => {
    for (const viewport of [PHONE, { width: 1280, height: 860 }]) {
      await resize(page, viewport)
      for (const entry of ['Inicio', 'Billetera', 'Intercambio', 'Historial', 'Cuentas']) {
        await openScreen(page, entry)
        await page.getByRole('heading', { level: 1 }).waitFor()
        // Live updates keep a request open permanently, so the network is never idle; the skeletons show when the page is ready.
        await expect.poll(() => page.locator('.mantine-Skeleton-root').count(), { timeout: 10_000 }).toBe(0)
        expect.soft(await accessibilityViolations(page), `${entry} at ${viewport.width}`).toEqual([])
      }
    }
  })

  it('the pages never complained', () => expect(customer.complaints).toEqual([]))

  it('EX-06 from sign-up to the first swap on a phone: at most four taps from the amount to the bank', async () => {
    const { taps, depositTaps, seconds, complaints } = await signUpToFirstSwap(browser, product.url)
    console.log(`From sign-up to the first swap: ${taps} taps, ${seconds} s with an officer who decides at once.`)
    expect(depositTaps).toBeLessThanOrEqual(4)
    expect(complaints).toEqual([])
  })

  it('R36 the log of all this contains no personal data and no secret', () => {
    expect(product.log()).toContain('request')
    expect(secretsIn(product.log())).toEqual([])
  })

  it('MON-10 a power cut loses no money and no movement', async () => {
    const before = await balances()
    await product.kill()
    await product.start()
    expect(await balances()).toEqual(before)
  })
})
