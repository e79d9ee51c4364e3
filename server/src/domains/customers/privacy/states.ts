/** State machine of a request about personal data. */
import { DATA_REQUEST_STATES as STATES } from '@tunjo/contract/data-requests'
import { stateMachine } from '../../../platform/state-machine/machine.ts'

export const DATA_REQUEST_STATES = stateMachine({
  name: 'privacy.data_request',
  title: 'Request about personal data',
  states: STATES,
  initial: 'received',
  final: ['answered', 'rejected', 'desisted'],
  transitions: [
    { from: ['received'], to: 'in_review', on: 'an officer took it', by: ['officer'] },
    { from: ['in_review'], to: 'incomplete', on: 'the person is asked to complete it', by: ['officer'] },
    { from: ['incomplete'], to: 'received', on: 'the person completed it', by: ['customer'] },
    { from: ['incomplete'], to: 'desisted', on: 'two months without an answer', by: ['system'] },
    { from: ['in_review'], to: 'answered', on: 'answered', by: ['officer'] },
    { from: ['in_review'], to: 'rejected', on: 'rejected with its reason', by: ['officer'] },
  ],
})
