/**
 * Live events: server-sent events over `fetch`, because EventSource cannot send the bearer token. An event names what changed; the
 * screens refetch it.
 */
import { LiveEvent, notifications } from '@tunjo/contract/notifications'
import { createParser } from 'eventsource-parser'
import { queries } from './query-client.ts'
import { openStream } from './transport.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/** First word of the event type → affected query keys. */
const AFFECTED: Record<string, readonly string[]> = {
  kyc: ['kyc', 'limits', 'credentials'],
  identity: ['credentials', 'factors', 'devices', 'sign-ins'],
  payments: ['payments', 'movements', 'wallets', 'limits'],
  trading: ['trading', 'movements', 'wallets'],
  crypto: ['crypto', 'movements', 'wallets', 'limits'],
  pricing: ['pricing', 'wallets'],
  notifications: ['notices'],
  conversations: ['conversations'],
}

/** Receives events until the signal ends it, and reconnects with exponential backoff. `onEvent` is called with the type of each event. */
export async function listen(signal: AbortSignal, onEvent: (type: string) => void): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  let isFirst = true
  while (!signal.aborted) {
    const onReady = () => {
      // Events between two streams were missed.
      if (!isFirst) void queries.invalidateQueries()
      isFirst = false
    }
    const received = await follow(signal, onReady, onEvent).catch(() => false)
    waitMs = received ? FIRST_WAIT_MS : Math.min(waitMs * 2, LONGEST_WAIT_MS)
    await pause(waitMs, signal)
  }
}

/** One stream to its end. True when the server sent `ready`. */
async function follow(signal: AbortSignal, onReady: () => void, onEvent: (type: string) => void): Promise<boolean> {
  const response = await openStream(notifications.stream.path, signal)
  if (!response.ok || !response.body) return false
  let received = false
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'ready') {
        received = true
        onReady()
      } else refresh(data, onEvent)
    },
  })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) parser.feed(chunk.value)
  return received
}

function refresh(data: string, onEvent: (type: string) => void): void {
  const event = LiveEvent.safeParse(JSON.parse(data))
  if (!event.success) return
  onEvent(event.data.type)
  const [module = ''] = event.data.type.split('.')
  for (const key of AFFECTED[module] ?? []) void queries.invalidateQueries({ queryKey: [key] })
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      // A page that is open for days pauses thousands of times.
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}
