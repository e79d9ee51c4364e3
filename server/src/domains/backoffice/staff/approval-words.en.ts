/** English phrases of what officers approve about the team. */
import type { ApprovalWords } from './approval-words.es.ts'

export const ENGLISH_WORDS: ApprovalWords = {
  person: 'Person',
  roles: 'Roles',
  reason: 'Reason',
  email: 'E-mail',
  name: 'Name',
  to: 'To',
  setRoles: 'Change the roles of a person of the team',
  invite: 'Invite a person to the team',
  resend: 'Send an invitation to the team again',
  revoke: 'Revoke an invitation to the team',
  noRole: 'None',
}
