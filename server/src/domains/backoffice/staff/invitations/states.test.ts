/** The state machine of invitations to the team on the real database (ADM-15). */
import { sql } from 'kysely'
import { platformOfFile } from '../../../../../../dev/testing/platform-of-file.ts'
import { testStateMachine } from '../../../../../../dev/testing/state-machine.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { endInvitation } from './invitation-transitions.ts'
import { INVITATION_MACHINE } from './states.ts'
import { lockInvitation } from './store.ts'

const file = platformOfFile()

testStateMachine(INVITATION_MACHINE, () => ({
  db: file.database.db,
  isAnnounced: false,
  async place(state) {
    const id = newId()
    const account = state === 'accepted' ? newId() : null
    await sql`INSERT INTO staff.invitation (id, email, name, roles, invited_by, approved_by, token_hash, invited_at, sent_at, expires_at, state, ended_at, account_id)
      VALUES (${id}, ${`${id}@correo.example`}, 'Ana', ${['analyst']}, ${newId()}, ${newId()}, ${id}, now(), now(), now() + interval '1 day', ${state},
        ${state === 'invited' ? null : new Date()}, ${account})`.execute(file.database.owner)
    return id
  },
  async stateOf(id) {
    return (await inTransaction(file.database.db, (tx) => lockInvitation(tx, id)))?.state ?? 'invited'
  },
  async move(tx, id, change) {
    const invitation = await lockInvitation(tx, id)
    if (!invitation) throw new Error('no invitation')
    return endInvitation(tx, invitation, change.to === 'accepted' ? { ...change, set: { account_id: newId() } } : change)
  },
}))
