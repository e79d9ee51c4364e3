import { expect, it, vi } from 'vitest'
import * as z from 'zod'
import { type Authorize, client } from './client.ts'
import { endpoint } from './endpoint.ts'
import { copAmount } from './money.ts'

const contract = {
  pay: endpoint({
    method: 'POST',
    path: '/pay/:id',
    role: 'ROLE_USER',
    summary: 'Pay',
    stepUp: { binds: ['params.id', 'body.amount'] },
    params: z.object({ id: z.string() }),
    body: z.object({ amount: copAmount }),
    response: z.object({ paid: z.boolean() }),
    errors: [],
  }),
}
const REQUEST = { params: { id: '7' }, body: { amount: 5000n } }

function setUp(authorize?: Authorize) {
  const send = vi.fn(async (_path: string, _init: RequestInit) => Response.json({ paid: true }))
  const sent = () => new Headers(send.mock.calls[0]?.[1].headers)
  return { calls: client(contract, send, authorize), send, sent }
}

it('ID-10 a call with step-up requests the grant for exactly the values it sends', async () => {
  const authorize = vi.fn(async () => 'grant-1')
  const { calls, send, sent } = setUp(authorize)
  await calls.pay(REQUEST, { headers: { 'Idempotency-Key': 'key-1' } })
  expect(authorize).toHaveBeenCalledExactlyOnceWith(contract.pay, { params: { id: '7' }, body: { amount: '50' } })
  expect([sent().get('Step-Up-Grant'), sent().get('Idempotency-Key')]).toEqual(['grant-1', 'key-1'])
  expect(send.mock.calls[0]?.[1].body).toBe('{"amount":"50"}')
})

it('ID-10 a call without approval is not sent', async () => {
  const cancelled = new Error('cancelled')
  const { calls, send } = setUp(() => Promise.reject(cancelled))
  await expect(calls.pay(REQUEST)).rejects.toBe(cancelled)
  expect(send).not.toHaveBeenCalled()
})

it('without an authorizer, the call is sent without a grant', async () => {
  const { calls, sent } = setUp()
  expect(await calls.pay(REQUEST)).toEqual({ paid: true })
  expect(sent().has('Step-Up-Grant')).toBe(false)
})
