/**
 * Level 1 with documents that have a machine-readable zone: the cédula digital and passports, read in the browser by the real recogniser
 * from the product's own origin (R28).
 */
import { mkdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cardZone, passportZone } from '../contract/src/identity-zone.testing.ts'
import { newDocumentNumber } from '../dev/testing/document-number.ts'
import { zonePicture } from '../web/src/parts/verification/mrz/zone-picture.testing.ts'
import { accessibilityViolations, DESKTOP, openBrowser, PHONE, resize, type Visit, visit } from './browser.ts'
import { frontOfCard } from './card-pictures.ts'
import { startCopiedProduct } from './copied-product.ts'
import type { RunningProduct } from './product.ts'
import { openSession } from './sign-in.ts'
import { type Person, personBeforeLevel1 } from './verification-helpers.ts'
import { get } from './verified-person.ts'

const NUIP = newDocumentNumber()
const CARD = cardZone({
  cardNumber: '012308547',
  nuip: NUIP,
  surnames: 'OTALORA PENA',
  names: 'BERTA LUCIA',
  sex: 'F',
  birthDate: '880229',
  expiryDate: '330801',
})
const PASSPORT = passportZone({
  number: 'AX405133',
  surnames: 'LOPEZ SUAREZ',
  names: 'IVAN',
  sex: 'M',
  birthDate: '851231',
  expiryDate: '210109',
})
/** Tilt, blur, shadow and compression of a photograph. */
const TAKEN = { leansDegrees: 2, blur: 1, shadow: 0.45, quality: 80 }
const PICTURES = process.env.SCREENSHOTS

let product: RunningProduct
let browser: Browser
let person: Person
let seen: Visit
let page: Page
let files: string[]

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startCopiedProduct(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})
beforeEach(async () => {
  person = await personBeforeLevel1(product.url)
  seen = await visit(browser, product.url, PHONE)
  page = seen.page
  files = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await openSession(page, person)
  await page.goto('/application/verification/')
  await page.getByLabel('Nombre completo').waitFor()
})
afterEach(async () => {
  expect(seen.complaints).toEqual([])
  await seen.context.close()
})

const field = (name: string) => page.getByLabel(name).inputValue()
const type = () => page.getByRole('combobox', { name: 'Tipo de documento' })
const recognizerFiles = () => files.filter((path) => /tesseract|traineddata/.test(path))

async function give(slot: string, buffer: Buffer): Promise<void> {
  await page.locator(`[data-slot=${slot}] input[type=file]`).setInputFiles({ name: `${slot}.jpg`, mimeType: 'image/jpeg', buffer })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Usar esta foto|Enviar así/ })
    .click()
}
async function look(name: string): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
  if (!PICTURES) return
  mkdirSync(PICTURES, { recursive: true })
  for (const size of [PHONE, DESKTOP]) {
    await resize(page, size)
    await page.screenshot({ path: `${PICTURES}/${name}-${size.width}.png`, fullPage: true })
  }
  await resize(page, PHONE)
}
const evidence = async () =>
  (await get<{ evidence: { source: string; read: Record<string, string> }[] }>(product.url, '/kyc/users/drafts/natural-1', person.token))
    .evidence

describe('the zone of a document', () => {
  it('of the cédula digital fills empty fields with the NUIP, not with the number of the card, and is stored for the reviewer', async () => {
    await give('back', await zonePicture(CARD, TAKEN))
    await page.getByText(/Leímos tu documento y completamos/).waitFor()
    expect(await field('Número de documento')).toBe(NUIP)
    expect(await field('Nombre completo')).toBe('Berta Lucia Otalora Pena')
    expect(await field('Fecha de nacimiento')).toBe('1988-02-29')
    expect(await type().inputValue()).toBe('Cédula de Ciudadanía')
    await look('card')
    await expect
      .poll(evidence)
      .toMatchObject([{ source: 'mrz', read: { number: NUIP, names: 'BERTA LUCIA', line1: CARD[0], line3: CARD[2] } }])
    expect(recognizerFiles()).toHaveLength(2)
    expect(recognizerFiles().every((path) => path.startsWith('/static/'))).toBe(true)
    await page.getByLabel('Número de documento').fill('1099888777')
    await page.getByText(`Número: escribiste 1099888777 y el documento dice ${NUIP}.`).waitFor()
    await look('card-differs')
  })

  it('of a passport is read on its front, and an expired one is reported', async () => {
    await type().click()
    await page.getByRole('option', { name: 'Pasaporte' }).click()
    await give('frontal', await zonePicture(PASSPORT, TAKEN))
    await page.getByText(/este documento venció el 9 (de )?ene/).waitFor()
    expect(await field('Número de documento')).toBe('AX405133')
    expect(await field('Nombre completo')).toBe('Ivan Lopez Suarez')
    await look('passport')
    await give('back', await frontOfCard('PÁGINA SIN DATOS'))
    await page
      .locator('[data-slot=back]')
      .getByText(/Recibido/)
      .waitFor()
    await page.getByText(/Leímos tu documento y completamos/).waitFor()
  })

  it('a missing zone is no obstacle, and loads no reader', async () => {
    await give('back', await frontOfCard('REPÚBLICA DE COLOMBIA'))
    await page.getByText('No pudimos leer el documento por nuestra cuenta. Escribe tus datos y sigue.').waitFor()
    expect(recognizerFiles()).toEqual([])
    expect(await evidence()).toEqual([])
    await look('unread')
  })
})
