/** Answers of the payouts provider that do not match the query do not count (H3), and an empty list of banks is rejected (H9). */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { AnswerMismatch, ProviderUnreachable } from './http.ts'
import type { PayoutOrder } from './payout.ts'
import { createWompiPayouts } from './wompi-payouts.ts'

const DAY_MS = 24 * 3_600_000
const REFERENCE = '0190a000-0000-7000-8000-000000000001'
const expected = { reference: REFERENCE, payoutId: 'po-1', accountNumber: '0012345678', amountCop: 3_000_000n }
const record = {
  payoutId: 'po-1',
  payoutReference: REFERENCE,
  reference: `${REFERENCE}-1`,
  status: 'FAILED',
  amountInCents: 3_000_000,
  currency: 'COP',
  payeeInfo: { accountNumber: '0012345678' },
}
const order: PayoutOrder = {
  reference: REFERENCE,
  amountCop: 3_000_000n,
  bankCode: '1052',
  accountType: 'savings',
  accountNumber: '0012345678',
  payee: { personType: 'natural', fullName: 'Ana Rojas', documentType: 'CC', documentNumber: '1099888777', email: 'ana@correo.example' },
}

let stop: () => void = () => undefined
afterEach(() => stop())
/** A provider that answers each path with its configured response. */
async function provider(answers: Record<string, unknown>) {
  const server = createServer((request, response) => {
    const body = answers[`${request.method} ${request.url}`]
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? {}))
  })
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let now = Date.parse('2026-03-02T12:00:00Z')
  const settings = { url, apiKey: 'key', principalId: 'principal', accountId: 'account', eventsSecret: 'secret' }
  const payouts = createWompiPayouts(settings, () => new Date(now))
  return { payouts, pass: (ms: number) => (now += ms) }
}
const READ = `GET /v1/transactions/${REFERENCE}`
const saying = (...records: object[]) => ({ [READ]: { data: { records } } })

it('H3 takes a payment that matches, also with a masked account and without optional fields', async () => {
  for (const fits of [
    record,
    { ...record, payeeInfo: { accountNumber: '****5678' } },
    { ...record, payoutReference: undefined, currency: undefined, payeeInfo: undefined },
  ]) {
    const { payouts } = await provider(saying(fits))
    expect(await payouts.ofReference(expected)).toMatchObject([{ state: 'failed', payoutId: 'po-1', amountCop: 3_000_000n }])
    stop()
  }
})

it.each([
  ['reference', { payoutReference: 'other', reference: 'other-1' }],
  ['reference', { reference: 'other-1' }],
  ['reference', { payoutReference: undefined, reference: undefined }],
  ['id', { payoutId: 'po-2' }],
  ['currency', { currency: 'USD' }],
  ['account', { payeeInfo: { accountNumber: '99999999' } }],
  ['amount', { amountInCents: 2_999_999 }],
])('H3 a payment with another %s does not count as an answer: %o', async (field, change) => {
  const { payouts } = await provider(saying({ ...record, ...change }))
  const error = await payouts.ofReference(expected).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(AnswerMismatch)
  expect(error).toBeInstanceOf(ProviderUnreachable)
  expect(error.fields).toEqual([field])
})

it.each([
  ['id', { id: 'po-2', reference: REFERENCE, status: 'REJECTED' }],
  ['reference', { id: 'po-1', reference: 'other', status: 'REJECTED' }],
])('H3 a refused batch with another %s refuses no withdrawal', async (field, batch) => {
  const { payouts } = await provider({ ...saying({ ...record, status: 'PENDING' }), 'GET /v1/payouts/po-1': { data: batch } })
  await expect(payouts.ofReference(expected)).rejects.toMatchObject({ fields: [field] })
})

it('H3 a creation without exactly one transaction has an unknown outcome', async () => {
  const banks = { data: [{ id: 'bank-1', achCode: '1052' }] }
  const { payouts } = await provider({
    'GET /v1/banks': banks,
    'POST /v1/payouts': { data: { payoutId: 'po-1', transactions: 1, success: 0, failed: 1 } },
  })
  expect(await payouts.create(order)).toMatchObject({ outcome: 'unknown' })
})

it('H9 an empty list of banks refuses no withdrawal: without an earlier list the outcome is unknown, and a valid list is kept', async () => {
  const answers: Record<string, unknown> = { 'GET /v1/banks': { data: [] }, 'POST /v1/payouts': { data: { payoutId: 'po-1' } } }
  const { payouts, pass } = await provider(answers)
  expect(await payouts.create(order)).toMatchObject({ outcome: 'unknown' })
  answers['GET /v1/banks'] = { data: [{ id: 'bank-1', achCode: '1052' }] }
  expect(await payouts.create(order)).toMatchObject({ outcome: 'accepted' })
  for (const bad of [{ data: [] }, { data: 'none' }]) {
    answers['GET /v1/banks'] = bad
    pass(2 * DAY_MS)
    expect(await payouts.create(order)).toMatchObject({ outcome: 'accepted' })
  }
})

it('H7 a payout without a reference hides no other payout of its days', async () => {
  const { payouts } = await provider({
    'GET /v1/payouts?fromDate=2026-03-01&toDate=2026-03-02&page=1&limit=100': {
      data: { pages: 1, records: [{ reference: '' }, { reference: 'other' }] },
    },
  })
  expect(await payouts.referencesBetween('2026-03-01', '2026-03-02')).toEqual(['', 'other'])
})
