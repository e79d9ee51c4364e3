import { CallFailed } from '@tunjo/contract/client'
import { expect, it } from 'vitest'
import { NO_ANSWER } from './failure.ts'
import { queries } from './query-client.ts'

const { retry, retryDelay } = queries.getDefaultOptions().queries ?? {}
const isRetried = (failures: number, error: Error): boolean => typeof retry === 'function' && retry(failures, error)

it('a read is retried twice when the network or the server failed, never when it was refused', () => {
  for (const status of [0, 500, 503]) {
    const failed = new CallFailed(status, null, 'failed')
    expect([0, 1, 2].map((failures) => isRetried(failures, failed))).toEqual([true, true, false])
  }
  for (const status of [400, 401, 403, 404, 409]) expect(isRetried(0, new CallFailed(status, null, 'refused'))).toBe(false)
  expect(isRetried(0, new Error('a bug'))).toBe(false)
})

it('a read that timed out is not retried silently', () => {
  expect(isRetried(0, new CallFailed(0, null, NO_ANSWER))).toBe(false)
})

it('each wait is longer than the one before', () => {
  const failed = new CallFailed(503, null, 'failed')
  expect([0, 1].map((failures) => typeof retryDelay === 'function' && retryDelay(failures, failed))).toEqual([1_000, 2_000])
})

it('after too many calls the retry waits as long as the server requires, unless the wait is long enough to be shown', () => {
  const busy = (seconds: number | null) => new CallFailed(429, null, 'busy', null, seconds)
  expect([3, 10, 11, null].map((seconds) => isRetried(0, busy(seconds)))).toEqual([true, true, false, false])
  expect([3, 60].map((seconds) => typeof retryDelay === 'function' && retryDelay(0, busy(seconds)))).toEqual([3_000, 10_000])
})
