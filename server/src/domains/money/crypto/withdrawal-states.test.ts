/** The state machine of token withdrawals on the real database (MON-07). */
import type { CryptoWithdrawalState } from '@tunjo/contract/crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { platformOfFile } from '../../../../../dev/testing/platform-of-file.ts'
import { testStateMachine } from '../../../../../dev/testing/state-machine.ts'
import { newId } from '../../../platform/database/ids.ts'
import { moveWithdrawal } from './withdrawals/move-withdrawal.ts'
import { CRYPTO_WITHDRAWAL_MACHINE } from './withdrawals/states.ts'
import { lockWithdrawal, unsentTo } from './withdrawals/withdrawal-store.ts'

const file = platformOfFile()

testStateMachine(CRYPTO_WITHDRAWAL_MACHINE, () => ({
  db: file.database.db,
  isAnnounced: true,
  async place(state) {
    const [id, address, account] = [newId(), newId(), newId()]
    await sql`INSERT INTO crypto.saved_address (id, account_id, slot, alias, alias_key, address, seal, created_at)
      VALUES (${address}, ${account}, 1, 'x', 'x', ${`0x${'1'.repeat(40)}`}, '', now())`.execute(file.database.db)
    await sql`INSERT INTO crypto.withdrawal (id, account_id, request_hash, saved_address_id, alias, address, asset, amount, fee, value_cop,
        sanctions, review_reasons, seal, state, send_after, try_at, created_at)
      VALUES (${id}, ${account}, '', ${address}, 'x', ${`0x${'1'.repeat(40)}`}, 'USDT', 1, 0, 1, 'no_list', '{}', '', ${state}, now(), now(),
        now())`.execute(file.database.db)
    return id
  },
  async stateOf(id) {
    const found = await sql<{ state: CryptoWithdrawalState }>`SELECT state FROM crypto.withdrawal WHERE id = ${id}`.execute(
      file.database.db,
    )
    return found.rows[0]?.state ?? 'REQUESTED'
  },
  async move(tx, id, change) {
    const withdrawal = await lockWithdrawal(tx, id)
    if (!withdrawal) throw new Error('no withdrawal')
    return moveWithdrawal(file.platform, tx, withdrawal, change)
  },
}))

it('a transaction is compared with every unsent withdrawal of its receiver and amount, not with the oldest ones', async () => {
  const [saved, account, receiver] = [newId(), newId(), `0x${'2'.repeat(40)}` as const]
  await sql`INSERT INTO crypto.saved_address (id, account_id, slot, alias, alias_key, address, seal, created_at)
    VALUES (${saved}, ${account}, 1, 'x', 'x', ${receiver}, '', now())`.execute(file.database.db)
  await sql`INSERT INTO crypto.withdrawal (id, account_id, request_hash, saved_address_id, alias, address, asset, amount, fee, value_cop,
      sanctions, review_reasons, seal, state, send_after, try_at, created_at)
    SELECT gen_random_uuid(), ${account}, '', ${saved}, 'x', ${receiver}, 'USDT', 77, 0, 1, 'no_list', '{}', '', 'APPROVED', now(), now(),
      now() FROM generate_series(1, 25)`.execute(file.database.db)
  expect(await unsentTo(file.database.db, { asset: 'USDT', amount: 77n, receiver })).toHaveLength(25)
})
