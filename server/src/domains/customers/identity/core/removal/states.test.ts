/** The state machine of MFA resets on the real database (ID-08). */
import { sql } from 'kysely'
import { beforeAll } from 'vitest'
import { platformOfFile } from '../../../../../../../dev/testing/platform-of-file.ts'
import { testStateMachine } from '../../../../../../../dev/testing/state-machine.ts'
import { inTransaction } from '../../../../../platform/database/database.ts'
import { newId } from '../../../../../platform/database/ids.ts'
import { move } from '../../../../../platform/state-machine/index.ts'
import { lockRemoval } from './removal-store.ts'
import { REMOVAL } from './removal-transitions.ts'
import { REMOVAL_STATES } from './states.ts'

const file = platformOfFile()
beforeAll(async () => {
  // Only the id of an account matters here.
  await sql`ALTER TABLE identity.factor_removal DROP CONSTRAINT factor_removal_account_id_fkey`.execute(file.database.owner)
})

testStateMachine(REMOVAL_STATES, () => ({
  db: file.database.db,
  isAnnounced: false,
  async place(state) {
    const id = newId()
    const ended = (wanted: string) => (state === wanted ? new Date() : null)
    await sql`INSERT INTO identity.factor_removal (id, account_id, asked_at, ip, due_at, state, done_at, cancelled_at)
      VALUES (${id}, ${newId()}, now(), '127.0.0.1', now(), ${state}, ${ended('done')}, ${ended('cancelled')})`.execute(file.database.db)
    return id
  },
  async stateOf(id) {
    return (await inTransaction(file.database.db, (tx) => lockRemoval(tx, id)))?.state ?? 'waiting'
  },
  async move(tx, id, change) {
    const removal = await lockRemoval(tx, id)
    if (!removal) throw new Error('no removal')
    const set = change.to === 'done' ? { done_at: change.at } : { cancelled_at: change.at }
    return move(tx, REMOVAL, removal, { ...change, set })
  },
}))
