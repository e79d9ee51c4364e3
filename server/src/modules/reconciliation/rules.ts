/** Decisions on plain values. */
import { NOTE_LENGTH } from '@tunjo/contract/approvals'
import { type Refusal, refusal } from '../../platform/refusal.ts'
import { tidyText, visibleLength } from '../../platform/visible-text.ts'

/** Counts what can be seen. */
export function checkReason(reason: string): Refusal | null {
  const isShort = visibleLength(reason) < NOTE_LENGTH.minimum
  return isShort || [...tidyText(reason)].length > NOTE_LENGTH.maximum ? refusal('reconciliation.reason_invalid') : null
}

/** Parts per hundred, rounded down; null when nothing is owed. */
export const coverageOf = (held: bigint, liabilities: bigint): number | null =>
  liabilities <= 0n ? null : Number((held * 100n) / liabilities)
