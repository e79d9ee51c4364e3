/** Write signed events and deliver them, at least once, with the faults that the switches request. */
import { randomBytes, randomUUID } from 'node:crypto'
import { eventChecksum } from './checksums.ts'
import type { Sandbox } from './context.ts'
import type { Channel, WebhookFault } from './switch-types.ts'
import { readSwitches, takeWebhookFaults } from './switches.ts'
import type { Webhook } from './webhook-types.ts'

const DELIVERY_TIMEOUT_MS = 10_000
const DELIVERIES_AT_ONCE = 16
const DEFAULT_HOLD_MS = 5_000
const DEFAULT_STALE_MS = 48 * 60 * 60 * 1000

interface Event {
  channel: Channel
  event: string
  data: Record<string, Record<string, unknown>>
  properties: string[]
}

export function announce(sandbox: Sandbox, event: Event): void {
  const faults = takeWebhookFaults(sandbox, event.channel)
  const webhook = write(sandbox, event, faults)
  const copies = faults.find((fault) => fault.kind === 'duplicate')
  for (let copy = 0; copy <= (copies ? (copies.value ?? 1) : 0); copy += 1) {
    sandbox.store.webhooks.put({ ...webhook, id: randomUUID() })
  }
  sandbox.webhookLoop.wake()
}

export function resend(sandbox: Sandbox, webhookId: string): boolean {
  const webhook = sandbox.store.webhooks.get(webhookId)
  if (!webhook) return false
  sandbox.store.webhooks.put({ ...webhook, status: 'waiting', attempts: 0, dueAt: sandbox.clock() })
  sandbox.webhookLoop.wake()
  return true
}

export function nextWebhookDueAt(sandbox: Pick<Sandbox, 'store'>): number | null {
  const waiting = deliverable(sandbox)
  return waiting.length === 0 ? null : Math.min(...waiting.map((webhook) => webhook.dueAt))
}

export async function deliverDueWebhooks(sandbox: Sandbox): Promise<void> {
  const now = sandbox.clock()
  const due = deliverable(sandbox)
    .filter((webhook) => webhook.dueAt <= now)
    .sort((a, b) => a.dueAt - b.dueAt)
    .slice(0, DELIVERIES_AT_ONCE)
  await Promise.all(due.map((webhook) => deliver(sandbox, webhook)))
}

function deliverable({ store }: Pick<Sandbox, 'store'>): Webhook[] {
  const { webhookUrls } = readSwitches({ store })
  return store.webhooks
    .all()
    .filter((webhook) => (webhook.status === 'waiting' || webhook.status === 'held') && webhookUrls[webhook.channel] !== undefined)
}

function write(sandbox: Sandbox, { channel, event, data, properties }: Event, faults: WebhookFault[]): Webhook {
  const fault = (kind: WebhookFault['kind']) => faults.find((candidate) => candidate.kind === kind)
  const now = sandbox.clock()
  const stale = fault('stale-timestamp')
  const signedAt = stale ? now - (stale.value ?? DEFAULT_STALE_MS) : now
  const wrongAmount = fault('wrong-amount')
  const shown = wrongAmount ? withWrongAmount(data, wrongAmount.value ?? 1000) : data
  const timestamp = channel === 'payments' ? Math.floor(signedAt / 1000) : signedAt
  const secret = sandbox.secrets[channel === 'payments' ? 'wompi' : 'payouts'].eventsSecret
  const checksum = fault('wrong-checksum') ? randomBytes(32).toString('hex') : eventChecksum({ data: shown, properties, timestamp, secret })
  const signature = { properties, checksum }
  const sentAt = new Date(signedAt).toISOString()
  const body =
    channel === 'payments'
      ? { event, data: shown, environment: 'test', signature, timestamp, sent_at: sentAt }
      : { event, data: shown, signature, timestamp, sentAt }
  const hold = fault('reorder')
  const held = hold !== undefined && !isWaitingToBeOvertaken(sandbox, channel)
  const delayMs = fault('delay')?.value ?? 0
  return {
    id: '',
    channel,
    event,
    body: JSON.stringify(body),
    checksum,
    createdAt: now,
    dueAt: now + delayMs + (held ? (hold.value ?? DEFAULT_HOLD_MS) : 0),
    attempts: 0,
    status: fault('drop') ? 'dropped' : held ? 'held' : 'waiting',
    lastAnswer: null,
    faults: faults.map(({ kind }) => kind),
  }
}

function isWaitingToBeOvertaken({ store }: Sandbox, channel: Channel): boolean {
  return store.webhooks.all().some((webhook) => webhook.channel === channel && webhook.status === 'held')
}

/** Correctly signed, so only a receiver that compares the amount with its own record notices. */
function withWrongAmount(data: Event['data'], percent: number): Event['data'] {
  const changed = Object.entries(data).map(([name, subject]) => {
    const field = 'amount_in_cents' in subject ? 'amount_in_cents' : 'amountInCents'
    return [name, { ...subject, [field]: Math.round((Number(subject[field]) * percent) / 100) }] as const
  })
  return Object.fromEntries(changed)
}

async function deliver(sandbox: Sandbox, webhook: Webhook): Promise<void> {
  const { webhookUrls, webhookRetryDelaysMs } = readSwitches(sandbox)
  const url = webhookUrls[webhook.channel]
  if (url === undefined) return
  const { accepted, lastAnswer } = await post(url, webhook)
  const attempts = webhook.attempts + 1
  const retryDelayMs = webhookRetryDelaysMs[attempts - 1]
  if (accepted) {
    sandbox.store.webhooks.put({ ...webhook, attempts, lastAnswer, status: 'delivered' })
    releaseOvertaken(sandbox, webhook)
  } else if (retryDelayMs === undefined) {
    sandbox.store.webhooks.put({ ...webhook, attempts, lastAnswer, status: 'given-up' })
    sandbox.log.warn({ webhook: webhook.id, channel: webhook.channel, lastAnswer }, 'sandbox webhook given up')
  } else {
    sandbox.store.webhooks.put({ ...webhook, attempts, lastAnswer, status: 'waiting', dueAt: sandbox.clock() + retryDelayMs })
  }
}

function releaseOvertaken(sandbox: Sandbox, delivered: Webhook): void {
  for (const webhook of sandbox.store.webhooks.all()) {
    if (webhook.status === 'held' && webhook.channel === delivered.channel && webhook.id !== delivered.id) {
      sandbox.store.webhooks.put({ ...webhook, status: 'waiting', dueAt: sandbox.clock() })
    }
  }
}

async function post(url: string, webhook: Webhook): Promise<{ accepted: boolean; lastAnswer: string }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-event-checksum': webhook.checksum },
      body: webhook.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
    })
    await response.arrayBuffer()
    // Payments count only a 200 as received; payouts accept any 2xx.
    const accepted = webhook.channel === 'payments' ? response.status === 200 : response.ok
    return { accepted, lastAnswer: `HTTP ${response.status}` }
  } catch (error) {
    return { accepted: false, lastAnswer: error instanceof Error ? error.message : 'error' }
  }
}
