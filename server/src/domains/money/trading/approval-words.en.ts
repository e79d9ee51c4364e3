/** English phrases of a change of the fees. */
import type { ApprovalWords } from './approval-words.es.ts'

export const ENGLISH_WORDS: ApprovalWords = {
  title: 'Change the fees of the exchange',
  from: 'Valid from',
  atApproval: 'The approval',
  reason: 'Reason',
  tierFrom: (amount) => `from ${amount}: `,
}
