/**
 * Messages to a customer about their money: the result of a deposit when the bank sends them back, and the waiting time of a withdrawal before
 * they request it. On a phone.
 */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, DESKTOP, resize, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { recordShifts, SHIFT_MAX, shiftsOf } from './layout-shift.ts'
import { openScreen } from './open-screen.ts'
import { answerAtBank, chooseAccount, payAtBank } from './pay-in.ts'
import { approvedByMail, CUSTOMER, NEWCOMER, post, signIn, signInByForm, stepUpGrant } from './sign-in.ts'
import { toast } from './toasts.ts'
import { boxOf, expectAbsent, expectCount, expectHidden } from './waits.ts'

const HOUR_MS = 3_600_000
const HANDHELD = { width: 390, height: 844 }
const BANK_PAYS_MS = 45_000
const CUSTOMER_SCREENS = ['', '/wallets', '/trade', '/record', '/cuentas', '/verification', '/configuration', '/login-report'].map(
  (path) => `/application${path}`,
)

const { product, browser } = await startJourney()
let customer: Visit
let page: Page

beforeAll(async () => {
  customer = await visit(browser, product.url, HANDHELD)
  page = customer.page
  await signInByForm(page, CUSTOMER)
})

const wallet = () => openScreen(page, 'Billetera')
const result = (on: Page, title: string) => on.getByRole('heading', { name: title }).waitFor()

/** Assert visibility without scrolling: a person who does not see the button thinks that the form ends before it. */
async function expectInSight(button: Locator): Promise<void> {
  await expect
    .poll(
      async () => {
        const { y, height } = await boxOf(button)
        return y + height
      },
      { message: `lower edge of ${button}` },
    )
    .toBeLessThanOrEqual(HANDHELD.height)
}

async function expectGood(on: Page): Promise<void> {
  expect(await accessibilityViolations(on)).toEqual([])
  await expect
    .poll(() => on.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth'), {
      message: 'sideways scroll',
    })
    .toBe(0)
}

describe('back from the bank', () => {
  it('MON-04 an approved deposit is confirmed, and again after a reload', async () => {
    await wallet()
    const bank = await payAtBank(page, '300000', 'Aprobar')
    await result(bank, 'Tu depósito está en tu saldo')
    await bank.reload()
    await result(bank, 'Tu depósito está en tu saldo')
    await expectGood(bank)
    await bank.getByRole('link', { name: 'Ir a mi billetera' }).click()
    await bank.getByRole('heading', { name: 'Mi billetera' }).waitFor()
    await bank.close()
  })

  it('SEC-51 MON-04 a rejected one shows the reason and is tried again with the same account and amount, independent of the address', async () => {
    const bank = await payAtBank(page, '20000', 'Rechazar')
    await result(bank, 'El pago no se hizo')
    await bank.getByRole('main').getByText('Tu banco rechazó el pago.').first().waitFor()
    await bank.goto(`${bank.url()}&status=APPROVED&amount=999999`)
    await result(bank, 'El pago no se hizo')
    await expectGood(bank)
    await bank.getByRole('link', { name: 'Intentar de nuevo' }).click()
    const dialog = bank.getByRole('dialog', { name: 'Deposito' })
    await expect.poll(() => dialog.getByLabel('Valor a depositar').inputValue()).toBe('20.000')
    await dialog.locator('option:checked', { hasText: 'Nómina' }).waitFor({ state: 'attached' })
    await result(await answerAtBank(bank, 'Aprobar'), 'Tu depósito está en tu saldo')
    await bank.close()
  })

  it('MON-04 a pending one shows the next step, stays after a reload and updates live', async () => {
    await wallet()
    const bank = await payAtBank(page, '40000', 'Dejar pendiente')
    await result(bank, 'Estamos esperando a tu banco')
    await bank.reload()
    await result(bank, 'Estamos esperando a tu banco')
    await bank.getByRole('main').getByText('Si ya pagaste, no pagues otra vez.', { exact: false }).waitFor()
    await expectGood(bank)
    const transactionId = new URL(bank.url()).searchParams.get('id')
    const paymentUrl = await bank.getByRole('link', { name: 'Abrir el pago en tu banco' }).getAttribute('href')
    await fetch(new URL('/controls', paymentUrl ?? ''), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'set-transaction', transactionId, status: 'APPROVED' }),
    })
    await result(bank, 'Tu depósito está en tu saldo')
    await bank.close()
  })

  it('MON-04 a deposit of another customer and an unknown one look the same', async () => {
    await wallet()
    const bank = await payAtBank(page, '50000', 'Rechazar')
    const theirs = new URL(bank.url())
    await bank.close()
    const stranger = await visit(browser, product.url, HANDHELD)
    await signInByForm(stranger.page, NEWCOMER)
    const texts: string[] = []
    for (const path of [theirs.pathname + theirs.search, '/application/wallets?pago=00000000-0000-4000-8000-000000000000']) {
      await stranger.page.goto(path)
      await result(stranger.page, 'No encontramos este depósito')
      texts.push(await stranger.page.getByRole('main').innerText())
    }
    expect(texts[0]).toBe(texts[1])
    await expectGood(stranger.page)
    await stranger.context.close()
  })
})

describe('layout stability', () => {
  it.each([HANDHELD, DESKTOP])(
    'MON-01 MON-02 EX-01 the screens of a customer do not shift while they load at $width px',
    async (viewport) => {
      const again = await page.context().newPage()
      await resize(again, viewport)
      await recordShifts(again)
      for (const path of CUSTOMER_SCREENS) {
        await again.goto(path)
        await again.getByRole('heading', { level: 1 }).waitFor()
        await expectCount(again.locator('.mantine-Skeleton-root'), 0)
        const { sum, all } = await shiftsOf(again)
        expect.soft(sum, `${path} ${all}`).toBeLessThan(SHIFT_MAX)
      }
      await again.close()
    },
  )
})

describe('home on a phone', () => {
  const summary = () => page.getByRole('region', { name: 'Saldo total' })

  it('MON-02 the total, the possible actions and pending movements are visible without scrolling', async () => {
    await openScreen(page, 'Inicio')
    await expectInSight(summary().getByText(/^\$\s360\.000/))
    for (const name of ['Depositar', 'Retirar', 'Intercambiar']) await expectInSight(summary().getByRole('link', { name, exact: true }))
    await expectInSight(summary().getByText('No tienes dinero en camino'))
    await summary().getByText('Sin cambios en 24 horas').waitFor()
    await summary()
      .getByRole('img', { name: /^Valor de tus saldos: de \$\s0 el .* a \$\s360\.000 hoy$/ })
      .waitFor()
    await page.getByRole('region', { name: 'Haz tu primer intercambio' }).getByRole('link', { name: 'Intercambiar' }).waitFor()
    await expectGood(page)
  })

  it('MON-02 balances stay hidden on this device until they are shown again, even after a reload', async () => {
    await summary().getByRole('button', { name: 'Ocultar saldos' }).click()
    await summary().getByText('Saldo oculto').first().waitFor()
    await page.reload()
    await summary().getByText('Saldo oculto').first().waitFor()
    await openScreen(page, 'Billetera')
    await page.getByRole('cell', { name: 'Saldo oculto' }).first().waitFor()
    await openScreen(page, 'Inicio')
    await expectGood(page)
    await page.getByRole('main').getByText('Hasta 40.000.000 COP').first().waitFor()
    expect(await page.getByRole('main').innerText()).not.toMatch(/360\.000/)
    await summary().getByRole('button', { name: 'Ocultar saldos' }).click()
    await summary()
      .getByText(/^\$\s360\.000/)
      .waitFor()
  })

  it('SHELL-06 the bar at the lower edge links to the main screens, by touch and by keyboard', async () => {
    const bar = page.getByRole('navigation', { name: 'Menú', exact: true })
    await expect.poll(() => bar.getByRole('link').allInnerTexts()).toEqual(['Inicio', 'Intercambio', 'Billetera', 'Historial'])
    for (const link of await bar.getByRole('link').all()) {
      await expectInSight(link)
      expect((await boxOf(link)).height).toBeGreaterThanOrEqual(44)
    }
    await bar.getByRole('link', { name: 'Billetera' }).tap()
    await page.getByRole('heading', { name: 'Mi billetera' }).waitFor()
    await expect.poll(() => bar.getByRole('link', { name: 'Billetera' }).getAttribute('aria-current')).toBe('page')
    await bar.getByRole('link', { name: 'Historial' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Historial' }).waitFor()
    await resize(page, DESKTOP)
    await bar.waitFor({ state: 'hidden' })
    await resize(page, HANDHELD)
  })

  it('C8 MON-03 the history begins with the movements; its filters open on request', async () => {
    await openScreen(page, 'Historial')
    await expectInSight(page.getByRole('row').filter({ hasText: 'Depósito' }).first())
    const kind = page.getByLabel('Tipo')
    // The first row is there: filters that begin open would be there too.
    await expectHidden(kind)
    await page.getByRole('button', { name: 'Filtros', exact: true }).tap()
    await expect.poll(() => smallestFieldText(page), { message: 'iOS zooms into smaller fields' }).toBeGreaterThanOrEqual(16)
    await kind.selectOption('Retiro')
    await page.getByRole('main').getByText('No hay movimientos con estos filtros').waitFor()
    await page.getByRole('button', { name: '1 filtro', exact: true }).waitFor()
    await expectGood(page)
  })

  it('ADM-17 the history leads to the messages, also while no matter is open', async () => {
    await openScreen(page, 'Historial')
    await page.getByRole('link', { name: 'Mensajes', exact: true }).tap()
    await page.getByRole('heading', { level: 1, name: 'Mensajes' }).waitFor()
    await page.getByRole('main').getByText('No tienes mensajes').waitFor()
    await expectGood(page)
  })

  it('MON-08 a person who is not verified sees the benefits of verification', async () => {
    const newcomer = await visit(browser, product.url, HANDHELD)
    await recordShifts(newcomer.page)
    await signInByForm(newcomer.page, NEWCOMER)
    await openScreen(newcomer.page, 'Inicio')
    await newcomer.page.getByRole('region', { name: 'Verifícate y mueve hasta $ 13.000.000 al mes' }).waitFor()
    await newcomer.page.getByRole('main').getByText('Cuando tengas saldo, aquí verás cómo cambia su valor.').waitFor()
    const { sum, all } = await shiftsOf(newcomer.page)
    expect(sum, all).toBeLessThan(SHIFT_MAX)
    await expectGood(newcomer.page)
    await newcomer.page.getByRole('link', { name: 'Depositar', exact: true }).first().click()
    await newcomer.page.getByRole('dialog', { name: 'Necesitas verificación' }).waitFor()
    await newcomer.context.close()
  })
})

describe('a withdrawal that waits', () => {
  it('MON-06 a new account shows when it can be paid: in Cuentas, on home, in the wallet and in the form', async () => {
    const body = { account: '99988877766', alias: 'Nueva', bank: 1, accountType: 9 }
    const token = await signIn(product.url, CUSTOMER)
    const grant = await stepUpGrant(product.url, token, 'POST /payment/accounts', { body }, CUSTOMER.email)
    await post(product.url, '/payment/accounts', body, token, { 'step-up-grant': grant })
    for (const entry of ['Inicio', 'Billetera']) {
      await openScreen(page, entry)
      await page.getByRole('main').getByText('La cuenta Nueva es nueva o cambió').waitFor()
      await page
        .getByRole('main')
        .getByText(/faltan\s(23\sh\s5\d\smin|24\sh)/)
        .first()
        .waitFor()
    }
    await openScreen(page, 'Cuentas')
    await page
      .getByRole('main')
      .getByText(/Recibe retiros desde el .*\(faltan\s(23\sh\s5\d\smin|24\sh)\)/)
      .waitFor()
    await expectGood(page)
  })

  it.each([HANDHELD, DESKTOP])('MON-06 a late notice is one line, with little layout shift, at $width px', async (viewport) => {
    const late = await visit(browser, product.url, viewport)
    await signInByForm(late.page, CUSTOMER)
    await recordShifts(late.page)
    for (const path of ['/application', '/application/wallets']) {
      let answer = () => undefined as unknown
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await late.page.route('**/payment/accounts/user/', async (route) => {
        await held
        await route.continue()
      })
      await late.page.goto(path)
      await late.page.getByRole('table').first().waitFor()
      await expectCount(late.page.locator('.mantine-Skeleton-root'), 0)
      answer()
      const line = late.page.getByRole('button', { name: 'Tus retiros pueden tardar. Ver por qué' })
      await line.waitFor()
      const { sum, all } = await shiftsOf(late.page)
      expect.soft(sum, `${path} ${all}`).toBeLessThan(0.1)
      await expectGood(late.page)
      await line.click()
      await late.page.getByRole('main').getByText('La cuenta Nueva es nueva o cambió').waitFor()
      await late.page.unroute('**/payment/accounts/user/')
    }
    await late.context.close()
  })

  it('MON-04 a form starts with the last used account', async () => {
    await wallet()
    await page.getByRole('button', { name: 'Abonar' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Deposito' })
    await dialog.locator('option:checked', { hasText: 'Nómina' }).waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
  })

  it('MON-04 with three accounts a phone shows the whole form of a deposit, its button included', async () => {
    await wallet()
    await page.getByRole('button', { name: 'Abonar' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Deposito' })
    await chooseAccount(dialog, 'Nómina')
    await dialog.getByText('has alcanzado el número máximo de cuentas').waitFor()
    await dialog.getByText(/^Te quedan \$\s39\.640\.000 de depósitos este mes\.$/).waitFor()
    await dialog.getByRole('button', { name: '$ 200.000' }).click()
    await expect.poll(() => dialog.getByLabel('Valor a depositar').inputValue()).toBe('200.000')
    await dialog.getByLabel('Valor a depositar').fill('')
    await dialog.getByRole('checkbox').nth(1).waitFor()
    await expectInSight(dialog.getByRole('button', { name: 'Depositar' }))
    await expectGood(page)
    // A point does not multiply the amount by a hundred, as a comma does not.
    await dialog.getByLabel('Valor a depositar').pressSequentially('10000.50')
    await dialog.getByRole('checkbox').first().focus()
    await expect.poll(() => dialog.getByLabel('Valor a depositar').inputValue()).toBe('10.000')
    await dialog.getByText('ignoramos lo que va después del punto').waitFor()
    await page.keyboard.press('Escape')
  })

  it('MON-06 the form shows when it leaves and arrives, and the confirmation promises no minutes', async () => {
    await wallet()
    await page.getByRole('button', { name: 'Retirar' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Retiro' })
    await chooseAccount(dialog, 'Nómina')
    await dialog.getByText('En unos minutos').waitFor()
    await chooseAccount(dialog, 'Nueva')
    await dialog.getByText(/^Desde el \d+ \S+ \d{4}/).waitFor()
    await dialog.getByText('El mismo día o el siguiente día hábil').waitFor()
    await dialog.getByText('has alcanzado el número máximo de cuentas').waitFor()
    await expectInSight(dialog.getByRole('button', { name: 'Retirar' }))
    await dialog.getByLabel('Valor a retirar').fill('30000')
    await dialog.getByLabel('La información suministrada es correcta.').check()
    expect(await accessibilityViolations(page)).toEqual([])
    await approvedByMail(page, product.url, CUSTOMER.email, () => dialog.getByRole('button', { name: 'Retirar' }).click())
    const answer = page.getByRole('dialog', { name: 'Transacción exitosa.' })
    await answer.getByText(/sale hacia el banco desde el \d+ \S+ \d{4}/).waitFor()
    const toContinue = answer.getByRole('button', { name: 'Continuar' })
    await expectAbsent(toContinue, answer.getByText('en unos minutos', { exact: false }))
    await toContinue.click()
    await page
      .getByRole('main')
      .getByText(/Por seguridad, sale hacia el banco desde el/)
      .waitFor()
  })

  it('MON-06 when the time has come the notice disappears and the bank pays', async () => {
    await post(product.url, '/dev/clock/advance', { milliseconds: 25 * HOUR_MS })
    await signInByForm(page, CUSTOMER)
    await wallet()
    await page.getByRole('heading', { name: 'Balances' }).waitFor()
    await expectCount(page.getByText('La cuenta Nueva es nueva o cambió'), 0)
    // The bank may have paid before the page was open: the history shows it either way.
    await openScreen(page, 'Historial')
    const paid = page.getByRole('row').filter({ hasText: '7766' }).filter({ hasText: 'Completo' })
    await paid.waitFor({ timeout: BANK_PAYS_MS })
    await paid.getByRole('button', { name: /^Ver detalle: Retiro/ }).click()
    const detail = page.getByRole('dialog', { name: 'Detalle del movimiento' })
    await detail.getByText('Pagado en tu cuenta').waitFor()
    await page.keyboard.press('Escape')
  })

  it('MON-04 a deposit not paid within a day is shown as expired, and can be started again', async () => {
    await wallet()
    const bank = await payAtBank(page, '60000', 'Dejar pendiente')
    const back = bank.url()
    await bank.close()
    await post(product.url, '/dev/clock/advance', { milliseconds: 25 * HOUR_MS })
    await signInByForm(page, CUSTOMER)
    await page.goto(back)
    await page.getByRole('heading', { name: 'El pago venció sin completarse' }).waitFor({ timeout: BANK_PAYS_MS })
    await page.getByRole('main').getByText('Si tu banco lo aprueba después, entra igual a tu saldo.', { exact: false }).waitFor()
    await expectGood(page)
    await page.getByRole('link', { name: 'Intentar de nuevo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deposito' })
    await expect.poll(() => dialog.getByLabel('Valor a depositar').inputValue()).toBe('60.000')
    await page.keyboard.press('Escape')
  })

  it('KYC-06 a person with a document that PSE does not accept is informed before typing an amount', async () => {
    await page.route('**/payment/rules', async (route) => {
      const rules = (await (await route.fetch()).json()) as { deposit: object }
      await route.fulfill({ json: { ...rules, deposit: { ...rules.deposit, documentAccepted: false, transfers: false } } })
    })
    await page.goto('/application/wallets?abrir=abono')
    const dialog = page.getByRole('dialog', { name: 'Deposito' })
    await dialog.getByText('PSE todavía no acepta tu documento').waitFor()
    await expectAbsent(dialog.getByRole('link', { name: 'Escribir a Contacto' }), dialog.getByLabel('Valor a depositar'))
    await expectGood(page)
    await page.unroute('**/payment/rules')
  })

  it('SEC-26 SHELL-14 a write without an answer shows that it takes long, and continues to wait', async () => {
    const patient = await page.context().newPage()
    await patient.clock.install()
    await patient.goto('/application/configuration?seccion=notificaciones')
    let answer = () => undefined as unknown
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await patient.route('**/api/notices/preferences', async (route) => {
      if (route.request().method() !== 'GET') await held
      await route.continue()
    })
    // Once it has left: before that the clock would end the session that it needs.
    const left = patient.waitForRequest((request) => request.url().endsWith('/preferences') && request.method() !== 'GET')
    await patient.getByRole('switch').first().click()
    await left
    await patient.clock.fastForward(9_000)
    await toast(patient, 'Está tardando más de lo normal. Seguimos esperando la respuesta.')
    answer()
    await patient.getByRole('main').getByText('Guardamos tu elección.').waitFor()
    await patient.close()
  })

  it('MON-06 a hold after a change is shown before the form is filled in, and no code is requested', async () => {
    const { email, password } = CUSTOMER
    const token = await signIn(product.url, CUSTOMER)
    const body = { currentPassword: password, newPassword: 'paramo-frailejon-laguna' }
    const grant = await stepUpGrant(product.url, token, 'POST /api/password', { body }, email)
    await post(product.url, '/api/password', body, token, { 'step-up-grant': grant })
    const changed = { email, password: body.newPassword }
    await page.context().clearCookies()
    await signInByForm(page, changed)
    for (const entry of ['Inicio', 'Billetera', 'Cuentas']) {
      await openScreen(page, entry)
      await page.getByRole('main').getByText('Retiros en pausa').waitFor()
      await page
        .getByRole('main')
        .getByText(/Puedes retirar desde el .*\(faltan\s(23\sh\s5\d\smin|24\sh)\)/)
        .waitFor()
    }
    await page.goto('/application/wallets?abrir=retiro')
    const dialog = page.getByRole('dialog', { name: 'Retiro' })
    await dialog.getByText('Retiros en pausa').waitFor()
    await chooseAccount(dialog, 'Nómina')
    await dialog.getByLabel('Valor a retirar').fill('10000')
    await dialog.getByLabel('La información suministrada es correcta.').check()
    await expect.poll(() => dialog.getByRole('button', { name: 'Retirar' }).isDisabled()).toBe(true)
    const again = await signIn(product.url, changed)
    const asked = post(
      product.url,
      '/api/step-up',
      { call: 'POST /payment/withdraw', body: { account: await nomina(again), amount: '10000' } },
      again,
    )
    await expect(asked).rejects.toThrow('los retiros están en pausa')
    await page.getByRole('button', { name: 'Cerrar' }).first().click()
    await expectGood(page)
  })
})

async function nomina(token: string): Promise<string | undefined> {
  const answer = await fetch(`${product.url}/payment/accounts/user/`, { headers: { authorization: `Bearer ${token}` } })
  const accounts = (await answer.json()) as { id: string; alias: string }[]
  return accounts.find(({ alias }) => alias === 'Nómina')?.id
}

it('the pages never complained', () => expect(customer.complaints).toEqual([]))

const smallestFieldText = (on: Page): Promise<number> =>
  on.evaluate<number>(
    "Math.min(...[...document.querySelectorAll('input, select, textarea')].filter((one) => one.checkVisibility()).map((one) => parseFloat(getComputedStyle(one).fontSize)))",
  )
