/** The demo people and how they get in: by HTTP for calls, by the form for journeys. */
import type { StaffRole } from '@tunjo/contract/permissions'
import type { Page } from 'playwright-core'
import { DEMO_PEOPLE } from '../server/src/demo/people.ts'
import { mailCode } from './mailbox.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}
export const [CUSTOMER, NEWCOMER, OFFICER, SECOND_OFFICER] = DEMO_PEOPLE
/** The first officer of a staff role, or the one of this place. */
export const staffOf = (role: StaffRole, place = 0): Credentials => {
  const found = DEMO_PEOPLE.filter((person) => 'staffRole' in person && person.staffRole === role)[place]
  if (!found) throw new Error(`The demo has nobody with the role ${role}.`)
  return found
}

/** Answers the access token. */
export async function signIn(url: string, { email, password }: Credentials): Promise<string> {
  const response = await fetch(`${url}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`)
  const { accessToken } = (await response.json()) as { accessToken: string }
  return accessToken
}

/** Less than the five minutes that an access token lives. */
const RENEW_AFTER_MS = 3 * 60_000

/** Access token of a person for as long as a file runs: on a slow machine a large one takes longer than a token lives. */
export function keptSignedIn(url: string, person: Credentials): () => Promise<string> {
  let signedInAt = Number.NEGATIVE_INFINITY
  let token: Promise<string>
  return () => {
    if (performance.now() - signedInAt > RENEW_AFTER_MS) {
      signedInAt = performance.now()
      token = signIn(url, person)
    }
    return token
  }
}

/** Opens a session by a call in the browser of the page, and goes to its first screen: for journeys that are not about signing in. */
export async function openSession(page: Page, { email, password }: Credentials): Promise<void> {
  const userAgent = await page.evaluate<string>('navigator.userAgent')
  const answer = await page.request.post('/api/sign-in', { data: { email, password }, headers: { 'user-agent': userAgent } })
  if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}: ${await answer.text()}`)
  await page.goto('/application/')
  await page.locator('main h1').first().waitFor()
}

export async function signInByForm(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Correo').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
  await page.waitForURL(/\/application/)
}

interface CallValues {
  params?: Record<string, string>
  body?: unknown
}
/** Approves a call with the mailed code (ID-10): answers the grant for its header `Step-Up-Grant`. `call` is `POST /payment/withdraw`. */
export async function stepUpGrant(url: string, token: string, call: string, values: CallValues, email: string): Promise<string> {
  const since = new Date()
  const { id } = await post<{ id: string }>(url, '/api/step-up', { call, ...values }, token)
  const code = await mailCode(url, email, since)
  const { grant } = await post<{ grant: string }>(url, `/api/step-up/${id}/verify`, { method: 'mail', code }, token)
  return grant
}

/** Answers what the server said; fails when it refused. */
export async function post<T>(url: string, path: string, body: unknown, token?: string, headers: Record<string, string> = {}): Promise<T> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

/** Does what has to be approved, and approves it in the dialog with the mailed code. */
export async function approvedByMail(page: Page, url: string, email: string, act: () => Promise<void>): Promise<void> {
  const since = new Date()
  await act()
  await page.getByLabel('Código que te enviamos').fill(await mailCode(url, email, since))
}
