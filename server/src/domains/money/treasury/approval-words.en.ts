/** English phrases of what officers approve in this module. */
import type { ApprovalWords } from './approval-words.es.ts'

export const ENGLISH_WORDS: ApprovalWords = {
  movement: 'Movement',
  amount: 'Amount',
  reason: 'Reason',
  movements: { sweep: 'From the hot wallet to the cold one', refill: 'From the cold wallet to the hot one' },
  coldWallet: 'Cold wallet',
  target: 'Target of the hot wallet',
  propose: 'Propose a movement of the treasury',
  cancel: 'Cancel a refill of the hot wallet',
  refill: 'Refill',
}
