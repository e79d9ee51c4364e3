/** The exchange screen besides the main journey: quoting while typing, picker, settings, refusals, chart frame, explorer. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, DESKTOP, PHONE, resize, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { openScreen } from './open-screen.ts'
import { CUSTOMER, signInByForm } from './sign-in.ts'

const NO_SUCH_HASH = `0x${'7'.repeat(64)}`

const { product, browser } = await startJourney()
let customer: Visit
let page: Page

beforeAll(async () => {
  customer = await visit(browser, product.url)
  page = customer.page
  await signInByForm(page, CUSTOMER)
})

const sold = () => page.getByLabel(/Cantidad que entregas en/)
const bought = () => page.getByLabel(/Cantidad que recibes en/)
const submit = () => page.getByRole('button', { name: 'INTERCAMBIAR' })

async function openExchange(): Promise<void> {
  await openScreen(page, 'Intercambio')
  await sold().waitFor()
}

/** Replace the server's answer to one call, to test the reaction of the screen. */
async function refuse(amount: string, code: string, detail: string): Promise<void> {
  const body = JSON.stringify({ code, status: 409, title: detail, detail })
  await page.route(new RegExp(`/blockchain/quote.*amount=${amount}&`), (route) =>
    route.fulfill({ status: 409, contentType: 'application/problem+json', body }),
  )
}

describe('Intercambio', () => {
  it('EX-01 INTERCAMBIAR waits for an amount, and the costs are on the panel', async () => {
    await openExchange()
    await expect.poll(() => submit().isDisabled()).toBe(true)
    for (const cost of ['Comisión de liquidez', 'Comisión de Tunjo', 'Comisión de red', 'Impacto en el precio', 'Mínimo a recibir'])
      await page.getByText(cost, { exact: true }).waitFor()
  })

  it('EX-02 a typed amount is quoted with one call', async () => {
    await bought().waitFor()
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/blockchain/quote') && asked.push(request.url()))
    await sold().pressSequentially('23456')
    await expect.poll(() => bought().inputValue()).not.toBe('')
    // Only the last number of the burst must be requested; the number of requests between depends on the speed of this machine.
    await expect.poll(() => asked.filter((url) => url.includes('amount=23456&')).length).toBe(1)
    expect(asked.length).toBeLessThan('23456'.length)
    await page.getByText(/1 BTC = [\d.]+,\d{8} COP/).waitFor()
  })

  it('EX-02 flipping the direction moves the amount with its token', async () => {
    await page.getByRole('button', { name: 'Invertir las monedas' }).click()
    await expect.poll(() => bought().inputValue()).toBe('23.456')
    await page.getByText('Máximo a pagar').waitFor()
    await page.getByRole('button', { name: 'Invertir las monedas' }).click()
    await expect.poll(() => sold().inputValue()).toBe('23.456')
  })

  it('EX-03 the picker finds by name and symbol, by keyboard', async () => {
    await page.getByRole('button', { name: /cambiar la moneda que recibes/ }).click()
    const search = page.getByRole('combobox', { name: 'Buscar por nombre o símbolo' })
    await search.fill('TETHER')
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await search.fill('usd')
    await search.press('Enter')
    await page.getByLabel('Cantidad que recibes en USDT').waitFor()
  })

  it('EX-04 slippage and confirmation are stored', async () => {
    const settings = page.getByRole('dialog', { name: 'Ajustes del intercambio' })
    await page.getByRole('button', { name: 'Ajustes', exact: true }).click()
    expect(await settings.getByRole('radio', { name: /0,5/ }).isChecked()).toBe(true)
    expect(await settings.getByRole('switch').isChecked()).toBe(true)
    await settings.getByLabel('Otra tolerancia').fill('0,75')
    await settings.getByRole('switch', { name: 'Mostrar el mensaje de confirmación' }).uncheck()
    await settings.getByRole('button', { name: 'Listo' }).click()
    await page.reload()
    await page.getByText('0,75', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Ajustes', exact: true }).click()
    expect(await settings.getByRole('switch').isChecked()).toBe(false)
    await page.keyboard.press('Escape')
  })

  it('EX-04 the settings are kept when the person signs out and in again', async () => {
    await openScreen(page, 'Cerrar Sesión')
    await signInByForm(page, CUSTOMER)
    await openExchange()
    await page.getByText('0,75', { exact: false }).waitFor()
    const settings = page.getByRole('dialog', { name: 'Ajustes del intercambio' })
    await page.getByRole('button', { name: 'Ajustes', exact: true }).click()
    expect(await settings.getByLabel('Otra tolerancia').inputValue()).toBe('0,75')
    expect(await settings.getByRole('switch').isChecked()).toBe(false)
    await page.keyboard.press('Escape')
  })

  it('EX-01 shows why a swap cannot be sent', async () => {
    await openExchange()
    await sold().fill('50000')
    await page.getByText('No tienes saldo suficiente de COP.').waitFor()
    await expect.poll(() => submit().isDisabled()).toBe(true)
    await refuse('60000', 'trading.halted', 'El intercambio está en pausa.')
    await page.route(/balances-of/, async (route) => {
      const rows = (await (await route.fetch()).json()) as { id: number }[]
      await route.fulfill({ json: rows.map((row) => (row.id === 0 ? { ...row, balance: '900000' } : row)) })
    })
    await page.reload()
    await sold().fill('500')
    await page.getByText(/El valor mínimo para intercambiar es [\d.,]+ COP\./).waitFor()
    await expect.poll(() => submit().isDisabled()).toBe(true)
    await sold().fill('60000')
    await page.getByRole('status').filter({ hasText: 'El intercambio está en pausa.' }).waitFor()
    await expect.poll(() => submit().isDisabled()).toBe(true)
    // Time for a message over the page, which would be a duplicate.
    await page.waitForTimeout(1_000)
    expect(await page.getByText('El intercambio está en pausa.').count()).toBe(1)
  })

  it('EX-01 a share of the balance takes one tap, and the total cost is shown in pesos', async () => {
    await page.getByRole('group', { name: 'Parte de tu saldo de COP' }).getByRole('button', { name: /^25/ }).click()
    await expect.poll(() => sold().inputValue()).toBe('225.000')
    await page.getByText(/^\$\s[\d.]+(,\d\d)?[\d,]+\s% frente al precio del mercado$/).waitFor()
    await page.getByRole('button', { name: 'Invertir las monedas' }).click()
    await page.getByText(/^≈ US\$\s[\d.,]+ · \$\s[\d.,]+$/).waitFor()
    await page.getByRole('button', { name: 'Invertir las monedas' }).click()
  })

  it('EX-01 an amount with a decimal point, or in pesos, is quoted as what it says', async () => {
    await openExchange()
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/blockchain/quote') && asked.push(request.url()))
    await bought().pressSequentially('0.75')
    await expect.poll(() => asked.some((url) => url.includes('amount=0.75&'))).toBe(true)
    await bought().press('Tab')
    await expect.poll(() => bought().inputValue()).toBe('0,75')
    await page.getByRole('button', { name: 'Escribir en COP' }).click()
    await page.getByLabel('Cantidad que recibes en pesos de BTC').fill('1.000.000')
    await page.getByText(/^≈ US\$\s[\d.,]+ · 0,00\d+ BTC$/).waitFor()
    await expect.poll(() => asked.some((url) => /amount=0\.00\d+&tradeType=output/.test(url))).toBe(true)
    await page.getByRole('button', { name: 'Escribir en BTC' }).click()
    await expect.poll(() => bought().inputValue()).toMatch(/^0,00\d+$/)
  })

  it('EX-05 the route, the sources of the price and the time of the next quote are on the panel', async () => {
    const steps = page.getByRole('list', { name: 'Pasos de la ruta' }).getByRole('listitem')
    await expect.poll(() => steps.first().textContent()).toBe('COP')
    await expect.poll(() => steps.last().textContent()).toBe('BTC')
    await expect.poll(() => steps.nth(1).textContent()).toMatch(/^Pool con comisión de \d[\d,]*\s%$/)
    await page.getByText(/^Referencia: Binance, hace [^·]*$/).waitFor()
    await page
      .getByRole('timer')
      .getByText(/^Nuevo precio en \d+ s$/)
      .waitFor()
  })

  it('EX-05 a high price impact is accepted by its number, with the keyboard alone', async () => {
    const orders: unknown[] = []
    await page.route(/blockchain\/quote/, async (route) => {
      const quote = await (await route.fetch()).json()
      const impact = quote.price_impact_percent === undefined ? {} : { price_impact_percent: '12.4', price_impact_level: 'confirm' }
      await route.fulfill({ json: { ...quote, ...impact } })
    })
    page.on('request', (request) => request.url().endsWith('/blockchain/trade') && orders.push(request.postDataJSON()))
    await sold().fill('71000')
    await expect.poll(() => submit().isEnabled(), { timeout: 5_000 }).toBe(true)
    await sold().press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Confirma tu intercambio' })
    const field = dialog.getByLabel('Escribe 12 para aceptar el impacto')
    await expect.poll(() => field.evaluate((element) => element.ownerDocument.activeElement === element)).toBe(true)
    await page.keyboard.type('13')
    await dialog.getByText('Debe ser 12.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Confirmar intercambio' }).isDisabled()).toBe(true)
    expect.soft(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Backspace')
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Error' }).waitFor()
    expect(orders).toEqual([expect.objectContaining({ acceptedImpactPercent: 12 })])
    await page.keyboard.press('Escape')
    await page.unroute(/blockchain\/quote/)
  })

  it("EX-07 a refused trade opens Error with the server's sentence", async () => {
    await sold().fill('70000')
    await expect.poll(() => submit().isEnabled(), { timeout: 5_000 }).toBe(true)
    await submit().click()
    await page.getByRole('dialog', { name: 'Error' }).getByText('No tienes saldo disponible suficiente para esta operación.').waitFor()
    await page.keyboard.press('Escape')
    await page.unroute(/balances-of/)
  })

  it('SEC-62 EX-09 the chart is in a frame of the product, keyed by the two token addresses', async () => {
    await openExchange()
    const frame = page.frameLocator('iframe[src^="/chart/0x"]')
    await frame.getByRole('img', { name: /Gráfica del precio de BTC en COP/ }).waitFor()
    await frame.getByRole('button', { name: 'Ver como tabla' }).click()
    await frame.getByRole('columnheader', { name: 'Precio' }).waitFor()
    const source = (await page.locator('iframe').getAttribute('src')) ?? ''
    expect(source).toMatch(/^\/chart\/0x[0-9a-fA-F]{40}\/0x[0-9a-fA-F]{40}$/)
    await page.goto(source)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.goBack()
  })

  it('EX-08 the explorer is public and reports an unknown transaction', async () => {
    const anybody = await visit(browser, product.url, PHONE)
    for (const hash of [NO_SUCH_HASH, '0x12']) {
      await anybody.page.goto(`/explorer/tx/${hash}`)
      await anybody.page.getByText('No encontramos esta transacción').waitFor()
      expect(await accessibilityViolations(anybody.page)).toEqual([])
    }
    expect(anybody.complaints).toEqual([])
    await anybody.context.close()
  })

  it('EX-01 EX-03 EX-04 no accessibility violation in the panel and its dialogs', async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      await resize(page, viewport)
      await openExchange()
      expect.soft(await accessibilityViolations(page)).toEqual([])
      for (const name of [/cambiar la moneda que entregas/, 'Ajustes']) {
        await page.getByRole('button', { name }).click()
        await page.getByRole('dialog').waitFor()
        expect.soft(await accessibilityViolations(page), String(name)).toEqual([])
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
    }
  })

  it('the pages never complained', () => expect(customer.complaints).toEqual([]))
})
