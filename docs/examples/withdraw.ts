/**
 * Bank withdrawal by a client generated from the published document: sign in, approve the one call (step-up), make it. docs/clients.md
 * explains how the types next to it are generated. With the demo running: `EMAIL=… PASSWORD=… npx tsx docs/examples/withdraw.ts 20000`
 */
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import createClient from 'openapi-fetch'
import type { components, paths } from './tunjo.d.ts'

const { TUNJO_URL = 'http://localhost:8080', EMAIL = '', PASSWORD = '' } = process.env
const [amount = '20000'] = process.argv.slice(2)
// Requests refusals as a problem document with its code, rather than as the sentence alone.
const tunjo = createClient<paths>({ baseUrl: TUNJO_URL, headers: { accept: 'application/json, application/problem+json' } })

const signedIn = answered(await tunjo.POST('/api/sign-in', { body: { email: EMAIL, password: PASSWORD } }))
if (!('accessToken' in signedIn)) throw new Error('This person has a second factor: POST /api/sign-in/second-factor comes next.')
tunjo.use({
  onRequest({ request }) {
    request.headers.set('authorization', `Bearer ${signedIn.accessToken}`)
    return request
  },
})

const [account] = answered(await tunjo.GET('/payment/accounts/user/'))
if (!account) throw new Error('There is no bank account to withdraw to.')
const body = { account: account.id, amount }
// Idempotency key: a lost connection never pays twice, any number of times this is sent.
const key = randomUUID()
const withdrawal = answered(
  await tunjo.POST('/payment/withdraw', { params: { header: { 'Step-Up-Grant': await approve(body), 'Idempotency-Key': key } }, body }),
)
console.log(`${withdrawal.state} ${withdrawal.amount} ${withdrawal.money} → ${withdrawal.destination}`)

/** The grant is for this call with these values, once, within two minutes. */
async function approve(values: components['schemas']['PaymentsWithdrawRequest']): Promise<string> {
  const asked = answered(await tunjo.POST('/api/step-up', { body: { call: 'POST /payment/withdraw', body: values } }))
  console.log(asked.title)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const code = await terminal.question(`Code sent to ${asked.sentTo}: `)
  terminal.close()
  const path = { id: asked.id }
  return answered(await tunjo.POST('/api/step-up/{id}/verify', { params: { path }, body: { method: 'mail', code: code.trim() } })).grant
}

/** Every refusal is the same problem document; its code never changes its meaning. */
function answered<T>({ data, error }: { data?: T; error?: components['schemas']['Problem'] | string }): T {
  if (data !== undefined) return data
  throw new Error(typeof error === 'object' ? `${error.code}: ${error.detail}` : `refused: ${error}`)
}
