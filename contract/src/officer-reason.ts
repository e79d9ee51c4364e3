/** Reason of an officer's action (SEC-34). */
import { plainLines } from './plain-text.ts'

/** In visible characters. */
export const REASON_LENGTH = { minimum: 10, maximum: 2_000 } as const
/** Error codes of a call that takes a reason. */
export const REASON_REFUSED = ['request.reason_invalid', 'request.reason_too_long', 'request.text_unseen'] as const

export const OfficerReason = plainLines({ minimum: 0, maximum: REASON_LENGTH.maximum * 2 })
