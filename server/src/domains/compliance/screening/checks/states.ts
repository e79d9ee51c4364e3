/** State machine of a background check. */
import type { CheckState } from '@tunjo/contract/background-checks'
import { stateMachine } from '../../../../platform/state-machine/machine.ts'

export const CHECK_STATES = stateMachine<CheckState>({
  name: 'screening.background_check',
  title: 'Background check by a provider',
  states: ['queued', 'launched', 'running', 'failed_sources', 'retrying', 'finished', 'lost', 'refused'],
  initial: 'queued',
  final: ['finished', 'lost', 'refused'],
  transitions: [
    { from: ['queued'], to: 'launched', on: 'the provider took it', by: ['provider'] },
    { from: ['queued'], to: 'refused', on: 'the provider does not take the document as it is', by: ['provider'] },
    { from: ['launched'], to: 'running', on: 'it asks its sources', by: ['provider'] },
    { from: ['queued', 'launched', 'running', 'retrying'], to: 'finished', on: 'every source answered', by: ['provider'] },
    { from: ['queued', 'launched', 'running'], to: 'failed_sources', on: 'it ended without some sources', by: ['provider'] },
    { from: ['retrying'], to: 'failed_sources', on: 'they failed again, or that never ended', by: ['provider', 'system'] },
    { from: ['failed_sources'], to: 'retrying', on: 'the failed sources are asked again', by: ['officer', 'system'] },
    {
      from: ['queued', 'launched', 'running'],
      to: 'lost',
      on: 'it was abandoned, or the person’s documents were purged',
      by: ['provider', 'system'],
    },
  ],
})
