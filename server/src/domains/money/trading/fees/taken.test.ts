/** ADM-15 fees taken in a period, as rows of the real database. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { platformOfFile } from '../../../../../../dev/testing/platform-of-file.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { feesTaken } from '../store.ts'

const file = platformOfFile()
const USDT = 31
const AT = new Date()

async function settled(networkFee: bigint, platformFee: bigint): Promise<void> {
  await sql`INSERT INTO trading.trade (id, account_id, request_hash, trade_type, token_in, token_out, expected_in, expected_out, maximum_in,
      minimum_out, path, estimated_fee_wei, fee_usd_micros, network_fee_out, house_fee_out, state, amount_in, amount_out, created_at, settled_at)
    VALUES (${newId()}, ${newId()}, 'h', 'input', 0, ${USDT}, 100, 1000, 100, 900, '[]', 1, 1, ${networkFee}, ${platformFee}, 'settled', 100, 1000,
      ${AT}, ${AT})`.execute(file.database.owner)
}

it('ADM-15 an order from before the platform fee existed is not counted among those that paid one', async () => {
  await settled(5n, 0n)
  await settled(6n, 2n)
  const { networkFees, houseFees } = await feesTaken(file.database.db, new Date(AT.getTime() - 3_600_000))
  expect(networkFees).toEqual([{ token: USDT, orders: 2, amount: 11n }])
  expect(houseFees).toEqual([{ token: USDT, orders: 1, amount: 2n }])
})
