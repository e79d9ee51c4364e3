/** Decisions on plain values. */
import { NOTE_LENGTH } from '@tunjo/contract/approvals'
import type { Refusal } from '../../platform/refusal.ts'
import { checkLength } from '../../platform/visible-text.ts'

export const checkReason = (reason: string): Refusal | null =>
  checkLength(reason, NOTE_LENGTH, { tooShort: 'reconciliation.reason_invalid', tooLong: 'reconciliation.reason_invalid' })

/** Parts per hundred, rounded down; null when nothing is owed. */
export const coverageOf = (held: bigint, liabilities: bigint): number | null =>
  liabilities <= 0n ? null : Number((held * 100n) / liabilities)
