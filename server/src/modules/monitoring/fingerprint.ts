/** Fingerprints of what a finding is about: the same whatever the order, another as soon as one of it is another. */
import { sha256 } from '../../platform/ids.ts'

const LENGTH = 32

export const fingerprintOf = (...parts: readonly string[]): string => sha256(JSON.stringify(parts)).slice(0, LENGTH)
/** Of a set. */
export const fingerprintOfAll = (ids: readonly string[]): string => fingerprintOf(...[...new Set(ids)].sort())
