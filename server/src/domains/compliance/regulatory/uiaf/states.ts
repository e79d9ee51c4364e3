/** State machine of a monthly file for the UIAF: one version of one month. */
import { UIAF_FILE_STATES as STATES } from '@tunjo/contract/regulatory-files'
import { stateMachine, statesOf } from '../../../../platform/state-machine/machine.ts'

export const UIAF_FILE_STATES = stateMachine({
  name: 'regulatory.uiaf_file',
  title: 'Monthly file for the UIAF',
  states: STATES,
  initial: 'generating',
  final: ['failed', 'filed', 'replaced'],
  transitions: [
    { from: ['generating'], to: 'ready', on: 'every line was written', by: ['system'] },
    { from: ['generating'], to: 'failed', on: 'it was given up', by: ['system'] },
    { from: ['ready'], to: 'proposed', on: 'an officer asks for its approval', by: ['officer'] },
    { from: ['proposed'], to: 'ready', on: 'refused, withdrawn or expired', by: ['officer', 'system'] },
    { from: ['proposed'], to: 'approved', on: 'a second officer approved it', by: ['officer'] },
    { from: ['approved'], to: 'filed', on: 'a person presented it', by: ['officer'] },
    { from: ['ready'], to: 'replaced', on: 'a later version of the month is ready', by: ['system'] },
    { from: ['approved'], to: 'replaced', on: 'two officers approved a later version of the month', by: ['officer'] },
  ],
})

/** Approved by two officers: no other state is released. */
export const APPROVED_FILE = statesOf(UIAF_FILE_STATES, 'approved', 'filed')
/** Completely written, and not approved yet. */
export const PROPOSABLE_FILE = statesOf(UIAF_FILE_STATES, 'ready', 'proposed')
