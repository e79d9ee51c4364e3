/** The state machine of devices on the real database (ID-06). */
import { sql } from 'kysely'
import { beforeAll } from 'vitest'
import { platformOfFile } from '../../../../../../../dev/testing/platform-of-file.ts'
import { testStateMachine } from '../../../../../../../dev/testing/state-machine.ts'
import { inTransaction } from '../../../../../platform/database/database.ts'
import { newId } from '../../../../../platform/database/ids.ts'
import { move } from '../../../../../platform/state-machine/index.ts'
import { DEVICE, lockDevice } from './move-device.ts'
import { DEVICE_STATES } from './states.ts'

const file = platformOfFile()
beforeAll(async () => {
  // Only the id of an account matters here.
  await sql`ALTER TABLE identity.device DROP CONSTRAINT device_account_id_fkey`.execute(file.database.owner)
})

testStateMachine(DEVICE_STATES, () => ({
  db: file.database.db,
  isAnnounced: false,
  async place(state) {
    const id = newId()
    await sql`INSERT INTO identity.device (id, account_id, key_hash, system, device_kind, browser, state, first_seen_at, last_seen_at)
      VALUES (${id}, ${newId()}, ${id}, 'Android', 'mobile', 'Chrome', ${state}, now(), now())`.execute(file.database.db)
    return id
  },
  async stateOf(id) {
    return (await inTransaction(file.database.db, (tx) => lockDevice(tx, id)))?.state ?? 'unconfirmed'
  },
  async move(tx, id, change) {
    const device = await lockDevice(tx, id)
    if (!device) throw new Error('no device')
    return move(tx, DEVICE, device, change)
  },
}))
