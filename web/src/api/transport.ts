/**
 * Transport of calls: the bearer token is kept in memory only, renewed before it expires or once after a 401, one renewal at a time over
 * all tabs (SHELL-14). A read gives up after 8 seconds without an answer. A write reports after 8 seconds that it takes long, and waits for
 * 60: its outcome is unknown, and no success is shown before its answer (SEC-26). A download may take 5 minutes to begin
 * (docs/decisions/0013-time-limits-of-calls.md).
 */

import { CallFailed, failureOf } from '@tunjo/contract/client'
import type { Problem } from '@tunjo/contract/errors'
import { AccessToken, BACKGROUND_HEADER, identity } from '@tunjo/contract/identity'
import * as z from 'zod'
import { currentLanguage } from '../i18n/language.ts'
import { isPersonActive, recordActivity } from './activity.ts'
import { anySignal } from './any-signal.ts'
import { NO_ANSWER, UNSURE } from './failure.ts'
import { recordServerTime } from './server-clock.ts'

// Zod's fast path compiles functions from text, which the content security policy forbids on every page.
z.config({ jitless: true })

const ANSWER_TIMEOUT_MS = 8_000

/** Time limit of a call without an answer, and its message. */
interface TimeLimit {
  readonly endMs: number
  readonly ending: string
  /** Whether a slow call is reported. */
  readonly isSlowReported: boolean
}
/** A read can be repeated without side effects. */
const READ: TimeLimit = { endMs: ANSWER_TIMEOUT_MS, ending: NO_ANSWER, isSlowReported: false }
/** The server generates the whole file before its first byte leaves. */
const DOWNLOAD: TimeLimit = { endMs: 300_000, ending: NO_ANSWER, isSlowReported: false }
const WRITE: TimeLimit = { endMs: 60_000, ending: UNSURE, isSlowReported: true }
/** An upload shows its own progress. */
const UPLOAD: TimeLimit = { ...WRITE, isSlowReported: false }

function timeLimitOf({ method = 'GET', body }: RequestInit): TimeLimit {
  if (method === 'GET') return READ
  return body instanceof Blob || body instanceof FormData ? UPLOAD : WRITE
}
const RENEW_BEFORE_MS = 60_000
/** Lock for renewals of all tabs: the refresh cookie is replaced at each use, and an old one counts as stolen. */
const LOCK = 'tunjo.session'

interface Access {
  token: string
  /** On the clock of `performance.now`, which is monotonic. */
  endsAtMs: number
}

let access: Access | null = null
let renewal: Promise<boolean> | null = null
let onEnded: (reason: Problem | null) => void = () => undefined
let onSlow: () => void = () => undefined
let onProposed: () => void = () => undefined
/** Why the last renewal was refused. */
let endReason: Problem | null = null

export function storeAccessToken({ accessToken, expiresInSeconds }: AccessToken): void {
  access = { token: accessToken, endsAtMs: performance.now() + expiresInSeconds * 1000 }
}
export function clearAccessToken(): void {
  access = null
}
/** Called when the server reports the end of the session. */
export function whenSessionEnds(listener: typeof onEnded): void {
  onEnded = listener
}
/** Called when a write has no answer after 8 seconds. */
export function whenSlow(listener: () => void): void {
  onSlow = listener
}
/** Called when a call was proposed to a second officer instead of executed. */
export function whenProposed(listener: () => void): void {
  onProposed = listener
}
export const reasonOfEnd = (): Problem | null => endReason

/** Sends a request to the server: `fetch`, or an implementation that also reports upload progress. */
export type Carry = (path: string, init: RequestInit) => Promise<Response>

/** Sends a call with the current session; `CallFailed` with status 0 when the server was not reached. */
export const send = (path: string, init: RequestInit, carry: Carry = fetch): Promise<Response> =>
  sendWithin(timeLimitOf(init), path, init, carry)

/** A read whose duration depends on the size of the file. */
export const sendDownload = (path: string, init: RequestInit): Promise<Response> => sendWithin(DOWNLOAD, path, init, fetch)

async function sendWithin(limit: TimeLimit, path: string, init: RequestInit, carry: Carry): Promise<Response> {
  const wasSignedIn = access !== null
  if (access && access.endsAtMs - performance.now() < RENEW_BEFORE_MS) await renew()
  const response = await reach(path, withToken(init), limit, carry)
  if (response.status === 202) onProposed()
  if (response.status !== 401 || !wasSignedIn) return response
  if (await renew()) return reach(path, withToken(init), limit, carry)
  clearAccessToken()
  onEnded(endReason)
  return response
}

/** True when there is a new access token. */
export function renew(): Promise<boolean> {
  renewal ??= inTurn(askForToken).finally(() => {
    renewal = null
  })
  return renewal
}

async function askForToken(): Promise<boolean> {
  const { method, path } = identity.refresh
  const response = await reach(path, { method, headers: { accept: 'application/json, application/problem+json' } }, READ)
  endReason = null
  if (!response.ok) {
    const failure = await failureOf(response)
    // Only the server's own refusal ends a session: not a missing answer, nor that of a limiter or a proxy.
    if (response.status !== 401) throw failure
    endReason = failure.problem
    return false
  }
  storeAccessToken(AccessToken.parse(await response.json()))
  return true
}

const inTurn = (work: () => Promise<boolean>): Promise<boolean> => (navigator.locks ? navigator.locks.request(LOCK, work) : work())

/** Adds the token, and whether the person or the page caused the call. */
function withToken(init: RequestInit): RequestInit {
  if (!access) return init
  const headers = { ...init.headers, authorization: `Bearer ${access.token}` }
  if (!isPersonActive()) return { ...init, headers: { ...headers, [BACKGROUND_HEADER]: '1' } }
  recordActivity()
  return { ...init, headers }
}

async function reach(
  path: string,
  init: RequestInit,
  { endMs, ending, isSlowReported }: TimeLimit,
  carry: Carry = fetch,
): Promise<Response> {
  const limit = new AbortController()
  const end = setTimeout(() => limit.abort(), endMs)
  const slowTimer = isSlowReported ? setTimeout(() => onSlow(), ANSWER_TIMEOUT_MS) : undefined
  try {
    const response = await exchange(path, { ...init, signal: init.signal ? anySignal([init.signal, limit.signal]) : limit.signal }, carry)
    recordServerTime(response)
    return response
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new CallFailed(0, null, limit.signal.aborted ? ending : '')
  } finally {
    // A started answer has no time limit: a large file, a slow network.
    clearTimeout(end)
    clearTimeout(slowTimer)
  }
}

/** In the operator's compatibility mode the page carries a key, and bodies are encrypted in both directions. */
async function exchange(path: string, init: RequestInit, carry: Carry): Promise<Response> {
  const key = document.querySelector<HTMLMetaElement>('meta[name=tunjo-body-encryption]')?.content
  if (!key) return carry(path, inLanguage(init))
  const { sealed, opened } = await import('./legacy-encryption.ts')
  return opened(await carry(path, sealed(inLanguage(init), key)), key)
}

/** Requests refusals in the page's language, not the browser's. */
function inLanguage(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers)
  headers.set('accept-language', currentLanguage())
  return { ...init, headers }
}

/** Opens a long-lived stream; only its caller ends it. */
export async function openStream(path: string, signal: AbortSignal): Promise<Response> {
  if (access && access.endsAtMs - performance.now() < RENEW_BEFORE_MS) await renew()
  const authorization: Record<string, string> = access ? { authorization: `Bearer ${access.token}` } : {}
  const response = await fetch(path, { signal, headers: { accept: 'text/event-stream', ...authorization } })
  if (response.status === 401 && !(await renew())) onEnded(endReason)
  return response
}

/** Idempotency key of one attempt to move money, so that a repeated call moves it once. */
export const idempotent = (key: string) => ({ headers: { 'Idempotency-Key': key } })
export const newKey = (): string => crypto.randomUUID()
