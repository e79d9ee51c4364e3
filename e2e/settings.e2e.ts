/**
 * Configuración, where people control their account (ID-03, ID-09, ID-10): real browser, real mails, a virtual
 * authenticator. The newcomer goes through all of it and closes the account; the customer has money and stays.
 */
import { readFileSync } from 'node:fs'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, PHONE, resize, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { mailCode, mailLink } from './mailbox.ts'
import { payIn } from './pay-in.ts'
import { CUSTOMER, NEWCOMER, OFFICER, signIn, signInByForm } from './sign-in.ts'

const SETTINGS = '/application/configuration'
const NEW_PASSWORD = 'cordillera-azul-de-niebla'
const NEW_EMAIL = 'otra@tunjo.example'

const CREDITED_MS = 20_000

const { product, browser } = await startJourney()
let newcomer: Visit
let page: Page
let recoveryCodes: string[] = []
let authenticatorAgrees: (enabled: boolean) => Promise<unknown>

beforeAll(async () => {
  newcomer = await visit(browser, product.url)
  page = newcomer.page
  await signInByForm(page, NEWCOMER)
})

const section = (name: string) => page.goto(`${SETTINGS}?seccion=${name}`)
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const toast = (text: string) => page.getByText(text).first().waitFor()
const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Answer the approval dialog with the code of the newest mail, which is newer than the call. */
async function approveByMail(since: Date): Promise<void> {
  const code = await mailCode(product.url, NEWCOMER.email, since)
  await page.getByLabel('Código que te enviamos').fill(code)
}
async function approveByRecoveryCode(): Promise<void> {
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await page.getByLabel('Código de recuperación', { exact: true }).fill(recoveryCodes.pop() ?? '')
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
}
const approveByPasskey = () => page.getByRole('dialog').getByRole('button', { name: 'Usar llave de acceso' }).click()

/** Deposit at the sandbox of the bank and wait for the credit. */
async function deposit(page: Page, pesos: string): Promise<void> {
  await page.goto('/application/wallets')
  await payIn(page, pesos)
  await page
    .getByText(/200\.000/)
    .first()
    .waitFor({ timeout: CREDITED_MS })
}

describe('Configuración', () => {
  it('ID-09 every section opens by its address, fits the phone, and has no accessibility violation', async () => {
    await resize(page, PHONE)
    for (const [name, heading] of [
      ['perfil', 'Tu cuenta'],
      ['seguridad', 'Verificación en dos pasos'],
      ['sesiones', 'Sesiones abiertas'],
      ['notificaciones', 'Correos que recibes'],
      ['datos', 'Descargar mis datos'],
    ] as const) {
      await section(name)
      await page.getByRole('heading', { level: 2, name: heading }).first().waitFor()
      await expect.poll(() => page.getByRole('status', { name: 'Cargando' }).count()).toBe(0)
      expect([name, await accessibilityViolations(page), await overflow()]).toEqual([name, [], 0])
    }
    await resize(page, { width: 1280, height: 860 })
  })

  it('ID-09 the language of mails is stored with the account', async () => {
    await section('perfil')
    const language = page.getByLabel('Idioma de correos y avisos')
    await language.selectOption('en')
    await toast('Guardamos el idioma de tus correos y avisos.')
    await page.reload()
    await expect.poll(() => language.inputValue()).toBe('en')
    await language.selectOption('es')
    await toast('Guardamos el idioma de tus correos y avisos.')
  })
})

describe('password', () => {
  it('ID-03 a short one and a wrong current one are reported next to the field', async () => {
    await section('seguridad')
    await press('Cambiar contraseña')
    const fresh = page.getByLabel('Contraseña nueva')
    await fresh.fill('corta')
    await page.getByText('Faltan 5 caracteres.').waitFor()
    await page.getByLabel('Contraseña actual').fill('no-es-la-mia-nunca')
    await fresh.fill(NEW_PASSWORD)
    await page.getByText(`${NEW_PASSWORD.length} caracteres: largo suficiente.`).waitFor()
    const since = new Date()
    await press('Guardar contraseña')
    await approveByMail(since)
    await page.getByText('La contraseña actual no es correcta.').waitFor()
  })

  it('ID-03 cancelling the approval changes nothing; approved, it ends the session of another browser and holds withdrawals', async () => {
    const elsewhere = await visit(browser, product.url)
    await signInByForm(elsewhere.page, NEWCOMER)
    await page.getByLabel('Contraseña actual').fill(NEWCOMER.password)
    const before = new Date()
    await press('Guardar contraseña')
    await mailCode(product.url, NEWCOMER.email, before)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Contraseña nueva').inputValue()).toBe(NEW_PASSWORD)
    const since = new Date()
    await press('Guardar contraseña')
    await approveByMail(since)
    await page.getByText('Cambiamos tu contraseña', { exact: true }).waitFor()
    await page.getByText('Retiros en pausa').waitFor()
    await elsewhere.page.goto(SETTINGS)
    await elsewhere.page.waitForURL(/\/login/)
    await elsewhere.context.close()
  })
})

describe('sessions and devices', () => {
  it('ID-06 a session is ended from the list, and its browser has to sign in again', async () => {
    const elsewhere = await visit(browser, product.url, PHONE)
    await signInByForm(elsewhere.page, { ...NEWCOMER, password: NEW_PASSWORD })
    await section('sesiones')
    const sessions = page.getByRole('list', { name: 'Sesiones abiertas' })
    await sessions.getByText('Esta sesión').waitFor()
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(2)
    await sessions.getByRole('button', { name: /^Cerrar sesión de / }).click()
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1)
    await elsewhere.page.goto(SETTINGS)
    await elsewhere.page.waitForURL(/\/login/)
    await elsewhere.context.close()
    expect(await page.getByRole('link', { name: 'IP Geolocation by DB-IP' }).getAttribute('href')).toBe('https://db-ip.com')
  })

  it('ID-09 a device is removed after approval', async () => {
    const devices = page.getByRole('list', { name: 'Dispositivos' })
    const before = await devices.getByRole('listitem').count()
    const since = new Date()
    await devices
      .getByRole('button', { name: /^(Olvidar|Desbloquear) / })
      .last()
      .click()
    await approveByMail(since)
    await expect.poll(() => devices.getByRole('listitem').count()).toBe(before - 1)
  })
})

describe('second factors', () => {
  it('ID-09 an authenticator app is turned on with the shown secret, and gives recovery codes once', async () => {
    await section('seguridad')
    const since = new Date()
    await press('Activar')
    await approveByMail(since)
    const dialog = page.getByRole('dialog', { name: 'Activar la aplicación de códigos' })
    await dialog.getByRole('img', { name: /^Código QR/ }).waitFor()
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    expect(await accessibilityViolations(page)).toEqual([])
    await dialog.getByLabel('Código de 6 dígitos').fill('12345')
    await dialog.getByRole('button', { name: 'Activar' }).click()
    await dialog.getByText('Escribe los 6 dígitos del código.').waitFor()
    await dialog.getByLabel('Código de 6 dígitos').fill(new TOTP({ secret }).generate())
    await dialog.getByRole('button', { name: 'Activar' }).click()

    const codes = page.getByRole('dialog', { name: 'Guarda tus códigos de recuperación' })
    await codes.waitFor()
    recoveryCodes = await codes.getByRole('listitem').allInnerTexts()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [download] = await Promise.all([page.waitForEvent('download'), codes.getByRole('button', { name: 'Descargar .txt' }).click()])
    const text = readFileSync(await download.path(), 'utf8')
    expect(recoveryCodes.every((code) => text.includes(code))).toBe(true)
    await page.keyboard.press('Escape')
    expect(await codes.getByRole('button', { name: 'Listo' }).isDisabled()).toBe(true)
    expect(await accessibilityViolations(page)).toEqual([])
    await codes.getByLabel('Ya los guardé').check()
    await codes.getByRole('button', { name: 'Listo' }).click()
    await codes.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText(/^Te quedan 10 de 10\./).waitFor()
    expect(await page.content()).not.toContain(recoveryCodes[0])
  })

  it('ID-10 a passkey is added after a recovery code, which is then used up', async () => {
    const devtools = await newcomer.context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    authenticatorAgrees = (enabled) => devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    await press('Añadir llave')
    await page.getByLabel('Nombre de la llave').fill('Mi portátil')
    await press('Crear llave')
    await approveByRecoveryCode()
    await page.getByRole('list', { name: 'Llaves de acceso' }).getByText('Mi portátil').waitFor()
    await page.getByText(/^Te quedan 9 de 10\./).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it('ID-09 a passkey is renamed', async () => {
    await press('Cambiar el nombre de Mi portátil')
    await page.getByLabel('Nombre de la llave').fill('Portátil de la casa')
    await press('Guardar nombre')
    await page.getByRole('list', { name: 'Llaves de acceso' }).getByText('Portátil de la casa').waitFor()
  })

  it('ID-10 new recovery codes are approved with the passkey; the authenticator app is removed', async () => {
    await press('Generar códigos nuevos')
    await approveByPasskey()
    const codes = page.getByRole('dialog', { name: 'Guarda tus códigos de recuperación' })
    await codes.waitFor()
    const renewed = await codes.getByRole('listitem').allInnerTexts()
    expect(renewed.filter((code) => recoveryCodes.includes(code))).toEqual([])
    await codes.getByLabel('Ya los guardé').check()
    await codes.getByRole('button', { name: 'Listo' }).click()
    await press('Quitar')
    await approveByPasskey()
    await page.getByText('Códigos de seis dígitos en tu celular, aunque no tengas señal.').waitFor()
  })
})

describe('own data', () => {
  it('ID-09 everything is downloaded as JSON after approval', async () => {
    await section('datos')
    const waiting = page.waitForEvent('download')
    await press('Descargar mis datos')
    await approveByPasskey()
    const download = await waiting
    expect(download.suggestedFilename()).toMatch(/^tunjo-mis-datos-\d{4}-\d\d-\d\d\.json$/)
    const data = JSON.parse(readFileSync(await download.path(), 'utf8')) as { sections: Record<string, unknown[]> }
    expect(Object.values(data.sections).flat().length).toBeGreaterThan(0)
    expect(JSON.stringify(data)).toContain(NEWCOMER.email)
    for (const secret of [NEW_PASSWORD, ...recoveryCodes]) expect(JSON.stringify(data)).not.toContain(secret)
  })
})

describe('e-mail', () => {
  it('ID-09 both mailboxes confirm before it changes, and then every session ends', async () => {
    await section('seguridad')
    await press('Cambiar correo')
    await page.getByLabel('Correo nuevo').fill(NEW_EMAIL)
    await page.getByLabel('Contraseña actual').fill(NEW_PASSWORD)
    const since = new Date()
    await press('Enviar enlaces')
    await approveByPasskey()
    await page.getByText(`Cambio a ${NEW_EMAIL} por confirmar`).waitFor()
    const confirm = async (mailbox: string) => {
      const token = (await mailLink(product.url, mailbox, '/users/confirm-email/', since)).split('/').at(-1)
      const body = JSON.stringify({ token })
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`${product.url}/api/email-change/confirm`, { method: 'POST', headers, body })).json()
    }
    expect(await confirm(NEW_EMAIL)).toEqual({ state: 'waiting_for_other' })
    // Updated by the live event, without a reload.
    await page.getByRole('listitem').filter({ hasText: NEW_EMAIL }).getByText('Confirmado', { exact: true }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await authenticatorAgrees(false)
    expect(await confirm(NEWCOMER.email)).toEqual({ state: 'changed' })
    await page.goto(SETTINGS)
    await page.waitForURL(/\/login/)
  })
})

describe('personal data requests', () => {
  it('Ley 1581: a customer files a claim and sees its term; an officer takes and answers it; the customer reads the answer', async () => {
    const [customer, officer] = await Promise.all([visit(browser, product.url, PHONE), visit(browser, product.url)])
    const [mine, theirs] = [customer.page, officer.page]
    await signInByForm(mine, CUSTOMER)
    await mine.goto(`${SETTINGS}?seccion=datos`)
    await mine.getByText('Todavía no has hecho ninguna solicitud.').waitFor()
    await mine.getByRole('button', { name: 'Nueva solicitud' }).click()
    const form = mine.getByRole('dialog', { name: 'Nueva solicitud' })
    await form.getByLabel('Qué quieres hacer').selectOption('Reclamo: suprimir datos')
    await form.getByText('Respondemos en 15 días hábiles').waitFor()
    await form.getByLabel('Cuéntanos qué necesitas').fill('Borren mi teléfono anterior.')
    expect(await accessibilityViolations(mine)).toEqual([])
    await form.getByRole('button', { name: 'Enviar solicitud' }).click()
    await form.getByText(/Recibimos tu solicitud\. Radicado HD-/).waitFor()
    await form.getByText(/Respondemos a más tardar el/).waitFor()
    expect(await accessibilityViolations(mine)).toEqual([])
    await form.getByRole('button', { name: 'Listo' }).click()
    const row = mine.getByRole('list', { name: 'Solicitudes sobre tus datos' }).getByRole('listitem')
    await row.getByText('Recibida').waitFor()
    await expect.poll(() => mine.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)

    await signInByForm(theirs, OFFICER)
    await theirs.getByRole('link', { name: 'Solicitudes de datos' }).click()
    await theirs.getByRole('button', { name: /^Reclamo: suprimir datos · HD-/ }).click()
    await theirs.getByText('Borren mi teléfono anterior.').waitFor()
    await theirs.getByRole('link', { name: CUSTOMER.email }).click()
    await theirs.getByText('Reclamo en trámite').waitFor()
    await theirs.goBack()
    await theirs.getByRole('button', { name: 'Tomar', exact: true }).click()
    await theirs.getByRole('button', { name: 'Usar el texto sobre la conservación legal' }).click()
    await expect.poll(() => theirs.getByLabel('Respuesta para la persona').inputValue()).toContain('diez años')
    expect(await accessibilityViolations(theirs)).toEqual([])
    await resize(theirs, PHONE)
    await expect.poll(() => theirs.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
    await theirs.getByRole('button', { name: 'Enviar respuesta' }).click()
    await theirs.getByText('Respondida').first().waitFor()

    await mine.reload()
    await row.getByText('Respondida').waitFor()
    await row.getByRole('button', { name: /^Reclamo: suprimir datos/ }).click()
    await mine
      .getByRole('dialog')
      .getByText(/La ley nos obliga a conservar/)
      .waitFor()
    expect(await accessibilityViolations(mine)).toEqual([])
    for (const { complaints, context } of [customer, officer]) {
      expect(complaints).toEqual([])
      await context.close()
    }
  })
})

describe('end of the account', () => {
  it('ID-09 a customer with money sees what to do first, and keeps the account', async () => {
    const customer = await visit(browser, product.url)
    const { page } = customer
    await signInByForm(page, CUSTOMER)
    await deposit(page, '200000')
    await page.goto(`${SETTINGS}?seccion=datos`)
    await page.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
    await page.getByLabel('Contraseña', { exact: true }).fill(CUSTOMER.password)
    await page.getByLabel('Escribe CERRAR para confirmar').fill('no')
    await page.getByRole('button', { name: 'Cerrar definitivamente' }).click()
    await page.getByText('Escribe la palabra CERRAR.').waitFor()
    await page.getByLabel('Escribe CERRAR para confirmar').fill('cerrar')
    const since = new Date()
    await page.getByRole('button', { name: 'Cerrar definitivamente' }).click()
    await page.getByLabel('Código que te enviamos').fill(await mailCode(product.url, CUSTOMER.email, since))
    await page.getByText('Aún no podemos cerrar tu cuenta').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Ver mis saldos' }).click()
    await page.waitForURL(/\/application\/wallets/)
    expect(customer.complaints).toEqual([])
    await customer.context.close()
  })

  it('ID-09 a customer without money closes it, is notified, and cannot sign in again', async () => {
    const me = { email: NEW_EMAIL, password: NEW_PASSWORD }
    // The browser offers the passkey without a click, and this authenticator always agrees.
    await authenticatorAgrees(true)
    await page.goto('/login')
    await page.waitForURL(/\/application/)
    await page.getByRole('button', { name: `Cuenta: ${me.email}` }).waitFor()
    await section('datos')
    await press('Cerrar mi cuenta')
    await page.getByLabel('Contraseña', { exact: true }).fill(me.password)
    await page.getByLabel('Escribe CERRAR para confirmar').fill('CERRAR')
    await press('Cerrar definitivamente')
    await approveByPasskey()
    await page.getByRole('heading', { name: 'Cerramos tu cuenta' }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await expect(signIn(product.url, me)).rejects.toThrow(/sign-in answered 40[13]/)
  })
})

describe('errors of the pages', () => {
  it('no exception, no console error, no request to another origin', () => {
    expect(newcomer.complaints).toEqual([])
  })
})
