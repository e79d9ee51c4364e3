/**
 * A newcomer with a phone becomes a verified person at level 1 (KYC-01…KYC-09, KYC-14, KYC-15, KYC-17): survey, form, camera, barcode,
 * a second device, a document that an officer declines, and the limits at the end.
 */

import { readdirSync } from 'node:fs'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDocumentNumber } from '../dev/testing/document-number.ts'
import { newPerson } from './access-helpers.ts'
import { accessibilityViolations, DESKTOP, openBrowser, PHONE, type Visit, visit } from './browser.ts'
import { backOfCard, frontOfCard, uselessPicture } from './card-pictures.ts'
import { startCopiedProduct } from './copied-product.ts'
import type { RunningProduct } from './product.ts'
import { post, signIn, signInByForm, stepUpGrant } from './sign-in.ts'
import { acceptAndRaise, decline, type Person, pendingSlots } from './verification-helpers.ts'
import { get } from './verified-person.ts'

const SCREEN = '/application/verification/'
const PASSWORD = 'oro-muisca-de-prueba'
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
const NUMBER = newDocumentNumber()
const CARD = { number: NUMBER, surname: 'OTALORA', secondSurname: 'PEÑA', name: 'BERTA', secondName: 'LUCIA', birthDate: '19880229' }
const SEND = 'Enviar para revisión'

let product: RunningProduct
let browser: Browser
let phone: Visit
let page: Page
let person: Person

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startCopiedProduct(), openBrowser(CAMERA)])
  const credentials = { email: await newPerson(product.url, PASSWORD), password: PASSWORD }
  const token = await signIn(product.url, credentials)
  person = { ...credentials, token, id: (await get<{ id: string }>(product.url, '/api/account', token)).id }
  phone = await visit(browser, product.url, PHONE)
  page = phone.page
  await signInByForm(page, credentials)
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const slot = (name: string) => page.locator(`[data-slot=${name}]`)
const answerPep = (answer: 'Sí' | 'No') =>
  page
    .getByRole('radiogroup', { name: /expuesta políticamente/ })
    .getByLabel(answer)
    .check()

async function choose(name: string, buffer: Buffer): Promise<void> {
  await slot(name)
    .locator('input[type=file]')
    .setInputFiles({ name: `${name}.jpg`, mimeType: 'image/jpeg', buffer })
}
async function give(name: string, buffer: Buffer): Promise<void> {
  await choose(name, buffer)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Usar esta foto|Enviar así/ })
    .click()
  await slot(name)
    .getByText(/Recibido/)
    .waitFor()
}
/** Take a photograph with the camera of the phone. */
async function photograph(name: string): Promise<void> {
  await slot(name).getByRole('button', { name: /Tomar/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Tomar foto' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Usar esta foto|Enviar así/ })
    .click()
  await slot(name)
    .getByText(/Recibido/)
    .waitFor()
}
async function expectGood(on: Page): Promise<void> {
  expect(await accessibilityViolations(on)).toEqual([])
  expect(await on.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
}

describe('survey', () => {
  it('MON-08 a person who wants to move pesos is redirected here', async () => {
    const body = { account: '24012345678', alias: 'Sueldo', bank: 1, accountType: 9 }
    const grant = await stepUpGrant(product.url, person.token, 'POST /payment/accounts', { body }, person.email)
    await post(product.url, '/payment/accounts', body, person.token, { 'step-up-grant': grant })
    await page.goto('/application/wallets')
    await button('Abonar').first().click()
    // Before an account and an amount are requested.
    await page.getByRole('dialog', { name: 'Necesitas verificación' }).getByRole('button', { name: 'Verificar' }).click()
    await page.waitForURL(/\/postregister\/?$/)
  })

  it('KYC-01 asks two questions, and continues only with both', async () => {
    await page
      .getByRole('radiogroup', { name: /al mes/ })
      .getByLabel('0 a 10 millones COP')
      .check()
    expect(await button('Continuar').isDisabled()).toBe(true)
    await page
      .getByRole('radiogroup', { name: /al año/ })
      .getByLabel('5.000 millones COP o más')
      .check()
    await expectGood(page)
    await button('Continuar').click()
    await page.waitForURL(/\/application\/verification/)
  })

  it('KYC-01 does not appear again after it was answered', async () => {
    await page.goto('/postregister')
    await page.waitForURL(/\/application\/verification/)
  })
})

describe('level 1', () => {
  it('KYC-02 KYC-04 KYC-05 shows limits, person types, and locked levels', async () => {
    await page.getByText('Hasta $ 13.000.000 al mes.').waitFor()
    await page.getByText('Hasta $ 40.000.000 al mes.').waitFor()
    expect(await button('Ir al nivel 2 →').isDisabled()).toBe(true)
    expect(await button('Ir al nivel 3 →').isDisabled()).toBe(true)
    expect(await page.getByLabel('Persona individual').isChecked()).toBe(true)
    expect(await page.getByLabel('Institución').isDisabled()).toBe(false)
    expect(await button(SEND).isDisabled()).toBe(true)
    await expectGood(page)
  })

  it('KYC-06 preselects the cédula and asks to check it; companies are not offered', async () => {
    const type = page.getByRole('combobox', { name: 'Tipo de documento' })
    expect(await type.inputValue()).toBe('Cédula de Ciudadanía')
    await page.getByText('Verifica este dato').waitFor()
    await type.click()
    expect(await page.getByRole('option').allTextContents()).not.toContain('NIT')
    await page.getByRole('option', { name: 'Cédula de Ciudadanía' }).click()
    await page.getByText('Verifica este dato').waitFor({ state: 'hidden' })
  })

  it('MON-04 KYC-06 reports a document that PSE does not accept before the upload', async () => {
    const type = page.getByRole('combobox', { name: 'Tipo de documento' })
    const notice = page.getByText('depositar pesos por transferencia bancaria o ERC20. PSE solo acepta cédula')
    expect(await notice.count()).toBe(0)
    for (const name of ['Pasaporte', 'Cédula de Extranjería']) {
      await type.click()
      await page.getByRole('option', { name }).click()
      await notice.waitFor()
    }
    await expectGood(page)
    await type.click()
    await page.getByRole('option', { name: 'Cédula de Ciudadanía' }).click()
    await notice.waitFor({ state: 'hidden' })
  })

  it('KYC-07 the latest date is 18 years ago, and a minor gets a message', async () => {
    const date = page.getByLabel('Fecha de nacimiento')
    const latest = (await date.getAttribute('max')) ?? ''
    expect(Number(latest.slice(0, 4))).toBe(Number(bogotaDay(new Date()).slice(0, 4)) - 18)
    await date.fill('2015-03-01')
    await page.getByText('Debes ser mayor de edad', { exact: true }).waitFor()
    await date.fill('')
  })

  it('warns of an unreadable picture before it is sent', async () => {
    await choose('frontal', await uselessPicture())
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/La foto salió borrosa/).waitFor()
    await dialog.getByText(/muy oscura/).waitFor()
    await expectGood(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(
      await slot('frontal')
        .getByText(/Recibido/)
        .count(),
    ).toBe(0)
  })

  it('R28 only the scripts that read documents may compile WebAssembly', async () => {
    const policyOf = async (path: string) => (await fetch(product.url + path)).headers.get('content-security-policy')
    const workers = readdirSync('web/dist/static').filter((name) => /^(card|mrz)-worker-.*\.js$/.test(name))
    expect(workers).toHaveLength(2)
    for (const worker of workers) expect(await policyOf(`/static/${worker}`)).toContain("script-src 'self' 'wasm-unsafe-eval';")
    for (const path of ['/', '/sw.js']) expect(await policyOf(path)).toContain("script-src 'self';")
  })

  it('reads the barcode on the back, fills empty fields and shows differences', async () => {
    await page.getByLabel('Nombre completo').fill('Berta Otálora')
    await give('back', await backOfCard(CARD))
    await page.getByText('Tu documento dice otra cosa').waitFor()
    expect(await page.getByLabel('Número de documento').inputValue()).toBe(NUMBER)
    expect(await page.getByLabel('Fecha de nacimiento').inputValue()).toBe('1988-02-29')
    await expectGood(page)
    await button('Usar lo del documento').click()
    expect(await page.getByLabel('Nombre completo').inputValue()).toBe('Berta Lucia Otalora Peña')
    await page.getByLabel('Nombre completo').fill('Berta Lucía Otálora Peña')
    await page.getByText(/coincide con tu documento|completamos lo que faltaba/).waitFor()
    const draft = await get<{ evidence: unknown[] }>(product.url, '/kyc/users/drafts/natural-1', person.token)
    expect(draft.evidence).toEqual([
      expect.objectContaining({ source: 'pdf417', read: expect.objectContaining({ number: NUMBER, bloodType: 'O+' }) }),
    ])
  })

  it('takes pictures with the camera of the phone', async () => {
    await slot('frontal').getByRole('button', { name: 'Tomar foto' }).click()
    await page.getByText('Ubica el documento dentro del marco', { exact: false }).waitFor()
    await expectGood(page)
    await page.keyboard.press('Escape')
    await photograph('frontal')
    await photograph('selfie')
    await give('frontal', await frontOfCard('REPÚBLICA DE COLOMBIA'))
  })

  it('KYC-08 requires a valid phone number and the answer about political exposure', async () => {
    const cellphone = page.getByLabel('Celular')
    await cellphone.fill('123')
    await cellphone.blur()
    await page.getByText('Escribe un número de celular válido, por ejemplo 300 123 4567.').waitFor()
    await answerPep('Sí')
    await page.getByLabel('Cargo', { exact: true }).waitFor()
    await expectGood(page)
    await answerPep('No')
    expect(await button(SEND).isDisabled()).toBe(true)
    await cellphone.fill('320 987 6543')
    await page.getByText('Guardado', { exact: true }).waitFor()
    expect(await button(SEND).isDisabled()).toBe(false)
  })

  it('typed values appear on another device, and its changes appear here', async () => {
    const other = await visit(browser, product.url, DESKTOP)
    await signInByForm(other.page, person)
    await other.page.goto(SCREEN)
    await other.page.getByText('100 % completado').waitFor()
    expect(await other.page.getByLabel('Nombre completo').inputValue()).toBe('Berta Lucía Otálora Peña')
    expect(await other.page.getByText(/Recibido/).count()).toBe(3)
    await other.page.getByLabel('Celular').fill('310 987 6543')
    await other.page.getByText('Guardado', { exact: true }).waitFor()
    await expectGood(other.page)
    expect(other.complaints).toEqual([])
    await other.context.close()
    await page.getByLabel('Nombre completo').fill('Berta Lucía Otálora de Peña')
    await page.getByText(/Cambiaste este formulario en otro dispositivo/).waitFor()
    await page.getByText('Guardado', { exact: true }).waitFor()
    expect(await page.getByLabel('Celular').inputValue()).toBe('310 987 6543')
    expect(await page.getByLabel('Nombre completo').inputValue()).toBe('Berta Lucía Otálora de Peña')
  })

  it('keeps values typed without a connection until it returns', async () => {
    await phone.context.setOffline(true)
    await page.getByLabel('Nombre completo').fill('Berta Lucía Otálora Peña')
    await page.getByText('Sin conexión: lo guardaremos').waitFor()
    await phone.context.setOffline(false)
    await page.getByText('Guardado', { exact: true }).waitFor()
  })

  it('KYC-08 KYC-09 a refusal is shown with Continuar, nothing is submitted, and the button is enabled again', async () => {
    const fail = '**/level-1/save-documents'
    const calls: string[] = []
    page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname))
    await page.route(fail, (route) => route.fulfill({ status: 422, contentType: 'application/problem+json', body: REFUSAL }))
    await button(SEND).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Faltan documentos. Súbelos todos antes de enviar.').waitFor()
    await expectGood(page)
    await dialog.getByRole('button', { name: 'Continuar' }).click()
    await page.unroute(fail)
    expect(await button(SEND).isDisabled()).toBe(false)
    expect(calls.filter((path) => path.includes('level-1'))).toEqual(['/kyc/users/natural/level-1/save-documents'])
  })

  it("KYC-08 KYC-14 submits it, confirms it with the specification's text, and is read-only", async () => {
    await button(SEND).click()
    await page.getByRole('dialog', { name: 'Los documentos se han enviado satisfactoriamente.' }).waitFor()
    await page.getByText('En las próximas horas un oficial de cumplimiento se encargará de verificar la información,').waitFor()
    await expectGood(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
    expect(await button('En proceso de revisión').isDisabled()).toBe(true)
    expect(await page.getByLabel('Nombre completo').isDisabled()).toBe(true)
    expect(await page.getByLabel('Institución').isDisabled()).toBe(true)
    await expectGood(page)
    expect(await pendingSlots(product.url, person)).toEqual(expect.arrayContaining(['frontal', 'back', 'selfie']))
  })
})

describe("the officer's decision", () => {
  it('KYC-17 a declined document returns with its reason, and only it is requested again', async () => {
    await decline(product.url, person, 'back', 'El código de barras está tapado por un dedo.')
    await page.getByText('Revisamos tu información y falta corregir esto').waitFor()
    expect(await slot('back').getByText('El código de barras está tapado por un dedo.').count()).toBe(1)
    expect(await slot('frontal').getByRole('button', { name: 'Cambiar archivo' }).count()).toBe(0)
    expect(await page.getByLabel('Nombre completo').isDisabled()).toBe(true)
    expect(await button(SEND).isDisabled()).toBe(true)
    await expectGood(page)
    await give('back', await backOfCard(CARD, -5))
    await button(SEND).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
    await button('En proceso de revisión').waitFor()
  })

  it('KYC-15 KYC-02 is verified while the screen is open: level, limits, state of the account', async () => {
    await acceptAndRaise(product.url, person, 2)
    await page.getByText('de 13.000.000 COP', { exact: false }).first().waitFor()
    await page
      .getByRole('button', { name: 'Ir al nivel 1 →' })
      .or(page.getByRole('link', { name: 'Ir al nivel 1 →' }))
      .click()
    await button('Verificado').waitFor()
    expect(await page.getByRole('link', { name: 'Ir al nivel 2 →' }).count()).toBe(1)
    expect(await get(product.url, '/kyc/users/natural/kyc-verified', person.token)).toEqual({ currentLevel: 2, isVerified: false })
    expect(await get(product.url, '/api/account', person.token)).toMatchObject({ state: 2 })
    await page.goto('/postregister')
    await page.waitForURL(/\/application\/verification/)
    await expectGood(page)
    await button('Volver a lo que estabas haciendo').click()
    await page.waitForURL(/\/application\/wallets/)
    expect(phone.complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
})

const REFUSAL = JSON.stringify({
  type: 'about:blank',
  title: 'Unprocessable',
  status: 422,
  code: 'kyc.documents_missing',
  detail: 'Faltan documentos. Súbelos todos antes de enviar.',
})
