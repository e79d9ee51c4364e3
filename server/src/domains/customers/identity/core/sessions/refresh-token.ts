/** Refresh tokens: opaque, stored as hashes. A successor is derived, so that it can be returned twice without being stored. */
import { createHmac, randomBytes } from 'node:crypto'
import { SESSION_PATH } from '@tunjo/contract/identity'
import type { HttpContext } from '../../../../../platform/http/route.ts'
import type { PlatformSettings } from '../../../../../platform/process/config.ts'

export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/** The next token cannot be derived from a token without the key. */
export const successorOf = (token: string, key: Buffer): string => createHmac('sha256', key).update(token).digest('base64url')

/** The prefix makes browsers refuse the cookie over plain HTTP. */
const cookieName = ({ publicUrl }: PlatformSettings) => (publicUrl.startsWith('https://') ? '__Secure-refresh' : 'refresh')

export const readRefreshCookie = (http: HttpContext, settings: PlatformSettings): string | null => http.cookie(cookieName(settings))

export function writeRefreshCookie(http: HttpContext, settings: PlatformSettings, token: string, lifeMs: number): void {
  http.setCookie(cookieName(settings), token, { path: SESSION_PATH, maxAgeSeconds: Math.floor(lifeMs / 1000) })
}

export const clearRefreshCookie = (http: HttpContext, settings: PlatformSettings): void =>
  http.clearCookie(cookieName(settings), SESSION_PATH)
