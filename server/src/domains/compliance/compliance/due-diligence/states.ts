/** State machine of a record of enhanced due diligence. */
import { DILIGENCE_STATES as STATES } from '@tunjo/contract/due-diligence'
import { stateMachine } from '../../../../platform/state-machine/machine.ts'

export const DILIGENCE_STATES = stateMachine({
  name: 'compliance.due_diligence',
  title: 'Enhanced due diligence (EDD)',
  states: STATES,
  initial: 'draft',
  final: ['approved'],
  transitions: [
    { from: ['draft', 'returned'], to: 'proposed', on: 'an officer asks for its approval', by: ['officer'] },
    { from: ['proposed'], to: 'returned', on: 'refused, withdrawn, expired, or its facts changed', by: ['officer', 'system'] },
    { from: ['proposed'], to: 'approved', on: 'a second officer approved it', by: ['officer'] },
  ],
})
