/** Map from rejections of `kyc` to the error codes of the officers' calls. */
import type { ErrorCode } from '@tunjo/contract/errors'
import { refuse } from '../../../platform/http/refusal.ts'
import type { LevelRejection, Rejected, RenewalRejection, ReviewRejection } from '../../customers/kyc/index.ts'

const CODES = {
  not_pending: 'compliance.not_pending',
  same_level: 'compliance.same_level',
  level_not_earned: 'compliance.level_not_earned',
  not_renewable: 'compliance.not_renewable',
  account_closed: 'compliance.account_closed',
} as const satisfies Record<ReviewRejection | LevelRejection | RenewalRejection, ErrorCode>

/** Return the answer, or throw the refusal, which rolls back the transaction. */
export function done<T extends object>(answer: T | Rejected<keyof typeof CODES>): T {
  return 'rejection' in answer ? refuse(CODES[answer.rejection]) : answer
}
