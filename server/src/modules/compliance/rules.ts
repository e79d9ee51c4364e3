/** Decisions on plain values. */
import { REASON_LENGTH } from '@tunjo/contract/compliance'
import { type Refusal, refusal } from '../../platform/refusal.ts'

export const tidyReason = (reason: string): string => reason.normalize('NFC').trim()

/** White space, controls, marks on other characters, and the blanks that have a shape only in name. */
const UNSEEN = /[\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Counts what can be seen (SEC-33, SEC-34). */
export function checkReason(reason: string): Refusal | null {
  const tidy = tidyReason(reason)
  if ([...tidy.replace(UNSEEN, '')].length < REASON_LENGTH.minimum) return refusal('compliance.reason_invalid')
  return [...tidy].length > REASON_LENGTH.maximum ? refusal('compliance.reason_too_long') : null
}

/** The level asks for a reason with words of its own when there is none at all. */
export const checkLevelReason = (reason: string): Refusal | null =>
  reason.replace(UNSEEN, '') === '' ? refusal('compliance.reason_missing') : checkReason(reason)
