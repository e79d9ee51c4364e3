/** State machine of an episode: an alert that opens again is another episode. */
import { stateMachine } from '../../../platform/state-machine/machine.ts'

export type EpisodeState = 'open' | 'closed'

export const EPISODE_STATES = stateMachine<EpisodeState>({
  name: 'alerts.episode',
  title: 'Alert about a person',
  states: ['open', 'closed'],
  initial: 'open',
  final: ['closed'],
  transitions: [{ from: ['open'], to: 'closed', on: 'closed with a reason', by: ['officer', 'system'] }],
})
