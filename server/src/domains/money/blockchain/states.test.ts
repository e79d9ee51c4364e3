/** The state machines of intents and transactions on the real database (EX-08). */
import { sql } from 'kysely'
import { platformOfFile } from '../../../../../dev/testing/platform-of-file.ts'
import { testStateMachine } from '../../../../../dev/testing/state-machine.ts'
import { newId } from '../../../platform/database/ids.ts'
import { moveIntent, moveTransaction } from './operation-transitions.ts'
import { INTENT_STATES, TRANSACTION_STATES } from './states.ts'
import { findIntent, findTransaction, lockIntent, lockTransaction } from './store.ts'

let nonce = 0
const file = platformOfFile()

testStateMachine(INTENT_STATES, () => ({
  // The product and the signer together may do every transition.
  db: file.database.owner,
  // Only a refusal: no module waits for a nonce.
  isAnnounced: false,
  async place(state) {
    const id = newId()
    const refused = state === 'refused' ? 'a reason' : null
    await sql`INSERT INTO blockchain.intent (operation_id, wallet, kind, ref, request, decided_at, state, refused)
      VALUES (${id}, 'hot', 'swap', ${newId()}, '{}', now(), ${state}, ${refused})`.execute(file.database.owner)
    return id
  },
  async stateOf(id) {
    return (await findIntent(file.database.owner, id))?.state ?? 'decided'
  },
  async move(tx, id, change) {
    const set = change.to === 'refused' ? { refused: 'a reason' } : {}
    return moveIntent(file.platform, tx, await lockIntent(tx, id), { ...change, set })
  },
}))

testStateMachine(TRANSACTION_STATES, () => ({
  db: file.database.owner,
  // Its first transition is the signature, for which no module waits.
  isAnnounced: false,
  async place(state) {
    const id = newId()
    const signed = state === 'reserved' ? null : `0x${id}`
    await sql`INSERT INTO blockchain.chain_transaction (operation_id, wallet, address, nonce, kind, ref, state, signed, hash, created_at, updated_at)
      VALUES (${id}, 'hot', '0x1', ${nonce++}, 'swap', ${newId()}, ${state}, ${signed}, ${signed}, now(), now())`.execute(
      file.database.owner,
    )
    return id
  },
  async stateOf(id) {
    return (await findTransaction(file.database.owner, id))?.state ?? 'reserved'
  },
  async move(tx, id, change) {
    const signed = `0x${id}`
    const set = change.to === 'signed' ? { signed, hash: signed } : {}
    return moveTransaction(file.platform, tx, await lockTransaction(tx, id), { ...change, set })
  },
}))
