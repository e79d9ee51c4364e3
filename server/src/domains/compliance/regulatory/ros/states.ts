/** State machine of a suspicious transaction report (ROS). */
import { ROS_STATES as STATES } from '@tunjo/contract/regulatory-ros'
import { stateMachine, statesOf } from '../../../../platform/state-machine/machine.ts'

export const ROS_STATES = stateMachine({
  name: 'regulatory.ros',
  title: 'Suspicious transaction report (ROS)',
  states: STATES,
  initial: 'draft',
  final: ['filed', 'discarded'],
  transitions: [
    { from: ['draft', 'returned'], to: 'proposed', on: 'an officer asks for its approval', by: ['officer'] },
    { from: ['proposed'], to: 'approved', on: 'a second officer approved it', by: ['officer'] },
    {
      from: ['proposed', 'approved'],
      to: 'returned',
      on: 'refused, withdrawn or expired, or taken back by two officers before it was filed',
      by: ['officer', 'system'],
    },
    { from: ['approved'], to: 'filed', on: 'a person filed it in SIREL', by: ['officer'] },
    {
      from: ['draft', 'returned'],
      to: 'discarded',
      on: 'it is no report after all, by two officers once it was approved',
      by: ['officer'],
    },
  ],
})

/** Approved by two officers: no other state is issued as a file. */
export const APPROVED_ROS = statesOf(ROS_STATES, 'approved', 'filed')
