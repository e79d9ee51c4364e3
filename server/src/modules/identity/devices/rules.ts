/** Is this sign-in like the person's others? (ID-05) */
import type { Device } from '@tunjo/contract/devices'

export type DeviceState = Device['state']

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

/** A program that looks at a link, or a browser that opens or prefetches it, is not the person who pressed the button. */
export function isMereLook(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const isPrefetch = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|preview|prerender/i.test(String(headers[name])),
  )
  const destination = headers['sec-fetch-dest']
  return isPrefetch || (destination !== undefined && destination !== 'empty') || headers['sec-fetch-site'] === 'cross-site'
}
