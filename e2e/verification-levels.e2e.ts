/** Levels 2 and 3 of a person in the browser: in Colombia and abroad, sent back, refused, verified (KYC-08, KYC-10, KYC-11, KYC-14, KYC-16, KYC-17). */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, openBrowser, PHONE, type Visit, visit } from './browser.ts'
import { startCopiedProduct } from './copied-product.ts'
import type { RunningProduct } from './product.ts'
import { signInByForm } from './sign-in.ts'
import {
  acceptAndRaise,
  choose,
  decline,
  give,
  holdBack,
  type Person,
  pdfFile,
  pendingSlots,
  personBeforeLevel1,
  slotOn,
  submissions,
  untilSaved,
  verifyLevel1,
} from './verification-helpers.ts'
import { get } from './verified-person.ts'
import { expectCount } from './waits.ts'

const SENT = 'Los documentos se han enviado satisfactoriamente.'
const SENT_TEXT =
  'En las próximas horas un oficial de cumplimiento se encargará de verificar la información, cuando ésta sea verificada podrás pasar al siguiente nivel.'
const TO_VERIFY = 'Verifica este dato'
const SCREEN = '/application/verification/'

let product: RunningProduct
let browser: Browser
let person: Person
let settled: Visit
let page: Page
let sent: string[]

const button = (name: string) => page.getByRole('button', { name, exact: true })
const yesOrNo = (question: RegExp, answer: 'Sí' | 'No') => page.getByRole('radiogroup', { name: question }).getByLabel(answer).click()
const verified = ({ token }: Person) => get(product.url, '/kyc/users/natural/kyc-verified', token)

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startCopiedProduct(), openBrowser()])
  person = await personBeforeLevel1(product.url)
  await verifyLevel1(product.url, person)
  settled = await visit(browser, product.url, PHONE)
  page = settled.page
  sent = submissions(page)
  await signInByForm(page, person)
  await page.goto(SCREEN)
  await button('Enviar para revisión').waitFor()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

describe('level 2 in Colombia', () => {
  it('KYC-16 asks to check the preselected values, and lists the cities of each department', async () => {
    await yesOrNo(/Vives en Colombia/, 'Sí')
    await expect.poll(() => page.getByText(TO_VERIFY).count()).toBe(4)
    const shown = (name: string) => expect.poll(() => page.getByRole('combobox', { name }).inputValue())
    await shown('Municipio').toBe('Bogotá, D.C.')
    await shown('Ocupación').toBe('Empleado(a) sector privado')
    await shown('Actividad económica').toBe('0010 · Asalariados')
    expect(await accessibilityViolations(page)).toEqual([])

    await choose(page, 'Departamento', 'boya', 'Boyacá')
    await shown('Municipio').toBe('')
    await choose(page, 'Municipio', 'raquira', 'Ráquira')
    await choose(page, 'Ocupación', 'comerc', 'Comerciante')
    await expect.poll(() => page.getByText(TO_VERIFY).count()).toBe(1)
  })

  it('KYC-10 finds an activity by its code and by its name without accents', async () => {
    const activity = page.getByRole('combobox', { name: 'Actividad económica' })
    await activity.fill('0123')
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['0123 · Cultivo de café'])
    await activity.fill('cafe cultivo')
    await page.getByRole('option', { name: '0123 · Cultivo de café' }).click()
    await expect.poll(() => page.getByText(TO_VERIFY).count()).toBe(0)
  })

  it('KYC-10 with No about the funds the button stays disabled, with a contact', async () => {
    await page.getByLabel('Dirección de residencia').fill('Calle 3 # 4-18')
    await page.getByLabel('Describe tu actividad económica').fill('Cultivo y vendo café en Ráquira.')
    await page.getByText('32 de 500 caracteres').waitFor()
    await give(page, 'proofResidence', 'recibo.pdf')
    await yesOrNo(/lícitas/, 'No')
    await page.getByText('Con «No» no podemos verificar este nivel').waitFor()
    expect(await page.getByRole('link', { name: 'Escribir a Contacto' }).getAttribute('href')).toBe('/contact-us')
    expect(await button('Enviar para revisión').isDisabled()).toBe(true)
    expect(await accessibilityViolations(page)).toEqual([])
    await yesOrNo(/lícitas/, 'Sí')
    await expect.poll(() => button('Enviar para revisión').isEnabled()).toBe(true)
  })

  it('the draft is stored on the server: it is there after a reload', async () => {
    await untilSaved(page)
    await page.reload()
    await expect.poll(() => page.getByRole('combobox', { name: 'Municipio' }).inputValue()).toBe('Ráquira')
    expect(await page.getByLabel('Dirección de residencia').inputValue()).toBe('Calle 3 # 4-18')
    await slotOn(page, 'proofResidence').getByText('recibo.pdf').waitFor()
    expect(await button('Enviar para revisión').isEnabled()).toBe(true)
  })

  it('KYC-10 the proof is a picture or a PDF', async () => {
    const place = slotOn(page, 'proofResidence')
    await place.locator('input[type=file]').setInputFiles({ name: 'recibo.docx', mimeType: 'application/msword', buffer: Buffer.from('x') })
    await place
      .getByText(/PNG, JPG o PDF/)
      .first()
      .waitFor()
    await place.getByText('recibo.docx').waitFor()
    await place.getByRole('button', { name: 'Quitar recibo.docx' }).click()
    expect(await place.getByText('recibo.pdf').count()).toBe(1)
  })

  it('KYC-08 a refusal of the fields is shown in a modal, the documents are not sent, and it can be tried again', async () => {
    // The page sends a valid city; the request is changed to an unknown one.
    await page.route('**/level-2/save-fields', (route) => {
      const body = { ...(route.request().postDataJSON() as object), cityID: 999_999 }
      return route.continue({ postData: JSON.stringify(body) })
    })
    await button('Enviar para revisión').click()
    const refusal = page.getByRole('dialog').filter({ hasText: 'Elige un municipio de la lista.' })
    await refusal.waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await refusal.getByRole('button', { name: 'Continuar' }).click()
    await page.unroute('**/level-2/save-fields')
    expect(sent).toEqual(['/kyc/users/natural/level-2/save-fields'])
    await expect.poll(() => button('Enviar para revisión').isEnabled()).toBe(true)
  })

  it('KYC-10, KYC-14 sends the fields, then the documents, and reports that they arrived', async () => {
    sent.length = 0
    await button('Enviar para revisión').click()
    const dialog = page.getByRole('dialog', { name: SENT })
    await dialog.getByText(SENT_TEXT).waitFor()
    expect(sent).toEqual(['/kyc/users/natural/level-2/save-fields', '/kyc/users/natural/level-2/save-documents'])
    await dialog.getByRole('button', { name: 'Continuar' }).click()
    await button('En proceso de revisión').waitFor()
    expect(await page.getByLabel('Dirección de residencia').isDisabled()).toBe(true)
    expect(await page.locator('input[type=file]').count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await pendingSlots(product.url, person)).toEqual(['proofResidence', 'natural-2.fields'])
  })

  it("KYC-17 only the declined document opens again, with the reviewer's description", async () => {
    await decline(product.url, person, 'proofResidence', 'El recibo no se alcanza a leer.')
    await page.reload()
    await slotOn(page, 'proofResidence').getByText('El recibo no se alcanza a leer.').waitFor()
    expect(await page.getByLabel('Dirección de residencia').isDisabled()).toBe(true)
    expect(await button('Enviar para revisión').isDisabled()).toBe(true)
    await give(page, 'proofResidence', 'extracto.pdf')
    await button('Enviar para revisión').click()
    await page.getByRole('dialog', { name: SENT }).getByRole('button', { name: 'Continuar' }).click()
    expect(await pendingSlots(product.url, person)).toEqual(['proofResidence', 'natural-2.fields'])
  })

  it('KYC-17 only the declined fields open again', async () => {
    await decline(product.url, person, 'natural-2.fields', 'La dirección no es la del recibo.')
    await page.reload()
    await page.getByText('La dirección no es la del recibo.').first().waitFor()
    expect(await slotOn(page, 'proofResidence').locator('input[type=file]').count()).toBe(0)
    await page.getByLabel('Dirección de residencia').fill('Calle 5 # 6-20')
    await untilSaved(page)
    await button('Enviar para revisión').click()
    await page.getByRole('dialog', { name: SENT }).getByRole('button', { name: 'Continuar' }).click()
    await acceptAndRaise(product.url, person, 3)
    await page.goto(`${SCREEN}?nivel=2`)
    await button('Verificado').waitFor()
    expect(await page.getByLabel('Dirección de residencia').inputValue()).toBe('Calle 5 # 6-20')
  })
})

describe('level 3', () => {
  it('KYC-11 accepts PDF files only, and reports others before the upload', async () => {
    await page.goto(SCREEN)
    const place = slotOn(page, 'documents')
    await place.waitFor()
    const uploads: string[] = []
    page.on('request', (request) => request.url().includes('/drafts/natural-3/files/') && uploads.push(request.url()))
    await place.locator('input[type=file]').setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('x') })
    await place.getByText('Solo se permite archivo PDF').waitFor()
    expect(uploads).toEqual([])
    expect(await accessibilityViolations(page)).toEqual([])
    await place.getByRole('button', { name: 'Quitar foto.png' }).click()
  })

  it('KYC-11 is enabled with three files; a failed one is retried separately', async () => {
    await give(page, 'documents', 'renta.pdf', 'ingresos.pdf')
    await page.getByText('Tienes 2 archivos de mínimo 3.').waitFor()
    expect(await button('Enviar para revisión').isDisabled()).toBe(true)

    await page.route('**/drafts/natural-3/files/documents', (route) => route.abort(), { times: 1 })
    const place = slotOn(page, 'documents')
    await place.locator('input[type=file]').setInputFiles(await pdfFile('extractos.pdf'))
    await place.getByRole('button', { name: 'Reintentar extractos.pdf' }).click()
    await expect.poll(() => place.getByText('Recibido').count()).toBe(3)
    await expect.poll(() => button('Enviar para revisión').isEnabled()).toBe(true)
  })

  it('KYC-11 waits for a file that is still uploading', async () => {
    const release = await holdBack(page, '**/drafts/natural-3/files/documents')
    const place = slotOn(page, 'documents')
    await place.locator('input[type=file]').setInputFiles(await pdfFile('contrato.pdf'))
    await expect.poll(() => button('Enviar para revisión').isDisabled()).toBe(true)
    release()
    await expect.poll(() => place.getByText('Recibido').count()).toBe(4)
    await expect.poll(() => button('Enviar para revisión').isEnabled()).toBe(true)
  })

  it('KYC-11 shows a failure, and confirms only after the server accepted', async () => {
    await page.route('**/level-3/save-documents', (route) => route.abort(), { times: 1 })
    await button('Enviar para revisión').click()
    const failure = page.getByRole('dialog').filter({ hasText: 'El servicio no responde' })
    await failure.getByRole('button', { name: 'Continuar' }).click()
    expect(await page.getByRole('dialog', { name: SENT }).count()).toBe(0)

    const release = await holdBack(page, '**/level-3/save-documents')
    const asked = page.waitForRequest('**/level-3/save-documents')
    await button('Enviar para revisión').click()
    await asked
    expect(await page.getByRole('dialog', { name: SENT }).count()).toBe(0)
    release()
    await page.getByRole('dialog', { name: SENT }).getByRole('button', { name: 'Continuar' }).click()
    await button('En proceso de revisión').waitFor()
  })

  it('KYC-17 one declined document of three is answered with one more', async () => {
    await decline(product.url, person, 'documents', 'Falta la segunda página.')
    await page.reload()
    const place = slotOn(page, 'documents')
    await place.getByText('Falta la segunda página.').waitFor()
    expect(await place.getByRole('button', { name: /^Quitar/ }).count()).toBe(0)
    expect(await button('Enviar para revisión').isDisabled()).toBe(true)
    await place.locator('input[type=file]').setInputFiles(await pdfFile('completo.pdf'))
    await place.getByRole('button', { name: 'Quitar completo.pdf' }).waitFor()
    await button('Enviar para revisión').click()
    await page.getByRole('dialog', { name: SENT }).getByRole('button', { name: 'Continuar' }).click()
  })

  it('KYC-15 ends verified at level 3', async () => {
    await acceptAndRaise(product.url, person, 4)
    expect(await verified(person)).toEqual({ currentLevel: 3, isVerified: true })
    await page.reload()
    await button('Verificado').waitFor()
    expect(settled.complaints.filter((complaint) => !complaint.includes('net::ERR_FAILED'))).toEqual([])
  })
})

describe('level 2 abroad', () => {
  it('KYC-10 asks for country, state and city instead of the lists', async () => {
    const other = await personBeforeLevel1(product.url)
    await verifyLevel1(product.url, other)
    const abroad = await visit(browser, product.url)
    page = abroad.page
    await signInByForm(page, other)
    await page.goto(SCREEN)
    await yesOrNo(/Vives en Colombia/, 'No')
    await expectCount(page.getByRole('combobox', { name: 'Departamento' }), 0)
    await page.getByRole('combobox', { name: 'País' }).fill('colombia')
    // The closed lists have the same text until their entries arrive.
    await page.getByRole('listbox', { name: 'País' }).getByText('No encontramos nada con ese nombre').waitFor()
    await choose(page, 'País', 'espana', 'España')
    await page.getByLabel('Estado o provincia').fill('Comunidad de Madrid')
    await page.getByLabel('Ciudad', { exact: true }).fill('Madrid')
    await page.getByLabel('Dirección de residencia').fill('Gran Vía 12')
    await page.getByLabel('Describe tu actividad económica').fill('Trabajo en una panadería.')
    await yesOrNo(/lícitas/, 'Sí')
    await give(page, 'proofResidence', 'empadronamiento.pdf')
    expect(await accessibilityViolations(page)).toEqual([])
    await button('Enviar para revisión').click()
    await page.getByRole('dialog', { name: SENT }).getByRole('button', { name: 'Continuar' }).click()
    await button('En proceso de revisión').waitFor()

    const { fields } = await get<{ fields: object }>(product.url, '/kyc/users/drafts/natural-2', other.token)
    expect(fields).toMatchObject({
      livesInColombia: false,
      outsideCountry: 'ES',
      outsideState: 'Comunidad de Madrid',
      outsideCity: 'Madrid',
    })
    expect(fields).not.toHaveProperty('cityID')
    expect(abroad.complaints).toEqual([])
  })
})
