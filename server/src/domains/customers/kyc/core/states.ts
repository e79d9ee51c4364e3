/** State machines of verification: a form, and its reviewed items. */
import { stateMachine } from '../../../../platform/state-machine/machine.ts'
import type { FormState } from './forms.ts'
import type { ItemState, RenewalState } from './types.ts'

export const FORM_STATES = stateMachine<FormState>({
  name: 'kyc.form',
  title: 'Verification form',
  states: ['draft', 'sent', 'declined', 'accepted'],
  initial: 'draft',
  final: ['accepted'],
  transitions: [
    { from: ['draft', 'declined'], to: 'sent', on: 'sent for review', by: ['customer', 'system'] },
    { from: ['accepted'], to: 'sent', on: 'sent again in a renewal', by: ['customer'], corrects: true },
    { from: ['sent'], to: 'declined', on: 'an item was declined', by: ['officer'] },
    { from: ['sent'], to: 'accepted', on: 'all of it was accepted', by: ['officer', 'system'] },
    { from: ['sent', 'declined'], to: 'draft', on: 'the level was lowered', by: ['officer'] },
    { from: ['accepted'], to: 'draft', on: 'the level was lowered', by: ['officer'], corrects: true },
  ],
})

/** A staged item that is not sent is deleted. */
export const ITEM_STATES = stateMachine<ItemState>({
  name: 'kyc.item',
  title: 'Verification item: a file, or the fields of a form',
  states: ['staged', 'pending', 'accepted', 'declined', 'replaced'],
  initial: 'staged',
  final: ['accepted', 'replaced'],
  transitions: [
    { from: ['staged'], to: 'pending', on: 'sent for review', by: ['customer', 'system'] },
    { from: ['pending'], to: 'accepted', on: 'accepted', by: ['officer', 'system'] },
    { from: ['pending'], to: 'declined', on: 'declined, with what to change', by: ['officer'] },
    { from: ['declined'], to: 'replaced', on: 'sent again, or the level was lowered', by: ['customer', 'officer'] },
    { from: ['pending'], to: 'replaced', on: 'the level was lowered', by: ['officer'] },
    {
      from: ['accepted'],
      to: 'replaced',
      on: 'sent again in a renewal, or the level was lowered',
      by: ['customer', 'officer'],
      corrects: true,
    },
  ],
})

export const RENEWAL_STATES = stateMachine<RenewalState>({
  name: 'kyc.renewal',
  title: 'Renewal of what was accepted: a form, or the survey',
  states: ['open', 'done', 'dropped'],
  initial: 'open',
  final: ['done', 'dropped'],
  transitions: [
    { from: ['open'], to: 'done', on: 'the new form was accepted, or the survey answered', by: ['officer', 'customer'] },
    { from: ['open'], to: 'dropped', on: 'the level was lowered: the form is verified anew', by: ['officer'] },
  ],
})
