/** The state machine of token deposits on the real database (MON-05). */

import type { CryptoDepositState } from '@tunjo/contract/crypto'
import { sql } from 'kysely'
import { platformOfFile } from '../../../../../dev/testing/platform-of-file.ts'
import { testStateMachine } from '../../../../../dev/testing/state-machine.ts'
import { newId } from '../../../platform/database/ids.ts'
import { lockDeposit } from './deposits/deposit-store.ts'
import { moveDeposit } from './deposits/move-deposit.ts'
import { CRYPTO_DEPOSIT_MACHINE } from './deposits/states.ts'

const file = platformOfFile()

testStateMachine(CRYPTO_DEPOSIT_MACHINE, () => ({
  db: file.database.db,
  isAnnounced: true,
  async place(state) {
    const id = newId()
    await sql`INSERT INTO crypto.deposit (id, chain_id, transaction_hash, log_position, account_id, address, asset, amount, from_address,
        block_number, block_hash, state, try_at, created_at, updated_at)
      VALUES (${id}, 1, ${id}, 0, ${newId()}, '0x', 'USDT', 1, '0x', 1, '0x', ${state}, now(), now(), now())`.execute(file.database.db)
    return id
  },
  async stateOf(id) {
    const found = await sql<{ state: CryptoDepositState }>`SELECT state FROM crypto.deposit WHERE id = ${id}`.execute(file.database.db)
    return found.rows[0]?.state ?? 'PENDING'
  },
  async move(tx, id, change) {
    const deposit = await lockDeposit(tx, id)
    if (!deposit) throw new Error('no deposit')
    return moveDeposit(file.platform, tx, deposit, change)
  },
}))
