/** The state machine of approval requests on the real database (ADM-14). */
import { sql } from 'kysely'
import { platformOfFile } from '../../../../dev/testing/platform-of-file.ts'
import { testStateMachine } from '../../../../dev/testing/state-machine.ts'
import { newId } from '../database/ids.ts'
import { move } from '../state-machine/index.ts'
import { lockExisting, REQUEST } from './request-transitions.ts'
import { REQUEST_STATES } from './states.ts'
import { findRequest } from './store.ts'

const file = platformOfFile()

testStateMachine(REQUEST_STATES, () => ({
  db: file.database.db,
  isAnnounced: false,
  async place(state) {
    const id = newId()
    const decided = state === 'executed' ? newId() : null
    const due = state === 'break_glass' ? new Date() : null
    await sql`INSERT INTO platform.approval_request (id, kind, target, params, facts_hash, permission, maker_id, maker_session, reason,
        proposed_at, expires_at, state, decided_by, decided_session, review_due_at)
      VALUES (${id}, 'kyc.level', ${id}, '{}', 'hash', 'kyc.level', ${newId()}, ${newId()}, 'Una razón.', now(), now(), ${state},
        ${decided}, ${decided}, ${due})`.execute(file.database.db)
    return id
  },
  stateOf: async (id) => (await findRequest(file.database.db, id))?.state ?? 'proposed',
  async move(tx, id, change) {
    const decided = change.to === 'executed' ? { decided_by: newId(), decided_session: newId() } : {}
    const set = { ...decided, review_due_at: change.to === 'break_glass' ? change.at : null }
    return move(tx, REQUEST, await lockExisting(tx, id), { ...change, set })
  },
}))
