/** State machine of a change of e-mail (ID-09). */
import { stateMachine } from '../../../../../platform/state-machine/machine.ts'

export type EmailChangeState = 'asked' | 'changed' | 'cancelled' | 'undone'

export const EMAIL_CHANGE_STATES = stateMachine<EmailChangeState>({
  name: 'identity.email_change',
  title: 'Change of e-mail',
  states: ['asked', 'changed', 'cancelled', 'undone'],
  initial: 'asked',
  final: ['changed', 'cancelled', 'undone'],
  transitions: [
    { from: ['asked'], to: 'changed', on: 'both mailboxes agreed', by: ['customer'] },
    {
      from: ['asked'],
      to: 'cancelled',
      on: 'given up, asked for anew, the address is taken, or the account was shut',
      by: ['customer', 'officer', 'system'],
    },
    { from: ['changed'], to: 'undone', on: 'the owner of an old mailbox denied the change', by: ['customer'], corrects: true },
  ],
})
