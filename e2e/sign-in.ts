/** The demo people and their sign-in: by HTTP for calls, by the form for journeys. */
import type { StaffRole } from '@tunjo/contract/permissions'
import type { Page } from 'playwright-core'
import { DEMO_PEOPLE } from '../dev/demo/people.ts'
import { mailCode } from './mailbox.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}
export const [CUSTOMER, NEWCOMER, OFFICER, SECOND_OFFICER] = DEMO_PEOPLE
/** First officer of a staff role, or the one at this place. */
export const staffOf = (role: StaffRole, place = 0): Credentials => {
  const found = DEMO_PEOPLE.filter((person) => 'staffRole' in person && person.staffRole === role)[place]
  if (!found) throw new Error(`The demo has no person with the role ${role}.`)
  return found
}

/** Sign in; answers the access token. */
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

/** Less than the five minutes of an access token's life. */
const RENEW_AFTER_MS = 3 * 60_000

/** Access token of a person for as long as a file runs: on a slow machine a large file takes longer than a token lives. */
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

/** Open a session by a call in the browser of the page, and go to its first screen: for journeys with another subject than signing in. */
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
/** Approve a call with the mailed code (ID-10): answers the grant for its header `Step-Up-Grant`. `call` is `POST /payment/withdraw`. */
export async function stepUpGrant(url: string, token: string, call: string, values: CallValues, email: string): Promise<string> {
  const since = new Date()
  const { id } = await post<{ id: string }>(url, '/api/step-up', { call, ...values }, token)
  const code = await mailCode(url, email, since)
  const { grant } = await post<{ grant: string }>(url, `/api/step-up/${id}/verify`, { method: 'mail', code }, token)
  return grant
}

/** Post and answer the response; fails when it was refused. */
export async function post<T>(url: string, path: string, body: unknown, token?: string, headers: Record<string, string> = {}): Promise<T> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

/** Do an action that needs approval, and approve it in the dialog with the mailed code. */
export async function approvedByMail(page: Page, url: string, email: string, act: () => Promise<void>): Promise<void> {
  const since = new Date()
  await act()
  await page.getByLabel('Código que te enviamos').fill(await mailCode(url, email, since))
}
