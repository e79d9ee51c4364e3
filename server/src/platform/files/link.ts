/** Links that show one file to one person: an HMAC over file, viewer, session and expiry (R24). */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Caller } from '../http/route.ts'
import type { Secrets } from '../secrets/secrets.ts'

const LINK_LIFE_MS = 60_000

export interface SignedLink {
  readonly viewer: string
  readonly session: string
  /** Milliseconds since 1970. */
  readonly expires: number
  readonly signature: string
}

export function linkOf(secrets: Secrets, { fileId, caller, now }: { fileId: string; caller: Caller; now: Date }): string {
  const link = { viewer: caller.accountId, session: caller.sessionId, expires: now.getTime() + LINK_LIFE_MS }
  const query = new URLSearchParams({
    ...link,
    expires: String(link.expires),
    signature: sign(secrets, fileId, link).toString('base64url'),
  })
  return `/files/${fileId}?${query}`
}

export function checkLink(secrets: Secrets, fileId: string, link: SignedLink, now: Date): 'good' | 'expired' | 'forged' {
  const given = Buffer.from(link.signature, 'base64url')
  const expected = sign(secrets, fileId, link)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged'
  const leftMs = link.expires - now.getTime()
  // A later expiry than the product ever sets was signed before the clock was set back.
  return leftMs > 0 && leftMs <= LINK_LIFE_MS ? 'good' : 'expired'
}

function sign(secrets: Secrets, fileId: string, { viewer, session, expires }: Omit<SignedLink, 'signature'>): Buffer {
  return createHmac('sha256', secrets.derive('file-link'))
    .update(JSON.stringify([fileId, viewer, session, expires]))
    .digest()
}
