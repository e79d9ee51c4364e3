/**
 * An officer reviews people without a mouse (ADM-04 … ADM-08, ADM-11): from the queue to the verified level in few keystrokes, counted; the
 * second officer sees the current reviewer; a declined person reads what to send again. With `SCREENSHOTS=<folder>` it leaves a picture of
 * each screen.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ALERT_KINDS } from '@tunjo/contract/alert-kinds'
import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { newDocumentNumber } from '../dev/testing/document-number.ts'
import { phonePhoto } from '../server/src/platform/uploads/samples.testing.ts'
import { accessibilityViolations, DESKTOP, overhang, PHONE, TABLET, type Visit, visit } from './browser.ts'
import { everyRail, RAILS } from './every-rail.ts'
import { startJourney } from './journey.ts'
import { mailCode, mailLink } from './mailbox.ts'
import { paidDeposit } from './pay-in.ts'
import {
  approvedByMail,
  type Credentials,
  CUSTOMER,
  OFFICER,
  openSession,
  post,
  SECOND_OFFICER,
  signIn,
  staffOf,
  stepUpGrant,
} from './sign-in.ts'
import { until } from './until.ts'
import { acceptPending, decline, type Person, pdfFile, personBeforeLevel1, verifyLevel1 } from './verification-helpers.ts'
import { get, sendLevel1, sendLevel2 } from './verified-person.ts'

const { product, browser } = await startJourney()
const { url } = product
const QUEUE = '/application/administrative/verification/'
const KEYSTROKES_MAX = 30
const ALERT_MS = 60_000
const folder = process.env.SCREENSHOTS

/** Keyboard that counts every pressed key. */
class Keyboard {
  count = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.count += key.split('+').length > 1 && key !== '+' ? 2 : 1
      await this.page.keyboard.press(key)
    }
  }
  /** Do an action that needs approval, and type the mailed code. */
  async approved(email: string, act: () => Promise<void>): Promise<void> {
    const since = new Date()
    await act()
    await this.page.getByLabel('Código que te enviamos').waitFor()
    await this.press(...(await mailCode(url, email, since)))
  }
}

/** Output of the command that verifies an archive, run by a holder of the archive and the published key. */
async function verified(zip: Buffer): Promise<string> {
  const { pem } = (await (await fetch(`${url}/api/case-archives/key`)).json()) as { pem: string }
  const [file, key] = [join(product.dataDir, 'case.zip'), join(product.dataDir, 'case.pem')]
  await Promise.all([writeFile(file, zip), writeFile(key, pem)])
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/bin/tunjo.mjs', 'verify', 'case', file, '--key', key], {
    encoding: 'utf8',
  })
  expect(status).toBe(stderr.includes('NOT VALID') ? 1 : 0)
  return stdout + stderr
}

/** People by id: the queue decides which person a key opens. */
const people = new Map<string, Person>()

async function waitingPerson(): Promise<Person> {
  const person = await personBeforeLevel1(url)
  const read = { number: '1010101010', fullName: 'BERTA LUCIA OTALORA', birthDate: '1988-02-29' }
  await post(url, '/kyc/users/drafts/natural-1/evidence', { source: 'pdf417', read }, person.token)
  await sendLevel1(url, person.token)
  people.set(person.id, person)
  return person
}
/** Approve the one pending request of this kind. */
async function agree(officer: Credentials, wanted: string): Promise<void> {
  const token = await signIn(url, officer)
  const waiting = await get<{ results: { id: string; kind: string }[] }>(url, '/api/administrative/approvals', token)
  const request = waiting.results.find(({ kind }) => kind === wanted)?.id ?? ''
  const values = { params: { id: request }, body: { note: '' } }
  const grant = await stepUpGrant(url, token, 'POST /api/administrative/approvals/:id/approve', values, officer.email)
  await post(url, `/api/administrative/approvals/${request}/approve`, values.body, token, { 'step-up-grant': grant })
}
/** Add a second bank account; answers when a rule has found it. */
async function secondBankAccount(person: Person): Promise<void> {
  for (const [alias, account] of [
    ['Nómina', '12345678'],
    ['Ahorros', '87654321'],
  ] as const) {
    const body = { alias, account, bank: 1, accountType: 9 }
    const grant = await stepUpGrant(url, person.token, 'POST /payment/accounts', { body }, person.email)
    await post(url, '/payment/accounts', body, person.token, { 'step-up-grant': grant })
  }
  await alertIsOpen('the alert about the bank account, and the novelty', person.id, [1, 11])
}
async function alertIsOpen(what: string, userId: string, kinds: readonly number[]): Promise<void> {
  const officer = await signIn(url, OFFICER)
  await until(what, ALERT_MS, async () => {
    const open = await get<{ alertId: number }[]>(url, `/kyc/administrative/alerts/open?userId=${userId}`, officer)
    return kinds.every((kind) => open.some(({ alertId }) => alertId === kind)) || undefined
  })
}
const levelOf = (person: Person) => get<{ currentLevel: number }>(url, '/kyc/users/natural/kyc-verified', person.token)

async function picture(page: Page, name: string): Promise<void> {
  if (folder) await page.screenshot({ path: `${folder}/review-${name}.png` })
}
async function isWhole(visited: Visit, viewport: typeof DESKTOP, name: string): Promise<void> {
  await picture(visited.page, name)
  expect.soft(await accessibilityViolations(visited.page), name).toEqual([])
  expect.soft(await overhang(visited.page, viewport), `${name} hangs over the side`).toBe(0)
}
async function enter(officer: Credentials, viewport: typeof DESKTOP): Promise<Visit> {
  const visited = await visit(browser, url, viewport)
  await openSession(visited.page, officer)
  await visited.page.goto(QUEUE)
  return visited
}
const PICTURES_MS = 60_000
/** Number of drawn charts; none while one still loads. */
const DRAWN = `(() => {
  const shown = [...document.querySelectorAll('figure img')]
  return shown.every(({ complete, naturalWidth }) => complete && naturalWidth > 0) ? shown.length : 0
})()`
const picturesAreThere = (page: Page, count: number) =>
  until(`${count} pictures`, PICTURES_MS, async () => (await page.evaluate<number>(DRAWN)) >= count || undefined)

beforeAll(() => {
  if (folder) mkdirSync(folder, { recursive: true })
})

/** Ten codes by mail in a quarter of an hour: officers who decide this much in three minutes use an app. */
const VIEWS = '/kyc/administrative/views'
const moreCodes = () => post(url, '/dev/clock/advance', { milliseconds: 15 * 60_000 })

describe.each([
  ['1280', DESKTOP, OFFICER],
  ['768', TABLET, SECOND_OFFICER],
] as const)('at %s px', (width, viewport, officer) => {
  it(`ADM-08 clears a person from the queue in at most ${KEYSTROKES_MAX} keystrokes, without a mouse`, async () => {
    await waitingPerson()
    const visited = await enter(officer, viewport)
    const { page, complaints } = visited
    const keyboard = new Keyboard(page)
    await page.getByRole('grid').getByText('Pendiente').first().waitFor()
    await isWhole(visited, viewport, `queue-${width}`)

    await keyboard.press('n')
    await page.waitForURL('**/doc/id')
    const person = people.get(page.url().split('/').at(-3) ?? '')
    if (!person) throw new Error('the key led to another account')
    await picturesAreThere(page, 3)
    await page.getByText('Tienes esta revisión').waitFor()
    await isWhole(visited, viewport, `id-${width}`)
    await keyboard.approved(officer.email, () => keyboard.press('v'))
    await page
      .getByRole('dialog', { name: 'Por favor espere' })
      .getByText('1 de')
      .or(page.getByText('El proveedor recibió'))
      .first()
      .waitFor()
    await isWhole(visited, viewport, `wait-${width}`)
    // It also closes automatically when the report is there.
    await keyboard.press('Escape')
    await page
      .getByRole('dialog', { name: 'Editar nivel de usuario' })
      .getByText('Razones frecuentes')
      .or(page.getByLabel('Razón'))
      .first()
      .waitFor()
    await isWhole(visited, viewport, `level-${width}`)
    // D10: with 4, where the check has no answer yet.
    await keyboard.approved(officer.email, () => keyboard.press('1', '4', 'Enter'))
    await page.getByText('Se ha modificado el nivel satisfactoriamente.').waitFor()
    await keyboard.press('Enter')
    expect(keyboard.count).toBeLessThanOrEqual(KEYSTROKES_MAX)
    expect(await levelOf(person)).toMatchObject({ currentLevel: 2 })
    expect(complaints).toEqual([])
    await visited.context.close()
  })
})

describe('one person in all views', () => {
  it('ADM-04, ADM-05, ADM-06 the tabs have addresses, the back button works, and the pages of a PDF are drawn', async () => {
    const person = await waitingPerson()
    const visited = await enter(OFFICER, DESKTOP)
    const { page, complaints } = visited
    await page.goto(`/application/administrative/naturalUserInformation/${person.id}`)
    await page.getByRole('heading', { name: 'Documentos adjuntos / Informacion General' }).waitFor()
    await page.getByRole('link', { name: 'Ver Documentos: ID' }).waitFor()
    await isWhole(visited, DESKTOP, 'general-1280')
    await page.getByRole('link', { name: 'Informacion financiera' }).click()
    await page.waitForURL('**/financiera')
    await page.getByRole('meter').first().waitFor()
    await isWhole(visited, DESKTOP, 'financial-1280')
    await page.goBack()
    await page.getByRole('link', { name: 'Ver Documentos: ID' }).click()
    await page.waitForURL('**/doc/id')
    await picturesAreThere(page, 3)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor()
    await isWhole(visited, DESKTOP, 'keys-1280')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowRight')
    // The address changes before the view does, which receives the next key.
    await page.getByRole('heading', { name: 'Dirección', exact: true }).waitFor()
    expect(page.url()).toMatch(/doc\/address$/)
    await page.keyboard.press('ArrowRight')
    await page.getByText('Busqueda en progreso o no realizada').waitFor()
    await isWhole(visited, DESKTOP, 'list-1280')
    await page.keyboard.press('i')
    await page.waitForURL('**/general')
    await page.goto(`/application/administrative/naturalUserInformation/${person.id}/otra`)
    await page.getByText('The page does not exist.').waitFor()
    expect(complaints).toEqual([])
    await visited.context.close()
  })

  it('ADM-06 ADM-01 their bank accounts with changes, and the news since the last review, which an officer closes', async () => {
    const person = await waitingPerson()
    await secondBankAccount(person)
    const visited = await enter(OFFICER, PHONE)
    const { page, complaints } = visited
    const base = `/application/administrative/naturalUserInformation/${person.id}`
    await page.goto(`${base}/financiera`)
    await page.getByRole('row').filter({ hasText: 'Banco' }).getByRole('button').click()
    const accounts = page.getByRole('dialog', { name: 'Cuentas bancarias' })
    await accounts.getByText('1 cambio').first().click()
    await accounts
      .getByText(/^Añadida el/)
      .first()
      .waitFor()
    await isWhole(visited, PHONE, 'bank-390')
    await page.goto(`${base}/general`)
    await page.getByRole('button', { name: /^Qué cambió/ }).click()
    const news = page.getByRole('dialog', { name: 'Qué cambió desde la última revisión' })
    await news
      .getByText(/^Añadió una cuenta bancaria/)
      .first()
      .waitFor()
    await isWhole(visited, PHONE, 'news-390')
    await news.getByRole('button', { name: 'Revisado' }).click()
    const ending = page.getByRole('dialog').filter({ has: page.getByLabel('Razón') })
    await ending.getByLabel('Razón').fill('Vi las dos cuentas: son suyas.')
    await ending.getByRole('button', { name: 'Desactivar', exact: true }).click()
    // It leads back to the list, whose news begin now.
    await news.getByText(/^Última revisión: /).waitFor()
    expect(await news.getByText(/^Añadió una cuenta bancaria/).count()).toBe(0)
    expect(complaints).toEqual([])
    await visited.context.close()
  })

  it('R22 the second officer sees the current reviewer; ADM-08 a declined person sees what to submit again', async () => {
    const person = await waitingPerson()
    const [first, second] = [await enter(OFFICER, DESKTOP), await enter(SECOND_OFFICER, DESKTOP)]
    const review = `/application/administrative/naturalUserInformation/${person.id}/doc/id`
    await first.page.goto(review)
    await first.page.getByText('Tienes esta revisión').waitFor()
    await second.page.goto(review)
    await second.page.getByText(`La tiene ${OFFICER.email}`).waitFor()
    await isWhole(second, DESKTOP, 'taken-1280')
    expect(await second.page.getByRole('button', { name: 'Verificar', exact: true }).isDisabled()).toBe(true)
    await second.page.keyboard.press('d')
    expect(await second.page.getByRole('dialog').count()).toBe(0)

    const keyboard = new Keyboard(first.page)
    await picturesAreThere(first.page, 3)
    await keyboard.press('r', '+', '+', 'c')
    await picture(first.page, 'zoomed-1280')
    await keyboard.press('0', 'd')
    await first.page.getByRole('dialog', { name: 'Declinar documentos' }).waitFor()
    await keyboard.press('1')
    await isWhole(first, DESKTOP, 'decline-1280')
    const declining = first.page.getByRole('dialog', { name: 'Declinar documentos' })
    await declining.getByLabel('Nota interna').fill('Parece recortada por un lado.')
    // Another officer takes it while this one writes: the decision is refused, and the text stays.
    await second.context.close()
    const [one, two] = [await signIn(url, OFFICER), await signIn(url, SECOND_OFFICER)]
    await post(url, '/kyc/administrative/users/review/release', { userId: person.id }, one)
    await post(url, '/kyc/administrative/users/review/take', { userId: person.id }, two)
    await keyboard.approved(OFFICER.email, () => keyboard.press('Control+Enter'))
    await declining.getByText(`${SECOND_OFFICER.email} revisa a esta persona hasta las`).waitFor()
    await isWhole(first, DESKTOP, 'decline-refused-1280')
    expect(await declining.getByLabel('Nota interna').inputValue()).toBe('Parece recortada por un lado.')
    expect(await declining.getByLabel('Lo que leerá la persona').inputValue()).toContain('No se lee bien')
    await post(url, '/kyc/administrative/users/review/release', { userId: person.id }, two)
    await keyboard.approved(OFFICER.email, () => keyboard.press('Control+Enter'))
    await first.page.getByText('Los documentos quedaron declinados').waitFor()
    await isWhole(first, DESKTOP, 'declined-1280')

    const customer = await visit(browser, url)
    await openSession(customer.page, person)
    await customer.page.goto('/application/verification')
    await customer.page.getByText('No se lee bien. Envía una foto nítida').first().waitFor()
    await picture(customer.page, 'customer-1280')
    for (const { context } of [first, customer]) await context.close()
  })

  it('ADM-01 a lead assigns a case: it is the next one of that officer, who is notified, and it counts in their load', async () => {
    await waitingPerson()
    const person = await waitingPerson()
    const lead = await enter(OFFICER, DESKTOP)
    await lead.page.goto(`${QUEUE}?idUser=${person.id}`)
    await lead.page.getByRole('grid').getByRole('button', { name: 'Asignar', exact: true }).click()
    const assigning = lead.page.getByRole('dialog', { name: 'Asignar caso' })
    const option = assigning.getByRole('option', { name: SECOND_OFFICER.email })
    await assigning.getByLabel('Quién revisa el caso').selectOption((await option.getAttribute('value')) ?? '')
    await isWhole(lead, DESKTOP, 'assign-1280')
    await assigning.getByRole('button', { name: 'Asignar', exact: true }).click()
    await lead.page.getByText('El caso quedó asignado.').waitFor()
    await lead.page.getByRole('link', { name: 'Carga de trabajo' }).click()
    await lead.page.getByRole('row').filter({ hasText: SECOND_OFFICER.email }).waitFor()
    await isWhole(lead, DESKTOP, 'workload-1280')

    const visited = await enter(SECOND_OFFICER, PHONE)
    const { page, complaints } = visited
    await page.goto(`${QUEUE}?assigned=mine`)
    await page.getByRole('grid').getByText('Tuya').waitFor()
    await isWhole(visited, PHONE, 'mine-390')
    await page.getByRole('link', { name: 'Carga de trabajo' }).click()
    await page.getByRole('row').filter({ hasText: SECOND_OFFICER.email }).waitFor()
    await isWhole(visited, PHONE, 'workload-390')
    await page.keyboard.press('n')
    await page.waitForURL(`**/${person.id}/doc/id`)
    await page.getByText('Este caso es tuyo.').waitFor()
    await isWhole(visited, PHONE, 'assigned-390')
    const token = await signIn(url, SECOND_OFFICER)
    expect(JSON.stringify(await get(url, '/api/notices', token))).toContain('compliance.review_assigned')

    await page.goto(`/application/administrative/naturalUserInformation/${person.id}/linea-de-tiempo`)
    const tabs = page.getByRole('navigation', { name: 'Secciones', exact: true })
    await tabs.getByRole('link', { name: 'Línea de tiempo' }).waitFor()
    await isWhole(visited, PHONE, 'tabs-390')
    expect((await tabs.boundingBox())?.height, 'one row of tabs').toBeLessThan(60)
    const open = await tabs.getByRole('link', { name: 'Línea de tiempo' }).boundingBox()
    expect((open?.x ?? 0) + (open?.width ?? 0), 'the open tab is in sight').toBeLessThanOrEqual(390)
    const held = await get<{ assignee: { officerId: string } }>(url, `/kyc/administrative/users/review?userId=${person.id}`, token)
    const given = { userId: person.id, from: held.assignee.officerId, officerId: null }
    await post(url, '/kyc/administrative/users/review/assign', given, token)
    await post(url, '/kyc/administrative/users/review/release', { userId: person.id }, token)
    expect(complaints).toEqual([])
    for (const { context } of [lead, visited]) await context.close()
  })

  it('ADM-08 an address: its PDF is rendered page by page, its data are compared with the declared ones, and verifying it confirms it', async () => {
    const person = await waitingPerson()
    const visited = await enter(SECOND_OFFICER, DESKTOP)
    const { page, complaints } = visited
    const keyboard = new Keyboard(page)
    const base = `/application/administrative/naturalUserInformation/${person.id}`
    await page.goto(`${base}/doc/id`)
    await picturesAreThere(page, 3)
    await keyboard.approved(SECOND_OFFICER.email, () => keyboard.press('v'))
    const level = page.getByRole('dialog', { name: 'Editar nivel de usuario' })
    await level.getByLabel('Razón').waitFor()
    await keyboard.press('Enter')
    // A2 ADM-11: an empty reason is refused in the words of the specification, not of the browser.
    await level.getByText('Campo vacío').waitFor()
    await level.getByText('No puedes puedes modificar el nivel sin una razón.').waitFor()
    // D10: the check began with the documents; while it has no answer the level is granted only with an explicit choice.
    await keyboard.approved(SECOND_OFFICER.email, () => keyboard.press('1', '4', 'Enter'))
    await page.getByText('Se ha modificado el nivel satisfactoriamente.').waitFor()
    await sendLevel2(url, person.token)
    await page.goto(`${base}/doc/address`)
    await picturesAreThere(page, 1)
    const reading = page.getByRole('form', { name: 'Qué dice el comprobante' })
    await reading.getByRole('button', { name: 'Guardar lectura' }).click()
    expect(await reading.getByText('Completa este campo.').count()).toBe(4)
    await reading.getByLabel('A nombre de: como lo declarado').check()
    await reading.getByRole('textbox', { name: 'Dirección', exact: true }).fill('Calle 999 # 1-1')
    await reading.getByLabel('La ciudad es').check()
    await reading.getByLabel('Fecha de expedición').fill('2026-01-01')
    await reading.getByRole('button', { name: 'Guardar lectura' }).click()
    await page.getByText('La lectura quedó guardada.').waitFor()
    await page.getByText('Personal: Calle 999 # 1-1').waitFor()
    await isWhole(visited, DESKTOP, 'address-1280')
    await alertIsOpen('the alert about the address', person.id, [19])
    await keyboard.approved(SECOND_OFFICER.email, () => keyboard.press('v'))
    await page.getByText('El documento se ha verificado satisfactoriamente.').waitFor()
    expect(complaints).toEqual([])
    await visited.context.close()
  })
})

describe.each([
  ['1280', DESKTOP],
  ['390', PHONE],
] as const)('the dashboard at %s px', (width, viewport) => {
  it('ADM-01, ADM-02, ADM-03, ADM-10, ADM-13 from a gauge to the rows, from a row to its alerts, including those of a rule, from an alert back to its column', async () => {
    const person = await waitingPerson()
    await secondBankAccount(person)
    const visited = await enter(OFFICER, viewport)
    const { page, complaints } = visited
    await page.getByRole('grid').getByText('Pendiente').first().waitFor()
    await isWhole(visited, viewport, `people-${width}`)
    await page.getByRole('link', { name: /^\d+ ?Pendientes/ }).click()
    await page.waitForURL('**/?state=Pendiente')
    await page.goBack()
    await page.goto(`${QUEUE}?idUser=${person.id}`)
    await page.getByRole('link', { name: 'Ver Alertas', exact: true }).click()
    await page.waitForURL(`**/${person.id}/alertas`)
    await page.getByText('CUENTA BANCARIA v1: cuenta terminada en 4321 añadida. · SISTEMA').waitFor()
    await page.getByRole('button', { name: 'Ver historial: Cambio de cuenta bancaria', exact: true }).click()
    const byRule = page.getByRole('dialog', { name: 'Ver historial: Cambio de cuenta bancaria', exact: true })
    await byRule.getByText('CUENTA BANCARIA v1: cuenta terminada en 4321 añadida.').waitFor()
    await byRule.getByText('SISTEMA', { exact: true }).waitFor()
    await isWhole(visited, viewport, `history-by-rule-${width}`)
    await page.keyboard.press('Escape')
    await byRule.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Evidencia: Cambio de cuenta bancaria', exact: true }).press('Enter')
    const evidence = page.getByRole('dialog', { name: 'Evidencia: Cambio de cuenta bancaria', exact: true })
    await evidence.getByText('Baja', { exact: true }).waitFor()
    await evidence.getByRole('link', { name: 'Cuenta bancaria', exact: true }).waitFor()
    await evidence.getByText('··4321').waitFor()
    await isWhole(visited, viewport, `alert-evidence-${width}`)
    await page.keyboard.press('Escape')
    await evidence.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Activar: Irregularidades', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Activar: Irregularidades', exact: true })
    await dialog.getByLabel('Razón').fill('   corta   ')
    await dialog.getByText('La razón debe contener por lo menos 10 caracteres.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Activar', exact: true }).isDisabled()).toBe(true)
    await isWhole(visited, viewport, `reason-${width}`)
    await dialog.getByLabel('Razón').fill('El documento está cortado.')
    await dialog.getByRole('button', { name: 'Activar', exact: true }).click()
    await page.getByText('Documento ilegible o incompleto. El documento está cortado.').waitFor()
    await isWhole(visited, viewport, `person-alerts-${width}`)
    await page.getByRole('button', { name: 'Ver historial: Irregularidades' }).click()
    await page.getByText('Sigue activa').first().waitFor()
    await isWhole(visited, viewport, `history-${width}`)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar CSV' }).click()
    expect((await download).suggestedFilename()).toBe('alerta-7.csv')

    await page.goto(`${QUEUE}alertas`)
    const column = page.getByRole('button', { name: 'Irregularidades', exact: true })
    await column.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/alertas?irregularities=1')
    await page.getByRole('button', { name: 'Irregularidades', exact: true, pressed: true }).waitFor()
    await page.getByRole('grid').getByRole('link').first().waitFor()
    await isWhole(visited, viewport, `alerts-${width}`)
    await page.goto(`${QUEUE}alertas?severity=high`)
    await page.getByRole('grid').getByText('Alta', { exact: true }).first().waitFor()
    expect(await page.getByRole('grid').getByText('Baja', { exact: true }).count()).toBe(0)
    await isWhole(visited, viewport, `alerts-high-${width}`)
    expect(complaints).toEqual([])
    await visited.context.close()
  })
})

describe.each([
  ['1280', DESKTOP],
  ['390', PHONE],
] as const)('saved views at %s px', (width, viewport) => {
  const own = `Por verificar ${width}`
  const shared = `Del equipo ${width}`
  /** Remove the views that an earlier attempt, or another width, left. */
  async function deleteViews(): Promise<string> {
    const token = await signIn(url, OFFICER)
    const { results } = await get<{ results: { id: string; isMine: boolean }[] }>(url, `${VIEWS}?list=people`, token)
    for (const { id, isMine } of results)
      if (isMine) await fetch(`${url}${VIEWS}/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
    return token
  }

  it('an officer saves filters under a name, sees that they were changed, goes back, renames and deletes; the link shows the same rows', async () => {
    await deleteViews()
    const visited = await enter(OFFICER, viewport)
    const { page, complaints } = visited
    const bar = page.getByRole('region', { name: 'Vistas guardadas', exact: true })
    await bar.getByRole('button', { name: 'Vistas guardadas', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Todavía no hay vistas guardadas').waitFor()
    await isWhole(visited, viewport, `views-empty-${width}`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByLabel('Estado', { exact: true }).selectOption('Pendiente')
    await page.waitForURL(/\?state=Pendiente$/)
    await bar.getByRole('button', { name: 'Guardar vista', exact: true }).press('Enter')
    await dialog.getByRole('button', { name: 'Guardar', exact: true }).click()
    await dialog.getByText('Escribe un nombre.').waitFor()
    await isWhole(visited, viewport, `views-save-${width}`)
    await dialog.getByLabel('Nombre').fill(own)
    await page.keyboard.press('Enter')
    await bar.getByRole('button', { name: `Vista: ${own}`, exact: true }).waitFor()
    const link = page.url()
    expect(link).toMatch(/view=[\da-f-]{36}&state=Pendiente$/)

    await page.getByLabel('Riesgo', { exact: true }).selectOption('Alto')
    await bar.getByText('Cambiada', { exact: true }).waitFor()
    await isWhole(visited, viewport, `views-changed-${width}`)
    await page.goBack()
    await bar.getByText('Cambiada', { exact: true }).waitFor({ state: 'hidden' })
    expect(page.url()).toBe(link)
    await page.getByLabel('Nivel de KYC', { exact: true }).selectOption('2')
    await bar.getByRole('button', { name: 'Guardar cambios', exact: true }).click()
    await bar.getByText('Cambiada', { exact: true }).waitFor({ state: 'hidden' })
    expect(page.url()).toContain('level=2')
    // Nothing is saved under a name that is taken.
    await page.getByLabel('Nivel de KYC', { exact: true }).selectOption('1')
    await bar.getByRole('button', { name: 'Guardar como nueva', exact: true }).click()
    await dialog.getByLabel('Nombre').fill(own.toUpperCase())
    await dialog.getByRole('button', { name: 'Guardar', exact: true }).click()
    await dialog.getByText('Ya tienes una vista con ese nombre. Elige otro.').waitFor()
    await dialog.getByLabel('Nombre').fill(shared)
    await dialog.getByLabel('Compartir con el equipo').check()
    await dialog.getByLabel('Abrir la lista con esta vista').check()
    await dialog.getByRole('button', { name: 'Guardar', exact: true }).click()
    await bar.getByRole('button', { name: `Vista: ${shared}`, exact: true }).waitFor()

    // It opens first, and removing it is a step that Back undoes.
    await page.goto(QUEUE)
    await bar.getByRole('button', { name: `Vista: ${shared}`, exact: true }).waitFor()
    await bar.getByRole('button', { name: 'Quitar vista', exact: true }).click()
    await page.waitForURL(/\?view=todas$/)
    await page.getByRole('grid').getByRole('link', { name: 'Ver informacion', exact: true }).first().click()
    await page.waitForURL('**/naturalUserInformation/**')
    await page.goBack()
    await page.waitForURL(/\?view=todas$/)
    await bar.getByRole('button', { name: 'Vistas guardadas', exact: true }).click()
    await dialog.getByRole('button', { name: own, exact: true }).waitFor()
    await isWhole(visited, viewport, `views-${width}`)
    await dialog.getByRole('button', { name: own, exact: true }).click()
    await bar.getByRole('button', { name: `Vista: ${own}`, exact: true }).click()
    await dialog.getByRole('button', { name: `Editar: ${own}`, exact: true }).click()
    await dialog.getByLabel('Nombre').fill(`${own} hoy`)
    await dialog.getByRole('button', { name: 'Guardar', exact: true }).click()
    await dialog.getByRole('button', { name: `Borrar: ${own} hoy`, exact: true }).click()
    await isWhole(visited, viewport, `views-delete-${width}`)
    await dialog.getByRole('button', { name: 'Borrar', exact: true }).click()
    await dialog.getByRole('button', { name: `Borrar: ${shared}`, exact: true }).waitFor()
    await dialog.getByRole('button', { name: `Borrar: ${own} hoy`, exact: true }).waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Vistas guardadas', exact: true }).waitFor()
    expect(complaints).toEqual([])
    await visited.context.close()
  })

  it('another officer uses a shared view without changing it; the link works without the view', async () => {
    const content = { filters: { level: '1' }, pageSize: 50 }
    await post(url, VIEWS, { list: 'people', name: shared, content, isShared: true, isDefault: false }, await deleteViews())
    const visited = await enter(SECOND_OFFICER, viewport)
    const { page, complaints } = visited
    const bar = page.getByRole('region', { name: 'Vistas guardadas', exact: true })
    await bar.getByRole('button', { name: 'Vistas guardadas', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(OFFICER.email, { exact: true }).waitFor()
    expect(await dialog.getByRole('button', { name: `Editar: ${shared}`, exact: true }).count()).toBe(0)
    await isWhole(visited, viewport, `views-of-team-${width}`)
    await dialog.getByRole('button', { name: shared, exact: true }).click()
    await bar.getByRole('button', { name: `Vista: ${shared}`, exact: true }).waitFor()
    await page.getByLabel('Nivel de KYC', { exact: true }).selectOption('3')
    await bar.getByRole('button', { name: 'Deshacer cambios', exact: true }).waitFor()
    expect(await bar.getByRole('button', { name: 'Guardar cambios', exact: true }).count()).toBe(0)
    await page.goto(`${QUEUE}?view=00000000-0000-4000-8000-000000000000&level=1`)
    await bar.getByRole('button', { name: 'Guardar vista', exact: true }).waitFor()
    expect(await page.getByLabel('Nivel de KYC', { exact: true }).inputValue()).toBe('1')

    await page.goto(`${QUEUE}alertas?irregularities=1`)
    await bar.getByRole('button', { name: 'Guardar vista', exact: true }).waitFor()
    expect(complaints).toEqual([])
    await visited.context.close()
  })
})

describe('risk of a person', () => {
  const refused = Object.fromEntries(RAILS.map((rail) => [rail, 'limits.in_review']))
  let visited: Visit
  let token: string
  let general: string
  beforeAll(async () => {
    visited = await enter(OFFICER, DESKTOP)
    token = await signIn(url, CUSTOMER)
    const { id } = await get<{ id: string }>(url, '/api/account', token)
    general = `/application/administrative/naturalUserInformation/${id}/general`
  })

  it('ADM-09 after two confirmations the person is registered in lists, and no money moves on any rail', async () => {
    const [account] = await get<{ id: string }[]>(url, '/payment/accounts/user/', token)
    await paidDeposit(url, token, account?.id ?? '', '60000')
    const { page } = visited
    await page.goto(general)
    await page.getByText('Su riesgo no ha cambiado, y nadie ha registrado listas ni PEP.').waitFor()
    expect(await page.getByRole('button', { name: 'Puedes transar', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Registrar listas', exact: true }).click()
    const flagging = page.getByRole('dialog', { name: 'Registrar listas', exact: true })
    await flagging.getByText('¿Desea registrar a esta persona en listas?').waitFor()
    await flagging.getByLabel('Motivo').fill('  corta  ')
    expect(await flagging.getByRole('button', { name: 'Continuar' }).isDisabled()).toBe(true)
    await flagging.getByLabel('Motivo').fill('Llegó un oficio de la fiscalía.')
    await isWhole(visited, DESKTOP, 'risk-question-1280')
    await flagging.getByRole('button', { name: 'Continuar' }).click()
    await flagging.getByText('¿Confirma que desea realizar esta acción?').waitFor()
    await isWhole(visited, DESKTOP, 'risk-sure-1280')
    await approvedByMail(page, url, OFFICER.email, () => flagging.getByRole('button', { name: 'Confirmar' }).click())
    await flagging.getByText('El cambio ya rige en todas las operaciones.').waitFor()
    await flagging.getByRole('button', { name: 'Cerrar' }).last().click()
    await page.getByRole('row').filter({ hasText: 'Llegó un oficio de la fiscalía.' }).waitFor()
    expect(await page.getByRole('button', { name: 'Registrar listas', exact: true }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Registrar riesgo', exact: true }).isDisabled()).toBe(true)
    await isWhole(visited, DESKTOP, 'risk-listed-1280')
    const phone = await enter(OFFICER, PHONE)
    await phone.page.goto(general)
    await phone.page.getByRole('row').filter({ hasText: 'Llegó un oficio de la fiscalía.' }).waitFor()
    await phone.page.getByRole('heading', { name: 'Riesgo y permiso para transar' }).scrollIntoViewIfNeeded()
    await isWhole(phone, PHONE, 'risk-listed-390')
    await phone.context.close()
    expect(await everyRail(url, token, CUSTOMER.email)).toEqual(refused)
  })

  it('ADM-09 two officers revert it, and money moves again', async () => {
    const { page } = visited
    await page.goto(general)
    await page.getByRole('button', { name: 'Retirar de listas', exact: true }).click()
    const clearing = page.getByRole('dialog', { name: 'Retirar de listas', exact: true })
    await clearing.getByLabel('Motivo').fill('Es un homónimo: otra fecha de nacimiento.')
    await clearing.getByRole('button', { name: 'Continuar' }).click()
    await approvedByMail(page, url, OFFICER.email, () => clearing.getByRole('button', { name: 'Confirmar' }).click())
    await clearing.getByText('Falta una segunda aprobación').waitFor()
    await isWhole(visited, DESKTOP, 'risk-waiting-1280')
    expect(await everyRail(url, token, CUSTOMER.email)).toEqual(refused)

    await agree(SECOND_OFFICER, 'risk.list')
    const codes = await everyRail(url, token, CUSTOMER.email)
    expect(Object.values(codes)).not.toContain('limits.in_review')
  })

  it('ADM-14 the audit trail has it, with changes and officers', async () => {
    const { page, complaints } = visited
    await page.goto(general)
    await page.getByRole('link', { name: 'Auditoría', exact: true }).click()
    await page.getByLabel('Usuario (correo o ID)').fill(CUSTOMER.email)
    await page.keyboard.press('Enter')
    await page.getByLabel('Mostrar').selectOption('changes')
    const cleared = page.getByRole('row').filter({ hasText: 'Usuario retirado de listas' })
    await cleared.getByText('Sí → No').waitFor()
    expect(await cleared.innerText()).toContain(SECOND_OFFICER.email)
    await isWhole(visited, DESKTOP, 'audit-1280')
    const small = await enter(OFFICER, PHONE)
    await small.page.goto(page.url())
    await small.page.getByRole('row').filter({ hasText: 'Usuario retirado de listas' }).waitFor()
    await isWhole(small, PHONE, 'audit-390')
    await small.context.close()
    expect(complaints).toEqual([])
    await visited.context.close()
  })
})

describe('documents of a person', () => {
  it('A1 ADM-12 a review is reached by its link, created, filled, labelled, filtered and verified; ADM-16 documents about a PEP wait until there is one', async () => {
    const person = await personBeforeLevel1(url)
    const visited = await enter(OFFICER, DESKTOP)
    const { page, complaints } = visited
    const base = `/application/administrative/naturalUserInformation/${person.id}`
    await page.goto(`${base}/financiera`)
    const section = page.getByRole('row', { name: /Naturaleza de operaciones/ })
    await section.getByText('No entregado').waitFor()
    await section.getByRole('link').click()
    await page.getByText('No hay revisiones con estos filtros').waitFor()
    expect(await page.getByRole('button', { name: 'Subir archivos' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Crear revisión' }).click()
    const creating = page.getByRole('dialog', { name: 'Crear revisión' })
    expect(await creating.getByRole('button', { name: 'Crear revisión' }).isDisabled()).toBe(true)
    await creating.getByLabel('Etiqueta de la revisión').selectOption('Extracto bancario')
    expect(await creating.getByLabel('Fecha límite').inputValue()).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    await isWhole(visited, DESKTOP, 'nature-create-1280')
    await creating.getByRole('button', { name: 'Crear revisión' }).click()
    await page.getByText('Sin documentos').waitFor()
    await page.locator('input[type=file]').setInputFiles([await pdfFile('enero.pdf'), await pdfFile('febrero.pdf')])
    await page.getByText('Se subieron 2 documentos.').waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'enero.pdf' }).click()
    expect((await saved).suggestedFilename()).toBe('enero.pdf')
    await page.getByLabel('Etiqueta de la revisión 1 enero.pdf').selectOption('Declaración de renta')
    await page.getByText('La etiqueta quedó guardada.').waitFor()
    await page.getByLabel('Número de revisión').fill('2')
    await page.getByText('No hay revisiones con estos filtros').waitFor()
    await page.getByLabel('Número de revisión').fill('1')
    await page.getByRole('button', { name: 'febrero.pdf' }).waitFor()
    await isWhole(visited, DESKTOP, 'nature-1280')
    const zip = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar archivos' }).last().click()
    expect((await zip).suggestedFilename()).toMatch(/^operaciones-.*\.zip$/)
    // The button of the whole view is below.
    await page.getByRole('button', { name: 'Verificar', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Verificar la revisión 1' })
    await dialog.getByLabel('Motivo').fill('Los extractos sustentan sus ingresos.')
    await approvedByMail(page, url, OFFICER.email, () => dialog.getByRole('button', { name: 'Verificar', exact: true }).click())
    await page.getByText('La revisión quedó verificada.').waitFor()
    await page.getByRole('link', { name: 'Ir al inicio' }).click()
    await page.getByRole('link', { name: 'Informacion financiera' }).click()
    await section.getByText('Aceptado').waitFor()
    await page.goto(`${base}/doc/pep`)
    await page.getByText('Se piden cuando la persona es PEP.').waitFor()
    expect(await page.getByRole('button', { name: 'Subir documentos' }).isDisabled()).toBe(true)
    await isWhole(visited, DESKTOP, 'pep-1280')
    expect(complaints).toEqual([])
    await visited.context.close()
  })
})

describe('enhanced due diligence', () => {
  it('ADM-09 ADM-16 a PEP transacts after a record by one officer and its approval by another', async () => {
    await moreCodes()
    const person = await personBeforeLevel1(url)
    await verifyLevel1(url, person)
    const visited = await enter(OFFICER, DESKTOP)
    const { page, complaints } = visited
    const base = `/application/administrative/naturalUserInformation/${person.id}`
    await page.goto(`${base}/doc/nature`)
    await page.getByRole('button', { name: 'Crear revisión' }).click()
    const creating = page.getByRole('dialog', { name: 'Crear revisión' })
    await creating.getByLabel('Etiqueta de la revisión').selectOption('Declaración de renta')
    await creating.getByRole('button', { name: 'Crear revisión' }).click()
    await page.getByText('Sin documentos').waitFor()
    await page.goto(`${base}/general`)
    const decide = async (act: string, reason: string) => {
      await page.getByRole('button', { name: act, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: act, exact: true })
      await dialog.getByLabel('Motivo').fill(reason)
      await dialog.getByRole('button', { name: 'Continuar' }).click()
      await approvedByMail(page, url, OFFICER.email, () => dialog.getByRole('button', { name: 'Confirmar' }).click())
      return dialog
    }
    const flagged = await decide('Registrar PEP', 'Fue elegida concejala en octubre.')
    await flagged.getByText('El cambio ya rige en todas las operaciones.').waitFor()
    await flagged.getByRole('button', { name: 'Cerrar' }).last().click()
    const refused = await decide('Puedes transar', 'Conocemos el origen de su dinero.')
    await refused
      .getByText(/debida diligencia intensificada/i)
      .first()
      .waitFor()
    await isWhole(visited, DESKTOP, 'diligence-refused-1280')
    await page.keyboard.press('Escape')

    const card = page.getByRole('region', { name: 'Debida diligencia intensificada' })
    await card.getByText('La norma la exige para esta persona').waitFor()
    await card.getByRole('button', { name: 'Escribir' }).click()
    const form = card.getByRole('form')
    await form.getByRole('button', { name: 'Enviar a aprobación' }).click()
    await form.getByText('Elige la causa.').waitFor()
    await isWhole(visited, DESKTOP, 'diligence-gaps-1280')
    await form.getByLabel('Causa').selectOption('pep_own')
    await form.getByLabel('Cargo público').fill('Concejala')
    await form.getByLabel('Entidad').fill('Concejo de Tunja')
    await form.getByLabel('Origen de los fondos').fill('Honorarios del concejo, según sus desprendibles.')
    await form.getByLabel('Origen del patrimonio').fill('Apartamento heredado en 2011 y ahorro de salarios.')
    await form.getByLabel('Actividad esperada al mes').fill('9000000')
    await form.getByRole('checkbox').first().check()
    await form.getByLabel(/^Conclusión/).selectOption('continue')
    await form.getByLabel('Razones de la conclusión').fill('Los soportes coinciden con lo que declaró.')
    await form.getByRole('button', { name: 'Guardar borrador' }).click()
    await page.getByText('Borrador guardado.').waitFor()
    await approvedByMail(page, url, OFFICER.email, () => form.getByRole('button', { name: 'Enviar a aprobación' }).click())
    await card.getByText('Espera aprobación', { exact: true }).first().waitFor()
    await isWhole(visited, DESKTOP, 'diligence-waits-1280')

    await agree(SECOND_OFFICER, 'compliance.due_diligence')
    await page.reload()
    await card.getByText(/^Vigente hasta el /).waitFor()
    const phone = await enter(OFFICER, PHONE)
    await phone.page.goto(`${base}/general`)
    await phone.page.getByText(/^Vigente hasta el /).scrollIntoViewIfNeeded()
    await isWhole(phone, PHONE, 'diligence-approved-390')
    await phone.context.close()
    const allowed = await decide('Puedes transar', 'Dos oficiales aprobaron su debida diligencia.')
    await allowed.getByText('Falta una segunda aprobación').waitFor()
    expect(complaints).toEqual([])
    await visited.context.close()
  })
})

describe('Mi trabajo', () => {
  it('ADM-13 an analyst takes an alert from the waiting work, releases it, and is out of the office for a day', async () => {
    const person = await personBeforeLevel1(url)
    await secondBankAccount(person)
    const visited = await enter(staffOf('analyst'), PHONE)
    const { page, complaints } = visited
    await page.goto(`${QUEUE}trabajo`)
    await page.getByLabel('Cola').selectOption('alerts')
    const row = page.getByRole('row').filter({ hasText: person.email }).filter({ hasText: 'Alerta: Cambio de cuenta bancaria' })
    await row.getByRole('button', { name: /^Tomar/ }).click()
    await page.getByText('Ahora es tuyo.').waitFor()
    await page.getByLabel('De quién').selectOption('mine')
    await row.getByText('Tú', { exact: true }).waitFor()
    await isWhole(visited, PHONE, 'work-mine-390')
    await page.getByRole('button', { name: 'Fuera de la oficina' }).click()
    const dialog = page.getByRole('dialog', { name: 'Fuera de la oficina' })
    await isWhole(visited, PHONE, 'work-away-dialog-390')
    await dialog.getByRole('button', { name: 'Salir' }).click()
    await page.getByText(/^Estás fuera de la oficina hasta el final del /).waitFor()
    // The released case went back to its queue.
    await row.waitFor({ state: 'detached' })
    await isWhole(visited, PHONE, 'work-away-390')
    await page.getByRole('button', { name: 'Ya volví' }).click()
    await page.getByText('Estás de vuelta.').waitFor()
    await page.getByLabel('De quién').selectOption('free')
    await row.getByRole('link', { name: 'Alerta: Cambio de cuenta bancaria' }).click()
    await page.waitForURL(`**/${person.id}/alertas**`)
    await page.goBack()
    await row.waitFor()
    expect(await page.getByLabel('De quién').inputValue()).toBe('free')
    await page.getByRole('button', { name: /^Tomar siguiente/ }).click()
    await page.waitForURL(/naturalUserInformation|withdrawals|approvals/)
    expect(complaints).toEqual([])
    await visited.context.close()
  })
})

describe('conversation with a person', () => {
  it('ADM-17 a declined document: the customer answers with a picture, an officer reads and answers, and the customer sees it', async () => {
    const person = await waitingPerson()
    await decline(url, person, 'frontal', 'No se lee la fecha de nacimiento.')
    await until('the conversation', ALERT_MS, async () => {
      const { results } = await get<{ results: { asks: boolean }[] }>(url, '/api/conversations', person.token)
      return results.some(({ asks }) => asks) || undefined
    })
    const customer = await visit(browser, url, PHONE)
    await openSession(customer.page, person)
    await customer.page.goto('/application/verification')
    await customer.page.getByRole('region', { name: 'Sobre tu verificación' }).waitFor()
    await isWhole(customer, PHONE, 'conversation-banner-phone')
    await customer.page.getByRole('link', { name: 'Leer y responder' }).click()
    await customer.page.waitForURL('**/application/messages/*')
    const said = customer.page.getByRole('list', { name: 'Conversación', exact: true })
    await said.getByText('No se lee la fecha de nacimiento.').waitFor()
    await customer.page.getByText('Necesitamos algo de ti para seguir.').waitFor()
    expect(await customer.page.getByRole('button', { name: 'Enviar', exact: true }).isDisabled()).toBe(true)
    await customer.page.getByLabel('Mensaje').fill('Esta se ve mejor, la tomé con más luz.')
    const photo = { name: 'cedula.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(640, 480, { quality: 60 }) }
    await customer.page.locator('input[type=file]').setInputFiles([photo])
    await customer.page.getByRole('button', { name: 'Quitar cedula.jpg' }).waitFor()
    await isWhole(customer, PHONE, 'conversation-write-phone')
    await customer.page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await said.getByText('Esta se ve mejor, la tomé con más luz.').waitFor()
    await customer.page.getByText(/Te respondemos antes del/).waitFor()
    await isWhole(customer, PHONE, 'conversation-sent-phone')

    const officer = await enter(OFFICER, DESKTOP)
    await officer.page.getByRole('link', { name: 'Mensajes de clientes', exact: true }).click()
    const waiting = officer.page.getByRole('list', { name: 'Mensajes de clientes', exact: true })
    await waiting.getByRole('link', { name: person.email }).waitFor()
    await isWhole(officer, DESKTOP, 'conversation-queue-1280')
    await waiting.getByRole('link', { name: person.email }).click()
    await officer.page.waitForURL(`**/${person.id}/mensajes?*`)
    const conversation = officer.page.getByRole('list', { name: 'Conversación', exact: true })
    await conversation.getByText('Esta se ve mejor, la tomé con más luz.').waitFor()
    await conversation.getByRole('button', { name: 'cedula.jpg' }).click()
    await officer.page.getByRole('dialog').getByRole('img', { name: 'Imagen cedula.jpg' }).waitFor()
    await officer.page.keyboard.press('Escape')
    await officer.page.getByRole('dialog').waitFor({ state: 'hidden' })
    const since = new Date()
    const field = officer.page.getByLabel('Respuesta para el cliente')
    await field.fill('Apareces en la lista OFAC.')
    await officer.page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await officer.page.getByText('El mensaje no puede decir «OFAC»').waitFor()
    await field.fill('Gracias, con esta foto sí se lee.')
    await officer.page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await conversation.getByText('Gracias, con esta foto sí se lee.').waitFor()
    await isWhole(officer, DESKTOP, 'conversation-officer-1280')

    expect(await mailLink(url, person.email, '/application/messages/', since)).toContain('/application/messages/')
    const mails = await (await fetch(`${url}/dev/mail/messages?${new URLSearchParams({ to: person.email })}`)).text()
    expect(mails).toContain('Tienes una respuesta')
    expect(mails).not.toContain('con esta foto')
    await said.getByText('Gracias, con esta foto sí se lee.').waitFor()
    await isWhole(customer, PHONE, 'conversation-answered-phone')
    // A message of thanks needs no answer, and does not keep them in the queue.
    await customer.page.getByLabel('Mensaje').fill('Muchas gracias.')
    await customer.page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await said.getByText('Muchas gracias.').waitFor()
    await officer.page.reload()
    await conversation.getByText('Muchas gracias.').waitFor()
    await isWhole(officer, DESKTOP, 'conversation-no-answer-1280')
    await officer.page.getByRole('button', { name: 'No necesita respuesta' }).click()
    await officer.page.getByRole('button', { name: 'Cerrar conversación' }).waitFor()
    await customer.page.reload()
    await customer.page.getByText('Necesitamos algo de ti para seguir.').waitFor()
    await customer.page.getByRole('link', { name: 'Todos los mensajes' }).click()
    await customer.page.getByRole('list', { name: 'Mensajes', exact: true }).getByText('Abierta').waitFor()
    await isWhole(customer, PHONE, 'conversation-list-phone')
    expect([customer.complaints, officer.complaints.filter((complaint) => !complaint.includes('400'))]).toEqual([[], []])
    for (const { context } of [customer, officer]) await context.close()
  })
})

describe('case file and timeline of a person', () => {
  it('notes with attachments are written and corrected, and all events are in one list with links', async () => {
    const person = await waitingPerson()
    const base = `/application/administrative/naturalUserInformation/${person.id}`
    const visited = await enter(OFFICER, DESKTOP)
    const { page, complaints } = visited
    await page.goto(`${base}/general`)
    await page.getByRole('link', { name: 'Expediente', exact: true }).click()
    await page.waitForURL('**/expediente')
    await page.getByText('Todavía no hay notas').waitFor()
    expect(await page.getByRole('button', { name: 'Guardar nota' }).isDisabled()).toBe(true)
    await isWhole(visited, DESKTOP, 'notes-empty-1280')
    await page.getByLabel('Tema').selectOption('Contacto con la persona')
    await page.getByRole('textbox', { name: /^Nota/ }).fill('Llamó y dijo que vive en Cali.')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([await pdfFile('carta.pdf')])
    await page.getByRole('button', { name: 'Quitar carta.pdf' }).waitFor()
    await page.getByRole('button', { name: 'Guardar nota' }).click()
    const notes = page.getByRole('list', { name: 'Notas', exact: true })
    await notes.getByText('Llamó y dijo que vive en Cali.').waitFor()
    const saved = page.waitForEvent('download')
    await notes.getByRole('button', { name: 'carta.pdf' }).click()
    expect((await saved).suggestedFilename()).toBe('carta.pdf')
    await notes.getByRole('button', { name: /^Corregir la nota/ }).click()
    await page.getByRole('textbox', { name: /^Nota/ }).fill('Llamó y dijo que vive en Cúcuta.')
    await isWhole(visited, DESKTOP, 'notes-correct-1280')
    // The first answer is lost: sent again, the note is stored once.
    const loseAnswer = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/case-notes', loseAnswer, { times: 1 })
    await page.getByRole('button', { name: 'Guardar nota' }).click()
    await page.getByText('Lo que escribiste sigue aquí').waitFor()
    await page.getByRole('button', { name: 'Guardar nota' }).click()
    await notes.getByText('Corregida por la nota del').waitFor()
    expect(await notes.getByText('Llamó y dijo que vive en Cúcuta.').count()).toBe(1)
    await page.getByRole('heading', { name: 'Nueva nota' }).waitFor()
    await isWhole(visited, DESKTOP, 'notes-1280')

    await page.getByRole('button', { name: 'Descargar expediente', exact: true }).click()
    const archive = page.getByRole('dialog', { name: 'Descargar el expediente' })
    await archive.getByLabel('Para qué se descarga').fill('Requerimiento 123 de la Fiscalía.')
    await isWhole(visited, DESKTOP, 'archive-1280')
    const downloaded = page.waitForEvent('download')
    await approvedByMail(page, url, OFFICER.email, () => archive.getByRole('button', { name: 'Descargar', exact: true }).click())
    expect((await downloaded).suggestedFilename()).toMatch(/^expediente-.*\.zip$/)
    await page.getByText('El expediente quedó descargado.').waitFor()
    const zip = await readFile(await (await downloaded).path())
    expect(await verified(zip)).toContain('VALID')
    expect(await verified(zip)).toContain(`Case file of ${person.email}`)
    zip.write('Bogotá', zip.indexOf('Cúcuta'))
    expect(await verified(zip)).toMatch(/^datos\/notas\.json: changed$/m)

    await page.getByRole('button', { name: 'Certificado anual', exact: true }).click()
    const certificate = page.getByRole('dialog', { name: 'Certificado anual de esta persona' })
    await certificate.getByLabel('Quién lo pidió y para qué').fill('La persona lo pidió por correo.')
    await approvedByMail(page, url, OFFICER.email, () => certificate.getByRole('button', { name: 'Descargar', exact: true }).click())
    await certificate.getByText('No hay certificado de ese año: no hubo saldo ni movimientos.').waitFor()
    await isWhole(visited, DESKTOP, 'certificate-1280')
    await certificate.getByRole('button', { name: 'Cancelar' }).click()

    await page.getByRole('link', { name: 'Línea de tiempo', exact: true }).click()
    await page.waitForURL('**/linea-de-tiempo')
    await page.getByRole('link', { name: 'Nota: Contacto con la persona' }).first().waitFor()
    await page.getByText('Se registró', { exact: true }).waitFor()
    await isWhole(visited, DESKTOP, 'timeline-1280')
    await page.getByLabel('Tipo').selectOption('Verificación')
    await page.waitForURL('**/linea-de-tiempo?kind=verification')
    await page.getByText('Se registró', { exact: true }).waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Envió el formulario: Nivel 1' }).click()
    await page.waitForURL('**/doc/id')
    await page.goBack()
    await page.waitForURL('**/linea-de-tiempo?kind=verification')

    const token = await signIn(url, CUSTOMER)
    const [account] = await get<{ id: string }[]>(url, '/payment/accounts/user/', token)
    await paidDeposit(url, token, account?.id ?? '', '61500')
    const customer = await get<{ id: string }>(url, '/api/account', token)
    await page.goto(`/application/administrative/naturalUserInformation/${customer.id}/linea-de-tiempo?kind=money`)
    await page
      .getByRole('link', { name: /^Depósito pedido: 61/ })
      .first()
      .waitFor()
    await isWhole(visited, DESKTOP, 'timeline-money-1280')
    await page
      .getByRole('link', { name: /^Depósito pedido: 61/ })
      .first()
      .click()
    await page.waitForURL('**/financial/fiat?transactionId=*')
    await page.getByRole('grid').getByRole('link').first().waitFor()
    expect(await page.getByRole('textbox', { name: 'ID de la transacción' }).inputValue()).not.toBe('')
    const phone = await enter(SECOND_OFFICER, PHONE)
    await phone.page.goto(`${base}/expediente`)
    await phone.page.getByText('Corregida por la nota del').waitFor()
    await phone.page.getByRole('heading', { name: 'Notas', exact: true }).scrollIntoViewIfNeeded()
    await isWhole(phone, PHONE, 'notes-390')
    await phone.page.getByRole('button', { name: 'Descargar expediente', exact: true }).click()
    await phone.page.getByRole('dialog', { name: 'Descargar el expediente' }).getByLabel('Para qué se descarga').waitFor()
    await isWhole(phone, PHONE, 'archive-390')
    await phone.page.goto(`${base}/linea-de-tiempo`)
    await phone.page.getByText('Se registró', { exact: true }).waitFor()
    await phone.page.getByText('Se registró', { exact: true }).scrollIntoViewIfNeeded()
    await isWhole(phone, PHONE, 'timeline-390')
    await phone.context.close()
    expect(complaints.filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
    await visited.context.close()
  })
})

describe('links of a person', () => {
  const document = newDocumentNumber()
  const account = newDocumentNumber()
  async function linked(fullName: string): Promise<Person> {
    const person = await personBeforeLevel1(url)
    await sendLevel1(url, person.token, { fullName, identificationNumber: document })
    const body = { alias: 'Nómina', account, bank: 1, accountType: 9 }
    const grant = await stepUpGrant(url, person.token, 'POST /payment/accounts', { body }, person.email)
    await post(url, '/payment/accounts', body, person.token, { 'step-up-grant': grant })
    return person
  }

  it('ADM-13 people who share a document and a bank account are in a list and in a drawing, usable by keyboard', async () => {
    const [person, other] = [await linked('Ana Chía Ruiz'), await linked('Benito Suesca Mora')]
    const path = (id: string) => `/application/administrative/naturalUserInformation/${id}`
    const visited = await enter(OFFICER, DESKTOP)
    const { page, complaints } = visited
    await page.route('**/users/links?*', (route) => route.abort())
    await page.goto(`${path(person.id)}/general`)
    await page.getByRole('link', { name: 'Vínculos', exact: true }).click()
    await page.waitForURL('**/vinculos')
    await page.getByRole('button', { name: 'Reintentar' }).waitFor()
    await page.unroute('**/users/links?*')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    const documents = page.getByRole('region', { name: 'Documentos de identidad' })
    await documents.getByRole('link', { name: 'Benito Suesca Mora' }).waitFor()
    await documents.getByText('Es su documento').first().waitFor()
    const drawing = page.getByRole('application', { name: 'Dibujo de los vínculos' })
    await drawing.getByRole('link', { name: /^Benito Suesca Mora/ }).waitFor()
    await isWhole(visited, DESKTOP, 'links-1280')
    await documents.scrollIntoViewIfNeeded()
    await picture(page, 'links-list-1280')

    await page.getByLabel('Tipo de vínculo').selectOption('Cuenta bancaria')
    await page.waitForURL('**/vinculos?kind=bank_account')
    await documents.waitFor({ state: 'hidden' })
    await page
      .getByRole('region', { name: 'Cuentas bancarias' })
      .getByText(`AV Villas ··${account.slice(-4)}`)
      .waitFor()
    await page.getByLabel('Hasta dónde').selectOption('También los vínculos de esas personas')
    await page.waitForURL('**/vinculos?kind=bank_account&depth=2')
    await drawing.getByRole('button', { name: /^AV Villas/ }).waitFor()

    // From the button that opens the drawing: Tab, arrows, zoom, Escape; then to the other person.
    const toggle = page.getByRole('button', { name: 'Ocultar el dibujo' })
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    await toggle.focus()
    await page.keyboard.press('Tab')
    expect(await focused()).toContain('Ana Chía Ruiz')
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toContain('AV Villas')
    await page.keyboard.press('Enter')
    expect(await drawing.getByRole('button', { name: /^AV Villas/ }).getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('+')
    await page.keyboard.press('-')
    await isWhole(visited, DESKTOP, 'links-chosen-1280')
    await page.keyboard.press('Escape')
    expect(await toggle.evaluate((node) => node === node.ownerDocument.activeElement)).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${path(other.id)}`)
    await page.getByText('Benito Suesca Mora').first().waitFor()

    const alone = await personBeforeLevel1(url)
    await page.goto(`${path(alone.id)}/vinculos`)
    await page.getByText('No encontramos vínculos con otras personas').waitFor()
    await isWhole(visited, DESKTOP, 'links-nothing-1280')
    const phone = await enter(SECOND_OFFICER, PHONE)
    await phone.page.goto(`${path(person.id)}/vinculos`)
    await phone.page.getByRole('region', { name: 'Cuentas bancarias' }).getByRole('link', { name: 'Benito Suesca Mora' }).waitFor()
    await isWhole(phone, PHONE, 'links-390')
    await phone.page.getByRole('button', { name: 'Ver el dibujo' }).click()
    const drawn = phone.page.getByRole('application', { name: 'Dibujo de los vínculos' })
    await drawn.getByRole('link', { name: /^Benito Suesca Mora/ }).waitFor()
    await phone.page.getByText('Tab o las flechas').scrollIntoViewIfNeeded()
    await isWhole(phone, PHONE, 'links-drawing-390')
    for (const name of ['Acercar', 'Alejar', 'Ver todo', 'Ocultar el dibujo']) await phone.page.getByRole('button', { name }).click()
    await drawn.waitFor({ state: 'detached' })
    await phone.page.getByRole('region', { name: 'Cuentas bancarias' }).scrollIntoViewIfNeeded()
    await isWhole(phone, PHONE, 'links-list-390')
    expect([complaints.filter((line) => !line.includes('ERR_FAILED')), phone.complaints]).toEqual([[], []])
    for (const { context } of [visited, phone]) await context.close()
  })
})

describe('renewal of accepted data', () => {
  let person: Person
  beforeAll(async () => {
    await moreCodes()
    person = await personBeforeLevel1(url)
    await verifyLevel1(url, person)
  })

  it('ADM-01 an officer requests it with a reason; the customer sees subjects and due date, submits it again, and it is accepted', async () => {
    const visited = await enter(OFFICER, PHONE)
    const { page, complaints } = visited
    await page.goto(`/application/administrative/naturalUserInformation/${person.id}/general`)
    await page.getByRole('button', { name: 'Pedir actualización' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pedir actualización de datos' })
    await dialog.getByRole('button', { name: 'Pedir actualización' }).click()
    await dialog.getByText('Elige al menos una cosa.').waitFor()
    await dialog.getByText('Escribe al menos 10 caracteres.').waitFor()
    await isWhole(visited, PHONE, 'renewal-ask-390')
    await dialog.getByLabel('Nivel 1: identidad y documento').check()
    await dialog.getByLabel('Motivo').fill('Su cédula cambia este mes.')
    await dialog.getByRole('button', { name: 'Pedir actualización' }).click()
    const card = page.getByRole('region', { name: 'Actualización de datos' })
    await card.getByText('Pendiente', { exact: true }).waitFor()
    await isWhole(visited, PHONE, 'renewal-asked-390')

    const customer = await visit(browser, url, PHONE)
    await openSession(customer.page, person)
    await customer.page.goto('/application/verification')
    const notice = customer.page.getByRole('status').filter({ hasText: 'Actualiza tus datos' })
    await notice.getByText('Te pedimos confirmarlos o cambiarlos.').waitFor()
    expect(await notice.innerText()).not.toContain('cambia este mes')
    await notice.getByRole('link', { name: 'Nivel 1: identidad y documento' }).click()
    await customer.page.getByRole('button', { name: 'Enviar para revisión' }).waitFor()
    await isWhole(customer, PHONE, 'renewal-own-390')
    await sendLevel1(url, person.token, { fullName: 'Berta Lucía Otálora Ruiz' })
    await customer.page.reload()
    await notice.getByText('Ya los enviaste: los estamos revisando.').waitFor()
    await isWhole(customer, PHONE, 'renewal-sent-390')

    await acceptPending(url, person)
    await page.reload()
    await card.getByText('Actualizado', { exact: true }).waitFor()
    await page.getByText('Berta Lucía Otálora Ruiz').first().waitFor()
    await customer.page.reload()
    await customer.page.getByText('Niveles de verificación').waitFor()
    await notice.waitFor({ state: 'detached' })
    expect(await levelOf(person)).toMatchObject({ currentLevel: 2 })
    expect([complaints, customer.complaints]).toEqual([[], []])
    for (const { context } of [visited, customer]) await context.close()
  })
})

describe('control lists', () => {
  const NAME = 'Waldina Tarapués Cuaical'
  const BASE = '/application/administrative'
  const individual = (id: string, name: string) =>
    `<INDIVIDUAL><DATAID>${id}</DATAID><FIRST_NAME>${name}</FIRST_NAME><INDIVIDUAL_DATE_OF_BIRTH><YEAR>1950</YEAR></INDIVIDUAL_DATE_OF_BIRTH></INDIVIDUAL>`
  const unFile = (...individuals: string[]) =>
    `<CONSOLIDATED_LIST><INDIVIDUALS>\n${individuals.join('\n')}\n</INDIVIDUALS></CONSOLIDATED_LIST>`
  const choose = (page: Page, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name: 'consolidated.xml', mimeType: 'text/xml', buffer: Buffer.from(text) })
  let person: Person
  beforeAll(async () => {
    await moreCodes()
    person = await personBeforeLevel1(url)
    await sendLevel1(url, person.token, { fullName: NAME })
  })

  it('ADM-13 a faulty file reports its line; a valid one waits for a second officer, and then every customer is screened', async () => {
    const visited = await enter(SECOND_OFFICER, DESKTOP)
    const { page, complaints } = visited
    await page.goto(`${BASE}/naturalUserInformation/${person.id}/coincidencias`)
    await page.getByText('Ninguna lista').first().waitFor()
    await isWhole(visited, DESKTOP, 'hits-none-1280')
    await page.getByRole('link', { name: 'Listas de control', exact: true }).click()
    await page.waitForURL('**/control-lists')
    const un = page.getByRole('row').filter({ hasText: 'ONU' })
    await un.getByText('Sin cargar').first().waitFor()
    const good = unFile(individual('w-1', NAME), individual('w-2', 'Tarapués Cuaical Waldina'))
    await choose(page, good.replace('</FIRST_NAME>', '</LAST_NAME>'))
    await page.getByRole('button', { name: 'Revisar como ONU' }).click()
    await page.getByRole('alert').getByText('línea 2').waitFor()
    await isWhole(visited, DESKTOP, 'control-lists-fault-1280')
    await choose(page, good)
    await page.getByRole('button', { name: 'Revisar como ONU' }).click()
    await page.getByText('+2 nuevos, 0 cambiados, 0 retirados').waitFor()
    await page.getByRole('button', { name: 'Pedir aprobación', exact: true }).click()
    await page.getByText('al menos 10 caracteres').waitFor()
    await isWhole(visited, DESKTOP, 'control-lists-proposal-1280')
    await page.getByLabel('Por qué se carga este archivo').fill('La versión de hoy, de la página de la ONU.')
    await approvedByMail(page, url, SECOND_OFFICER.email, () => page.getByRole('button', { name: 'Pedir aprobación', exact: true }).click())
    await page.getByText('La carga quedó pedida').waitFor()
    await un.getByRole('link', { name: 'Una versión nueva espera aprobación' }).waitFor()
    await un.getByText('Sin cargar').first().waitFor()
    await isWhole(visited, DESKTOP, 'control-lists-waiting-1280')
    await agree(OFFICER, 'screening.load_list')
    await page.reload()
    await un.getByText('Completa').waitFor()
    expect(await un.getByRole('link', { name: 'Una versión nueva espera aprobación' }).count()).toBe(0)
    await isWhole(visited, DESKTOP, 'control-lists-1280')
    expect(complaints.filter((line) => !line.includes('screening/lists/un/files'))).toEqual([])
    await visited.context.close()
  })

  it('ADM-13 hits are shown side by side: the discard of one is proposed and approved by a second officer, the other is confirmed', async () => {
    const visited = await enter(SECOND_OFFICER, DESKTOP)
    const { page, complaints } = visited
    await page.goto(`${BASE}/naturalUserInformation/${person.id}/general`)
    await page.getByRole('link', { name: '2 coincidencias por decidir' }).click()
    await page.waitForURL('**/coincidencias')
    const first = page.getByRole('region', { name: new RegExp(`ONU · ${NAME}$`) })
    const second = page.getByRole('region', { name: /ONU · Tarapués Cuaical Waldina$/ })
    await first.getByText('Año de nacimiento: no coincide (1988 y 1950).').waitFor()
    await isWhole(visited, DESKTOP, 'hits-1280')
    await second.getByRole('button', { name: /^Es otra persona/ }).click()
    const discarding = page.getByRole('dialog', { name: 'Proponer descartar la coincidencia' })
    await discarding.getByRole('button', { name: 'Pedir aprobación' }).click()
    await discarding.getByText('al menos 10 caracteres').waitFor()
    await discarding.getByLabel('Por qué es otra persona').fill('Otro apellido y otro año de nacimiento.')
    await isWhole(visited, DESKTOP, 'hit-discard-1280')
    await approvedByMail(page, url, SECOND_OFFICER.email, () => discarding.getByRole('button', { name: 'Pedir aprobación' }).click())
    await second.getByText('Ya se pidió descartarla.').waitFor()
    expect(await second.getByRole('button', { name: /^Es otra persona/ }).count()).toBe(0)
    await agree(OFFICER, 'screening.discard_hit')
    await page.reload()
    await second.getByText('Descartada', { exact: true }).waitFor()
    await first.getByRole('button', { name: /^Es la misma persona/ }).click()
    const confirming = page.getByRole('dialog', { name: 'Confirmar la coincidencia' })
    await confirming.getByLabel('Por qué es la misma persona').fill('La cédula de la lista es la suya.')
    await approvedByMail(page, url, SECOND_OFFICER.email, () => confirming.getByRole('button', { name: 'Confirmar', exact: true }).click())
    await first.getByText('Confirmada', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^Es (otra|la misma) persona/ }).count()).toBe(0)
    await isWhole(visited, DESKTOP, 'hits-decided-1280')
    await page.goto(`${BASE}/naturalUserInformation/${person.id}/general`)
    await page
      .getByRole('table', { name: 'Documentos adjuntos' })
      .getByRole('row', { name: /^Listas/ })
      .getByText('Si', { exact: true })
      .waitFor()
    expect(complaints).toEqual([])
    await visited.context.close()
  })

  it('ADM-21 a confirmed match waits for its report to both authorities, each with its own number, and is never disclosed to the person', async () => {
    const visited = await enter(SECOND_OFFICER, PHONE)
    const { page, complaints } = visited
    await page.goto(`${BASE}/regulatory`)
    const card = page.getByRole('region', { name: 'Coincidencias por informar' })
    await card.getByText(/^hasta el/).waitFor()
    await isWhole(visited, PHONE, 'matches-390')
    for (const [authority, number] of [
      ['UIAF', 'UIAF-2026-1'],
      ['Fiscalía', 'FGN-2026-2'],
    ] as const) {
      await card.getByRole('button', { name: `Registrar informe a ${authority} sobre ${person.email}` }).click()
      const dialog = page.getByRole('dialog', { name: `Informe a ${authority}` })
      await dialog.getByLabel('Número de radicado').fill(number)
      await isWhole(visited, PHONE, `match-${authority}-390`)
      await approvedByMail(page, url, SECOND_OFFICER.email, () => dialog.getByRole('button', { name: 'Registrar informe' }).click())
      await card.getByText(number).waitFor()
    }
    await card.getByText(/^hasta el/).waitFor({ state: 'detached' })
    await isWhole(visited, PHONE, 'matches-told-390')
    const notices = await get<object>(url, '/api/notices?size=50', person.token)
    expect(JSON.stringify(notices)).not.toMatch(/UIAF|Fiscal|coincidencia/)
    expect(complaints).toEqual([])
    await visited.context.close()
  })

  it('ADM-13 an auditor reads the hits without deciding; an officer without the permission has no tab', async () => {
    const auditor = await visit(browser, url, PHONE)
    await openSession(auditor.page, staffOf('auditor'))
    await auditor.page.goto(`${BASE}/control-lists`)
    await auditor.page.getByText('Personas que se comparan').first().waitFor()
    expect(await auditor.page.getByText('Cargar una lista').count()).toBe(0)
    await isWhole(auditor, PHONE, 'control-lists-390')
    await auditor.page.goto(`${BASE}/naturalUserInformation/${person.id}/coincidencias`)
    await auditor.page.getByText('Confirmada', { exact: true }).waitFor()
    expect(await auditor.page.getByRole('button', { name: /^Es (otra|la misma) persona/ }).count()).toBe(0)
    await isWhole(auditor, PHONE, 'hits-decided-390')
    await auditor.context.close()
  })
})

/** Create a person; the last digit decides the findings of the sandbox. */
async function personWithDocument(lastDigit: number): Promise<Person> {
  const person = await personBeforeLevel1(url)
  await sendLevel1(url, person.token, { identificationNumber: `${newDocumentNumber().slice(0, -1)}${lastDigit}` })
  return person
}
const pageOf = ({ id }: Person) => `/application/administrative/naturalUserInformation/${id}`
async function launch(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Generar reporte', exact: true }).press('Enter')
  const launching = page.getByRole('dialog', { name: 'Generar reporte de antecedentes y listas' })
  await launching.getByText('Te quedan').waitFor()
  await approvedByMail(page, url, email, () => launching.getByRole('button', { name: 'Generar', exact: true }).press('Enter'))
}
const waiting = (page: Page) => page.getByRole('dialog', { name: 'Por favor espere' })
const answers = (page: Page) => page.getByRole('region', { name: 'Resultado' })

describe('background checks', () => {
  beforeAll(moreCodes)

  it('ADM-08 G14 a clean check: countdown, closed dialog, still running after a reload, and shown when it is finished', async () => {
    const person = await personWithDocument(0)
    const visited = await enter(OFFICER, DESKTOP)
    const { page, complaints } = visited
    await page.goto(pageOf(person))
    await page.getByText('Nadie ha hecho esta búsqueda.').waitFor()
    await page.getByRole('button', { name: 'Generar reporte', exact: true }).press('Enter')
    await page.getByRole('dialog', { name: 'Generar reporte de antecedentes y listas' }).getByText('Te quedan').waitFor()
    await isWhole(visited, DESKTOP, 'check-launch-1280')
    await page.keyboard.press('Escape')
    await launch(page, OFFICER.email)
    await waiting(page).getByText('Generando reporte de antecedentes y listas por favor espere un momento.').waitFor()
    await waiting(page).getByText('Si lo desea puede salir de este contador y volver a revisar al usuario en unos minutos.').waitFor()
    const seconds = async () => Number(await waiting(page).getByRole('timer').innerText())
    const first = await seconds()
    expect(first).toBeGreaterThan(40)
    await isWhole(visited, DESKTOP, 'check-wait-1280')
    await expect.poll(seconds).toBeLessThan(first)
    await page.setViewportSize(PHONE)
    await isWhole(visited, PHONE, 'check-wait-390')
    await page.setViewportSize(DESKTOP)
    await waiting(page).getByRole('button', { name: 'Cerrar', exact: true }).last().press('Enter')
    await page.getByText('En curso', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('En curso', { exact: true }).waitFor()
    await isWhole(visited, DESKTOP, 'check-under-way-1280')
    await page.getByText('Todas las fuentes respondieron.').waitFor()
    const row = (name: string) =>
      page
        .getByRole('table', { name: /Documentos adjuntos/ })
        .getByRole('row')
        .filter({ hasText: name })
    await row('Antecedentes').getByText('Aceptado').waitFor()
    await row('Antecedentes').getByRole('link', { name: 'Ver Documentos: Antecedentes' }).click()
    await answers(page).getByText('Todas las fuentes respondieron y no hay hallazgos.').waitFor()
    await page.getByText('La iniciaste tú').waitFor()
    await page.getByRole('button', { name: 'Ver PDF', exact: true }).press('Enter')
    await picturesAreThere(page, 1)
    await isWhole(visited, DESKTOP, 'check-clean-1280')
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Descargar PDF' }).click()])
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
    expect(complaints).toEqual([])
    await visited.context.close()
  })

  it('ADM-08 a check with serious findings, whose start another officer saw', async () => {
    const person = await personWithDocument(3)
    const [visited, second] = [await enter(OFFICER, DESKTOP), await enter(SECOND_OFFICER, PHONE)]
    const { page, complaints } = visited
    await page.goto(`${pageOf(person)}/doc/list`)
    await launch(page, OFFICER.email)
    await waiting(page).waitFor()
    await second.page.goto(`${pageOf(person)}/alertas`)
    await second.page.getByText(`La inició ${OFFICER.email}`).waitFor()
    expect(await second.page.getByRole('button', { name: 'Generar reporte' }).count()).toBe(0)
    await isWhole(second, PHONE, 'check-line-390')
    // No officer closed it.
    await waiting(page).waitFor({ state: 'detached' })
    await answers(page).getByText('Alto', { exact: true }).waitFor()
    await page.getByRole('heading', { name: /^Alto: \d+ hallazgo/ }).waitFor()
    await isWhole(visited, DESKTOP, 'check-high-1280')
    await second.page.goto(`${pageOf(person)}/doc/list`)
    await second.page.getByRole('heading', { name: /^Alto: \d+ hallazgo/ }).waitFor()
    await isWhole(second, PHONE, 'check-high-390')
    expect([complaints, second.complaints]).toEqual([[], []])
    await visited.context.close()
    await second.context.close()
  })

  it('ADM-08 G15 a failed source gives no clean result until it is retried; the earlier check stays readable', async () => {
    const person = await personWithDocument(6)
    const visited = await enter(SECOND_OFFICER, DESKTOP)
    const { page, complaints } = visited
    await page.goto(`${pageOf(person)}/doc/list`)
    await launch(page, SECOND_OFFICER.email)
    await waiting(page).waitFor()
    await waiting(page).waitFor({ state: 'detached' })
    await answers(page).getByText('No es un resultado limpio').waitFor()
    expect(await answers(page).getByText('No se sabe', { exact: true }).count()).toBe(3)
    expect(await page.getByText('no hay hallazgos').count()).toBe(0)
    await isWhole(visited, DESKTOP, 'check-failed-1280')
    await page.setViewportSize(PHONE)
    await isWhole(visited, PHONE, 'check-failed-390')
    await page.setViewportSize(DESKTOP)
    await approvedByMail(page, url, SECOND_OFFICER.email, () =>
      page.getByRole('button', { name: 'Reintentar fuentes fallidas' }).press('Enter'),
    )
    await answers(page).getByText('Todas las fuentes respondieron y no hay hallazgos.').waitFor()
    await isWhole(visited, DESKTOP, 'check-retried-1280')
    await page.getByRole('button', { name: 'Generar otro reporte' }).press('Enter')
    const launching = page.getByRole('dialog', { name: 'Generar reporte de antecedentes y listas' })
    await launching.getByLabel('Consultar de nuevo aunque haya un reporte reciente').check()
    await approvedByMail(page, url, SECOND_OFFICER.email, () => launching.getByRole('button', { name: 'Generar', exact: true }).click())
    await waiting(page).waitFor()
    await waiting(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Ver la consulta del/ }).press('Enter')
    await page.getByText('que no es la más reciente').waitFor()
    await isWhole(visited, DESKTOP, 'check-earlier-1280')
    await page.setViewportSize(PHONE)
    await page.getByRole('table', { name: 'Consultas anteriores' }).scrollIntoViewIfNeeded()
    await isWhole(visited, PHONE, 'check-history-390')
    await page.setViewportSize(DESKTOP)
    await page.getByRole('heading', { name: 'Consultas anteriores' }).scrollIntoViewIfNeeded()
    await picture(page, 'check-history-1280')
    expect(complaints).toEqual([])
    await visited.context.close()
  })
})

describe('failing background checks', () => {
  const CHECK_LIFE_MS = 4 * 3_600_000
  beforeAll(moreCodes)

  /** Control the sandbox of the provider. */
  async function control(command: object): Promise<void> {
    const port = (await readFile(join(product.dataDir, 'sandbox.port'), 'utf8')).trim()
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${port}/controls`, { method: 'POST', headers, body: JSON.stringify(command) })
    expect(answer.status).toBe(200)
  }
  async function launched(lastDigit: number): Promise<{ person: Person; visited: Visit }> {
    const person = await personWithDocument(lastDigit)
    const visited = await enter(OFFICER, DESKTOP)
    await visited.page.goto(`${pageOf(person)}/doc/list`)
    await launch(visited.page, OFFICER.email)
    return { person, visited }
  }

  it("ADM-08 a name that differs from the document's is reported next to a result without findings", async () => {
    const { visited } = await launched(7)
    await answers(visited.page).getByText('El proveedor no validó el documento').waitFor()
    expect(await visited.page.getByText('Todas las fuentes respondieron y no hay hallazgos.').count()).toBe(0)
    await isWhole(visited, DESKTOP, 'check-other-name-1280')
    expect(visited.complaints).toEqual([])
    await visited.context.close()
  })

  it('ADM-08 G15 an unavailable provider, then one that never finishes: the check waits, and is launched anew after four hours', async () => {
    await control({ action: 'api-fault', kind: 'error', point: 'tusdatos.launch', scope: 'reset' })
    const { person, visited } = await launched(8)
    await waiting(visited.page).getByText('El proveedor no responde').waitFor()
    await isWhole(visited, DESKTOP, 'check-away-1280')
    await control({ action: 'reset' })
    await waiting(visited.page).getByText('9 de 10 fuentes respondieron').waitFor()
    await waiting(visited.page).getByRole('button', { name: 'Cerrar', exact: true }).last().click()
    expect(visited.complaints).toEqual([])
    await visited.context.close()
    await post(url, '/dev/clock/advance', { milliseconds: CHECK_LIFE_MS })
    const later = await enter(OFFICER, PHONE)
    await later.page.goto(`${pageOf(person)}/doc/list`)
    await later.page.getByText('La consulta terminó sin resultado.').waitFor()
    await later.page.getByRole('button', { name: 'Generar otro reporte' }).waitFor()
    await isWhole(later, PHONE, 'check-lost-390')
    expect(later.complaints).toEqual([])
    await later.context.close()
  })
})

describe('blocklist', () => {
  const BLACK_LIST = '/application/administrative/black-list'
  beforeAll(moreCodes)

  it('ADM-15 a value is added to the list, is found by its complete value and masked, and two officers remove it', async () => {
    const visited = await enter(SECOND_OFFICER, DESKTOP)
    const { page, complaints } = visited
    await page.getByRole('link', { name: 'Lista negra', exact: true }).click()
    await page.waitForURL('**/black-list')
    await page.getByText('La lista negra está vacía').waitFor()
    await isWhole(visited, DESKTOP, 'black-list-empty-1280')
    await page.getByRole('button', { name: 'Agregar a la lista', exact: true }).click()
    const adding = page.getByRole('dialog', { name: 'Agregar a la lista negra' })
    await adding.getByLabel('Tipo').selectOption('email')
    await adding.getByLabel('Por qué entra en la lista').fill('Fraude confirmado en otra entidad.')
    await adding.getByRole('button', { name: 'Agregar', exact: true }).click()
    await adding.getByText('Escribe el valor.').waitFor()
    await isWhole(visited, DESKTOP, 'black-list-add-1280')
    await adding.getByRole('textbox', { name: 'Valor' }).fill('mala.persona@otro.example')
    await approvedByMail(page, url, SECOND_OFFICER.email, () => adding.getByRole('button', { name: 'Agregar', exact: true }).click())
    const row = page.getByRole('row').filter({ hasText: 'm•••@otro.example' })
    await row.getByText('Vigente', { exact: true }).waitFor()
    const looking = page.getByRole('form', { name: 'Buscar un valor completo' })
    await looking.getByLabel('Tipo').selectOption('email')
    await looking.getByRole('textbox').fill('otra@otro.example')
    await looking.getByRole('button', { name: 'Buscar', exact: true }).click()
    await row.waitFor({ state: 'detached' })
    await looking.getByRole('textbox').fill('Mala.Persona+1@otro.example')
    await looking.getByRole('button', { name: 'Buscar', exact: true }).click()
    await row.getByRole('button', { name: /^Retirar/ }).click()
    const removing = page.getByRole('dialog', { name: 'Retirar de la lista negra' })
    await removing.getByLabel('Por qué se retira').fill('Era otra persona con el mismo correo.')
    await isWhole(visited, DESKTOP, 'black-list-remove-1280')
    await approvedByMail(page, url, SECOND_OFFICER.email, () => removing.getByRole('button', { name: 'Pedir aprobación' }).click())
    await row.getByText('Falta aprobar que se quite').waitFor()
    expect(await row.getByRole('button', { name: /^Retirar/ }).count()).toBe(0)
    await isWhole(visited, DESKTOP, 'black-list-waits-1280')
    await agree(OFFICER, 'blacklist.remove')
    await page.reload()
    await row.getByText('Retirado', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await visited.context.close()
  })

  it('ADM-15 a file is checked first, is added to the list whole or not at all, and the list is exported as CSV', async () => {
    const visited = await enter(SECOND_OFFICER, DESKTOP)
    const { page, complaints } = visited
    await page.goto(BLACK_LIST)
    await page.getByRole('button', { name: 'Importar CSV', exact: true }).press('Enter')
    const importing = page.getByRole('dialog', { name: 'Importar a la lista negra' })
    const file = async (...rows: readonly string[]) => {
      const buffer = Buffer.from(['tipo;valor;motivo;hasta', ...rows].join('\r\n'))
      await importing.locator('input[type=file]').setInputFiles({ name: 'lista.csv', mimeType: 'text/csv', buffer })
    }
    const good = ['telefono;300 555 1234;Aviso de la Fiscalía.;', 'correo;Otra.Persona@otro.example;Fraude confirmado.;2099-12-31']
    await file(...good, 'dominio;gmail.com;Fraude confirmado.;')
    await importing.getByText('Dejaría por fuera a demasiadas personas').waitFor()
    expect(await importing.getByRole('button', { name: 'Agregar 2 filas' }).isDisabled()).toBe(true)
    await isWhole(visited, DESKTOP, 'black-list-import-faulty-1280')
    await page.setViewportSize(PHONE)
    await isWhole(visited, PHONE, 'black-list-import-faulty-390')
    await page.setViewportSize(DESKTOP)
    await file(...good)
    await importing.getByText('2 filas entrarán en la lista').waitFor()
    await isWhole(visited, DESKTOP, 'black-list-import-1280')
    const add = importing.getByRole('button', { name: 'Agregar 2 filas' })
    await approvedByMail(page, url, SECOND_OFFICER.email, () => add.press('Enter'))
    await page.getByText('2 valores quedaron en la lista negra.').waitFor()
    await page.getByRole('row').filter({ hasText: '•••234' }).waitFor()
    await page.getByRole('button', { name: 'Descargar CSV' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^Descargar/ })
        .click(),
    ])
    const text = await readFile(await download.path(), 'utf8')
    expect([text.includes('correo;o•••@otro.example;Fraude confirmado.;Vigente'), text.includes('3005551234')]).toEqual([true, false])
    expect(complaints).toEqual([])
    await visited.context.close()
  })

  it('ADM-15 a device is added to the list from a sign-in, and a sign-in with it raises an alert', async () => {
    const person = await waitingPerson()
    const browserOfPerson = await visit(browser, url, DESKTOP)
    await openSession(browserOfPerson.page, person)
    const visited = await enter(SECOND_OFFICER, DESKTOP)
    const { page, complaints } = visited
    await page.goto(`/application/administrative/login-report?userId=${person.id}&result=entered`)
    await page
      .getByRole('button', { name: /^Agregar a la lista negra:/ })
      .first()
      .waitFor()
    await isWhole(visited, DESKTOP, 'device-access-1280')
    await page
      .getByRole('button', { name: /^Agregar a la lista negra:/ })
      .first()
      .press('Enter')
    const adding = page.getByRole('dialog', { name: 'Agregar a la lista negra' })
    await adding.getByText('los oficiales reciben una alerta').waitFor()
    await adding.getByLabel('Por qué entra en la lista').fill('Equipo compartido por varias cuentas de un fraude.')
    await isWhole(visited, DESKTOP, 'device-list-1280')
    await approvedByMail(page, url, SECOND_OFFICER.email, () => adding.getByRole('button', { name: 'Agregar', exact: true }).click())
    await page.getByText('El valor quedó en la lista negra.').waitFor()
    const officer = await signIn(url, OFFICER)
    await until('the alert about the device', ALERT_MS, async () => {
      const open = await get<{ alertId: number }[]>(url, `/kyc/administrative/alerts/open?userId=${person.id}`, officer)
      return open.some(({ alertId }) => alertId === 7) || undefined
    })
    await page.goto(BLACK_LIST)
    await page.getByRole('row').filter({ hasText: 'Dispositivo' }).filter({ hasText: 'Vigente' }).waitFor()
    await isWhole(visited, DESKTOP, 'black-list-device-1280')
    await page.setViewportSize(PHONE)
    await isWhole(visited, PHONE, 'black-list-device-390')
    await page.goto(`/application/administrative/login-report?userId=${person.id}&result=entered`)
    await page
      .getByRole('button', { name: /^Agregar a la lista negra:/ })
      .first()
      .waitFor()
    await isWhole(visited, PHONE, 'device-access-390')
    expect(complaints).toEqual([])
    await visited.context.close()
    await browserOfPerson.context.close()
  })

  it('ADM-15 an auditor reads it on a phone and changes nothing', async () => {
    const auditor = await visit(browser, url, PHONE)
    await openSession(auditor.page, staffOf('auditor'))
    await auditor.page.goto(BLACK_LIST)
    await auditor.page.getByText('m•••@otro.example').waitFor()
    expect(await auditor.page.getByRole('button', { name: /^(Agregar|Retirar)/ }).count()).toBe(0)
    await isWhole(auditor, PHONE, 'black-list-390')
    await auditor.context.close()
  })
})

describe('rules that raise alerts', () => {
  const RULES = '/application/administrative/verification/reglas'
  beforeAll(moreCodes)

  it('ADM-13 a rule is read, its numbers are changed within their bounds by two officers, and its versions show officers and reason', async () => {
    const visited = await enter(OFFICER, DESKTOP)
    const { page, complaints } = visited
    await page.getByRole('link', { name: 'Reglas', exact: true }).click()
    await page.waitForURL('**/reglas')
    const row = page.getByRole('row').filter({ hasText: 'Fraccionamiento' })
    await row.getByText('$ 10.000.000').waitFor()
    await isWhole(visited, DESKTOP, 'rules-1280')
    await row.getByRole('link', { name: 'Fraccionamiento', exact: true }).press('Enter')
    await page.waitForURL('**/reglas/FRACCIONAMIENTO')
    await page.getByRole('button', { name: 'Proponer un cambio', exact: true }).press('Enter')
    const changing = page.getByRole('dialog', { name: 'Cambiar: Fraccionamiento' })
    const amount = changing.getByRole('textbox', { name: 'Monto que se vigila (pesos)' })
    await amount.fill('1')
    await changing.getByText('Escribe un valor entre $ 1.000.000 y $ 1.000.000.000.').waitFor()
    await amount.fill('8000000')
    await changing.getByRole('combobox', { name: 'Modo' }).selectOption('test')
    await changing.getByRole('status').getByText('$ 8.000.000').waitFor()
    await changing.getByRole('button', { name: 'Probar con los últimos 90 días', exact: true }).press('Enter')
    const figures = changing.getByLabel('Alertas en 90 días')
    await figures.getByText('Nuevas', { exact: true }).waitFor({ timeout: ALERT_MS })
    await changing.getByLabel('Por qué se cambia').fill('Vemos qué encontraría desde 8 millones.')
    await isWhole(visited, DESKTOP, 'rule-change-1280')
    await approvedByMail(page, url, OFFICER.email, () => changing.getByRole('button', { name: 'Pedir aprobación', exact: true }).click())
    await page.getByText('Falta aprobar un cambio').waitFor()
    expect(await page.getByRole('button', { name: 'Proponer un cambio' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Ver aprobaciones' }).click()
    await page.getByText('Cambiar una regla de alertas').first().waitFor()
    await page.getByText('Prueba con los últimos 90 días').first().waitFor()
    await page.getByText('Ninguna alerta, ni con estos valores ni con los vigentes').first().waitFor()
    await isWhole(visited, DESKTOP, 'rule-approval-1280')
    await agree(SECOND_OFFICER, 'monitoring.rule_change')
    await page.goto(`${RULES}/FRACCIONAMIENTO`)
    const second = page.getByRole('table', { name: 'Versiones' }).getByRole('row').filter({ hasText: 'v2' })
    await second.getByText('Vigente', { exact: true }).waitFor()
    await second.getByText(OFFICER.email).waitFor()
    await isWhole(visited, DESKTOP, 'rule-1280')
    expect(complaints).toEqual([])
    await visited.context.close()
  })

  it('ADM-13 an officer closes an alert as a false alarm, and the rule shows its share of confirmed alerts', async () => {
    const token = await signIn(url, OFFICER)
    const filters = ALERT_KINDS.map(({ id }) => (id === 11 ? '1' : '0'))
    const withAlert = await post<{ results: { id: string }[] }>(url, '/kyc/administrative/alerts/information', { filters }, token)
    const visited = await enter(OFFICER, DESKTOP)
    const { page, complaints } = visited
    await page.goto(`/application/administrative/naturalUserInformation/${withAlert.results[0]?.id}/alertas`)
    await page.getByRole('button', { name: 'Desactivar: Cambio de cuenta bancaria', exact: true }).click()
    const closing = page.getByRole('dialog', { name: 'Desactivar: Cambio de cuenta bancaria' })
    await closing.getByLabel('Razón').fill('Es la cuenta de su nómina nueva.')
    await closing.getByRole('radio', { name: 'Falsa alarma' }).press('Space')
    await isWhole(visited, DESKTOP, 'alert-verdict-1280')
    await closing.getByRole('button', { name: 'Desactivar', exact: true }).click()
    await closing.waitFor({ state: 'detached' })
    await page.goto(`${RULES}/CUENTA_BANCARIA`)
    await page.getByText('0 % (0 de 1)').waitFor()
    await page.getByRole('grid', { name: 'Lo que encontró' }).getByText('Con alerta').first().waitFor()
    await page.getByRole('grid', { name: 'Lo que encontró' }).scrollIntoViewIfNeeded()
    await isWhole(visited, DESKTOP, 'rule-findings-1280')
    expect(complaints).toEqual([])
    await visited.context.close()
  })

  it('ADM-13 before a rule is turned off an officer sees the alerts that would be missed: count, people, and as a file', async () => {
    await secondBankAccount(await waitingPerson())
    const visited = await enter(OFFICER, DESKTOP)
    const { page, complaints } = visited
    await page.goto(`${RULES}/CUENTA_BANCARIA`)
    await page.getByText('Nadie ha probado otros valores').waitFor()
    await page.getByRole('button', { name: 'Proponer un cambio', exact: true }).click()
    const changing = page.getByRole('dialog', { name: 'Cambiar: Cambio de cuenta bancaria' })
    await changing.getByRole('combobox', { name: 'Modo' }).selectOption('off')
    await changing.getByRole('button', { name: 'Probar con los últimos 90 días', exact: true }).click()
    await changing.getByLabel('Alertas en 90 días').waitFor({ timeout: ALERT_MS })
    await changing.getByLabel('Alertas en 90 días').scrollIntoViewIfNeeded()
    await isWhole(visited, DESKTOP, 'backtest-draft-1280')
    await changing.getByRole('button', { name: 'Cancelar', exact: true }).click()
    const missed = page.getByRole('grid', { name: 'Alertas de la prueba' })
    await missed.getByText('Solo los vigentes').first().waitFor()
    await page.getByRole('heading', { name: 'Prueba con los últimos 90 días' }).scrollIntoViewIfNeeded()
    await isWhole(visited, DESKTOP, 'backtest-1280')
    const result = page.getByRole('region', { name: 'Prueba con los últimos 90 días' })
    await result.getByRole('button', { name: 'CSV' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Descargar' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('Cambio de cuenta bancaria;Solo la vigente')
    await missed.getByRole('link').first().click()
    await page.waitForURL('**/alertas')
    expect(complaints).toEqual([])
    await visited.context.close()
  })

  it('ADM-10 an alert is snoozed with a reason, counted separately in the list, and resumed', async () => {
    const person = await waitingPerson()
    await secondBankAccount(person)
    const visited = await enter(OFFICER, PHONE)
    const { page, complaints } = visited
    const alerts = `/application/administrative/naturalUserInformation/${person.id}/alertas`
    await page.goto(alerts)
    await page.getByRole('button', { name: 'Posponer: Cambio de cuenta bancaria', exact: true }).press('Enter')
    const pausing = page.getByRole('dialog', { name: 'Posponer: Cambio de cuenta bancaria' })
    await pausing.getByLabel('Razón').fill('Espera la certificación de su banco.')
    await isWhole(visited, PHONE, 'alert-snooze-390')
    await pausing.getByRole('button', { name: 'Posponer', exact: true }).click()
    await page.getByText('Pospuesta hasta').waitFor()
    await isWhole(visited, PHONE, 'alert-snoozed-390')
    await page.goto('/application/administrative/verification/alertas')
    await page.getByRole('combobox', { name: 'Pospuestas' }).selectOption({ index: 1 })
    await page.getByText('Pospuesta', { exact: true }).first().waitFor()
    await page.goto(alerts)
    await page.getByRole('button', { name: 'Retomar: Cambio de cuenta bancaria', exact: true }).click()
    const waking = page.getByRole('dialog', { name: 'Retomar: Cambio de cuenta bancaria' })
    await waking.getByLabel('Razón').fill('Ya llegó la certificación.')
    await waking.getByRole('button', { name: 'Retomar', exact: true }).click()
    await page.getByText('Pospuesta hasta').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await visited.context.close()
  })

  it('ADM-13 an auditor reads the rules on a phone and changes none', async () => {
    const auditor = await visit(browser, url, PHONE)
    await openSession(auditor.page, staffOf('auditor'))
    await auditor.page.goto(RULES)
    await auditor.page.getByRole('row').filter({ hasText: 'Fraccionamiento' }).getByText('En prueba', { exact: true }).waitFor()
    await isWhole(auditor, PHONE, 'rules-390')
    await auditor.page.getByRole('link', { name: 'Fraccionamiento', exact: true }).click()
    await auditor.page.getByRole('table', { name: 'Versiones' }).waitFor()
    expect(await auditor.page.getByRole('button', { name: 'Proponer un cambio' }).count()).toBe(0)
    await isWhole(auditor, PHONE, 'rule-390')
    await auditor.context.close()
  })
})
