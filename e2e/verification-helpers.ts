/** Set-up for the journeys of verification: people at a level, and officers who decide by HTTP. */
import type { Locator, Page } from 'playwright-core'
import { plainDocument } from '../server/src/platform/uploads/samples.testing.ts'
import { newPerson } from './access-helpers.ts'
import { type Credentials, OFFICER, post, SECOND_OFFICER, signIn, stepUpGrant } from './sign-in.ts'
import { until } from './until.ts'
import { acceptDocuments, changeLevel, decide, get, sendLevel1 } from './verified-person.ts'

const PASSWORD = 'oro-muisca-de-prueba'

export interface Person extends Credentials {
  readonly id: string
  readonly token: string
}
interface ReviewedDocument {
  id: string | null
  slot: string
  state: string
}

/** Person who is registered and activated, with the survey answered: the forms are next. */
export async function personBeforeLevel1(url: string): Promise<Person> {
  const credentials = { email: await newPerson(url, PASSWORD), password: PASSWORD }
  const token = await signIn(url, credentials)
  await post(url, '/kyc/users/signup-survey', { responseA: 0, responseB: 0, responseC: 0 }, token)
  return { ...credentials, token, id: (await get<{ id: string }>(url, '/api/account', token)).id }
}

/** Person with level 1 sent and verified, so that level 2 is open. */
export async function verifyLevel1(url: string, person: Person): Promise<void> {
  await sendLevel1(url, person.token)
  await acceptAndRaise(url, person, 2)
}

const OFFICERS = [OFFICER, SECOND_OFFICER]
let decisions = 0

/** Officers alternate: one alone would request more codes than a person may. */
async function officer(url: string): Promise<{ token: string; email: string }> {
  const credentials = OFFICERS[decisions++ % OFFICERS.length]
  if (!credentials) throw new Error('The demo has no officers.')
  return { token: await signIn(url, credentials), email: credentials.email }
}

/** Accept everything that waits as an officer, and let the person work on `level`. */
export async function acceptAndRaise(url: string, { id }: Person, level: number): Promise<void> {
  const { token, email } = await officer(url)
  await acceptDocuments(url, token, id, email)
  if (level === LAST) await untilRulesAreEvaluated(url)
  const { approvalRequestId } = await changeLevel(url, token, id, level, email)
  if (approvalRequestId) await agree(url, approvalRequestId)
}

/** The change to it waits for a second officer. */
const LAST = 4
const RULES_EVALUATED_MS = 30_000

/**
 * Wait for the rules that the acceptance of documents brings about: a finding between the request of one officer and the approval of the
 * other ends the request.
 */
async function untilRulesAreEvaluated(url: string): Promise<void> {
  await until('the rules are evaluated', RULES_EVALUATED_MS, async () => {
    const metrics = await (await fetch(`${url}/management/prometheus`)).text()
    return /^tunjo_monitoring_behind_seconds 0$/m.test(metrics) || undefined
  })
}

/** Accept everything that waits as an officer; the level stays. */
export async function acceptPending(url: string, person: Person): Promise<void> {
  const { token, email } = await officer(url)
  await acceptDocuments(url, token, person.id, email)
}

/** Approve as the second officer of a decision. */
async function agree(url: string, id: string): Promise<void> {
  const { token, email } = await officer(url)
  const values = { params: { id }, body: { note: '' } }
  const grant = await stepUpGrant(url, token, 'POST /api/administrative/approvals/:id/approve', values, email)
  await post(url, `/api/administrative/approvals/${id}/approve`, values.body, token, { 'step-up-grant': grant })
}

/** Decline one item as an officer: a slot, or `<form>.fields`. */
export async function decline(url: string, person: Person, slot: string, description: string): Promise<void> {
  const { token, email } = await officer(url)
  const document = (await documentsOf(url, token, person)).find((one) => one.slot === slot && one.state === 'Pendiente')
  const body = { idUserDocument: [document?.id], description }
  await decide(url, token, 'POST', '/kyc/administrative/user-documents/decline', body, email)
}

/** Items that wait for an officer, by slot. */
export async function pendingSlots(url: string, person: Person): Promise<string[]> {
  const documents = await documentsOf(url, (await officer(url)).token, person)
  return documents.filter(({ state }) => state === 'Pendiente').map(({ slot }) => slot)
}

const documentsOf = (url: string, token: string, { id }: Person) =>
  get<ReviewedDocument[]>(url, `/kyc/administrative/users/user-documents?userId=${id}`, token)

export async function pdfFile(name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  return { name, mimeType: 'application/pdf', buffer: await plainDocument(1) }
}

/** The place of one document on the page. */
export const slotOn = (page: Page, slot: string): Locator => page.locator(`[data-slot="${slot}"]`)

/** Give files to a slot and wait until the server has them. */
export async function give(page: Page, slot: string, ...names: string[]): Promise<void> {
  const place = slotOn(page, slot)
  await place.locator('input[type=file]').setInputFiles(await Promise.all(names.map(pdfFile)))
  for (const name of names) await place.getByText(name).waitFor()
  await place
    .getByText('Recibido')
    .nth(names.length - 1)
    .waitFor()
}

/** Find an option of a list by typing, and choose it. */
export async function choose(page: Page, label: string, typed: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Paths of the submission's calls, as they leave the page. */
export function submissions(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (request.method() === 'POST' && /\/save-(fields|documents)$/.test(path)) paths.push(path)
  })
  return paths
}

export const untilSaved = (page: Page) => page.getByText('Guardado', { exact: true }).waitFor()

/** Delay the next request to a path; the returned function lets it continue. */
export async function holdBack(page: Page, path: string): Promise<() => void> {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(path, (route) => released.then(() => route.continue()), { times: 1 })
  return () => release()
}
