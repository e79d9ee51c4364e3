import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { createOpenStream } from './open-stream.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function openStream() {
  const state = { isSignedIn: true, asked: 0, isListening: true }
  const stopListening = () => {
    state.isListening = false
  }
  const open = createOpenStream({ listen: () => stopListening })
  const stillSignedIn = async () => {
    state.asked += 1
    return state.isSignedIn
  }
  const stream = open({ accountId: newId(), stillSignedIn })
  return { state, stream: stream.resume() }
}

it('R12 checks every two seconds whether its person is still signed in, and ends when they are not', async () => {
  const { state, stream } = openStream()
  await vi.advanceTimersByTimeAsync(2_000)
  expect([state.asked, stream.readableEnded]).toEqual([1, false])
  state.isSignedIn = false
  const ended = new Promise((resolve) => stream.once('close', resolve))
  await vi.advanceTimersByTimeAsync(2_000)
  await ended
  expect([state.asked, stream.readableEnded, state.isListening]).toEqual([2, true, false])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.asked).toBe(2)
})
