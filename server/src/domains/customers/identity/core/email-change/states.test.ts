/** The state machine of changes of e-mail on the real database (ID-09). */
import { sql } from 'kysely'
import { beforeAll } from 'vitest'
import { platformOfFile } from '../../../../../../../dev/testing/platform-of-file.ts'
import { testStateMachine } from '../../../../../../../dev/testing/state-machine.ts'
import { inTransaction } from '../../../../../platform/database/database.ts'
import { newId } from '../../../../../platform/database/ids.ts'
import { move } from '../../../../../platform/state-machine/index.ts'
import { lockEmailChange } from './email-change-store.ts'
import { EMAIL_CHANGE } from './email-change-transitions.ts'
import { EMAIL_CHANGE_STATES, type EmailChangeState } from './states.ts'

const file = platformOfFile()
beforeAll(async () => {
  // Only the id of an account matters here.
  await sql`ALTER TABLE identity.email_change DROP CONSTRAINT email_change_account_id_fkey`.execute(file.database.owner)
})

testStateMachine(EMAIL_CHANGE_STATES, () => ({
  db: file.database.db,
  isAnnounced: false,
  async place(state) {
    const id = newId()
    const at = (...states: EmailChangeState[]) => (states.includes(state) ? new Date() : null)
    await sql`INSERT INTO identity.email_change (id, account_id, old_email, new_email, created_at, expires_at, state, changed_at,
        cancelled_at, undone_at)
      VALUES (${id}, ${newId()}, 'antes@correo.example', 'ahora@correo.example', now(), now(), ${state}, ${at('changed', 'undone')},
        ${at('cancelled')}, ${at('undone')})`.execute(file.database.db)
    return id
  },
  async stateOf(id) {
    return (await inTransaction(file.database.db, (tx) => lockEmailChange(tx, id)))?.state ?? 'asked'
  },
  async move(tx, id, change) {
    const row = await lockEmailChange(tx, id)
    if (!row) throw new Error('no change')
    const set = { changed: { changed_at: change.at }, cancelled: { cancelled_at: change.at }, undone: { undone_at: change.at }, asked: {} }
    return move(tx, EMAIL_CHANGE, row, { ...change, set: set[change.to] })
  },
}))
