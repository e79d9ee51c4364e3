/** R16 for the payouts' webhook: events that an attacker forges from a real one are refused, and well-signed ones are not trusted. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventChecksum } from '../../../../../../dev/sandbox/checksums.ts'
import { SANDBOX_SECRETS } from '../../../../../../dev/sandbox/secrets.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'

const PATH = '/payment/webhooks/wompi-payouts'
const PROPERTIES = ['transaction.id', 'transaction.status', 'transaction.amountInCents']
const { eventsSecret } = SANDBOX_SECRETS.payouts

let test: PaymentsTest
beforeAll(async () => {
  test = await startPaymentsTest()
})
afterAll(() => test.stop())

/** A payout that the bank has not decided, and a well-signed event that reports its failure: it would return the money. */
async function paidSlowly() {
  const customer = await test.customer({ pesos: 50_000n, accountNumber: '55550098' })
  const body = { account: customer.account, amount: '30000' }
  const { transactionId } = (await test.call(customer.id, 'POST', '/payment/withdraw', body, newId())).body
  const show = async () => (await test.call(customer.id, 'GET', `/payment/transactions/user/${transactionId}`)).body
  await test.until(async () => (await show()).state === 'PROCESSING')
  const payout = test.sandbox.controls.store.payouts.all().find(({ reference }) => reference === transactionId)
  const data = { transaction: { id: payout?.transactions[0]?.id, payoutId: payout?.id, status: 'FAILED', amountInCents: 3_000_000 } }
  const timestamp = test.platform.clock.now().getTime()
  return { customer, show, event: signed(data, timestamp) }
}
function signed(data: Record<string, unknown>, timestamp: number, properties: string[] = PROPERTIES, secret: string = eventsSecret) {
  const checksum = eventChecksum({ data, properties, timestamp, secret })
  return { event: 'transaction.updated', data, signature: { properties, checksum }, timestamp }
}
const send = (body: unknown) => test.call(null, 'POST', PATH, body)
const eventsOf = async (checksum: string) =>
  (await sql`SELECT 1 FROM payments.provider_event WHERE checksum = ${checksum}`.execute(test.platform.db)).rows.length

describe('R16 events of payouts', () => {
  it('R16 twelve kinds of forged events are refused, and neither kept nor acted on', async () => {
    const { customer, show, event } = await paidSlowly()
    const { data, signature, timestamp } = event
    const transaction = data.transaction as Record<string, unknown>
    const forged: Record<string, unknown> = {
      'another status': { ...event, data: { transaction: { ...transaction, status: 'APPROVED' } } },
      'another amount': { ...event, data: { transaction: { ...transaction, amountInCents: 1 } } },
      'a later time': { ...event, timestamp: timestamp + 1 },
      'no checksum': { ...event, signature: { ...signature, checksum: '' } },
      'a checksum of zeros': { ...event, signature: { ...signature, checksum: '0'.repeat(64) } },
      'no properties': { ...event, signature: { ...signature, properties: [] } },
      'fewer properties': { ...event, signature: { ...signature, properties: PROPERTIES.slice(0, 1) } },
      'properties in another order': { ...event, signature: { ...signature, properties: [...PROPERTIES].reverse() } },
      'no signature': { ...event, signature: undefined },
      'no data': { ...event, data: {} },
      'the secret of the other webhook': signed(data, timestamp, PROPERTIES, SANDBOX_SECRETS.wompi.eventsSecret),
      'an empty secret': signed(data, timestamp, PROPERTIES, ''),
    }
    expect(Object.keys(forged)).toHaveLength(12)
    for (const [kind, body] of Object.entries(forged))
      expect({ kind, ...(await send(body)) }).toMatchObject({ kind, status: 401, code: 'payments.webhook_signature' })
    await test.platform.jobs.drain()
    expect(await eventsOf(signature.checksum)).toBe(0)
    expect((await show()).state).toBe('PROCESSING')
    expect(await test.balance(customer.id)).toMatchObject({ held: 3_000_000n })
  })

  it('R16 a replayed event is kept once, and the provider is asked instead of trusting it; a stale one is answered as stale', async () => {
    const { customer, show, event } = await paidSlowly()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(event)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const late = signed(event.data, event.timestamp - 6 * 60_000)
    expect(await send(late)).toMatchObject({ status: 400, code: 'payments.webhook_stale' })
    await test.platform.jobs.drain()
    expect(await eventsOf(event.signature.checksum)).toBe(1)
    expect((await show()).state).toBe('PROCESSING')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n, held: 3_000_000n })
  })

  it('R16 an event of one webhook is refused at the other', async () => {
    const { event } = await paidSlowly()
    expect(await test.call(null, 'POST', '/payment/webhooks/wompi', event)).toMatchObject({
      status: 401,
      code: 'payments.webhook_signature',
    })
  })
})
