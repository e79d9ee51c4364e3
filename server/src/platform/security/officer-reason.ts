/** Check that an officer's reason is substantial (SEC-33, SEC-34). */
import { REASON_LENGTH } from '@tunjo/contract/officer-reason'
import type { Refusal } from '../http/refusal.ts'
import { checkLength } from '../phrases/visible-text.ts'

export const checkReason = (reason: string): Refusal | null =>
  checkLength(reason, REASON_LENGTH, { tooShort: 'request.reason_invalid', tooLong: 'request.reason_too_long' })
