/** Decisions on plain values. */
import { REASON_LENGTH } from '@tunjo/contract/officer-reason'
import { type Refusal, refusal } from '../../platform/refusal.ts'
import { checkLength, visibleLength } from '../../platform/visible-text.ts'

export const checkReason = (reason: string): Refusal | null =>
  checkLength(reason, REASON_LENGTH, { tooShort: 'compliance.reason_invalid', tooLong: 'compliance.reason_too_long' })

/** The level asks for a reason with words of its own when there is none at all. */
export const checkLevelReason = (reason: string): Refusal | null =>
  visibleLength(reason) === 0 ? refusal('compliance.reason_missing') : checkReason(reason)

/** Level 3 moves any amount, and a lower level takes rights away: neither is one officer's decision. */
export const needsSecondOfficer = ({ before, after }: { before: number; after: number }): boolean =>
  after < before || (after === 3 && before < 3)
