/** State machine of an MFA reset. */
import { stateMachine } from '../../../../../platform/state-machine/machine.ts'

export type RemovalState = 'waiting' | 'done' | 'cancelled'

export const REMOVAL_STATES = stateMachine<RemovalState>({
  name: 'identity.factor_removal',
  title: 'Removal of lost second factors',
  states: ['waiting', 'done', 'cancelled'],
  initial: 'waiting',
  final: ['done', 'cancelled'],
  transitions: [
    { from: ['waiting'], to: 'done', on: 'no objection in time', by: ['system'] },
    {
      from: ['waiting'],
      to: 'cancelled',
      on: 'a factor was proved, the person objected, or the account was shut',
      by: ['customer', 'system'],
    },
  ],
})
