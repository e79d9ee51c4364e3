import { CallFailed } from '@tunjo/contract/client'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_ANSWER } from './api/failure.ts'

afterAll(() => vi.unstubAllGlobals())

const TOKEN = { accessToken: 'good', tokenType: 'Bearer', expiresInSeconds: 300 } as const
const accountOf = (id: string) => ({
  ...{ id, email: 'ana@correo.example', authorities: ['ROLE_USER'], state: 2, activated: true, langKey: 'es', permissions: [] },
})
const [ANA, LUIS] = [accountOf('019a0000-0000-7000-8000-000000000001'), accountOf('019a0000-0000-7000-8000-000000000002')]
const problem = (code: string) => ({ type: 'about:blank', code, status: 401, title: code, detail: `Dicho: ${code}` })

type Answer = () => Response
let answers: { refresh: Answer; account: Answer; signOut: Answer }
let asked: string[]
let notified: unknown[]
let receive: (news: unknown) => void
let stored: Map<string, string>

const refused = (status: number, code: string) => () =>
  Response.json(problem(code), { status, headers: { 'content-type': 'application/problem+json' } })
const storage = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
  clear: () => kept.clear(),
})

beforeEach(() => {
  vi.resetModules()
  asked = []
  notified = []
  stored = new Map()
  answers = {
    refresh: () => Response.json(TOKEN),
    account: () => Response.json(ANA),
    signOut: () => new Response(null, { status: 204 }),
  }
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { cookie: '', querySelector: () => null })
  vi.stubGlobal('window', {})
  vi.stubGlobal('localStorage', storage(stored))
  vi.stubGlobal('sessionStorage', storage(new Map()))
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      set onmessage(listener: (event: { data: unknown }) => void) {
        receive = (data) => listener({ data })
      }
      postMessage(news: unknown) {
        notified.push(news)
      }
    },
  )
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    asked.push(`${init.method ?? 'GET'} ${path}`)
    if (path.endsWith('/refresh')) return answers.refresh()
    return path.includes('account') ? answers.account() : answers.signOut()
  })
})

const open = () => import('./session.ts')
/** As set by public/boot.js. */
const booted = (started: unknown) => vi.stubGlobal('window', { tunjoSession: Promise.resolve(started) })

describe('SHELL-12 current account', () => {
  it('uses the call started before this script was loaded, without a second one', async () => {
    booted({ token: TOKEN, account: ANA })
    const { fetchSession, currentSession } = await open()
    expect(currentSession().status).toBe('pending')
    expect(await Promise.all([fetchSession(), fetchSession()])).toEqual([ANA, ANA])
    expect([currentSession().status, asked, stored.get('tunjo.session')]).toEqual(['fulfilled', [], '1'])
  })

  it('is null, silently, without a session', async () => {
    booted({ refused: 401, problem: null })
    const { fetchSession, currentSession } = await open()
    expect(await fetchSession()).toBeNull()
    expect(currentSession()).toMatchObject({ status: 'rejected', message: null, reason: null })
  })

  it("is null, with the server's message, when the session was ended", async () => {
    booted({ refused: 401, problem: problem('identity.session_blocked') })
    const { fetchSession, currentSession } = await open()
    await fetchSession()
    expect(currentSession()).toMatchObject({ message: 'login.error.unauthorized', reason: 'Dicho: identity.session_blocked' })
  })

  it('is null, silently, when the session only expired', async () => {
    booted({ refused: 401, problem: problem('identity.session_expired') })
    const { fetchSession, currentSession } = await open()
    await fetchSession()
    expect(currentSession()).toMatchObject({ status: 'rejected', message: null })
  })

  it('is unknown while the server did not answer in time, and may be fetched again', async () => {
    booted(null)
    const { fetchSession, currentSession } = await open()
    await expect(fetchSession()).rejects.toThrow(NO_ANSWER)
    expect(currentSession().status).toBe('pending')
    expect(await fetchSession()).toEqual(ANA)
  })

  it('is fetched once more after a short failure, and no third time', async () => {
    vi.useFakeTimers()
    try {
      const troubles = [503, 503]
      answers.account = () => (troubles.length > 0 ? new Response('', { status: troubles.pop() ?? 503 }) : Response.json(ANA))
      const { fetchSession, currentSession } = await open()
      const failing = expect(fetchSession()).rejects.toBeInstanceOf(Error)
      await vi.runAllTimersAsync()
      await failing
      expect([currentSession().status, asked.filter((call) => call.includes('account')).length]).toEqual(['pending', 2])
      expect(await fetchSession()).toEqual(ANA)
    } finally {
      vi.useRealTimers()
    }
  })

  it('a 403 is always reported', async () => {
    answers.account = refused(403, 'access.forbidden')
    const { fetchSession, currentSession } = await open()
    expect(await fetchSession()).toBeNull()
    expect(currentSession()).toMatchObject({ status: 'rejected', message: 'login.error.unauthorized' })
  })
})

describe('SHELL-10 the end of a session', () => {
  it("clears the page's storage, here and in the other tabs, even when the server does not answer", async () => {
    booted({ token: TOKEN, account: ANA })
    answers.signOut = () => {
      throw new CallFailed(0, null, NO_ANSWER)
    }
    const { fetchSession, onAccountChange, signOut, currentSession } = await open()
    const left = vi.fn()
    onAccountChange(left)
    await fetchSession()
    stored.set('other', 'x')
    await signOut()
    expect([currentSession(), stored.size, notified]).toEqual([
      { status: 'rejected', account: null, message: null, reason: null },
      0,
      ['signed-out'],
    ])
    expect(left).toHaveBeenCalledOnce()
  })

  it('in another tab ends this one with its reason', async () => {
    booted({ token: TOKEN, account: ANA })
    const { fetchSession, currentSession } = await open()
    await fetchSession()
    receive({ endedFor: 'Cerramos tu sesión.' })
    expect(currentSession()).toMatchObject({ status: 'rejected', message: 'login.error.unauthorized', reason: 'Cerramos tu sesión.' })
  })

  it('another person who signs in in another tab replaces the account, and the data of the first are cleared', async () => {
    booted({ token: TOKEN, account: ANA })
    const { fetchSession, onAccountChange, currentAccount } = await open()
    const left = vi.fn()
    onAccountChange(left)
    await fetchSession()
    answers.account = () => Response.json(LUIS)
    receive('signed-in')
    await vi.waitFor(() => expect(currentAccount()?.id).toBe(LUIS.id))
    expect(left).toHaveBeenCalledOnce()
  })
})

it('a refreshed account is applied only while the same person is signed in', async () => {
  booted({ token: TOKEN, account: ANA })
  const { fetchSession, refreshAccount, currentAccount } = await open()
  await fetchSession()
  answers.account = () => Response.json({ ...ANA, state: 1 })
  await refreshAccount()
  expect(currentAccount()?.state).toBe(1)
  answers.account = () => Response.json(LUIS)
  await refreshAccount()
  expect(currentAccount()?.id).toBe(ANA.id)
})
