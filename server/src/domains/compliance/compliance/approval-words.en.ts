/** English phrases of what officers approve in this module. */
import type { ApprovalWords } from './approval-words.es.ts'

export const ENGLISH_WORDS: ApprovalWords = {
  account: 'Account',
  user: 'User',
  reason: 'Reason',
  check: 'Background check',
  access: {
    block: 'Suspend an account',
    unblock: 'Lift the suspension of an account',
    freeze: 'Freeze an account until its password is reset',
    endSessions: 'End the sessions of an account',
    resetFactors: 'Remove the second factors of an account',
    suspended: 'Suspended',
    active: 'Active',
    factors: 'Second factors',
  },
  diligence: {
    title: 'Send an enhanced due diligence for approval',
    version: 'Version',
    reason: 'The due diligence is ready; its content is on the page of the person, under General information.',
    cause: 'Cause',
    conclusion: 'Conclusion',
    nextReview: 'Next review',
    causes: {
      pep_own: 'PEP by their own office',
      pep_relative: 'PEP by a relative',
      pep_associate: 'PEP by a close associate',
      high_risk: 'High risk',
    },
    conclusions: { continue: 'Continue', conditions: 'Continue with conditions', end: 'End the relationship' },
  },
  review: { verified: 'Verify a review of operations', declined: 'Decline a review of operations' },
  level: {
    title: 'Change the level of a user',
    level: 'Level',
    newLevel: 'New level',
    unanswered: 'Without a complete answer',
    withoutAnswer: 'Granted without it',
    withoutFullAnswer: 'Granted without its complete answer',
  },
  documents: {
    accept: 'Verify documents',
    decline: 'Decline documents',
    documents: 'Documents',
    description: 'Description',
  },
}
