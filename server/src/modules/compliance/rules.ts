/** Decisions on plain values. */
import { checkReason } from '../../platform/officer-reason.ts'
import { type Refusal, refusal } from '../../platform/refusal.ts'
import { visibleLength } from '../../platform/visible-text.ts'
import type { CheckStanding } from './person/information.ts'

/** The level asks for a reason with words of its own when there is none at all. */
export const checkLevelReason = (reason: string): Refusal | null =>
  visibleLength(reason) === 0 ? refusal('compliance.reason_missing') : checkReason(reason)

/** A report whose sources failed, or no report, may hide anything: a level above the present one is granted on it only knowingly (D10). */
export const isCheckAnswered = ({ result }: CheckStanding): boolean => result?.isComplete === true

/** Level 3 moves any amount, and a lower level takes rights away: neither is one officer's decision. */
export const needsSecondOfficer = ({ before, after }: { before: number; after: number }): boolean =>
  after < before || (after === 3 && before < 3)
