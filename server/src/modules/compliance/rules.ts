/** Decisions on plain values. */
import { REASON_LENGTH } from '@tunjo/contract/compliance'
import { type Refusal, refusal } from '../../platform/refusal.ts'
import { tidyText, visibleLength } from '../../platform/visible-text.ts'

export const tidyReason = tidyText

/** Counts what can be seen (SEC-33, SEC-34). */
export function checkReason(reason: string): Refusal | null {
  const tidy = tidyReason(reason)
  if (visibleLength(reason) < REASON_LENGTH.minimum) return refusal('compliance.reason_invalid')
  return [...tidy].length > REASON_LENGTH.maximum ? refusal('compliance.reason_too_long') : null
}

/** The level asks for a reason with words of its own when there is none at all. */
export const checkLevelReason = (reason: string): Refusal | null =>
  visibleLength(reason) === 0 ? refusal('compliance.reason_missing') : checkReason(reason)

/** Level 3 moves any amount, and a lower level takes rights away: neither is one officer's decision. */
export const needsSecondOfficer = ({ before, after }: { before: number; after: number }): boolean =>
  after < before || (after === 3 && before < 3)
