/** docs/demo.md says only what is so: its people, calls, secrets and numbers are read from the page and tried on the running product. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_PEOPLE } from '../server/src/demo/people.ts'
import { startCopiedProduct } from './journey.ts'
import { mailLink } from './mailbox.ts'
import type { RunningProduct } from './product.ts'

const page = readFileSync(fileURLToPath(new URL('../docs/demo.md', import.meta.url)), 'utf8')
/** The code of a table row: `secretOf('their secret')` gives each value of that row, in order. */
const valuesOf = (row: string) => [...page.matchAll(new RegExp(`^\\| ${row} \\| \`([^\`]+)\``, 'gm'))].map((match) => match[1] ?? '')

let product: RunningProduct

beforeAll(async () => {
  product = await startCopiedProduct()
})
afterAll(() => product.end())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(product.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

it('ID-02 every person of the page can sign in', async () => {
  const people = [...page.matchAll(/^\| `([^`]+@[^`]+)` \| `([^`]+)` \|/gm)]
  expect(people).toHaveLength(DEMO_PEOPLE.length)
  for (const [, email, password] of people) expect((await post('/api/sign-in', { email, password })).status).toBe(200)
})

it('MON-04 the callback paths and their secrets are the ones that the product believes', async () => {
  const paths = [...valuesOf('PSE events come to'), ...valuesOf('payout events come to')].map((text) => text.replace('POST ', ''))
  const secrets = valuesOf('their secret')
  expect(paths).toHaveLength(2)
  for (const [index, path] of paths.entries()) {
    const timestamp = index === 0 ? Math.floor(Date.now() / 1_000) : Date.now()
    const event = (secret: string) => {
      const checksum = createHash('sha256').update(`unknown${timestamp}${secret}`).digest('hex')
      return {
        event: 'transaction.updated',
        data: { transaction: { id: 'unknown' } },
        signature: { properties: ['transaction.id'], checksum },
        timestamp,
      }
    }
    expect((await post(path, event('another secret'))).headers.get('app-error')).toBe('payments.webhook_signature')
    expect((await post(path, event(secrets[index] ?? ''))).headers.get('app-error')).not.toBe('payments.webhook_signature')
  }
})

it('the clock moves forward as the page says', async () => {
  const [, body] = /`POST \/dev\/clock\/advance` with `([^`]+)`/.exec(page) ?? []
  const milliseconds = JSON.parse(body ?? '').milliseconds as number
  const answer = await post('/dev/clock/advance', { milliseconds })
  const { now } = (await answer.json()) as { now: string }
  expect(Math.abs(Date.parse(now) - Date.now() - milliseconds)).toBeLessThan(60_000)
})

it('EX-06 the chain is the one of the page', async () => {
  const deployment = JSON.parse(readFileSync(join(product.dataDir, 'chain', 'deployment.json'), 'utf8')) as { chainId: number }
  expect(page).toContain(`chain id ${deployment.chainId}`)
})

it('API-01 each path that the page names is there', async () => {
  const named = [...page.matchAll(/`GET (\/[\w./-]+)/g)].map((match) => match[1] ?? '')
  expect(named.length).toBeGreaterThan(3)
  for (const path of named) expect((await fetch(product.url + path)).status, path).toBe(200)
})

it('KYC-09 ADM-08 the calls that verify somebody are those of the product', async () => {
  const { paths } = (await (await fetch(`${product.url}/openapi.json`)).json()) as { paths: Record<string, Record<string, unknown>> }
  const named = [...page.matchAll(/`(POST|PUT) (\/kyc\/[\w/-]+)`/g)]
  expect(named.length).toBeGreaterThan(6)
  for (const [, method = '', path = ''] of named) expect(paths[path], path).toHaveProperty(method.toLowerCase())
})

it('ID-01 a new person comes in as the page says', async () => {
  for (const call of ['POST /api/sign-up', 'POST /api/activate']) expect(page).toContain(`\`${call}\``)
  const [email, password, since] = ['por-http@correo.example', 'una-frase-de-la-pagina', new Date(0)]
  await post('/api/sign-up', { email, password, termsAccepted: true })
  const token = (await mailLink(product.url, email, '/users/activate/', since)).split('/').at(-1)
  const answer = (await (await post('/api/activate', { token, password })).json()) as { accessToken: string }
  const account = await fetch(`${product.url}/api/account`, { headers: { authorization: `Bearer ${answer.accessToken}` } })
  expect(await account.json()).toMatchObject({ email, activated: true })
})
