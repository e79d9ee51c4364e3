/** Description of a browser for people, from its user agent. It may lie: only texts and one weak comparison depend on it. */
import { DEVICE_KINDS } from '@tunjo/contract/devices'
import bowser from 'bowser'
import { ORIGIN_WORDS } from './origin-words.es.ts'

export type DeviceKind = (typeof DEVICE_KINDS)[number]
export interface Equipment {
  system: string
  browser: string
  deviceKind: DeviceKind
}

export const UNKNOWN = ORIGIN_WORDS.unknown

export function equipmentOf(userAgent: string): Equipment {
  if (userAgent === '') return { system: UNKNOWN, browser: UNKNOWN, deviceKind: 'other' }
  const { os, browser, platform } = bowser.parse(userAgent)
  const deviceKind = DEVICE_KINDS.find((kind) => kind === platform.type) ?? 'other'
  return { system: systemOf(os.name, os.version, os.versionName), browser: browser.name || UNKNOWN, deviceKind }
}

/**
 * Only the versions that browsers still report: Windows 11 reports 10, every Mac reports 10.15, and Chrome reports Android 10 on all of
 * them.
 */
function systemOf(name: string | undefined, version: string | undefined, versionName: string | undefined): string {
  if (!name) return UNKNOWN
  if (name === 'Windows') return versionName === '10' ? ORIGIN_WORDS.windows : `Windows ${versionName ?? ''}`.trim()
  if (name === 'macOS' || (name === 'Android' && version === '10')) return name
  const major = version?.split('.')[0]
  return major ? `${name} ${major}` : name
}
