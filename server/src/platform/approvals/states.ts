/** State machine of an approval request. */
import { APPROVAL_STATES } from '@tunjo/contract/approvals'
import { stateMachine } from '../state-machine/machine.ts'

/** `break_glass` is final: its review is a mark on it. */
export const REQUEST_STATES = stateMachine({
  name: 'platform.approval',
  title: 'Approval request',
  states: APPROVAL_STATES,
  initial: 'proposed',
  final: ['executed', 'refused', 'withdrawn', 'expired', 'execution_failed', 'break_glass'],
  transitions: [
    { from: ['proposed'], to: 'executed', on: 'a second officer approved it', by: ['officer'] },
    { from: ['proposed'], to: 'refused', on: 'a second officer refused it, or its facts had changed', by: ['officer'] },
    { from: ['proposed'], to: 'withdrawn', on: 'its maker took it back', by: ['officer'] },
    { from: ['proposed'], to: 'expired', on: '48 hours without a decision', by: ['system'] },
    { from: ['proposed'], to: 'execution_failed', on: 'approved, and refused by the rules of its module', by: ['officer'] },
    { from: ['proposed'], to: 'break_glass', on: 'one officer executed it in an emergency', by: ['officer'] },
  ],
})
