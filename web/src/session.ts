/**
 * Session of the page: pending until the first answer, then fulfilled or rejected (SHELL-12). The refresh token is
 * in a cookie that scripts cannot read, the access token in memory; local storage only remembers that there may be a session.
 */

import { CallFailed, client } from '@tunjo/contract/client'
import type { Problem } from '@tunjo/contract/errors'
import { AccessToken, Account, identity, type SecondFactorAsked } from '@tunjo/contract/identity'
import { useSyncExternalStore } from 'react'
import { isCallFailed, NO_ANSWER } from './api/failure.ts'
import { clearAccessToken, reasonOfEnd, renew, send, storeAccessToken, whenProposed, whenSessionEnds, whenSlow } from './api/transport.ts'
import { phrases } from './i18n/index.ts'
import { keepingPreferences } from './preference.ts'
import { HINT } from './session-hint.ts'
import { localStore, sessionStore } from './ui/page-storage.ts'
import { toast } from './ui/toast.ts'

declare global {
  interface Window {
    /** Started by public/boot.js before this script is loaded. */
    tunjoSession?: Promise<Started | null | undefined>
  }
}

/** Undefined in its place: the server was not reached or failed. Null: it did not answer in time. */
type Started = { token: unknown; account: unknown } | { refused: number; problem: Problem | null }
type EndMessage = 'login.error.unauthorized' | null
export type Session =
  | { status: 'pending'; account: null }
  | { status: 'fulfilled'; account: Account }
  /** `reason`: the server's reason for the end of the session. */
  | { status: 'rejected'; account: null; message: EndMessage; reason: string | null }
export type SecondFactorRequest = SecondFactorAsked['secondFactor']
/** Message between tabs: they share the refresh cookie. */
type News = 'signed-in' | 'signed-out' | { endedFor: string | null }

const calls = client(identity, send)
const listeners = new Set<() => void>()
const personListeners = new Set<() => void>()
const otherTabs = new BroadcastChannel(HINT)
let session: Session = { status: 'pending', account: null }
let fetching: Promise<Account | null> | null = null

otherTabs.onmessage = ({ data }: MessageEvent<News>) => {
  if (data === 'signed-in') void joinOtherTab()
  else if (data === 'signed-out') end(null)
  else end('login.error.unauthorized', data.endedFor)
}
whenSessionEnds((problem) => {
  const endedFor = problem?.detail ?? null
  end('login.error.unauthorized', endedFor)
  notifyTabs({ endedFor })
})
whenProposed(() => toast.info(phrases.t('ui:alert.proposed')))
whenSlow(() => toast.info(phrases.t('ui:alert.slow')))

export const currentSession = (): Session => session
export const currentAccount = (): Account | null => session.account
export const useAccount = (): Account | null => useSyncExternalStore(onSessionChange, currentAccount)

function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called when the signed-in person leaves or changes; the same listener counts once. */
export function onAccountChange(listener: () => void): void {
  personListeners.add(listener)
}

/** Current account, fetched once. Null without a session; rejects while it is unknown, and may then be called again. */
export function fetchSession(): Promise<Account | null> {
  if (session.status !== 'pending') return Promise.resolve(session.account)
  fetching ??= begin().finally(() => {
    fetching = null
  })
  return fetching
}

/** Account, or the second factor request of the server. */
export async function signIn(email: string, password: string): Promise<Account | SecondFactorRequest> {
  const answer = await calls.signIn({ body: { email, password } })
  return 'secondFactor' in answer ? answer.secondFactor : enter(answer)
}
type Proof = Parameters<typeof calls.secondFactor>[0]['body']
export const verifySecondFactor = async (proof: Proof): Promise<Account> => enter(await calls.secondFactor({ body: proof }))

export const beginPasskeySignIn = () => calls.passkeyOptions({})
export const signInByPasskey = async (challengeId: string, passkey: Record<string, unknown>): Promise<Account> =>
  enter(await calls.signInByPasskey({ body: { challengeId, passkey } }))

/** End the session at the server, here and in the other tabs; both storages are cleared (SHELL-10). */
export async function signOut(): Promise<void> {
  await keepingPreferences(() => calls.signOut({}).catch(() => undefined))
  localStore.clear()
  end(null)
  notifyTabs('signed-out')
}

/** Refetch the account, for example after a verification. */
export async function refreshAccount(): Promise<void> {
  const account = await calls.account({}).catch(() => null)
  if (account && session.account?.id === account.id) accept(account)
}

/** Keep the session alive. */
export const keepSessionAlive = () => calls.account({})

async function begin(): Promise<Account | null> {
  const started = await window.tunjoSession
  window.tunjoSession = undefined
  if (started === null) throw new CallFailed(0, null, NO_ANSWER)
  if (!started) return retriedOnce(fetchAccount)
  if ('account' in started) {
    storeAccessToken(AccessToken.parse(started.token))
    return accept(Account.parse(started.account))
  }
  return refused(started.refused, started.problem)
}

async function fetchAccount(): Promise<Account | null> {
  if (!(await renew())) return refused(401, reasonOfEnd())
  try {
    return accept(await calls.account({}))
  } catch (error) {
    if (isCallFailed(error) && (error.status === 401 || error.status === 403)) return refused(error.status, error.problem)
    throw error
  }
}

const RETRY_AFTER_MS = 1_000

/** A short failure is retried silently. After a wait of 8 seconds it is reported immediately. */
async function retriedOnce<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!isCallFailed(error) || error.message === NO_ANSWER) throw error
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
    return ask()
  }
}

/** A 401 is silent unless the server gives a reason for the end of the session; a 403 is always reported (SHELL-12). */
function refused(status: number, problem: Problem | null): null {
  const isRefused = status === 403 || (problem !== null && problem.code !== 'identity.session_expired')
  end(isRefused ? 'login.error.unauthorized' : null, problem?.detail ?? null)
  return null
}

/** Adopt a session that a call has just opened. */
export async function enter(token: AccessToken): Promise<Account> {
  storeAccessToken(token)
  const account = accept(await calls.account({}))
  notifyTabs('signed-in')
  return account
}

/** Another tab opened a session, perhaps of another person, and thereby ended the session of this tab. */
async function joinOtherTab(): Promise<void> {
  clearAccessToken()
  if (await renew()) accept(await calls.account({}))
}

function accept(account: Account): Account {
  localStore.setItem(HINT, '1')
  set({ status: 'fulfilled', account })
  return account
}

function end(message: EndMessage, reason: string | null = null): void {
  clearAccessToken()
  localStore.removeItem(HINT)
  sessionStore.clear()
  set({ status: 'rejected', account: null, message, reason })
}

const notifyTabs = (news: News): void => otherTabs.postMessage(news)

function set(next: Session): void {
  const hasLeft = session.account !== null && session.account.id !== next.account?.id
  session = next
  for (const listener of listeners) listener()
  if (hasLeft) for (const listener of personListeners) listener()
}
