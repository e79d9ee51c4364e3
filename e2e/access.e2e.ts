/**
 * Sign-up, sign-in, MFA, passkeys, step-up approval, and the end of a
 * session. Real browser with a virtual authenticator, real mails, nothing mocked.
 */
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPasskey, authenticator, newPerson, turnTotpOn } from './access-helpers.ts'
import { accessibilityViolations, DESKTOP, PHONE, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { mailCode, mailLink } from './mailbox.ts'
import { chooseAccount, payIn } from './pay-in.ts'
import { CUSTOMER, post, signIn, signInByForm } from './sign-in.ts'

const PASSWORD = 'colibri-de-cordillera'
const OTHER_PASSWORD = 'nevado-de-madrugada'
const ENDED = 'Tu sesión se cerró porque cambiaron la contraseña, el correo o el segundo factor de tu cuenta.'
const CREDITED_MS = 20_000

const { product, browser } = await startJourney()
const visits: Visit[] = []

afterAll(async () => {
  expect(visits.flatMap(({ complaints }) => complaints)).toEqual([])
})

async function anybody(viewport = PHONE): Promise<Page> {
  const visitor = await visit(browser, product.url, viewport)
  visits.push(visitor)
  return visitor.page
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const pathOf = (link: string) => link.slice(product.url.length)

async function fillPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Correo').fill(email)
  await page.locator('input[type=password]').fill(password)
  await press(page, 'Ingresar')
}

async function typeToActivate(page: Page, password: string): Promise<void> {
  await page.getByLabel('Contraseña de tu registro').fill(password)
  await press(page, 'Activar mi cuenta')
}

async function enterByPasskey(page: Page): Promise<void> {
  await page.goto('/login')
  const button = page.getByRole('button', { name: 'Entrar con llave de acceso' })
  // The virtual authenticator may answer the browser's own list before the button is pressed.
  await Promise.race([button.click().catch(() => undefined), page.waitForURL(/\/application/)])
  await page.waitForURL(/\/application/)
}

describe('registration', () => {
  it('ID-01 signs up, activates by mail with the password and reaches the survey; the password length is counted while typing', async () => {
    const page = await anybody()
    const since = new Date()
    await page.goto('/sign-up')
    await page.getByLabel('Correo').fill('alta@correo.example')
    const password = page.getByLabel('Contraseña', { exact: true })
    await password.fill('corta')
    await page.getByText('Llevas 5 de 10.').waitFor()
    await password.fill('password2026!')
    await page.getByRole('checkbox').check()
    await press(page, 'Crear cuenta')
    await page.getByText(/muy fácil de adivinar/).waitFor()
    await password.fill(PASSWORD)
    await press(page, 'Crear cuenta')
    await heading(page, 'Revisa tu correo')
    const first = await mailLink(product.url, 'alta@correo.example', '/users/activate/', since)
    const again = new Date()
    await press(page, 'Enviar otro enlace de activación')
    await page.getByText(/ya enviamos otro enlace/).waitFor()
    const second = await mailLink(product.url, 'alta@correo.example', '/users/activate/', again)
    expect(second).not.toBe(first)
    await page.goto(pathOf(second))
    await typeToActivate(page, OTHER_PASSWORD)
    await page.getByText(/no es la contraseña con la que se hizo este registro/).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await typeToActivate(page, PASSWORD)
    await page.waitForURL(/\/postregister\/?$/)
    await heading(page, 'Antes de verificarte')
  })

  it('ID-01 a mailbox owner who receives the sign-up of another person chooses the password themselves', async () => {
    const email = `ajena-${Date.now()}@correo.example`
    const since = new Date()
    await post(product.url, '/api/sign-up', { email, password: OTHER_PASSWORD, termsAccepted: true })
    const page = await anybody()
    await page.goto(pathOf(await mailLink(product.url, email, '/users/activate/', since)))
    await typeToActivate(page, PASSWORD)
    await page.getByText(/no es la contraseña con la que se hizo este registro/).waitFor()
    await press(page, '¿No recuerdas la contraseña?')
    await heading(page, 'Elige tu contraseña')
    await press(page, 'Activar con esta contraseña')
    await page.getByText('Para activar tu cuenta debes aceptar los términos y la política de datos.').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByLabel('Correo en el que recibiste el enlace').fill('otra@correo.example')
    await page.getByLabel('Contraseña nueva').fill(PASSWORD)
    await page.getByRole('checkbox').check()
    await press(page, 'Activar con esta contraseña')
    await page.getByText(/Este enlace se envió a otro correo/).waitFor()
    await page.getByLabel('Correo en el que recibiste el enlace').fill(email)
    await press(page, 'Activar con esta contraseña')
    await page.waitForURL(/\/postregister\/?$/)
    await signIn(product.url, { email, password: PASSWORD })
  })

  it('ID-01 an expired link leads to a new one', async () => {
    const page = await anybody()
    await page.goto('/users/activate/no-such-token')
    await page.getByText('El enlace de activación ya no es válido.', { exact: false }).waitFor()
    await page.getByLabel('Correo').fill('nadie@correo.example')
    await press(page, 'Enviar otro enlace de activación')
    await page.getByText(/ya enviamos otro enlace/).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
  })
})

describe('password reset', () => {
  it('ID-03 resets by mail; the open screen of the old session closes within five seconds with the reason', async () => {
    const email = await newPerson(product.url, PASSWORD)
    const old = await anybody()
    await signInByForm(old, { email, password: PASSWORD })
    const page = await anybody()
    await page.goto('/login')
    await page.getByLabel('Correo').fill(email)
    await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
    await heading(page, 'Restablecer contraseña')
    const since = new Date()
    // The address typed on the sign-in page is filled in.
    expect(await page.getByLabel('Correo').inputValue()).toBe(email)
    await press(page, 'Enviar enlace')
    await heading(page, 'Revisa tu correo')
    const link = pathOf(await mailLink(product.url, email, '/users/reset-password/', since))
    await page.goto(link)
    await page.getByLabel('Contraseña nueva').fill(OTHER_PASSWORD)
    await press(page, 'Cambiar contraseña')
    await heading(page, 'Tu contraseña cambió')
    await old.waitForURL(/\/login\/?\?redirect=/)
    await old.getByText(ENDED).waitFor()
    // A used link is reported instead of its form.
    await page.goto(link)
    await page.getByRole('alert').getByText('Este enlace ya no es válido').waitFor()
    expect(await page.getByLabel('Contraseña nueva').count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
    await fillPassword(page, email, OTHER_PASSWORD)
    await page.waitForURL(/\/application/)
  })

  it('ID-03 a person who did not change the password freezes the account from the mail, and regains it by mail', async () => {
    const email = await newPerson(product.url, PASSWORD)
    const page = await anybody()
    const since = new Date()
    await turnTotpOn(product.url, email, await signIn(product.url, { email, password: PASSWORD }))
    await page.goto(pathOf(await mailLink(product.url, email, '/users/freeze/', since)))
    await heading(page, '¿No fuiste tú?')
    expect(await accessibilityViolations(page)).toEqual([])
    await press(page, 'Bloquear mi cuenta')
    await heading(page, 'Tu cuenta está bloqueada')
    await fillPassword(page, email)
    await page.getByRole('alert').getByRole('link', { name: 'Restablecer mi contraseña' }).click()
    await heading(page, 'Restablecer contraseña')
  })
})

describe('second factor', () => {
  it('ID-10 the app’s code is requested after the password; a wrong one keeps the focus, a recovery code works too', async () => {
    const email = await newPerson(product.url, PASSWORD)
    const { secret, recoveryCodes } = await turnTotpOn(product.url, email, await signIn(product.url, { email, password: PASSWORD }))
    const page = await anybody()
    await fillPassword(page, email)
    await heading(page, 'Confirma que eres tú')
    const field = page.getByLabel('Código de tu aplicación')
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await field.getAttribute('inputmode')).toBe('numeric')
    await field.fill('000 000')
    await page.getByText('El código no es correcto o ya se usó.', { exact: false }).waitFor()
    expect(await page.evaluate('document.activeElement.autocomplete')).toBe('one-time-code')
    expect(await accessibilityViolations(page)).toEqual([])
    await field.fill(new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }))
    await page.waitForURL(/\/application/)

    const other = await anybody()
    await fillPassword(other, email)
    await press(other, 'Usar un código de recuperación')
    await other.getByLabel('Código de recuperación', { exact: true }).fill(recoveryCodes[0] ?? '')
    await press(other, 'Continuar')
    await other.waitForURL(/\/application/)
  })

  it('ID-10 a passkey alone signs in', async () => {
    const email = await newPerson(product.url, PASSWORD)
    const page = await anybody()
    await authenticator(page)
    await page.goto('/contact-us')
    await addPasskey(page, product.url, email, await signIn(product.url, { email, password: PASSWORD }))
    await enterByPasskey(page)
  })
})

describe('approval', () => {
  let page: Page

  const approval = () => page.getByRole('dialog').filter({ hasText: 'Cancelar' }).last()

  async function fillWithdrawal(pesos: string): Promise<void> {
    await page.goto('/application/wallets')
    await page.getByRole('button', { name: 'Retirar' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Retiro' })
    await dialog.getByLabel('Valor a retirar').fill(pesos)
    await chooseAccount(dialog, 'Nómina')
    await dialog.getByLabel('La información suministrada es correcta.').check()
  }
  async function askWithdrawal(pesos: string): Promise<void> {
    await fillWithdrawal(pesos)
    await page.getByRole('dialog', { name: 'Retiro' }).getByRole('button', { name: 'Retirar' }).click()
  }
  const done = async () => {
    const success = page.getByRole('dialog', { name: 'Transacción exitosa.' })
    await success.getByRole('button', { name: 'Continuar' }).click()
  }

  beforeAll(async () => {
    page = await anybody()
    await signInByForm(page, CUSTOMER)
    await page.goto('/application/wallets')
    await payIn(page, '500000')
    await page.getByText('$ 500.000').first().waitFor({ timeout: CREDITED_MS })
  })

  it('ID-10 a withdrawal is approved with the mailed code; cancelling does nothing and shows no message', async () => {
    await askWithdrawal('20000')
    await approval().getByText('20.000', { exact: false }).first().waitFor()
    expect(
      await approval()
        .getByRole('button', { name: /^Enviar otro código \(\d+ s\)$/ })
        .isDisabled(),
    ).toBe(true)
    expect(await accessibilityViolations(page)).toEqual([])
    await approval().getByRole('button', { name: 'Cancelar' }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
    expect(await page.getByRole('alert').count()).toBe(0)
    const since = new Date()
    await page.getByRole('dialog', { name: 'Retiro' }).getByRole('button', { name: 'Retirar' }).click()
    await approval()
      .getByLabel('Código que te enviamos')
      .fill(await mailCode(product.url, CUSTOMER.email, since))
    await done()
  })

  it('ID-10 approves with a passkey and with the code of the app; a changed factor holds withdrawals before the form is filled in', async () => {
    const token = await signIn(product.url, CUSTOMER)
    const { secret, recoveryCodes } = await turnTotpOn(product.url, CUSTOMER.email, token)
    await authenticator(page)
    await addPasskey(page, product.url, CUSTOMER.email, token, recoveryCodes[0])
    // A new factor ends the other sessions.
    await page.waitForURL(/\/login/)
    await enterByPasskey(page)

    await fillWithdrawal('21000')
    const withdrawal = page.getByRole('dialog', { name: 'Retiro' })
    await withdrawal.getByText('Retiros en pausa').waitFor()
    expect(await withdrawal.getByRole('button', { name: 'Retirar' }).isDisabled()).toBe(true)

    await page.goto('/application/cuentas')
    await page.getByRole('button', { name: 'Añadir cuenta bancaria' }).click()
    await page.getByLabel('Nombre de la cuenta (alias)').fill('Con llave')
    await page.getByLabel('Número de cuenta').fill('1234567890')
    await page.getByRole('dialog').getByRole('button', { name: 'Añadir' }).click()
    await approval().getByRole('button', { name: 'Usar llave de acceso' }).click()
    await page.getByRole('button', { name: 'Editar la cuenta Con llave' }).click()
    await page.getByLabel('Nombre de la cuenta (alias)').fill('Con código')
    await page.getByRole('dialog').getByRole('button', { name: 'Modificar' }).click()
    await approval().getByRole('button', { name: 'Usar la aplicación de códigos' }).click()
    await approval()
      .getByLabel('Código de tu aplicación')
      .fill(new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }))
    await page.getByRole('button', { name: 'Editar la cuenta Con código' }).waitFor()
  })
})

describe('a sign-in from a new place', () => {
  it('ID-05 the links of the mail show the four sentences and lead to sign-in', async () => {
    const email = await newPerson(product.url, PASSWORD)
    await signIn(product.url, { email, password: PASSWORD })
    const since = new Date()
    const stranger = await anybody()
    await signInByForm(stranger, { email, password: PASSWORD })
    const confirm = pathOf(await mailLink(product.url, email, '/users/confirm-location/', since))
    const deny = pathOf(await mailLink(product.url, email, '/users/deny-location/', since))
    const page = await anybody()
    for (const [path, button, sentence] of [
      [confirm, 'Sí, fui yo', 'La ip fue verificada correctamente'],
      [confirm, 'Sí, fui yo', 'El link de validacion ha expirado'],
      [deny, 'No fui yo', 'La ip fue confirmada como sospechosa'],
      [deny, 'No fui yo', 'El link para validar una ip como sospechosa ha expirado'],
    ] as const) {
      await page.goto(path)
      await press(page, button)
      await heading(page, sentence)
      await page.getByRole('alert').getByText(sentence, { exact: true }).waitFor()
      await page.waitForURL(/\/login$/)
    }
    await stranger.waitForURL(/\/login\/?\?redirect=/)
    await fillPassword(page, email)
    await page.getByRole('alert').getByRole('link', { name: 'Restablecer mi contraseña' }).waitFor()
  })
})

describe('the end of a session', () => {
  it('SHELL-10 SHELL-12 other tabs follow sign-in and sign-out immediately', async () => {
    const email = await newPerson(product.url, PASSWORD)
    const page = await anybody()
    const other = await page.context().newPage()
    await other.goto('/login')
    await signInByForm(page, { email, password: PASSWORD })
    await other.waitForURL(/\/application/)
    await page.goto('/logout')
    await other.waitForURL(/\/login/)
  })

  it('SHELL-14 two minutes before an idle session ends a warning appears, and a click extends it', async () => {
    const email = await newPerson(product.url, PASSWORD)
    const page = await anybody(DESKTOP)
    await page.clock.install()
    await signInByForm(page, { email, password: PASSWORD })
    await page.getByRole('region', { name: 'Saldo total' }).getByText('$').first().waitFor()
    // Repeated requests begin with the first answer.
    await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
    const background: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/') || request.url().includes('/pricing/')) background.push(request.headers()['x-background'])
    })
    // The network has its own time: a request ahead of it is aborted before it is sent.
    const asked = page.waitForRequest((request) => request.headers()['x-background'] === '1')
    await page.clock.fastForward('26:00')
    await asked
    await page.clock.runFor(90_000)
    const dialog = page.getByRole('dialog', { name: 'Tu sesión está por terminar' })
    await dialog.waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Seguir conectado' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(background.at(-1)).toBeUndefined()
    expect(background).toContain('1')
  })
})
