/** State machine of a hit. */
import { stateMachine } from '../../../../platform/state-machine/machine.ts'

export type HitState = 'open' | 'confirmed' | 'discarded' | 'replaced'

export const HIT_STATES = stateMachine<HitState>({
  name: 'screening.hit',
  title: 'Hit of a person in a list',
  states: ['open', 'confirmed', 'discarded', 'replaced'],
  initial: 'open',
  final: ['confirmed', 'discarded'],
  transitions: [
    { from: ['open'], to: 'confirmed', on: 'an officer says that it is the person', by: ['officer'] },
    { from: ['open'], to: 'discarded', on: 'two officers decide that it is another person', by: ['officer'] },
    { from: ['open'], to: 'replaced', on: 'the person or the entry changed, or the entry left the list', by: ['system'] },
    { from: ['replaced'], to: 'open', on: 'person and entry say again what they said', by: ['system'] },
  ],
})
