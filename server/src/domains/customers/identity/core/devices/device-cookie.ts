/** Key that identifies a browser again: 256 random bits that no script can read, stored here as a hash. */
import { randomBytes } from 'node:crypto'
import type { HttpContext } from '../../../../../platform/http/route.ts'
import type { PlatformSettings } from '../../../../../platform/process/config.ts'

const PATH = '/api'
const LIFE_SECONDS = 400 * 24 * 60 * 60
const KEY = /^[\w-]{43}$/

export const newDeviceKey = (): string => randomBytes(32).toString('base64url')

/** The prefix makes browsers refuse the cookie over plain HTTP. */
const cookieName = ({ publicUrl }: PlatformSettings) => (publicUrl.startsWith('https://') ? '__Secure-device' : 'device')

export function readDeviceKey(http: HttpContext, settings: PlatformSettings): string | null {
  const key = http.cookie(cookieName(settings))
  return key && KEY.test(key) ? key : null
}

export const writeDeviceKey = (http: HttpContext, settings: PlatformSettings, key: string): void =>
  http.setCookie(cookieName(settings), key, { path: PATH, maxAgeSeconds: LIFE_SECONDS })
