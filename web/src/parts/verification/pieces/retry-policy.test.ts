import { CallFailed } from '@tunjo/contract/client'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tryNow } from '../pending-uploads.ts'
import { createRetryPolicy } from './retry-policy.ts'

afterAll(() => vi.unstubAllGlobals())

const lost = () => new CallFailed(0, null, 'no answer')

let signal: AbortController
let phases: string[]
let connection: EventTarget
const policyOf = () => createRetryPolicy(signal.signal, (phase) => void phases.push(phase))
/** Whether it continues after the given time. */
async function goesOnAfter(policy: ReturnType<typeof policyOf>, ms: number): Promise<boolean> {
  const ended = vi.fn()
  const waiting = policy.after(lost()).then(ended)
  await vi.advanceTimersByTimeAsync(ms - 1)
  const isEarly = ended.mock.calls.length > 0
  await vi.advanceTimersByTimeAsync(1)
  const isDone = ended.mock.calls.length > 0
  await vi.runAllTimersAsync()
  await waiting
  return isDone && !isEarly
}

beforeEach(() => {
  vi.useFakeTimers()
  signal = new AbortController()
  phases = []
  connection = new EventTarget()
  vi.stubGlobal('window', connection)
})
afterEach(() => vi.useRealTimers())

it('waits twice as long each time, at most half a minute; a piece that arrived resets it', async () => {
  const policy = policyOf()
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) expect([seconds, await goesOnAfter(policy, seconds * 1_000)]).toEqual([seconds, true])
  policy.renew()
  expect(await goesOnAfter(policy, 1_000)).toBe(true)
  expect(phases.slice(0, 2)).toEqual(['waiting', 'resuming'])
})

it.each([0, 408, 429, 502, 503, 504])('a %i is temporary', async (status) => {
  const going = policyOf().after(new CallFailed(status, null, ''))
  await vi.advanceTimersByTimeAsync(1_000)
  await going
})

it('a refusal, a bug and a cancellation are permanent', async () => {
  for (const error of [
    new CallFailed(400, null, ''),
    new CallFailed(413, null, ''),
    new Error('a bug'),
    new DOMException('', 'AbortError'),
  ])
    await expect(policyOf().after(error)).rejects.toBe(error)
  expect(phases).toEqual([])
})

it('gives up after ten minutes in which no piece arrived', async () => {
  const policy = policyOf()
  await vi.advanceTimersByTimeAsync(600_001)
  const error = lost()
  await expect(policy.after(error)).rejects.toBe(error)
  policy.renew()
  const going = policy.after(error)
  await vi.advanceTimersByTimeAsync(1_000)
  await going
})

it.each([
  ['the connection is back', () => connection.dispatchEvent(new Event('online'))],
  ['the person does not want to wait', tryNow],
])('continues immediately when %s', async (_what, happens) => {
  const going = policyOf().after(lost())
  happens()
  await going
  expect(phases).toEqual(['waiting', 'resuming'])
  expect(vi.getTimerCount()).toBe(0)
})

it('ends with the upload', async () => {
  const waiting = policyOf().after(lost())
  signal.abort(new Error('cancelled'))
  await expect(waiting).rejects.toThrow('cancelled')
  await expect(policyOf().after(lost())).rejects.toThrow('cancelled')
  expect(vi.getTimerCount()).toBe(0)
})

it('retries until there is an answer', async () => {
  let tries = 0
  const answer = policyOf().during(async () => {
    tries += 1
    if (tries < 3) throw lost()
    return 'there'
  })
  await vi.runAllTimersAsync()
  expect([await answer, tries]).toEqual(['there', 3])
})
