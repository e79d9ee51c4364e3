/**
 * How calls leave the page: bearer token kept in memory only, renewed before it ends or once after a 401, one renewal at a time over
 * all tabs (SHELL-14). A read gives up after 8 seconds without an answer; a write says after 8 that it takes long, and waits on for 60,
 * because nobody knows what became of it, and nothing is said to be done before its answer (SEC-26); a download may take 5 minutes to begin (docs/decisions/0013-time-limits-of-calls.md).
 */

import { CallFailed, failureOf } from '@tunjo/contract/client'
import type { Problem } from '@tunjo/contract/errors'
import { AccessToken, BACKGROUND_HEADER, identity } from '@tunjo/contract/identity'
import * as z from 'zod'
import { currentLanguage } from '../i18n/language.ts'
import { isPersonHere, noteActivity } from './activity.ts'
import { anySignal } from './any-signal.ts'
import { NO_ANSWER, UNSURE } from './failure.ts'
import { noteServerTime } from './server-clock.ts'

// Zod's fast path makes functions from text, which the security policy refuses at every page.
z.config({ jitless: true })

const ANSWER_TIMEOUT_MS = 8_000

/** How long a call may stay without an answer, and what is said then. */
interface TimeLimit {
  readonly endMs: number
  readonly ending: string
  /** Says after a while that it takes long. */
  readonly isToldSlow: boolean
}
/** Asking again changes nothing. */
const READ: TimeLimit = { endMs: ANSWER_TIMEOUT_MS, ending: NO_ANSWER, isToldSlow: false }
/** The server makes the whole file before its first byte leaves. */
const DOWNLOAD: TimeLimit = { endMs: 300_000, ending: NO_ANSWER, isToldSlow: false }
const WRITE: TimeLimit = { endMs: 60_000, ending: UNSURE, isToldSlow: true }
/** A file on its way shows itself how far it is. */
const UPLOAD: TimeLimit = { ...WRITE, isToldSlow: false }

function timeLimitOf({ method = 'GET', body }: RequestInit): TimeLimit {
  if (method === 'GET') return READ
  return body instanceof Blob || body instanceof FormData ? UPLOAD : WRITE
}
const RENEW_BEFORE_MS = 60_000
/** Renewals of all tabs take turns: the refresh cookie is replaced at each use, and an old one counts as stolen. */
const LOCK = 'tunjo.session'

interface Access {
  token: string
  /** On the clock of `performance.now`, which no one sets back. */
  endsAtMs: number
}

let access: Access | null = null
let renewal: Promise<boolean> | null = null
let onEnded: (reason: Problem | null) => void = () => undefined
let onSlow: () => void = () => undefined
let onProposed: () => void = () => undefined
/** Why the last renewal was refused. */
let endReason: Problem | null = null

export function keepAccess({ accessToken, expiresInSeconds }: AccessToken): void {
  access = { token: accessToken, endsAtMs: performance.now() + expiresInSeconds * 1000 }
}
export function forgetAccess(): void {
  access = null
}
/** Called when the server says the session is over. */
export function whenSessionEnds(listener: typeof onEnded): void {
  onEnded = listener
}
/** Called when a write is still without an answer after 8 seconds. */
export function whenSlow(listener: () => void): void {
  onSlow = listener
}
/** Called when a call was not done but proposed to a second officer. */
export function whenProposed(listener: () => void): void {
  onProposed = listener
}
export const reasonOfEnd = (): Problem | null => endReason

/** What carries a request to the server: `fetch`, or something that also tells how much has left. */
export type Carry = (path: string, init: RequestInit) => Promise<Response>

/** A call with whoever is signed in; `CallFailed` with status 0 when the server was not reached. */
export const send = (path: string, init: RequestInit, carry: Carry = fetch): Promise<Response> =>
  sendWithin(timeLimitOf(init), path, init, carry)

/** A read that the server works at for as long as the file is big. */
export const sendDownload = (path: string, init: RequestInit): Promise<Response> => sendWithin(DOWNLOAD, path, init, fetch)

async function sendWithin(limit: TimeLimit, path: string, init: RequestInit, carry: Carry): Promise<Response> {
  const wasSignedIn = access !== null
  if (access && access.endsAtMs - performance.now() < RENEW_BEFORE_MS) await renew()
  const response = await reach(path, withToken(init), limit, carry)
  if (response.status === 202) onProposed()
  if (response.status !== 401 || !wasSignedIn) return response
  if (await renew()) return reach(path, withToken(init), limit, carry)
  forgetAccess()
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
    // Only the server's own refusal ends a session: not its silence, nor a limiter's or a proxy's word.
    if (response.status !== 401) throw failure
    endReason = failure.problem
    return false
  }
  keepAccess(AccessToken.parse(await response.json()))
  return true
}

const inTurn = (work: () => Promise<boolean>): Promise<boolean> => (navigator.locks ? navigator.locks.request(LOCK, work) : work())

/** With who is asking: the person, or the page by itself. */
function withToken(init: RequestInit): RequestInit {
  if (!access) return init
  const headers = { ...init.headers, authorization: `Bearer ${access.token}` }
  if (!isPersonHere()) return { ...init, headers: { ...headers, [BACKGROUND_HEADER]: '1' } }
  noteActivity()
  return { ...init, headers }
}

async function reach(path: string, init: RequestInit, { endMs, ending, isToldSlow }: TimeLimit, carry: Carry = fetch): Promise<Response> {
  const limit = new AbortController()
  const end = setTimeout(() => limit.abort(), endMs)
  const slowTimer = isToldSlow ? setTimeout(() => onSlow(), ANSWER_TIMEOUT_MS) : undefined
  try {
    const response = await exchange(path, { ...init, signal: init.signal ? anySignal([init.signal, limit.signal]) : limit.signal }, carry)
    noteServerTime(response)
    return response
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new CallFailed(0, null, limit.signal.aborted ? ending : '')
  } finally {
    // An answer that has begun may take its time: a large file, a slow network.
    clearTimeout(end)
    clearTimeout(slowTimer)
  }
}

/** In the operator's compatibility mode the page carries a key, and bodies go and come encrypted. */
async function exchange(path: string, init: RequestInit, carry: Carry): Promise<Response> {
  const key = document.querySelector<HTMLMetaElement>('meta[name=tunjo-body-encryption]')?.content
  if (!key) return carry(path, inLanguage(init))
  const { sealed, opened } = await import('./legacy-encryption.ts')
  return opened(await carry(path, sealed(inLanguage(init), key)), key)
}

/** Refusals come in the language of the page, not in that of the browser. */
function inLanguage(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers)
  headers.set('accept-language', currentLanguage())
  return { ...init, headers }
}

/** Opens a stream that lasts; only its caller ends it. */
export async function openStream(path: string, signal: AbortSignal): Promise<Response> {
  if (access && access.endsAtMs - performance.now() < RENEW_BEFORE_MS) await renew()
  const authorization: Record<string, string> = access ? { authorization: `Bearer ${access.token}` } : {}
  const response = await fetch(path, { signal, headers: { accept: 'text/event-stream', ...authorization } })
  if (response.status === 401 && !(await renew())) onEnded(endReason)
  return response
}

/** Names one attempt to move money, so that sending it twice moves it once. */
export const idempotent = (key: string) => ({ headers: { 'Idempotency-Key': key } })
export const newKey = (): string => crypto.randomUUID()
