/**
 * Webhooks (R16, SEC-51). A well-signed event is stored once and answered immediately; a job then asks the provider itself. A repeated
 * one causes another check, since the state may have changed. A stale one is answered as stale but checked too: the provider's own late
 * retries carry the time of their first attempt.
 */
import { inTransaction } from '../../../../platform/database/database.ts'
import { truncatedNetwork } from '../../../../platform/http/network.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { HttpContext } from '../../../../platform/http/route.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import type { PaymentsContext } from '../context.ts'
import { readSignedEvent, valueAt } from '../providers/event-signature.ts'
import { isStale } from '../rules.ts'
import { insertEvent, type NewEvent } from './event-store.ts'

type Provider = NewEvent['provider']

const SUBJECTS: Readonly<Record<Provider, readonly string[]>> = {
  wompi: ['transaction.id'],
  'wompi-payouts': ['transaction.payoutId', 'payout.id'],
}
const JOBS: Readonly<Record<Provider, string>> = { wompi: 'payments.ask-about-deposit', 'wompi-payouts': 'payments.ask-about-payout' }

export async function receiveEvent(context: PaymentsContext, provider: Provider, http: HttpContext): Promise<{ received: true }> {
  const { clock, db, jobs, log, settings } = context
  const secret = provider === 'wompi' ? settings.wompi.eventsSecret : settings.payouts.eventsSecret
  const event = readSignedEvent(http.rawBody, secret)
  if (!event) {
    const facts = { securityEvent: 'webhook_signature', provider, network: truncatedNetwork(http.ip), requestId: http.requestId }
    log.warn(facts, 'event with a wrong signature')
    refuse('payments.webhook_signature')
  }
  const receivedAt = clock.now()
  const stale = isStale(event.signedAt, receivedAt)
  const subjectId = subjectOf(provider, event.data)
  await inTransaction(db, async (tx) => {
    const { checksum } = event
    const { id: eventId, isNew } = await insertEvent(tx, { provider, checksum, subjectId, isStale: stale, body: http.rawBody, receivedAt })
    const key = isNew ? eventId : `${eventId} again ${minuteOf(receivedAt)}`
    if (subjectId) await jobs.enqueue(tx, { name: JOBS[provider], key, payload: { eventId, subjectId } })
  })
  failpoint('payments.event_stored')
  if (stale) {
    log.warn({ securityEvent: 'webhook_stale', provider, signedAt: event.signedAt, requestId: http.requestId }, 'stale event')
    refuse('payments.webhook_stale')
  }
  return { received: true }
}

/** A repeated event causes another check at most once a minute: a replayed event must not cause unlimited calls. */
const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000)

const MAX_ID = 100

function subjectOf(provider: Provider, data: Record<string, unknown>): string | null {
  const ids = SUBJECTS[provider].map((path) => valueAt(data, path))
  return ids.find((id): id is string => typeof id === 'string' && id.length > 0 && id.length <= MAX_ID) ?? null
}
