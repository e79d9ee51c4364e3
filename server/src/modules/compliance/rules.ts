/** Decisions on plain values. */
import { REASON_LENGTH } from '@tunjo/contract/compliance'
import { type Refusal, refusal } from '../../platform/refusal.ts'

export const tidyReason = (reason: string): string => reason.normalize('NFC').trim()

/** Counts what can be seen (security.md rows 33, 34): white space and invisible characters are no reason. */
export function checkReason(reason: string): Refusal | null {
  const visible = [...tidyReason(reason).replace(/[\s\p{Cc}\p{Cf}]/gu, '')].length
  if (visible < REASON_LENGTH.minimum || [...tidyReason(reason)].length > REASON_LENGTH.maximum) return refusal('compliance.reason_invalid')
  return null
}

/** The level asks for a reason with words of its own when there is none at all. */
export const checkLevelReason = (reason: string): Refusal | null =>
  tidyReason(reason) === '' ? refusal('compliance.reason_missing') : checkReason(reason)
