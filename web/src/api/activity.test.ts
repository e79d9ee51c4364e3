import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { idleMs, isPersonActive, recordActivity, watchActivity } from './activity.ts'

const MINUTE_MS = 60_000
const inputs = new EventTarget()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', inputs.addEventListener.bind(inputs))
  stop = watchActivity(() => undefined)
  recordActivity()
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('SHELL-14 a person is away after a minute without input, and back with the next', () => {
  vi.advanceTimersByTime(MINUTE_MS - 1)
  expect(isPersonActive()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isPersonActive()).toBe(false)
  inputs.dispatchEvent(new Event('keydown'))
  expect(isPersonActive()).toBe(true)
})

it('SHELL-14 input alone keeps no session alive, a call does', () => {
  vi.advanceTimersByTime(20 * MINUTE_MS)
  inputs.dispatchEvent(new Event('pointermove'))
  expect(idleMs()).toBe(20 * MINUTE_MS)
  recordActivity()
  expect(idleMs()).toBe(0)
})

it('watches no input once it is stopped', () => {
  stop()
  vi.advanceTimersByTime(MINUTE_MS)
  inputs.dispatchEvent(new Event('keydown'))
  expect(isPersonActive()).toBe(false)
})
