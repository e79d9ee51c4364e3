/** State machine of a conversation with a customer. */
import { CONVERSATION_STATES as STATES } from '@tunjo/contract/conversations'
import { stateMachine } from '../../../platform/state-machine/machine.ts'

export const CONVERSATION_STATES = stateMachine({
  name: 'conversations.conversation',
  title: 'Conversation with a customer',
  states: STATES,
  initial: 'open',
  final: ['closed'],
  transitions: [
    { from: ['open'], to: 'closed', on: 'the matter has ended and no party waits', by: ['officer', 'system'] },
    { from: ['closed'], to: 'open', on: 'a party wrote, or there is a new matter', by: ['customer', 'officer', 'system'], corrects: true },
  ],
})
