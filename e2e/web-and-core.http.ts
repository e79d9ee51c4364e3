/** R13: the web role as a separate process, without a key or a database, in front of a core: the journeys of people work through it. */
import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ClaimedPort, claimPort } from '../dev/testing/claimed-port.ts'
import { startProduct as startHere } from '../server/src/composition/product.ts'
import { paidDeposit } from './pay-in.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { OFFICER, post, signIn, stepUpGrant } from './sign-in.ts'
import { get, verifiedPerson } from './verified-person.ts'

const CORE_TOKEN = 'a token that web and core of this test share'
const PASSWORD = 'Una-clave-de-prueba-9'
const ACCOUNT = { account: '7300998811', accountType: 9, bank: 1, alias: 'Nómina' }

let port: ClaimedPort
let core: RunningProduct
let web: Awaited<ReturnType<typeof startHere>>
let url: string
beforeAll(async () => {
  port = await claimPort()
  url = `http://localhost:${port.port}`
  const program = ['--import', 'tsx', 'server/src/main.ts', '--roles=core,worker,signer,scheduler']
  core = await startProduct({ CORE_TOKEN, PUBLIC_URL: url }, undefined, program)
  web = await startHere(
    { PORT: String(port.port), PUBLIC_URL: url, CORE_URL: core.url, CORE_TOKEN, WEB_BROTLI: 'false', LOG_LEVEL: 'silent' },
    ['--roles=web'],
  )
})
afterAll(async () => {
  await web?.stop()
  await core?.end()
  port?.release()
})

it('R13 KYC-05 BANK-01 BANK-04 a person registers, sends documents, is verified by officers, deposits by PSE and withdraws', async () => {
  const person = await verifiedPerson(url, PASSWORD)
  const token = await signIn(url, person)
  const approved = await stepUpGrant(url, token, 'POST /payment/accounts', { body: ACCOUNT }, person.email)
  await post(url, '/payment/accounts', ACCOUNT, token, { 'step-up-grant': approved })
  const [{ id: account } = { id: '' }] = await get<{ id: string }[]>(url, '/payment/accounts/user/', token)
  await paidDeposit(url, token, account, '80000')
  const body = { account, amount: '20000' }
  const grant = await stepUpGrant(url, token, 'POST /payment/withdraw', { body }, person.email)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'step-up-grant': grant,
    'idempotency-key': 'once-and-no-more',
  }
  const withdraw = () => fetch(`${url}/payment/withdraw`, { method: 'POST', headers, body: JSON.stringify(body) })
  const [first, again] = [await withdraw(), await withdraw()]
  expect([first.status, again.status]).toEqual([200, 200])
  expect(await again.text()).toBe(await first.text())
})

it('R13 the core answers nothing but the web role, and health', async () => {
  for (const path of ['/', '/openapi.json', '/api/account', '/dev/mail'])
    for (const headers of [[], [['x-core-token', 'another token of the same length as the true one']]] as [string, string][][])
      expect([path, (await fetch(core.url + path, { headers })).status]).toEqual([path, 404])
  expect((await fetch(`${core.url}/management/health`)).status).toBe(200)
  expect((await fetch(`${url}/management/health`)).status).toBe(200)
})

it('R13 live events are streamed as they happen, and the page is served', async () => {
  const token = await signIn(url, OFFICER)
  const first = await new Promise<string>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    const asked = request(`${url}/api/notifications/stream`, { headers }, (response) =>
      response.once('data', (part: Buffer) => {
        resolve(part.toString())
        asked.destroy()
      }),
    )
    asked.once('error', reject).end()
  })
  expect(first).toContain('event: ready')
  const page = await fetch(url, { headers: { accept: 'text/html' } })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root"')])
})

it('R13 while the core is unavailable the web reports it, and continues when it is back', async () => {
  await core.stop()
  const away = await fetch(`${url}/api/sign-in`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  expect([away.status, away.headers.get('app-error'), away.headers.get('retry-after') !== undefined]).toEqual([
    503,
    'server.unavailable',
    true,
  ])
  expect(await away.text()).toBe('El servicio no está disponible en este momento. Inténtalo de nuevo en unos minutos.')
  expect((await fetch(url, { headers: { accept: 'text/html' } })).status).toBe(200)
  await core.start()
  expect(await signIn(url, OFFICER)).not.toBe('')
})
