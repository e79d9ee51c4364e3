/** Familiarity of a sign-in, by comparison with the person's earlier ones (ID-05). */
import type { DeviceState } from './states.ts'

export interface SignInFacts {
  /** True when the account has no sign-in yet. */
  isFirst: boolean
  /** State of the device of the browser's cookie, in this account. */
  deviceState: DeviceState | null
  /** Same system, browser and network as a known device: a browser that dropped its cookie. */
  resemblesKnown: boolean
  isNetworkKnown: boolean
  /** Country and city. */
  isCityKnown: boolean
}
export interface SignInVerdict {
  isDeviceKnown: boolean
  /** The person is asked by mail. */
  isUnfamiliar: boolean
  /** Withdrawals wait (decisions/0006). */
  isHeld: boolean
}

export const CONFIRM_LINK_LIFE_MS = 10 * 60_000
export const DENY_LINK_LIFE_MS = 24 * 60 * 60_000

/** A mobile device changes its network often: only another city is unfamiliar. */
export function judgeSignIn({ isFirst, deviceState, resemblesKnown, isNetworkKnown, isCityKnown }: SignInFacts): SignInVerdict | 'blocked' {
  if (deviceState === 'blocked') return 'blocked'
  if (isFirst) return { isDeviceKnown: true, isUnfamiliar: false, isHeld: false }
  const isDeviceKnown = deviceState === null ? resemblesKnown : deviceState === 'known'
  const isPlaceKnown = isNetworkKnown || isCityKnown
  return { isDeviceKnown, isUnfamiliar: !isDeviceKnown || !isPlaceKnown, isHeld: !isDeviceKnown && !isNetworkKnown }
}

/**
 * True when a person triggered the call by pressing the button of a page. Mail scanners, link previews and prefetching browsers open every
 * link, often without any header of a browser. So a GET has to prove itself: by fetch metadata of a call by our own page, or by a bearer
 * token, which no link has.
 */
export function isDeliberateCall(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  if (['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) => /prefetch|preview|prerender/i.test(String(headers[name]))))
    return false
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  if (destination !== undefined && destination !== 'empty') return false
  if (site === 'cross-site' || site === 'same-site') return false
  if (/^bearer \S/i.test(String(headers.authorization))) return true
  return site === 'same-origin' && (mode === 'cors' || mode === 'same-origin') && destination === 'empty'
}
