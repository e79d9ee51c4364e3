/** Sealed texts of the parts of a closing (docs/decisions/0055-daily-closings.md). */
import type { DayHolding, PartRow } from './closing-store.ts'

export const holdingText = ({ day, asset, held, comparedAt }: DayHolding): string =>
  JSON.stringify(['day-holding', day, asset, String(held), comparedAt.toISOString()])

/** Owners and sums are bound by the root, which is compared with the computed one. */
export const partText = ({ day, number, seq, until, isLast, root, leaves, sums }: Omit<PartRow, 'owners' | 'seal'>): string =>
  JSON.stringify(['closing-part', day, number, String(seq), until, isLast, root, leaves, sums])
