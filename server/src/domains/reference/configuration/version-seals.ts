/**
 * Seal of a version: an HMAC over all that two officers decided, made by the process that executed it. An attacker who can only write to
 * the database can add a row, which is then ignored and raises a gauge (SEC-77).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SetName } from '@tunjo/contract/configuration-catalogue'
import { canonicalJson } from '../../../platform/audit/canonical-json.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { Decision } from '../../../platform/versions/effective.ts'
import type { ConfigurationVersion } from './types.ts'

export type SealedVersion = ConfigurationVersion & { readonly decision: Decision }
export interface VersionSeals {
  /** Hex. */
  seal(set: SetName, version: SealedVersion): string
  isSealOf(set: SetName, version: SealedVersion, seal: string): boolean
}

export function versionSeals(secrets: Pick<Secrets, 'derive'>): VersionSeals {
  const key = secrets.derive('configuration-version')
  const hmac = (set: SetName, version: SealedVersion): Buffer => createHmac('sha256', key).update(textOf(set, version)).digest()
  return {
    seal: (set, version) => hmac(set, version).toString('hex'),
    isSealOf(set, version, seal) {
      const [given, right] = [Buffer.from(seal, 'hex'), hmac(set, version)]
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}

function textOf(set: SetName, { version, numbers, lists, from, decision }: SealedVersion): string {
  const { at, makerId, checkerId, reason } = decision
  return canonicalJson({
    set,
    version,
    numbers,
    lists,
    from: from.toISOString(),
    at: at.toISOString(),
    makerId,
    checkerId,
    reason,
  })
}
