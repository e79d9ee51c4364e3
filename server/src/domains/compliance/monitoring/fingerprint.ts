/** Fingerprints of the subject matter of a finding: independent of the order, and different as soon as one part differs. */
import { sha256 } from '../../../platform/database/ids.ts'

const LENGTH = 32

export const fingerprintOf = (...parts: readonly string[]): string => sha256(JSON.stringify(parts)).slice(0, LENGTH)
/** Fingerprint of a set. */
export const fingerprintOfAll = (ids: readonly string[]): string => fingerprintOf(...[...new Set(ids)].sort())
