/** State machine of a difference. */
import { type DifferenceState, DIFFERENCE_STATES as STATES } from '@tunjo/contract/reconciliation'
import { stateMachine } from '../../../platform/state-machine/machine.ts'

export const DIFFERENCE_STATES = stateMachine<DifferenceState>({
  name: 'reconciliation.difference',
  title: 'Difference of the books',
  states: STATES,
  initial: 'open',
  final: ['closed'],
  transitions: [
    { from: ['open'], to: 'explained', on: 'an officer says why it is there and may stay', by: ['officer'] },
    { from: ['open'], to: 'closed', on: 'the difference no longer exists, and an officer records its cause', by: ['officer'] },
    {
      from: ['explained'],
      to: 'closed',
      on: 'the books agree again, or an officer records that it no longer exists',
      by: ['officer', 'system'],
    },
  ],
})
