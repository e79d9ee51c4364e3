/** English phrases of approvals about legal holds. */
import type { ApprovalWords } from './approval-words.es.ts'

export const ENGLISH_WORDS: ApprovalWords = {
  reason: 'Reason',
  user: 'User',
  hold: 'Hold',
  legalHold: 'Legal hold',
  lifted: 'Lifted',
  place: 'Place a legal hold',
  lift: 'Lift a legal hold',
}
