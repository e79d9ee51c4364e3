/** The state machine of trades on the real database (EX-06). */
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { newId } from '../../platform/ids.ts'
import type { Outbox } from '../../platform/outbox.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { testStateMachine } from '../../testing/state-machine.ts'
import { createTestPlatform } from '../../testing/test-product.ts'
import { moveTrade } from './move-trade.ts'
import { TRADE_STATES } from './states.ts'
import { findTrade, lockTrade } from './store.ts'

let database: TestDatabase
let outbox: Outbox
let remove: () => void
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

testStateMachine(TRADE_STATES, () => ({
  db: database.db,
  isAnnounced: true,
  async place(state) {
    const id = newId()
    const amount = state === 'settled' ? 10 : null
    await sql`INSERT INTO trading.trade (id, account_id, request_hash, trade_type, token_in, token_out, expected_in, expected_out,
        maximum_in, minimum_out, path, estimated_fee_wei, fee_usd_micros, state, amount_in, amount_out, created_at)
      VALUES (${id}, ${newId()}, 'hash', 'input', 1, 2, 10, 10, 10, 10, '[]', 1, 1, ${state}, ${amount}, ${amount}, now())`.execute(
      database.db,
    )
    return id
  },
  async stateOf(id) {
    return (await findTrade(database.db, id))?.state ?? 'pending'
  },
  async move(tx, id, change) {
    const trade = await lockTrade(tx, id)
    if (!trade) throw new Error('no trade')
    const set = change.to === 'settled' ? { amount_in: 10n, amount_out: 10n, settled_at: change.at } : {}
    return moveTrade({ outbox }, tx, trade, { ...change, set })
  },
}))
