/** The page of the design system: no violation in either theme at any width, and the keys of the back-office table. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { accessibilityViolations, DESKTOP, PHONE, resize, TABLET, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { boxOf, expectAbsent, expectCount } from './waits.ts'

const LOOKS = [PHONE, TABLET, DESKTOP].flatMap((viewport) => (['Claro', 'Oscuro'] as const).map((theme) => ({ theme, viewport })))

const { product, browser } = await startJourney()
let visitor: Visit
let page: Page

beforeEach(async () => {
  await visitor?.context.close()
  visitor = await visit(browser, product.url)
  page = visitor.page
})

async function open(viewport = DESKTOP): Promise<void> {
  await resize(page, viewport)
  await page.goto('/dev/ui')
  await table().getByRole('row').nth(1).waitFor()
}
const table = () => page.getByRole('grid', { name: 'Información de usuarios' })
const focusedText = () => page.evaluate<string>('document.activeElement.innerText ?? ""')
const focusedRow = () => page.evaluate<string | null>('document.activeElement.getAttribute("aria-rowindex")')

describe('appearance', () => {
  it.each(LOOKS)('$theme at $viewport.width px has no violation and no overflow', async ({ theme, viewport }) => {
    await open(viewport)
    await page.getByText(theme, { exact: true }).click()
    await expect.poll(() => page.getAttribute('html', 'data-mantine-color-scheme')).toBe(theme === 'Claro' ? 'light' : 'dark')
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
    expect(visitor.complaints).toEqual([])
  })
})

describe('notices', () => {
  it('SHELL-15 has one for a feature under construction', async () => {
    await open()
    await page.getByRole('button', { name: 'Abrir el aviso de construcción' }).click()
    const dialog = page.getByRole('dialog', { name: 'Actualmente en construcción' })
    await dialog.waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Entendido' }).click()
    await expectCount(dialog, 0)
  })
})

describe('table of the back-office', () => {
  beforeEach(() => open())

  it('moves from / to the search, to the rows, and opens one with Enter', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('ana')
    await expect.poll(() => table().getAttribute('aria-rowcount')).not.toBe('261')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focusedRow).toBe('2')
    expect(await focusedText()).toContain('Ana Ruiz')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focusedRow).toBe('3')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Usuario \d+$/ })
    await dialog.waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(focusedRow).toBe('3')
  })

  it('has rows of 36 px under a sticky header', async () => {
    const header = table().getByRole('columnheader', { name: 'Nombre' })
    const row = table().getByRole('row').nth(3)
    expect((await boxOf(row)).height).toBeLessThanOrEqual(37)
    const before = await boxOf(header)
    const area = page.getByRole('region', { name: /área desplazable/ })
    await area.evaluate((element) => element.scrollTo(0, 300))
    await expect.poll(() => area.evaluate((element) => element.scrollTop)).toBe(300)
    expect(await boxOf(header)).toEqual(before)
  })

  it('sorts, filters from a header, and pages', async () => {
    const volume = table().getByRole('columnheader', { name: 'Volumen del mes' })
    await volume.getByRole('button').click()
    await volume.getByRole('button').click()
    await expect.poll(() => volume.getAttribute('aria-sort')).toBe('descending')
    await table().getByRole('row').nth(1).getByText('1260').waitFor()
    await page.getByRole('button', { name: 'Página siguiente' }).click()
    await page.getByRole('main').getByText('26–50 de 260').waitFor()
    await table().getByRole('button', { name: 'PEP' }).click()
    await page.getByRole('main').getByText('1–16 de 16').waitFor()
    await page.getByRole('button', { name: 'Quitar filtros' }).click()
    await page.getByRole('main').getByText('1–25 de 260').waitFor()
  })

  it('remembers the chosen columns', async () => {
    await page.getByRole('button', { name: 'Columnas' }).click()
    await page.getByRole('checkbox', { name: 'Riesgo' }).uncheck()
    await page.getByRole('checkbox', { name: 'Ciudad' }).check()
    expect(await accessibilityViolations(page)).toEqual([])
    await open()
    const header = (name: string) => table().getByRole('columnheader', { name, exact: true })
    await expectAbsent(header('Ciudad'), header('Riesgo'))
  })

  it('downloads after a confirmation', async () => {
    await page.getByRole('button', { name: 'Descargar CSV' }).click()
    const dialog = page.getByRole('dialog', { name: 'Descargar user-information.csv' })
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Descargar' }).click()])
    expect(download.suggestedFilename()).toBe('user-information.csv')
    expect(readFileSync(await download.path(), 'utf8')).toBe('id\n')
  })
})

it('a form shows errors next to the fields, focuses the first one, and keeps the typed values', async () => {
  await open()
  const form = page.locator('form')
  await form.getByLabel('Nombre completo').fill('Ana Ruiz')
  await form.getByLabel('Correo').fill('ana@')
  await form.getByRole('button', { name: 'Enviar' }).click()
  await form.getByText('Escribe un correo como nombre@empresa.co.').waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('email')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.reload()
  await expect.poll(() => form.getByLabel('Nombre completo').inputValue()).toBe('Ana Ruiz')
})

it('a file drop refuses, uploads, and retries one file', async () => {
  await open()
  const documents = page.getByRole('group', { name: 'Documentos en PDF o imagen' })
  const file = (name: string, mimeType: string) => ({
    name,
    mimeType,
    buffer: Buffer.from(mimeType === 'application/pdf' ? '%PDF-1.7' : 'x'),
  })
  await documents
    .locator('input[type=file]')
    .first()
    .setInputFiles([file('rut.pdf', 'application/pdf'), file('nota.txt', 'text/plain'), file('falla.pdf', 'application/pdf')])
  await documents.getByText('Este tipo de archivo no sirve aquí.').waitFor()
  await documents.getByText('No se pudo subir.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await documents.getByRole('button', { name: 'Reintentar falla.pdf' }).click()
  await expectCount(documents.getByText(/^Listo/), 2)
  await documents.getByRole('button', { name: 'Quitar nota.txt' }).click()
  await expectCount(documents.getByRole('listitem'), 2)
})
