/** State machine of a movement between the hot and the cold wallet. Its first state is the agreement of two officers. */
import { MOVEMENT_STATES, type MovementState } from '@tunjo/contract/treasury'
import { stateMachine } from '../../../platform/state-machine/machine.ts'

export const MOVEMENT_MACHINE = stateMachine<MovementState>({
  name: 'treasury.movement',
  title: 'Movement of the treasury',
  states: MOVEMENT_STATES,
  initial: 'APPROVED',
  final: ['CONFIRMED', 'FAILED', 'CANCELLED'],
  transitions: [
    { from: ['APPROVED'], to: 'SIGNING', on: 'sweep: nothing speaks against it: the intent is written', by: ['system'] },
    { from: ['APPROVED'], to: 'FAILED', on: 'sweep: the hot wallet is no longer above its target', by: ['system'] },
    { from: ['SIGNING'], to: 'SENT', on: 'sweep: the node has it', by: ['chain'] },
    { from: ['SIGNING', 'SENT'], to: 'CONFIRMED', on: 'sweep: confirmations reached', by: ['chain'] },
    { from: ['SIGNING', 'SENT'], to: 'FAILED', on: 'sweep: the signer refused it, or it reverted', by: ['system', 'chain'] },
    { from: ['APPROVED'], to: 'CONFIRMED', on: 'refill: it arrived', by: ['chain'] },
    { from: ['APPROVED'], to: 'CANCELLED', on: 'refill: an officer gives it up', by: ['officer'] },
  ],
})
