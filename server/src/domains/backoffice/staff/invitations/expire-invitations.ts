/** Marks unopened invitations as expired. Idempotent, also in two concurrent processes. */
import { inTransaction } from '../../../../platform/database/database.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import type { InvitationContext } from './context.ts'
import { endInvitation } from './invitation-transitions.ts'
import { lockDue } from './store.ts'

const AT_ONCE = 200

export async function expireInvitations({ db, clock }: Pick<InvitationContext, 'db' | 'clock'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    for (const invitation of await lockDue(tx, now, AT_ONCE)) await endInvitation(tx, invitation, { to: 'expired', at: now, actor: SYSTEM })
  })
}
