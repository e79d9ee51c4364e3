/** What `kyc` did not do, in the words of the officer's calls. */
import type { ErrorCode } from '@tunjo/contract/errors'
import { refuse } from '../../platform/refusal.ts'
import type { Fault, LevelFault, ReviewFault } from '../kyc/index.ts'

const CODES = {
  not_pending: 'compliance.not_pending',
  same_level: 'compliance.same_level',
  level_not_earned: 'compliance.level_not_earned',
} as const satisfies Record<ReviewFault | LevelFault, ErrorCode>

/** The answer, or the refusal in its place, which undoes the transaction. */
export function done<T extends object>(answer: T | Fault<keyof typeof CODES>): T {
  return 'fault' in answer ? refuse(CODES[answer.fault]) : answer
}
