import { CallFailed } from '@tunjo/contract/client'
import { expect, it, onTestFinished, vi } from 'vitest'
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

it('F7 R32 a read that a busy server refused is repeated after the time that the server asked for', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const problem = {
    code: 'server.busy',
    status: 503,
    title: 'server.busy',
    detail: 'Otra operación trabaja ahora con estos mismos datos.',
  } as const
  const refused = new CallFailed(503, problem, '', null, 5)
  const answers = [refused, refused, null]
  const asked: unknown[] = []
  const read = queries.fetchQuery({
    queryKey: ['busy'],
    queryFn() {
      const failure = answers[asked.length]
      asked.push(failure)
      if (failure) throw failure
      return 'read'
    },
  })
  await vi.advanceTimersByTimeAsync(4_999)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await read).toBe('read')
})
