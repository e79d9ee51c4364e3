/** Is this sign-in like the person's others? (ID-05) */
import type { DeviceState } from './states.ts'

export interface SignInFacts {
  /** Nothing is known of the account yet. */
  isFirst: boolean
  /** Of the browser's cookie, in this account. */
  deviceState: DeviceState | null
  /** System, browser and network of a known device: a browser that dropped its cookie. */
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

/** A known device on the move changes its network all the time: only another city is news. */
export function judgeSignIn({ isFirst, deviceState, resemblesKnown, isNetworkKnown, isCityKnown }: SignInFacts): SignInVerdict | 'blocked' {
  if (deviceState === 'blocked') return 'blocked'
  if (isFirst) return { isDeviceKnown: true, isUnfamiliar: false, isHeld: false }
  const isDeviceKnown = deviceState === null ? resemblesKnown : deviceState === 'known'
  const isPlaceKnown = isNetworkKnown || isCityKnown
  return { isDeviceKnown, isUnfamiliar: !isDeviceKnown || !isPlaceKnown, isHeld: !isDeviceKnown && !isNetworkKnown }
}

/**
 * Did a person ask for this by pressing the button of a page? Mail scanners, link previews and prefetching browsers open every link, often
 * without any header of a browser, so a GET must prove itself: fetch metadata of a call by our own page, or a bearer token, which no link has.
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
