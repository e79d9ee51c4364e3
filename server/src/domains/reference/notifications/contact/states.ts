/** State machine of a ticket of the contact form. */
import { TICKET_STATES as STATES } from '@tunjo/contract/tickets'
import { stateMachine } from '../../../../platform/state-machine/machine.ts'

export const TICKET_STATES = stateMachine({
  name: 'notifications.ticket',
  title: 'Contact ticket',
  states: STATES,
  initial: 'received',
  final: ['answered'],
  transitions: [
    { from: ['received'], to: 'in_progress', on: 'support looks at it', by: ['officer'] },
    { from: ['received', 'in_progress'], to: 'answered', on: 'support answered', by: ['officer'] },
    { from: ['answered'], to: 'in_progress', on: 'there is more to answer', by: ['officer'], corrects: true },
  ],
})
