import { afterEach, beforeEach, expect, it } from 'vitest'
import { SANDBOX_SECRETS } from './secrets.ts'
import { startTestSandbox, type TestSandbox } from './testing.ts'
import { getJson, payoutRequest, payoutsCall, postTransaction, pseRequest } from './testing-wompi.ts'

let test: TestSandbox
let url: string

beforeEach(async () => {
  test = await startTestSandbox()
  url = test.sandbox.url
})
afterEach(() => test.close())

const control = (body: object) =>
  fetch(`${url}/controls`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const found = async () => (await getJson(`${url}/wompi/v1/transactions?reference=dep-1`, SANDBOX_SECRETS.wompi.privateKey)).body.data

it('answers 500 once and does nothing', async () => {
  await control({ action: 'api-fault', kind: 'error', point: 'wompi.create' })
  expect((await postTransaction(url, await pseRequest(url))).status).toBe(500)
  expect(await found()).toEqual([])
  expect((await postTransaction(url, await pseRequest(url))).status).toBe(201)
})

it('does the work, then drops the connection', async () => {
  await control({ action: 'api-fault', kind: 'drop-after', point: 'wompi.create' })
  await expect(postTransaction(url, await pseRequest(url))).rejects.toThrow('fetch failed')
  expect(await found()).toMatchObject([{ reference: 'dep-1', status: 'PENDING' }])
})

it('pays a batch whose caller only saw a 500', async () => {
  await control({ action: 'api-fault', kind: 'error-after', point: 'payouts.create' })
  const body = await payoutRequest(url)
  const first = await payoutsCall(url, '/v1/payouts', { body, headers: { 'idempotency-key': 'wd-1' } })
  expect(first).toMatchObject({ status: 500, body: { code: 'EXC_001' } })
  const second = await payoutsCall(url, '/v1/payouts', { body, headers: { 'idempotency-key': 'wd-1' } })
  expect(second).toMatchObject({ status: 409, body: { code: 'EXC_022' } })
  expect((await payoutsCall(url, '/v1/transactions/wd-1')).body.data.records).toHaveLength(1)
})

it('hangs and then cuts, having done nothing', async () => {
  await control({ action: 'api-fault', kind: 'timeout', point: 'wompi.create', value: 100 })
  await expect(postTransaction(url, await pseRequest(url))).rejects.toThrow('fetch failed')
  expect(await found()).toEqual([])
})

it('answers slowly', async () => {
  await control({ action: 'api-fault', kind: 'slow', point: 'wompi.create', value: 300 })
  const before = Date.now()
  expect((await postTransaction(url, await pseRequest(url))).status).toBe(201)
  expect(Date.now() - before).toBeGreaterThanOrEqual(290)
})

it('stops immediately while a call hangs', async () => {
  await control({ action: 'api-fault', kind: 'timeout', point: 'wompi.create', value: 600_000 })
  const hanging = postTransaction(url, await pseRequest(url)).catch(() => 'cut')
  await new Promise((resolve) => setTimeout(resolve, 50))
  await test.restart()
  expect(await hanging).toBe('cut')
})

it('changes a transaction on demand and notifies the product', async () => {
  const { body } = await postTransaction(url, await pseRequest(url))
  await control({ action: 'set-transaction', transactionId: body.data.id, status: 'APPROVED' })
  expect(await found()).toMatchObject([{ status: 'APPROVED' }])
  await test.receiver.waitFor(1)
})

it('keeps permanent faults over a restart, and drops them on reset', async () => {
  await control({ action: 'api-fault', kind: 'error', point: 'wompi.create', scope: 'reset' })
  await test.restart()
  url = test.sandbox.url
  expect((await postTransaction(url, await pseRequest(url))).status).toBe(500)
  await control({ action: 'reset' })
  expect((await postTransaction(url, await pseRequest(url))).status).toBe(201)
})

it('refuses a malformed order, an unknown id and a form of another site', async () => {
  expect((await control({ action: 'explode' })).status).toBe(400)
  expect((await control({ action: 'set-transaction', transactionId: 'x', status: 'APPROVED' })).status).toBe(404)
  const foreign = await fetch(`${url}/controls`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
    body: new URLSearchParams({ action: 'reset' }),
  })
  expect(foreign.status).toBe(403)
})

it('offers the switches and the latest payments as a page in Spanish', async () => {
  await postTransaction(url, await pseRequest(url))
  const changed = await fetch(`${url}/controls`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ action: 'webhook-fault', kind: 'drop', channel: 'all', scope: 'next', value: '' }),
  })
  expect(changed.status).toBe(303)
  const html = await (await fetch(url)).text()
  for (const text of ['Proveedores de prueba', 'Perder el webhook', 'dep-1', '$ 500.000', 'Restablecer todo']) expect(html).toContain(text)
})
