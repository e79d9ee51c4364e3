/** State machine of an invitation to the team. It begins after the approval of two officers. */
import { INVITATION_STATES, type InvitationState } from '@tunjo/contract/staff-invitations'
import { stateMachine } from '../../../../platform/state-machine/machine.ts'

export const INVITATION_MACHINE = stateMachine<InvitationState>({
  name: 'staff.invitation',
  title: 'Invitation to the team',
  states: INVITATION_STATES,
  initial: 'invited',
  final: ['accepted', 'expired', 'revoked'],
  transitions: [
    { from: ['invited'], to: 'accepted', on: 'the link is opened and a password chosen', by: ['officer'] },
    { from: ['invited'], to: 'expired', on: 'the link was not opened in time', by: ['system'] },
    {
      from: ['invited'],
      to: 'revoked',
      on: 'an officer ends it, or the officer who proposed it may no longer grant roles',
      by: ['officer', 'system'],
    },
  ],
})
