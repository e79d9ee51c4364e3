/** English phrases of a change of the configuration. */
import type { ApprovalWords } from './approval-words.es.ts'

export const ENGLISH_WORDS: ApprovalWords = {
  title: 'Ask for a change of the configuration',
  configuration: 'Configuration',
  from: 'Valid from',
  atApproval: 'The approval',
  reason: 'Reason',
}
