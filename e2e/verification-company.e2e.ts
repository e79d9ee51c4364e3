/** A company from the choice of its kind to the end of its levels, in the browser (KYC-04, KYC-08, KYC-12, KYC-13, KYC-17). */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, DESKTOP, openBrowser, overhang, PHONE, resize, type Visit, visit } from './browser.ts'
import { startCopiedProduct } from './copied-product.ts'
import type { RunningProduct } from './product.ts'
import { OFFICER, signInByForm } from './sign-in.ts'
import {
  acceptAndRaise,
  choose,
  decline,
  give,
  type Person,
  pendingSlots,
  personBeforeLevel1,
  slotOn,
  submissions,
  untilSaved,
} from './verification-helpers.ts'
import { get } from './verified-person.ts'

const SENT = 'Los documentos se han enviado satisfactoriamente.'
const SCREEN = '/application/verification/'
const DAY_MS = 86_400_000
const daysAgo = (days: number) => bogotaDay(new Date(Date.now() - days * DAY_MS))

let product: RunningProduct
let browser: Browser
let company: Person
let settled: Visit
let page: Page
let sent: string[]

const send = () => page.getByRole('button', { name: 'Enviar para revisión', exact: true })
const shareholder = (number: number) => page.getByRole('group', { name: `Socio ${number}`, exact: true })
const sum = () => page.getByText(/^Las participaciones suman/)

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startCopiedProduct(), openBrowser()])
  company = await personBeforeLevel1(product.url)
  settled = await visit(browser, product.url, PHONE)
  page = settled.page
  sent = submissions(page)
  await signInByForm(page, company)
  await page.goto(SCREEN)
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

async function fillShareholder(number: number, name: string, share: string): Promise<void> {
  const row = shareholder(number)
  await row.getByLabel('Nombre completo').fill(name)
  await row.getByLabel('Participación').fill(share)
  await row.getByLabel('Número de identificación').fill(`5200011${number}`)
  await row.getByRole('combobox', { name: 'Nacionalidad' }).fill('colom')
  await page.getByRole('option', { name: 'Colombia', exact: true }).click()
}

describe('level 1 of a company', () => {
  it('KYC-04, KYC-12 Institución shows the form of a company, whose partial draft survives a reload', async () => {
    await page.getByLabel('Institución').click()
    await page.getByLabel('Razón social', { exact: true }).fill('Café del Tunjo S.A.S.')
    await page.getByLabel('NIT', { exact: true }).fill('890903938')
    await page.getByText('Falta el dígito de verificación: 8.').waitFor()
    await fillShareholder(1, 'Ana Ruiz', '60,5')
    await give(page, 'rut', 'rut.pdf')
    await untilSaved(page)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.reload()
    await expect.poll(() => page.getByLabel('Razón social', { exact: true }).inputValue()).toBe('Café del Tunjo S.A.S.')
    await expect.poll(() => shareholder(1).getByLabel('Participación').inputValue()).toBe('60,5')
    // Its name comes with the list of countries.
    await expect.poll(() => shareholder(1).getByRole('combobox', { name: 'Nacionalidad' }).inputValue()).toBe('Colombia')
    await slotOn(page, 'rut').getByText('rut.pdf').waitFor()
  })

  it('KYC-12 the check digit of the NIT is shown while typing', async () => {
    const nit = page.getByLabel('NIT', { exact: true })
    await nit.fill('890.903.938-7')
    await page.getByText('El dígito de verificación no coincide: para este número es 8.').waitFor()
    await nit.fill('8909039388')
    await page.getByText('El dígito de verificación coincide.').waitFor()
    await nit.blur()
    expect(await nit.inputValue()).toBe('890.903.938-8')
  })

  it('KYC-12 shares add up while typing, and may not exceed 100 %', async () => {
    await page.getByRole('button', { name: 'Agregar socio' }).click()
    await fillShareholder(2, 'Beto Lara', '39.51')
    await expect.poll(() => sum().textContent()).toBe('Las participaciones suman 100,01 %: no pueden pasar de 100 %.')
    expect(await accessibilityViolations(page)).toEqual([])
    await shareholder(2).getByLabel('Participación').fill('39,5')
    await expect.poll(() => sum().textContent()).toBe('Las participaciones suman 100 %.')
    await page.getByRole('button', { name: 'Agregar socio' }).click()
    await shareholder(3).waitFor()
    await page.getByRole('button', { name: 'Quitar socio 3' }).click()
    expect(await page.getByRole('group', { name: /^Socio \d/ }).count()).toBe(2)
  })

  it('KYC-12 a certificate of 90 days is too old', async () => {
    const date = page.getByLabel('Fecha de expedición')
    await date.fill(daysAgo(90))
    await date.blur()
    await page.getByText('El certificado debe tener menos de 90 días.').waitFor()
    await date.fill(daysAgo(10))
    await expect.poll(() => page.getByText('El certificado debe tener menos de 90 días.').count()).toBe(0)
  })

  it('KYC-12 requires PDF files, and income or VAT returns', async () => {
    await choose(page, 'País de jurisdicción', 'colombia', 'Colombia')
    await page.getByLabel('Dirección principal').fill('Carrera 7 # 32-16')
    await page.getByLabel('Celular').fill('300 123 4567')
    await page.getByLabel('Descripción del negocio').fill('Tostamos y exportamos café.')
    await page.getByLabel('Describe el origen de los fondos').fill('Ventas de café.')
    await page
      .getByRole('radiogroup', { name: /lícitas/ })
      .getByLabel('Sí')
      .click()
    const certificate = slotOn(page, 'chamberOfCommerce')
    await certificate.locator('input[type=file]').setInputFiles({ name: 'camara.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('x') })
    await certificate.getByText('Solo se permite archivo PDF').waitFor()
    for (const slot of ['chamberOfCommerce', 'shareholderCertificate', 'financialStatements', 'tradeAuthorization'])
      await give(page, slot, `${slot}.pdf`)
    await give(page, 'identityCopies', 'ana.pdf', 'beto.pdf')
    await untilSaved(page)
    expect(await send().isDisabled()).toBe(true)
    await give(page, 'vatReturns', 'iva.pdf')
    await expect.poll(() => send().isEnabled()).toBe(true)
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it('KYC-12 is submitted: the documents, then the fields', async () => {
    await send().click()
    await page.getByRole('dialog', { name: SENT }).getByRole('button', { name: 'Continuar' }).click()
    expect(sent).toEqual(['/kyc/users/legal/level-1/save-documents', '/kyc/users/legal/level-1/save-fields'])
    await page.getByRole('button', { name: 'En proceso de revisión' }).waitFor()
    expect(await page.getByLabel('Razón social', { exact: true }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Agregar socio' }).count()).toBe(0)
    expect(await page.getByLabel('Institución').isDisabled()).toBe(true)
    expect(await accessibilityViolations(page)).toEqual([])
    const waiting = await pendingSlots(product.url, company)
    expect(waiting.filter((slot) => slot === 'identityCopies')).toHaveLength(2)
    expect(waiting).toEqual(expect.arrayContaining(['rut', 'vatReturns', 'tradeAuthorization', 'legal-1.fields']))
  })

  it('KYC-17 only the declined items must be submitted again', async () => {
    await decline(product.url, company, 'chamberOfCommerce', 'El certificado es de otra sociedad.')
    await page.reload()
    await slotOn(page, 'chamberOfCommerce').getByText('El certificado es de otra sociedad.').waitFor()
    expect(await page.locator('input[type=file]').count()).toBe(1)
    expect(await page.getByLabel('Razón social', { exact: true }).isDisabled()).toBe(true)
    expect(await send().isDisabled()).toBe(true)
    await give(page, 'chamberOfCommerce', 'camara.pdf')
    await send().click()
    await page.getByRole('dialog', { name: SENT }).getByRole('button', { name: 'Continuar' }).click()
  })
})

describe('level 2 of a company', () => {
  it('ADM-07 an officer records the people named in its documents: without that it is not accepted', async () => {
    const officer = await visit(browser, product.url, DESKTOP)
    await signInByForm(officer.page, OFFICER)
    await officer.page.goto(`/application/administrative/naturalUserInformation/${company.id}/doc/id`)
    const card = officer.page.getByRole('region', { name: 'Representantes y beneficiarios finales' })
    await card.getByText('Anotar a quién nombran sus documentos.').waitFor()
    await card.getByRole('button', { name: 'Anotar', exact: true }).click()
    const form = card.getByRole('form', { name: 'Lista de representantes y beneficiarios finales' })
    // The declared partners are there; no representative is named yet.
    await form.getByText('Por lo menos un representante legal.').waitFor()
    await form.getByRole('button', { name: 'Guardar lista' }).click()
    await form
      .getByRole('group', { name: 'Línea 1' })
      .getByText(/escribe/i)
      .first()
      .waitFor()
    expect([await accessibilityViolations(officer.page), await overhang(officer.page, DESKTOP)]).toEqual([[], 0])
    await form.getByRole('button', { name: 'Quitar la línea 1' }).click()
    await form.getByRole('group', { name: 'Línea 1' }).getByLabel('Representante legal').check()
    await form.getByText('Completo', { exact: true }).waitFor()
    expect([await accessibilityViolations(officer.page), await overhang(officer.page, DESKTOP)]).toEqual([[], 0])
    await form.getByRole('button', { name: 'Guardar lista' }).click()
    await card.getByText('Completo', { exact: true }).waitFor()
    await card.getByText(/^Versión 1, de oficial@tunjo\.example/).waitFor()
    await resize(officer.page, PHONE)
    expect([await accessibilityViolations(officer.page), await overhang(officer.page, PHONE)]).toEqual([[], 0])
    await officer.page.getByRole('button', { name: 'Dejar la revisión' }).click()
    await officer.page.getByText('Tienes esta revisión').waitFor({ state: 'detached' })
    expect(officer.complaints).toEqual([])
    await officer.context.close()
  })

  it('KYC-13 the document of the compliance officer is submitted', async () => {
    await acceptAndRaise(product.url, company, 2)
    await page.goto(SCREEN)
    await slotOn(page, 'complianceOfficer').waitFor()
    expect(await send().isDisabled()).toBe(true)
    sent.length = 0
    await give(page, 'complianceOfficer', 'oficial.pdf')
    expect(await accessibilityViolations(page)).toEqual([])
    await send().click()
    await page.getByRole('dialog', { name: SENT }).getByRole('button', { name: 'Continuar' }).click()
    expect(sent).toEqual(['/kyc/users/legal/level-2/save-documents'])
    expect(await pendingSlots(product.url, company)).toEqual(['complianceOfficer'])
  })

  it('KYC-15 ends verified, with the limits of its level', async () => {
    const before = await get<{ maximum: string }>(product.url, '/payment/volumes/users/deposit/volume', company.token)
    await acceptAndRaise(product.url, company, 3)
    await page.reload()
    expect(await get(product.url, '/kyc/users/natural/kyc-verified', company.token)).toEqual({ currentLevel: 3, isVerified: false })
    const after = await get<{ maximum: string }>(product.url, '/payment/volumes/users/deposit/volume', company.token)
    expect([before.maximum, after.maximum]).toEqual(['13000000', '40000000'])
    await page
      .getByText(/de \$?\s?40\.000\.000/)
      .first()
      .waitFor()
    expect(settled.complaints).toEqual([])
  })
})

describe('level 3 of a company', () => {
  it('A13 KYC-05 is open once level 2 is verified, takes three documents and submits them', async () => {
    await page.goto(SCREEN)
    await page.getByRole('region', { name: 'Nivel 3' }).waitFor()
    await give(page, 'documents', 'estados.pdf', 'renta.pdf')
    await page.getByText('Tienes 2 archivos de mínimo 3.').waitFor()
    expect(await send().isDisabled()).toBe(true)
    sent.length = 0
    await give(page, 'documents', 'contrato.pdf')
    await page.getByText('Tienes 3 archivos: ya puedes enviarlos.').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await send().click()
    await page.getByRole('dialog', { name: SENT }).getByRole('button', { name: 'Continuar' }).click()
    expect(sent).toEqual(['/kyc/users/legal/level-3/save-documents'])
    expect(await pendingSlots(product.url, company)).toEqual(['documents', 'documents', 'documents'])
  })

  it('A13 KYC-18 two officers grant it, and the company has no monthly limit', async () => {
    await acceptAndRaise(product.url, company, 4)
    await page.reload()
    await page.getByRole('button', { name: 'Verificado', exact: true }).waitFor()
    expect(await get(product.url, '/kyc/users/natural/kyc-verified', company.token)).toEqual({ currentLevel: 3, isVerified: true })
    const volume = await get<{ maximum: string | null }>(product.url, '/payment/volumes/users/deposit/volume', company.token)
    expect(volume.maximum).toBeNull()
    expect(settled.complaints).toEqual([])
  })
})
