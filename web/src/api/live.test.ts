import { LIVE_EVENT_TYPES } from '@tunjo/contract/notifications'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listen } from './live.ts'
import { queries } from './query-client.ts'

const ID = '0192f0c1-0000-7000-8000-000000000001'
let streams: (() => Response)[]
let listening: AbortController
let received: string[]
let refreshed: unknown[]

const stream = (text: string) => () => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
const READY = 'event: ready\ndata: {}\n\n'
const event = (type: string) => `data: ${JSON.stringify({ id: ID, type, at: '2026-03-04T15:00:00Z', refs: {} })}\n\n`

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async () => (streams.shift() ?? (() => Promise.reject(new TypeError('no network'))))())
  ;[streams, received, refreshed, listening] = [[], [], [], new AbortController()]
  vi.spyOn(queries, 'invalidateQueries').mockImplementation(async (filters) => void refreshed.push(filters?.queryKey?.[0] ?? 'everything'))
})
afterEach(() => {
  listening.abort()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const begin = () => void listen(listening.signal, (type) => received.push(type))

describe('live events', () => {
  it('refetch exactly the data that changed', async () => {
    streams = [stream(READY + event('payments.deposit_updated'))]
    begin()
    await vi.advanceTimersByTimeAsync(10)
    expect(received).toEqual(['payments.deposit_updated'])
    expect(refreshed).toEqual(['payments', 'movements', 'wallets', 'limits'])
  })

  it('unknown or invalid events change nothing', async () => {
    streams = [stream(`${READY}${event('later.invented')}data: {"type":7}\n\n`)]
    begin()
    await vi.advanceTimersByTimeAsync(10)
    expect([received, refreshed]).toEqual([[], []])
  })

  it('after a pause everything is refetched, since events in between were missed', async () => {
    streams = [stream(READY), stream(READY)]
    begin()
    await vi.advanceTimersByTimeAsync(500)
    expect(refreshed).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(refreshed).toEqual(['everything'])
  })

  it('reconnect with exponential backoff while there is no answer, and not after the screen is left', async () => {
    const asked = vi.fn(() => Promise.reject(new TypeError('no network')))
    vi.stubGlobal('fetch', asked)
    begin()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(asked).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(600_000)
    const inTenMinutes = asked.mock.calls.length
    expect(inTenMinutes).toBeGreaterThan(20)
    expect(inTenMinutes).toBeLessThan(30)
    listening.abort()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked).toHaveBeenCalledTimes(inTenMinutes)
  })

  it('a piece that is no JSON ends the stream, which is opened again', async () => {
    streams = [stream(`${READY}data: {\n\n`), stream(READY + event('payments.deposit_updated'))]
    begin()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(received).toEqual(['payments.deposit_updated'])
  })

  it('every module with events for this page has queries to refetch', async () => {
    for (const type of LIVE_EVENT_TYPES) {
      ;[refreshed, streams, listening] = [[], [stream(READY + event(type))], new AbortController()]
      begin()
      await vi.advanceTimersByTimeAsync(10)
      listening.abort()
      expect(refreshed, type).not.toEqual([])
    }
  })
})
