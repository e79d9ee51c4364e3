import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ControlCommand } from './controls.ts'
import { SANDBOX_SECRETS } from './secrets.ts'
import { type ReceivedWebhook, startTestSandbox, type TestSandbox, until } from './testing.ts'
import { answerBankPage, createPayment } from './testing-wompi.ts'

let test: TestSandbox
let url: string
let offsetMs: number

beforeEach(async () => {
  offsetMs = 0
  test = await startTestSandbox({ clock: { now: () => new Date(Date.now() + offsetMs) } })
  url = test.sandbox.url
})
afterEach(() => test.close())

const apply = (command: ControlCommand) => test.sandbox.controls.apply(command)
const webhooks = () => test.sandbox.controls.store.webhooks.all()

async function approve(reference = 'dep-1'): Promise<string> {
  const { id, page } = await createPayment(url, { reference })
  await answerBankPage(page, 'APPROVED')
  return id
}

/** Recomputed here from the rule of the documentation, without the sandbox's function. */
function isGenuine({ body, checksum }: ReceivedWebhook): boolean {
  const { id, status, amount_in_cents } = body.data.transaction ?? {}
  const expected = createHash('sha256')
    .update(`${id}${status}${amount_in_cents}${body.timestamp}${SANDBOX_SECRETS.wompi.eventsSecret}`)
    .digest('hex')
  return body.signature.checksum === expected && checksum === expected
}

it('posts the signed transaction to the product', async () => {
  const id = await approve()
  const [webhook] = await test.receiver.waitFor(1)
  expect(webhook?.path).toBe('/payments')
  expect(webhook?.body).toMatchObject({
    event: 'transaction.updated',
    environment: 'test',
    data: { transaction: { id, status: 'APPROVED', amount_in_cents: 50_000_000, reference: 'dep-1' } },
    signature: { properties: ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'] },
  })
  expect(String(webhook?.body.timestamp)).toMatch(/^\d{10}$/)
  expect(webhook && isGenuine(webhook)).toBe(true)
})

describe('retries', () => {
  it('tries four times in all, always with the same bytes, and gives up', async () => {
    test.receiver.answerWith(500)
    await approve()
    await test.receiver.waitFor(4)
    await until(() => webhooks()[0]?.status === 'given-up')
    expect(new Set(test.receiver.received.map((webhook) => JSON.stringify(webhook.body))).size).toBe(1)
    expect(webhooks()[0]).toMatchObject({ attempts: 4, lastAnswer: 'HTTP 500' })
  })

  it('counts only a 200 as received, as Wompi does for payments', async () => {
    apply({ action: 'configure', webhookRetryDelaysMs: Array.from({ length: 10 }, () => 200) })
    test.receiver.answerWith(202)
    await approve()
    await test.receiver.waitFor(2)
    test.receiver.answerWith(200)
    await until(() => webhooks()[0]?.status === 'delivered')
  })

  it('keeps a waiting webhook over a restart', async () => {
    test.receiver.answerWith(503)
    apply({ action: 'configure', webhookRetryDelaysMs: [60_000] })
    await approve()
    await test.receiver.waitFor(1)
    await until(() => webhooks()[0]?.attempts === 1)
    await test.restart()
    test.receiver.answerWith(200)
    offsetMs = 60_000
    await test.receiver.waitFor(2)
    await until(() => webhooks()[0]?.status === 'delivered')
  })

  it('sends one again when asked', async () => {
    await approve()
    await test.receiver.waitFor(1)
    await until(() => webhooks()[0]?.status === 'delivered')
    apply({ action: 'resend-webhook', webhookId: webhooks()[0]?.id ?? '' })
    await test.receiver.waitFor(2)
  })
})

describe('switches', () => {
  it('loses the next webhook only', async () => {
    apply({ action: 'webhook-fault', kind: 'drop' })
    await approve('dep-1')
    await approve('dep-2')
    const [webhook] = await test.receiver.waitFor(1)
    expect(webhook?.body.data.transaction).toMatchObject({ reference: 'dep-2' })
    expect(webhooks().map(({ status }) => status)).toContain('dropped')
  })

  it('loses every webhook until it is reset', async () => {
    apply({ action: 'webhook-fault', kind: 'drop', scope: 'reset' })
    await approve('dep-1')
    await approve('dep-2')
    expect(webhooks().map(({ status }) => status)).toEqual(['dropped', 'dropped'])
    apply({ action: 'reset' })
    await approve('dep-3')
    await test.receiver.waitFor(1)
  })

  it('sends extra copies', async () => {
    apply({ action: 'webhook-fault', kind: 'duplicate', value: 2 })
    await approve()
    const received = await test.receiver.waitFor(3)
    expect(received.every(isGenuine)).toBe(true)
  })

  it('waits before sending', async () => {
    apply({ action: 'webhook-fault', kind: 'delay', value: 400 })
    const before = Date.now()
    await approve()
    await test.receiver.waitFor(1)
    expect(Date.now() - before).toBeGreaterThanOrEqual(390)
  })

  it('lets a later webhook overtake', async () => {
    apply({ action: 'webhook-fault', kind: 'reorder' })
    await approve('dep-1')
    await approve('dep-2')
    const received = await test.receiver.waitFor(2)
    expect(received.map((webhook) => webhook.body.data.transaction?.reference)).toEqual(['dep-2', 'dep-1'])
  })

  it('does not hold a webhook without limit when none overtakes it', async () => {
    apply({ action: 'webhook-fault', kind: 'reorder', value: 200 })
    await approve()
    await test.receiver.waitFor(1)
  })

  it('forges the checksum', async () => {
    apply({ action: 'webhook-fault', kind: 'wrong-checksum' })
    await approve()
    const [webhook] = await test.receiver.waitFor(1)
    expect(webhook && isGenuine(webhook)).toBe(false)
    expect(webhook?.checksum).toMatch(/^[0-9a-f]{64}$/)
  })

  it('signs a wrong amount correctly', async () => {
    apply({ action: 'webhook-fault', kind: 'wrong-amount', value: 1000 })
    await approve()
    const [webhook] = await test.receiver.waitFor(1)
    expect(webhook?.body.data.transaction?.amount_in_cents).toBe(500_000_000)
    expect(webhook && isGenuine(webhook)).toBe(true)
  })

  it('signs an old date correctly', async () => {
    apply({ action: 'webhook-fault', kind: 'stale-timestamp', value: 3_600_000 })
    await approve()
    const [webhook] = await test.receiver.waitFor(1)
    expect(Date.now() / 1000 - (webhook?.body.timestamp ?? 0)).toBeGreaterThan(3_590)
    expect(webhook && isGenuine(webhook)).toBe(true)
  })

  it('leaves the other channel alone', async () => {
    apply({ action: 'webhook-fault', kind: 'drop', channel: 'payouts', scope: 'reset' })
    await approve()
    await test.receiver.waitFor(1)
  })
})
