/**
 * Upload of a large photo over a failing connection: it resumes automatically, after a reload, and after the product was killed, and
 * nothing that
 * arrived is sent twice (KYC-06, docs/decisions/0010-resumable-uploads.md).
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { phonePhoto } from '../server/src/platform/uploads/samples.testing.ts'
import { accessibilityViolations, PHONE, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { signInByForm } from './sign-in.ts'
import { type Person, personBeforeLevel1, slotOn } from './verification-helpers.ts'
import { get } from './verified-person.ts'
import { type WeakNetwork, weakNetwork } from './weak-network.ts'

const SCREEN = '/application/verification/'
/** Headers, and all other requests of the page meanwhile. */
const OVERHEAD_BYTES = 60_000
/** The first pieces are of 256 and 512 KB: this is within the third. */
const WITHIN_THE_FILE = 1_200_000

const { product, browser } = await startJourney()
let network: WeakNetwork
let person: Person
let phone: Visit
let page: Page
let photo: Buffer

beforeAll(async () => {
  photo = await phonePhoto(2_400, 1_800, { quality: 95 })
  expect(photo.length).toBeGreaterThan(2_000_000)
  network = await weakNetwork(product.url)
})
beforeEach(async () => {
  await phone?.context.close()
  network.heal()
  person = await personBeforeLevel1(product.url)
  phone = await visit(browser, network.url, PHONE)
  page = phone.page
  await signInByForm(page, person)
  await page.goto(SCREEN)
  await place().waitFor()
})
afterAll(() => network?.close())

const place = () => slotOn(page, 'frontal')
const arrived = () => place().getByText(/Recibido/)
interface Drafted {
  files: { name: string }[]
  uploads: { id: string; offset: number }[]
}
const draft = () => get<Drafted>(product.url, '/kyc/users/drafts/natural-1', person.token)
const offset = async () => (await draft()).uploads[0]?.offset ?? 0

async function send(): Promise<void> {
  await place().locator('input[type=file]').setInputFiles({ name: 'cédula.jpg', mimeType: 'image/jpeg', buffer: photo })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Usar esta foto|Enviar así/ })
    .click()
}
/** Wait for the upload code, which loads after the page is drawn. */
async function untilLoaded(): Promise<void> {
  const isThere = "performance.getEntriesByType('resource').some(({ name }) => name.includes('/pieces-'))"
  await expect.poll(() => page.evaluate(isThere)).toBe(true)
}
/** Send until the network fails; answers the bytes that the server has of the file. */
async function sendUntilCut(): Promise<number> {
  await untilLoaded()
  network.cutAfter(WITHIN_THE_FILE)
  await send()
  await place()
    .getByText(/Se cortó la conexión/)
    .waitFor()
  expect(network.isCut()).toBe(true)
  const there = await offset()
  expect(there).toBeGreaterThan(500_000)
  expect(there).toBeLessThan(WITHIN_THE_FILE)
  return there
}

describe('a connection that breaks in the middle of a file', () => {
  it('KYC-06 resumes automatically, and sends no received byte again', async () => {
    const there = await sendUntilCut()
    const shown = await place()
      .getByRole('progressbar', { name: /Subiendo/ })
      .getAttribute('aria-valuenow')
    expect(shown).toBe(String(Math.floor((there * 100) / photo.length)))
    expect(await accessibilityViolations(page)).toEqual([])
    const before = network.sentBytes()
    network.heal()
    await arrived().waitFor()
    expect(network.sentBytes() - before).toBeLessThan(photo.length - there + OVERHEAD_BYTES)
    expect(await draft()).toMatchObject({ files: [{ name: 'cédula.jpg' }], uploads: [] })
  })

  it('resumes immediately on request', async () => {
    await sendUntilCut()
    // The backoff grows: without the button the next attempt is many seconds away.
    await page.waitForTimeout(8_000)
    network.heal()
    await place().getByRole('button', { name: 'Reintentar cédula.jpg' }).click()
    await place()
      .getByText(/Se cortó la conexión/)
      .waitFor({ state: 'detached', timeout: 4_000 })
    await arrived().waitFor()
  })

  it('is removed when the person cancels it', async () => {
    await sendUntilCut()
    // The file would otherwise be complete before the person could cancel it.
    await page.route('**/kyc/users/uploads/*?offset=*', (route) => route.abort())
    network.heal()
    await place().getByRole('button', { name: 'Cancelar cédula.jpg' }).click()
    await expect.poll(async () => (await draft()).uploads).toEqual([])
    expect(await place().getByRole('listitem').count()).toBe(0)
  })

  it('after a reload the slot shows the received part, and the same file resumes from there', async () => {
    const there = await sendUntilCut()
    network.heal()
    await page.reload()
    const percent = Math.floor((there * 100) / photo.length)
    await place().getByText('Elige de nuevo el archivo para continuar donde ibas.').waitFor()
    expect(await place().getByRole('listitem').innerText()).toContain(`${percent}\u00a0%`)
    expect(await accessibilityViolations(page)).toEqual([])
    await untilLoaded()
    const before = network.sentBytes()
    await send()
    await arrived().waitFor()
    expect(network.sentBytes() - before).toBeLessThan(photo.length - there + OVERHEAD_BYTES)
    expect(await place().getByText('Elige de nuevo').count()).toBe(0)
    expect(await draft()).toMatchObject({ files: [{ name: 'cédula.jpg' }], uploads: [] })
  })

  it('a partial upload can be discarded', async () => {
    await sendUntilCut()
    network.heal()
    await page.reload()
    await place().getByRole('button', { name: 'Cancelar cédula.jpg' }).click()
    await expect.poll(() => place().getByRole('listitem').count()).toBe(0)
    expect((await draft()).uploads).toEqual([])
  })

  it('R17 the product is killed in the middle of a file: the upload resumes with the next process', async () => {
    const there = await sendUntilCut()
    await product.kill()
    network.heal()
    await product.start()
    await arrived().waitFor({ timeout: 45_000 })
    expect(there).toBeGreaterThan(0)
    expect((await draft()).files).toHaveLength(1)
  })
})
