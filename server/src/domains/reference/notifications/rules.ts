/** Decisions about live events on plain values. */
import { LIVE_EVENT_TYPES, type LiveEvent, PUBLIC_LIVE_EVENT_TYPES } from '@tunjo/contract/notifications'
import type { StoredEvent } from '../../../platform/events/outbox.ts'

const LIVE: ReadonlySet<string> = new Set(LIVE_EVENT_TYPES)
const PUBLIC: ReadonlySet<string> = new Set(PUBLIC_LIVE_EVENT_TYPES)

/** Null for an event that this account must not receive. */
export function liveEventFor(accountId: string, event: StoredEvent): LiveEvent | null {
  if (!isLiveType(event.type)) return null
  if (event.accountId !== accountId && !(PUBLIC.has(event.type) && event.accountId === null)) return null
  return { id: event.id, type: event.type, at: event.at.toISOString(), refs: refsOf(event.payload) }
}

const isLiveType = (type: string): type is LiveEvent['type'] => LIVE.has(type)

/** Names only: amounts, states and reasons are fetched with the caller's permissions. */
function refsOf(payload: Record<string, unknown>): Record<string, string> {
  const refs: Record<string, string> = {}
  for (const [key, value] of Object.entries(payload)) {
    if (typeof value === 'string' && key !== 'accountId' && (key.endsWith('Id') || key === 'pair')) refs[key] = value
  }
  return refs
}
