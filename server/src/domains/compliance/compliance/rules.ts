/** Rules of compliance as decisions on plain values. */

import { type Refusal, refusal } from '../../../platform/http/refusal.ts'
import { visibleLength } from '../../../platform/phrases/visible-text.ts'
import { checkReason } from '../../../platform/security/officer-reason.ts'
import type { CheckSummary } from './person/information.ts'

/** A missing reason has a separate error code for a level change. */
export const checkLevelReason = (reason: string): Refusal | null =>
  visibleLength(reason) === 0 ? refusal('compliance.reason_missing') : checkReason(reason)

/** A report with failed sources, or no report, may hide a finding: a higher level then needs an explicit confirmation (D10). */
export const isCheckAnswered = ({ result }: CheckSummary): boolean => result?.isComplete === true

/** Level 3 allows any amount, and a lower level removes rights, so both need a second officer. */
export const needsSecondOfficer = ({ before, after }: { before: number; after: number }): boolean =>
  after < before || (after === 3 && before < 3)
