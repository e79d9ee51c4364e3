/** English words of the lists that officers export, and of their descriptions, beside export-words.es.ts. */
import type { ExportWords } from './export-words.es.ts'

export const EXPORT_WORDS_EN: ExportWords = {
  audit: {
    at: 'Date',
    action: 'Action',
    actor: 'Actor',
    person: 'About',
    object: 'Object',
    objectId: 'Object ID',
    changes: 'Changes',
    reason: 'Reason',
    seal: 'Seal',
  },
  users: {
    id: 'ID',
    email: 'E-mail',
    role: 'Role',
    createdAt: 'Registration date',
    lastSignInAt: 'Last sign-in',
    state: 'State',
  },
  roles: { ROLE_ADMIN: 'Administrator', ROLE_USER: 'User' },
  states: { unverified: 'Unverified', verified: 'Verified', suspended: 'Suspended', closed: 'Closed' },
  accountTypes: { 9: 'Savings', 10: 'Checking' },
  approvals: { AUTOMATIC: 'Automatic', PENDING: 'Pending', APPROVED: 'Approved', REJECTED: 'Rejected' },
  sides: { buy: 'Purchase', sell: 'Sale' },
  myData: 'Download my data',
  caseArchive: { title: 'Download the case file of a person', user: 'User', reason: 'Reason' },
}
