/** The state machines of intents and transactions on the real database (EX-08). */
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { newId } from '../../platform/ids.ts'
import type { Outbox } from '../../platform/outbox.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { testStateMachine } from '../../testing/state-machine.ts'
import { createTestPlatform } from '../../testing/test-product.ts'
import { moveIntent, moveTransaction } from './move-operation.ts'
import { INTENT_STATES, TRANSACTION_STATES } from './states.ts'
import { findIntent, findTransaction, lockIntent, lockTransaction } from './store.ts'

let database: TestDatabase
let outbox: Outbox
let remove: () => void
let nonce = 0
beforeAll(async () => {
  database = await createTestDatabase()
  const platform = createTestPlatform(database)
  outbox = platform.outbox
  remove = platform.remove
})
afterAll(async () => {
  await database.drop()
  remove()
})

testStateMachine(INTENT_STATES, () => ({
  db: database.db,
  // Only a refusal: nobody waits for a nonce.
  isAnnounced: false,
  async place(state) {
    const id = newId()
    const refused = state === 'refused' ? 'a reason' : null
    await sql`INSERT INTO blockchain.intent (operation_id, wallet, kind, ref, request, hash, decided_at, state, refused)
      VALUES (${id}, 'hot', 'swap', ${newId()}, '{}', 'hash', now(), ${state}, ${refused})`.execute(database.db)
    return id
  },
  async stateOf(id) {
    return (await findIntent(database.db, id))?.state ?? 'decided'
  },
  async move(tx, id, change) {
    const set = change.to === 'refused' ? { refused: 'a reason' } : {}
    return moveIntent({ outbox }, tx, await lockIntent(tx, id), { ...change, set })
  },
}))

testStateMachine(TRANSACTION_STATES, () => ({
  db: database.db,
  // Its first move is the signature, for which nobody waits.
  isAnnounced: false,
  async place(state) {
    const id = newId()
    const signed = state === 'reserved' ? null : `0x${id}`
    await sql`INSERT INTO blockchain.chain_transaction (operation_id, wallet, nonce, kind, ref, state, signed, hash, created_at, updated_at)
      VALUES (${id}, 'hot', ${nonce++}, 'swap', ${newId()}, ${state}, ${signed}, ${signed}, now(), now())`.execute(database.db)
    return id
  },
  async stateOf(id) {
    return (await findTransaction(database.db, id))?.state ?? 'reserved'
  },
  async move(tx, id, change) {
    const signed = `0x${id}`
    const set = change.to === 'signed' ? { signed, hash: signed } : {}
    return moveTransaction({ outbox }, tx, await lockTransaction(tx, id), { ...change, set })
  },
}))
