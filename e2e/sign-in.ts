/** The demo people and how they get in: by HTTP for calls, by the form for journeys. */
import type { Page } from 'playwright-core'
import { DEMO_PEOPLE } from '../server/src/demo/people.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}
export const [CUSTOMER, NEWCOMER, OFFICER] = DEMO_PEOPLE

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

export async function signInByForm(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Correo').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
  await page.waitForURL(/\/application/)
}
