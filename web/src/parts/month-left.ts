/** What may still move this month, for the forms that move it: told, while the server decides (SEC-28). */
import type { Volume } from '../api/limits.ts'

/** Null without a limit, or before it is known. */
export function leftOfMonth(volume: Volume | undefined): bigint | null {
  if (!volume || volume.maximum === null) return null
  return volume.used < volume.maximum ? volume.maximum - volume.used : 0n
}

/** The smaller of the bounds that there are. */
export function leastOf(...bounds: (bigint | null | undefined)[]): bigint | null {
  const known = bounds.filter((bound) => bound !== null && bound !== undefined)
  return known.length === 0 ? null : known.reduce((least, bound) => (bound < least ? bound : least))
}
