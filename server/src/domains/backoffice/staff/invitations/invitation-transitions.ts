/** State machine of invitations: their rows. */
import type { InvitationState } from '@tunjo/contract/staff-invitations'
import type { Transaction } from '../../../../platform/database/database.ts'
import { type Aggregate, begin, move, officer } from '../../../../platform/state-machine/index.ts'
import { INVITATION_MACHINE } from './states.ts'
import type { InvitationRow } from './store.ts'

type Column = 'ended_at' | 'account_id'
type Change = Parameters<typeof move<InvitationState, InvitationRow, Column>>[3]

const AGGREGATE: Aggregate<InvitationState, InvitationRow, Column> = {
  machine: INVITATION_MACHINE,
  table: 'invitation',
  columns: ['ended_at', 'account_id'],
  keyOf: ({ id }) => ({ id }),
}

export const beginInvitation = (tx: Transaction, invitation: InvitationRow): Promise<void> =>
  begin(tx, AGGREGATE, invitation, { at: invitation.invitedAt, actor: officer(invitation.approvedBy) })

/** The row of `invitation` is locked. */
export const endInvitation = (tx: Transaction, invitation: InvitationRow, change: Change) =>
  move(tx, AGGREGATE, invitation, { ...change, set: { ended_at: change.at, ...change.set } })
