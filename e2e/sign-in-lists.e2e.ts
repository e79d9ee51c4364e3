/** Historial de acceso, Acceso al dispositivo and Lista de usuarios over the running product (ID-06, ID-07, ID-08). */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { openScreen } from './open-screen.ts'
import { CUSTOMER, NEWCOMER, OFFICER, signInByForm } from './sign-in.ts'

const PHONE_AGENT = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
const DESK_AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
/** More than a page of ten. */
const DESK_SIGN_INS = 11
const ENDS_WITHIN_MS = 5_000
const ACCESS = '/application/administrative/login-report'
const USERS = '/application/administrative/users-list'

/** Sign-ins of one request, to fill a long list. */
const ROWS_AT_ONCE = 10
const { product, browser } = await startJourney({ EXPORT_ROWS_AT_ONCE: String(ROWS_AT_ONCE) })
let customer: Visit
let officer: Visit

beforeAll(async () => {
  for (let count = 0; count < DESK_SIGN_INS; count++) expect(await tryToEnter(CUSTOMER.password, DESK_AGENT)).toBe(200)
  expect(await tryToEnter(CUSTOMER.password, PHONE_AGENT)).toBe(200)
  expect(await tryToEnter('not-the-password', PHONE_AGENT)).toBe(401)
  customer = await visit(browser, product.url)
  officer = await visit(browser, product.url)
  await signInByForm(customer.page, CUSTOMER)
  await signInByForm(officer.page, OFFICER)
})

async function openEntriesByPhone(page: Page): Promise<void> {
  await openScreen(page, 'Historial de acceso')
  await page.getByLabel('Tipo de dispositivo').selectOption('mobile')
  await page.getByLabel('Resultado').selectOption('entered')
  await expect.poll(() => totalOf(page)).toBe(1)
}

describe('Historial de acceso', () => {
  it('ID-06 shows every attempt with its system and device', async () => {
    const { page } = customer
    await openScreen(page, 'Historial de acceso')
    for (const name of ['Login ID', 'Fecha', 'IP', 'Lugar', 'Tipo de sistema', 'Tipo de dispositivo', 'Resultado', 'Sesión'])
      await page.getByRole('columnheader', { name, exact: true }).waitFor()
    await expect.poll(() => totalOf(page)).toBe(DESK_SIGN_INS + 3)
    const wrong = page.getByRole('row').filter({ hasText: 'Contraseña incorrecta' })
    expect(await wrong.innerText()).toMatch(/Android 15[\s\S]*Celular/)
    expect(await page.getByRole('row').filter({ hasText: 'Esta sesión' }).count()).toBe(1)
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it('ID-06 each filter narrows the list, is kept in the address, and Back undoes it', async () => {
    const { page } = customer
    await openScreen(page, 'Historial de acceso')
    await page.getByLabel('Tipo de dispositivo').selectOption('mobile')
    await expect.poll(() => totalOf(page)).toBe(2)
    await page.getByLabel('Resultado').selectOption('wrong_password')
    await expect.poll(() => totalOf(page)).toBe(1)
    expect(new URL(page.url()).searchParams.get('result')).toBe('wrong_password')
    await page.reload()
    await expect.poll(() => totalOf(page)).toBe(1)
    await page.goBack()
    await expect.poll(() => totalOf(page)).toBe(2)
    await page.getByRole('button', { name: 'Quitar filtros' }).click()
    await page.getByLabel('IP, lugar, sistema o navegador').fill('ANDRÓID 15')
    await expect.poll(() => totalOf(page)).toBe(2)
    await page.getByLabel('IP, lugar, sistema o navegador').fill('')
    await expect.poll(() => totalOf(page)).toBe(DESK_SIGN_INS + 3)
    await page.getByLabel('Hasta').fill('2020-01-01')
    await page.getByText('Nada coincide con los filtros').waitFor()
    await page.getByLabel('Hasta').fill('')
    await page.getByLabel('Desde').fill('2020-01-01')
    await expect.poll(() => totalOf(page)).toBe(DESK_SIGN_INS + 3)
  })

  it('ID-06 sorts by a header and has pages', async () => {
    const { page } = customer
    await openScreen(page, 'Historial de acceso')
    await page.getByRole('button', { name: 'Tipo de dispositivo' }).click()
    await page.getByRole('columnheader', { name: 'Tipo de dispositivo' }).and(page.locator('[aria-sort=ascending]')).waitFor()
    await expect.poll(async () => new Set(await cellsOf(page, 'Tipo de dispositivo'))).toEqual(new Set(['Computador']))
    await page.getByRole('button', { name: 'Página siguiente' }).click()
    await expect.poll(async () => (await cellsOf(page, 'Tipo de dispositivo')).filter((kind) => kind === 'Celular').length).toBe(2)
    expect(new URL(page.url()).searchParams.get('page')).toBe('2')
  })

  it('ID-06 the CSV has the filtered rows', async () => {
    const { page } = customer
    await openScreen(page, 'Historial de acceso')
    await page.getByLabel('Tipo de dispositivo').selectOption('mobile')
    await expect.poll(() => totalOf(page)).toBe(2)
    const { name, rows } = await downloadOf(page)
    expect(name).toBe('login-report.csv')
    expect(rows.map((row) => row['Login ID'])).toEqual(await idsOf(page, 'Login ID'))
    expect(rows.map((row) => row.Resultado)).toEqual(await cellsOf(page, 'Resultado'))
  })

  it('ID-06 ending a session signs the other browser out immediately', async () => {
    const { page } = customer
    const other = await visit(browser, product.url)
    await signInByForm(other.page, CUSTOMER)
    await openScreen(page, 'Historial de acceso')
    await page.reload()
    await page
      .getByRole('button', { name: /^Cerrar sesión del/ })
      .first()
      .click()
    await Promise.all([
      other.page.waitForURL(/\/login/, { timeout: ENDS_WITHIN_MS }),
      page.getByText('La sesión quedó cerrada').waitFor(),
      page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).click(),
    ])
    await expect.poll(async () => (await cellsOf(page, 'Sesión'))[0]).toBe('Cerrada')
    await other.context.close()
  })

  it("ID-06 'No fui yo' ends that session and leads to a new password", async () => {
    const { page } = customer
    await openEntriesByPhone(page)
    await page.getByRole('button', { name: /^No fui yo/ }).click()
    await page.getByRole('button', { name: 'Proteger mi cuenta' }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Proteger mi cuenta' }).click()
    await page.waitForURL(/configuration\/?\?seccion=seguridad/)
    await openEntriesByPhone(page)
    await expect.poll(() => cellsOf(page, 'Sesión')).toEqual(['Cerrada'])
  })

  it.each([ACCESS, USERS])('SHELL-08 %s is not for customers', async (path) => {
    await customer.page.goto(path)
    await customer.page.getByRole('heading', { name: 'You are not authorized to access this page.' }).waitFor()
  })
})

describe('for officers', () => {
  it('ID-07 the sign-ins of all people, by person, with CSV', async () => {
    const { page } = officer
    await openScreen(page, 'Acceso al dispositivo')
    for (const name of ['Login ID', 'ID', 'Fecha', 'IP', 'Lugar', 'Tipo de sistema', 'Tipo de dispositivo'])
      await page.getByRole('columnheader', { name, exact: true }).waitFor()
    await expect.poll(() => totalOf(page)).toBe(DESK_SIGN_INS + 5)
    const person = await page.getByRole('row').filter({ hasText: 'Contraseña incorrecta' }).getByRole('link').getAttribute('title')
    await page.getByLabel('ID', { exact: true }).fill(String(person))
    await page.keyboard.press('Enter')
    await page.getByLabel('Resultado').selectOption('wrong_password')
    await expect.poll(() => totalOf(page)).toBe(1)
    const { name, rows } = await downloadOf(page)
    expect(name).toBe('login-report.csv')
    expect(rows).toMatchObject([{ 'ID de usuario': person, Resultado: 'Contraseña incorrecta' }])
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('row').getByRole('link').click()
    await page.waitForURL(`**/naturalUserInformation/${person}`)
  })

  it('ADM-02 a long list is exported in the background, and is available after a reload', async () => {
    const { page } = officer
    await openScreen(page, 'Acceso al dispositivo')
    await expect.poll(() => totalOf(page)).toBeGreaterThan(ROWS_AT_ONCE)
    const total = await totalOf(page)
    await page.getByRole('button', { name: 'Descargar CSV' }).click()
    await page.getByText('el archivo se prepara en segundo plano').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Preparar archivo' }).click()
    await page.getByText(`${total} de ${total} filas`).waitFor()
    await page.getByText('El archivo está listo').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: 'CSV listo' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Descargar', exact: true }).click(),
    ])
    const [, ...rows] = parseCsv(readFileSync(await file.path(), 'utf8').replace(/^\uFEFF/, ''))
    expect([file.suggestedFilename(), rows.length]).toEqual(['login-report.csv', total])
  })

  it('ID-08 every account, by role and state, with CSV', async () => {
    const { page } = officer
    await openScreen(page, 'Lista de usuarios')
    for (const name of ['ID', 'Correo', 'Rol', 'Fecha de registro', 'Fecha de inicio de sesión', 'Estado'])
      await page.getByRole('columnheader', { name, exact: true }).waitFor()
    await page.getByLabel('Rol').selectOption('ROLE_USER')
    await expect.poll(async () => (await cellsOf(page, 'Correo')).sort()).toEqual([CUSTOMER.email, NEWCOMER.email])
    await page.getByRole('button', { name: 'Correo' }).click()
    const allPeople = await downloadOf(page)
    expect(allPeople.name).toBe('users-report.csv')
    expect(allPeople.rows.map((row) => row.Correo)).toEqual([CUSTOMER.email, NEWCOMER.email])
    await page.getByLabel('Estado').selectOption('1')
    await expect.poll(() => cellsOf(page, 'Correo')).toEqual([NEWCOMER.email])
    expect(await cellsOf(page, 'Estado')).toEqual(['Sin verificar'])
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it('the pages never complained', () => expect([...customer.complaints, ...officer.complaints]).toEqual([]))
})

async function tryToEnter(password: string, agent: string): Promise<number> {
  const answer = await fetch(`${product.url}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify({ email: CUSTOMER.email, password }),
  })
  return answer.status
}

/** Total of all pages; null while the rows are loading. */
async function totalOf(page: Page): Promise<number | null> {
  const status = await page.getByRole('main').getByRole('status').first().innerText()
  return Number(/(\d+)(?: resultados)?$/.exec(status)?.[1] ?? Number.NaN)
}

const cellsOf = (page: Page, header: string) => page.locator(`tbody td[data-label="${header}"]`).allInnerTexts()
async function idsOf(page: Page, header: string): Promise<(string | null)[]> {
  const cells = await page.locator(`tbody td[data-label="${header}"] code`).all()
  return Promise.all(cells.map((cell) => cell.getAttribute('title')))
}

async function downloadOf(page: Page): Promise<{ name: string; rows: Record<string, string>[] }> {
  await page.getByRole('button', { name: 'Descargar CSV' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Descargar', exact: true }).click(),
  ])
  const [head = [], ...lines] = parseCsv(readFileSync(await download.path(), 'utf8').replace(/^\uFEFF/, ''))
  return {
    name: download.suggestedFilename(),
    rows: lines.map((cells) => Object.fromEntries(head.map((key, place) => [key, cells[place] ?? '']))),
  }
}

/** Semicolons between cells, as spreadsheets in Colombia read them. */
function parseCsv(text: string): string[][] {
  const cells = /("(?:[^"]|"")*"|[^;\r\n]*)(;|\r\n)/g
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of text.matchAll(cells)) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end !== ';') rows.push([])
  }
  return rows.slice(0, -1)
}
