/** The state machine of accounts on the real database (ID-01, ID-09). */

import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { platformOfFile } from '../../../../../../../dev/testing/platform-of-file.ts'
import { testStateMachine } from '../../../../../../../dev/testing/state-machine.ts'
import { inTransaction } from '../../../../../platform/database/database.ts'
import { newId } from '../../../../../platform/database/ids.ts'
import { findAccount, lockAccount } from '../account-store.ts'
import { moveAccount } from './move-account.ts'
import { ACCOUNT_STATES, isShut, stateName } from './states.ts'

const file = platformOfFile()

testStateMachine(ACCOUNT_STATES, () => ({
  db: file.database.db,
  isAnnounced: false,
  async place(state) {
    const id = newId()
    const closedAt = state === 'closed' ? new Date() : null
    await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at, closed_at)
      VALUES (${id}, ${`${id}@correo.example`}, 'x', '{ROLE_USER}', ${ACCOUNT_STATE[state]}, 'es', now(), now(), ${closedAt})`.execute(
      file.database.db,
    )
    return id
  },
  async stateOf(id) {
    return stateName((await findAccount(file.database.db, id))?.state ?? ACCOUNT_STATE.unverified)
  },
  async move(tx, id, { to, at, actor }) {
    const account = await lockAccount(tx, id, 'update')
    if (!account) throw new Error('no account')
    return (await moveAccount(tx, account, { to: ACCOUNT_STATE[to], at, actor })) ? 'moved' : 'already'
  },
}))

it('ID-09 only a closed account has the time of its closing', async () => {
  const [id, at] = [newId(), new Date('2026-11-22T12:00:00Z')]
  const { db } = file.database
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at)
    VALUES (${id}, ${`${id}@correo.example`}, 'x', '{ROLE_USER}', 1, 'es', now())`.execute(db)
  const closedAt = async (to: 2 | 4) => {
    await inTransaction(db, async (tx) => {
      const account = await lockAccount(tx, id, 'update')
      if (account) await moveAccount(tx, account, { to, at, actor: { kind: 'system', id: null } })
    })
    const found = await sql<{ at: Date | null }>`SELECT closed_at AS at FROM identity.account WHERE id = ${id}`.execute(db)
    return found.rows[0]?.at
  }
  expect([await closedAt(2), await closedAt(4)]).toEqual([null, at])
})

it('a suspended or closed account has no sign-in', () => {
  expect(([1, 2, 3, 4] as const).map(isShut)).toEqual([false, false, true, true])
})
