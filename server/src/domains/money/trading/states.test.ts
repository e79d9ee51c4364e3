/** The state machine of trades on the real database (EX-06). */
import { sql } from 'kysely'
import { platformOfFile } from '../../../../../dev/testing/platform-of-file.ts'
import { testStateMachine } from '../../../../../dev/testing/state-machine.ts'
import { newId } from '../../../platform/database/ids.ts'
import { moveTrade } from './move-trade.ts'
import { TRADE_STATES } from './states.ts'
import { findTrade, lockTrade } from './store.ts'

const file = platformOfFile()

testStateMachine(TRADE_STATES, () => ({
  db: file.database.db,
  isAnnounced: true,
  async place(state) {
    const id = newId()
    const amount = state === 'settled' ? 10 : null
    await sql`INSERT INTO trading.trade (id, account_id, request_hash, trade_type, token_in, token_out, expected_in, expected_out,
        maximum_in, minimum_out, path, estimated_fee_wei, fee_usd_micros, state, amount_in, amount_out, created_at)
      VALUES (${id}, ${newId()}, 'hash', 'input', 1, 2, 10, 10, 10, 10, '[]', 1, 1, ${state}, ${amount}, ${amount}, now())`.execute(
      file.database.db,
    )
    return id
  },
  async stateOf(id) {
    return (await findTrade(file.database.db, id))?.state ?? 'pending'
  },
  async move(tx, id, change) {
    const trade = await lockTrade(tx, id)
    if (!trade) throw new Error('no trade')
    const set = change.to === 'settled' ? { amount_in: 10n, amount_out: 10n, settled_at: change.at } : {}
    return moveTrade(file.platform, tx, trade, { ...change, set })
  },
}))
