/** English phrases about the decision of a request. */
import type { DecisionWords } from './decision-words.es.ts'

export const ENGLISH_WORDS: DecisionWords = {
  decisions: {
    approve: 'Approve',
    refuse: 'Refuse',
    withdraw: 'Withdraw the request',
    breakGlass: 'Execute without a second approval',
    review: 'Review an emergency execution',
  },
  subject: 'About',
  note: 'Note',
  reversalReason: 'An emergency execution was reviewed and was not justified: this reverses it.',
}
