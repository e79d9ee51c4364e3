/**
 * Who is signed in, for the whole page: pending until the first answer, then fulfilled or rejected (SHELL-12). The refresh token is
 * in a cookie that scripts cannot read, the access token in memory; local storage only remembers that there may be a session.
 */
import { client } from '@tunjo/contract/client'
import { AccessToken, Account, identity } from '@tunjo/contract/identity'
import { useSyncExternalStore } from 'react'
import { forgetAccess, keepAccess, renew, send, whenSessionEnds } from './api/transport.ts'
import { keepingPreferences } from './preference.ts'
import { HINT } from './session-hint.ts'

declare global {
  interface Window {
    /** Started by public/boot.js before this script arrived. */
    tunjoSession?: Promise<{ token: unknown; account: unknown } | null | undefined>
  }
}

export type Session =
  | { status: 'pending'; account: null }
  | { status: 'fulfilled'; account: Account }
  | { status: 'rejected'; account: null; message: 'login.error.unauthorized' | null }

const calls = client(identity, send)
const listeners = new Set<() => void>()
const signedOutListeners = new Set<() => void>()
const otherTabs = new BroadcastChannel(HINT)
let session: Session = { status: 'pending', account: null }
let fetching: Promise<Account | null> | null = null

otherTabs.onmessage = () => end(null)
whenSessionEnds(() => end('login.error.unauthorized'))

export const currentSession = (): Session => session
export const currentAccount = (): Account | null => session.account
export const useAccount = (): Account | null => useSyncExternalStore(onSessionChange, currentAccount)

function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Hears when a person who was signed in no longer is; the same listener counts once. */
export function onSignedOut(listener: () => void): void {
  signedOutListeners.add(listener)
}

/** Who is signed in, asked once. Null for nobody: the 401 of the account call is silent. */
export function fetchSession(): Promise<Account | null> {
  if (session.status !== 'pending') return Promise.resolve(session.account)
  fetching ??= begin().finally(() => {
    fetching = null
  })
  return fetching
}

export async function signIn(email: string, password: string): Promise<Account> {
  keepAccess(await calls.signIn({ body: { email, password } }))
  return accept(await calls.account({}))
}

/** Ends the session at the server, here and in the other tabs; both storages are emptied (SHELL-10). */
export async function signOut(): Promise<void> {
  await keepingPreferences(() => calls.signOut({}).catch(() => undefined))
  otherTabs.postMessage('signed-out')
  localStorage.clear()
  end(null)
}

async function begin(): Promise<Account | null> {
  const started = await window.tunjoSession
  window.tunjoSession = undefined
  if (started?.account) {
    keepAccess(AccessToken.parse(started.token))
    return accept(Account.parse(started.account))
  }
  if (started === undefined && (await renew())) return accept(await calls.account({}))
  end(null)
  return null
}

function accept(account: Account): Account {
  localStorage.setItem(HINT, '1')
  set({ status: 'fulfilled', account })
  return account
}

function end(message: 'login.error.unauthorized' | null): void {
  forgetAccess()
  localStorage.removeItem(HINT)
  sessionStorage.clear()
  set({ status: 'rejected', account: null, message })
}

function set(next: Session): void {
  const hasLeft = session.account !== null && next.account === null
  session = next
  for (const listener of listeners) listener()
  if (hasLeft) for (const listener of signedOutListeners) listener()
}
