/** Events of use cases that run in groups: written with the rows that made them true, as `outbox.emit` does within a transaction. */
import { EVENTS, type Events, type EventType } from '../../events.ts'
import { newId } from '../database/ids.ts'
import { currentTraceparent } from '../tracing/traced.ts'
import { inserted, type Work } from '../unit-of-work/index.ts'

interface EventRow {
  readonly type: EventType
  readonly version: number
  readonly accountId: string | null
  readonly payload: string
  readonly traceparent: string | null
}

export const EVENTS_EMITTED = inserted<EventRow>('platform.event', [
  ['id', 'uuid', () => newId()],
  ['type', 'text', ({ type }) => type],
  ['version', 'int4', ({ version }) => version],
  ['account_id', 'uuid', ({ accountId }) => accountId],
  ['payload', 'jsonb', ({ payload }) => payload],
  ['traceparent', 'text', ({ traceparent }) => traceparent],
])

export function emitIn<T extends EventType>(work: Work, type: T, payload: Events[T]): void {
  const { version, payload: schema } = EVENTS[type]
  const accountId = 'accountId' in payload ? payload.accountId : null
  const traceparent = currentTraceparent()
  work.add(EVENTS_EMITTED, { type, version, accountId, payload: JSON.stringify(schema.parse(payload)), traceparent })
}
