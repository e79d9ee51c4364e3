/**
 * Transacciones fuera de los libros (ADM-15, G2): tokens left the hot wallet by a transaction that no book has, as after a restored copy. An officer
 * opens the list from the difference on Balance and asks for the booking, and a second one approves it. At a desk and on a phone.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { sendFromHotWallet } from '../dev/testing/send-from-hot-wallet.ts'
import {
  accessibilityViolations,
  contrastViolations,
  cutAreas,
  cutLabels,
  DESKTOP,
  overhang,
  PHONE,
  pictureOf,
  resize,
  smallForFingers,
  visit,
} from './browser.ts'
import { startJourney } from './journey.ts'
import { openScreen, openTab } from './open-screen.ts'
import { approvedByMail, OFFICER, openSession, SECOND_OFFICER } from './sign-in.ts'

const TITLE = 'Transacciones fuera de los libros'
const BOOKING = 'Registrar una transacción que no está en los libros'
const SETTLEMENT = 'Asignar una transferencia por identificar'
const LIST_CALL = '**/blockchain/administrative/found-transactions*'
const FOUND = { timeout: 60_000 }
/** A folder for pictures of the screen. */
const folder = process.env.PICTURES
const { product, browser } = await startJourney()

async function expectUsable(page: Page, name: string): Promise<void> {
  for (const size of [DESKTOP, PHONE]) {
    await resize(page, size)
    const where = `${name} ${size.width}`
    expect.soft(await overhang(page, size), where).toBe(0)
    expect.soft(await cutAreas(page), where).toEqual([])
    expect.soft(await cutLabels(page), where).toEqual([])
    if (size === PHONE) expect.soft(await smallForFingers(page), where).toEqual([])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const violations = colorScheme === 'light' ? accessibilityViolations : contrastViolations
      expect.soft(await violations(page), `${where} ${colorScheme}`).toEqual([])
      if (folder) writeFileSync(`${folder}/${name}-${size.width}-${colorScheme}.png`, await pictureOf(page))
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await resize(page, DESKTOP)
}

/** Settle with the platform: one officer requests it, first without an identifier, and the other approves. */
async function settleWithPlatform(page: Page, second: Page): Promise<void> {
  await page.getByRole('button', { name: /^Ver la transacción/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Transacción fuera de los libros' })
  const ask = dialog.getByRole('button', { name: 'Pedir la asignación' })
  await dialog.getByLabel('Motivo de la asignación').fill('Ningún cliente la reconoce.')
  await ask.click()
  await dialog.getByText('Escribe el identificador completo del cliente.').waitFor()
  await expectUsable(page, 'found-settlement')
  await dialog.getByRole('radio', { name: 'De Tunjo' }).check()
  await approvedByMail(page, product.url, OFFICER.email, () => ask.click())
  await dialog.waitFor({ state: 'detached' })
  await openScreen(second, 'Aprobaciones')
  await second.getByRole('row').filter({ hasText: SETTLEMENT }).getByRole('button', { name: /^Ver/ }).click()
  const inbox = second.getByRole('dialog', { name: SETTLEMENT })
  await inbox.getByText('La asume Tunjo').waitFor()
  await approvedByMail(second, product.url, SECOND_OFFICER.email, () => inbox.getByRole('button', { name: 'Aprobar' }).click())
  await second.getByText('Aprobada y ejecutada.').waitFor()
}

it('ADM-15 G2 the list of found transactions has a loading state, an error state with a retry, and an empty state', async () => {
  if (folder) mkdirSync(folder, { recursive: true })
  const { page, context } = await visit(browser, product.url)
  await openSession(page, OFFICER)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(LIST_CALL, async (route) => {
    await held
    await route.fulfill({ status: 503, contentType: 'application/json', body: '{}' })
  })
  await openTab(page, 'Administración de retiros', /^Retiros por la red/)
  const card = page.getByRole('region', { name: TITLE })
  await card.locator('.mantine-Skeleton-root').first().waitFor()
  release()
  const again = card.getByRole('button', { name: 'Reintentar' })
  await again.waitFor(FOUND)
  await expectUsable(page, 'found-error')
  await page.unroute(LIST_CALL)
  await again.click()
  await card.getByText('No hay transacciones fuera de los libros').waitFor()
  await expectUsable(page, 'found-empty')
  await context.close()
})

it('ADM-15 G2 a found transaction is reached from its difference, and two officers book it', async () => {
  const { env } = JSON.parse(readFileSync(join(product.dataDir, 'embedded.json'), 'utf8')) as { env: Record<string, string> }
  await sendFromHotWallet(env, '0x52908400098527886E0F7030069857D2E4169EE7', 3_000_000n)
  const { page, complaints } = await visit(browser, product.url)
  await openSession(page, OFFICER)
  await openScreen(page, 'Balance')
  await page.getByRole('button', { name: 'Ver: Monedas en la cadena, USDT' }).click(FOUND)
  await page.getByRole('link', { name: 'Ver transacciones fuera de los libros' }).click()
  const table = page.getByRole('table', { name: TITLE })
  await table.getByText('Una decisión de dos personas').waitFor(FOUND)
  await expectUsable(page, 'found-list')
  await table.getByRole('button', { name: /^Ver la transacción/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Transacción fuera de los libros' })
  await dialog.getByRole('radio', { name: 'No es de ningún retiro' }).check()
  await dialog.getByRole('button', { name: 'Pedir el registro' }).click()
  await dialog.getByText(/Escribe al menos/).waitFor()
  await dialog.getByLabel('Motivo del registro').fill('La copia restaurada no la conoce.')
  await expectUsable(page, 'found-dialog')
  await approvedByMail(page, product.url, OFFICER.email, () => dialog.getByRole('button', { name: 'Pedir el registro' }).click())
  await dialog.waitFor({ state: 'detached' })
  const second = await visit(browser, product.url)
  await openSession(second.page, SECOND_OFFICER)
  await openScreen(second.page, 'Aprobaciones')
  await second.page.getByRole('row').filter({ hasText: BOOKING }).getByRole('button', { name: /^Ver/ }).click()
  const inbox = second.page.getByRole('dialog', { name: BOOKING })
  await inbox.getByText('-3 USDT').first().waitFor()
  await expectUsable(second.page, 'found-approval')
  await approvedByMail(second.page, product.url, SECOND_OFFICER.email, () => inbox.getByRole('button', { name: 'Aprobar' }).click())
  await second.page.getByText('Aprobada y ejecutada.').waitFor()
  // The first officer's list shows it without a reload.
  await table.getByText('Saber de quién es', { exact: true }).waitFor(FOUND)
  await expectUsable(page, 'found-booked')
  await settleWithPlatform(page, second.page)
  await table.getByText('Registrada', { exact: true }).waitFor(FOUND)
  expect([...complaints, ...second.complaints]).toEqual([])
})
