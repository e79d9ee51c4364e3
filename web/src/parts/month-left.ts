/** Remaining part of the monthly limit, shown in the forms that move money; the server decides (SEC-28). */
import type { Volume } from '../api/limits.ts'

/** Null without a limit, or before it is known. */
export function leftOfMonth(volume: Volume | undefined): bigint | null {
  if (!volume || volume.maximum === null) return null
  return volume.used < volume.maximum ? volume.maximum - volume.used : 0n
}

/** The smallest of the given bounds. */
export function leastOf(...bounds: (bigint | null | undefined)[]): bigint | null {
  const known = bounds.filter((bound) => bound !== null && bound !== undefined)
  return known.length === 0 ? null : known.reduce((least, bound) => (bound < least ? bound : least))
}
