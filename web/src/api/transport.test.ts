import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearAccessToken, send, sendDownload, storeAccessToken, whenProposed, whenSessionEnds, whenSlow } from './transport.ts'

const REFRESH = '/api/session/refresh'
const NEW_TOKEN = { accessToken: 'new', tokenType: 'Bearer', expiresInSeconds: 300 } as const

/** Sent calls: path and bearer. */
let asked: [string, string | null][]
let refreshStatus: number

const isFresh = (bearer: string | null) => bearer === 'Bearer new' || bearer === 'Bearer good'

beforeEach(() => {
  asked = []
  refreshStatus = 200
  clearAccessToken()
  whenSessionEnds(() => undefined)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const bearer = new Headers(init.headers).get('authorization')
    asked.push([path, bearer])
    await Promise.resolve()
    if (path === REFRESH) return Response.json(NEW_TOKEN, { status: refreshStatus })
    return Response.json({}, { status: bearer === null || isFresh(bearer) ? 200 : 401 })
  })
})

afterAll(() => vi.unstubAllGlobals())

const keep = (accessToken: string, expiresInSeconds: number) => storeAccessToken({ accessToken, tokenType: 'Bearer', expiresInSeconds })
const refreshes = () => asked.filter(([path]) => path === REFRESH).length

describe('SHELL-14 the session is kept fresh', () => {
  it('sends no bearer without a session', async () => {
    await send('/x', {})
    expect(asked).toEqual([['/x', null]])
  })

  it('uses a token with more than 60 seconds left as it is', async () => {
    keep('good', 61)
    await send('/x', {})
    expect(asked).toEqual([['/x', 'Bearer good']])
  })

  it('SEC-03 renews once for many calls when less than 60 seconds are left', async () => {
    keep('good', 59)
    await Promise.all([send('/a', {}), send('/b', {}), send('/c', {})])
    expect(refreshes()).toBe(1)
    expect(asked.filter(([path]) => path !== REFRESH).map(([, bearer]) => bearer)).toEqual(['Bearer new', 'Bearer new', 'Bearer new'])
  })

  it('renews once after a 401 and asks again', async () => {
    keep('revoked', 300)
    const answers = await Promise.all([send('/a', {}), send('/b', {})])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(refreshes()).toBe(1)
  })

  it('SHELL-12 a session that cannot be renewed ends, and the 401 is reported', async () => {
    const ended = vi.fn()
    whenSessionEnds(ended)
    refreshStatus = 401
    keep('revoked', 300)
    const { status } = await send('/a', {})
    expect([status, ended.mock.calls.length, refreshes()]).toEqual([401, 1, 1])
    await send('/public', {})
    expect(asked.at(-1)).toEqual(['/public', null])
  })
})

it('ADM-14 reports exactly the calls that wait for a second officer as proposed', async () => {
  const proposed = vi.fn()
  whenProposed(proposed)
  await send('/x', { method: 'PUT' })
  expect(proposed).not.toHaveBeenCalled()
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 202 }))
  await send('/x', { method: 'PUT' })
  expect(proposed).toHaveBeenCalledTimes(1)
})

it('SHELL-11 an unreachable server is status 0', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(send('/x', {})).rejects.toMatchObject({ status: 0 })
})

describe('SHELL-14 a server that does not answer', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal(
      'fetch',
      (_path: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
    return () => vi.useRealTimers()
  })

  it.each([
    ['a read', () => send('/x', {}), 8_000, 0],
    ['a download', () => sendDownload('/x', { method: 'GET' }), 300_000, 0],
    ['a write', () => send('/x', { method: 'POST', body: '{}' }), 60_000, 1],
    ['a file', () => send('/x', { method: 'POST', body: new FormData() }), 60_000, 0],
  ] as const)('%s is abandoned at its own time limit', async (_, ask, limitMs, slowNotices) => {
    const slow = vi.fn()
    whenSlow(slow)
    const ended = vi.fn()
    const asking = ask().catch(ended)
    await vi.advanceTimersByTimeAsync(limitMs - 1)
    expect([ended.mock.calls.length, slow.mock.calls.length]).toEqual([0, slowNotices])
    await vi.advanceTimersByTimeAsync(1)
    await asking
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ status: 0 }))
  })
})
