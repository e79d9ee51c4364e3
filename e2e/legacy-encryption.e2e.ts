/** The key steps of the main journey with the compatibility mode on: bodies are encrypted with AES-ECB (SHELL-14). */
import { createDecipheriv, randomBytes } from 'node:crypto'
import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { payIn } from './pay-in.ts'
import { CUSTOMER, signInByForm } from './sign-in.ts'

const MOVES_BY_ITSELF_MS = 20_000
const key = randomBytes(16)

const { product, browser } = await startJourney({ LEGACY_BODY_ENCRYPTION_KEY: key.toString('base64') })
let customer: Visit
let page: Page
/** JSON bodies that the browser sent. */
const bodies: { path: string; body: string }[] = []
const openings: string[] = []

beforeAll(async () => {
  customer = await visit(browser, product.url)
  page = customer.page
  customer.context.on('request', keepBody)
  customer.context.on('response', (response) => {
    if (response.headers()['x-body-encryption'] === 'aes-ecb') openings.push(new URL(response.url()).pathname)
  })
})

function keepBody(request: Request): void {
  const body = request.postData()
  if (body && request.url().startsWith(product.url)) bodies.push({ path: new URL(request.url()).pathname, body })
}

function decrypted({ body }: { body: string }): unknown {
  const { encrypted } = JSON.parse(body) as { encrypted: string }
  const decoder = createDecipheriv('aes-128-ecb', key, null)
  return JSON.parse(decoder.update(encrypted, 'base64', 'utf8') + decoder.final('utf8'))
}

it('SHELL-14 a customer signs in by the form and sees the balances', async () => {
  await signInByForm(page, CUSTOMER)
  await page.goto('/application/wallets')
  await page.getByRole('heading', { name: 'Mi billetera' }).waitFor()
  const signIn = bodies.find(({ path }) => path === '/api/sign-in')
  expect(signIn && decrypted(signIn)).toEqual({ email: CUSTOMER.email, password: CUSTOMER.password })
  await expect.poll(() => openings).toContain('/virtual-ledger/balances/users')
})

it('SHELL-14 MON-04 a PSE deposit is approved and the balance updates automatically', async () => {
  await payIn(page, '500000')
  await page.getByText('$ 500.000', { exact: false }).first().waitFor({ timeout: MOVES_BY_ITSELF_MS })
})

it('SHELL-14 every JSON body was encrypted, and the page reported no error', () => {
  expect(bodies.length).toBeGreaterThan(1)
  for (const sent of bodies) expect(Object.keys(JSON.parse(sent.body) as object), sent.path).toEqual(['encrypted'])
  expect(customer.complaints).toEqual([])
})

it('SHELL-14 plain callers keep working', async () => {
  const response = await fetch(`${product.url}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: CUSTOMER.email, password: CUSTOMER.password }),
  })
  expect(await response.json()).toMatchObject({ tokenType: 'Bearer' })
})
