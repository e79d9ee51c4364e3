/** ADM-15 Taker/Maker fees: current costs of an exchange and fees taken, over a real chain. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { Refused } from '../../../platform/http/refusal.ts'
import { createTestTrading, type TestTrading } from './testing.ts'

let chain: TestChain
let database: TestDatabase
let trading: TestTrading
beforeAll(async () => {
  chain = await startTestChain()
  database = await createTestDatabase()
  trading = await createTestTrading(database.connection, chain.env)
})
afterAll(async () => {
  await trading?.stop()
  await database?.drop()
  await chain?.destroy()
})

describe('ADM-15 Taker/Maker fees', () => {
  it('lists every pair with the fees of its pools, the cheapest route first; the platform takes no fee', async () => {
    const { pairs } = await trading.fees()
    expect(pairs.map(({ sold, bought }) => `${sold}-${bought}`)).toEqual([
      'COP-BTC',
      'COP-USDT',
      'BTC-COP',
      'BTC-USDT',
      'USDT-COP',
      'USDT-BTC',
    ])
    for (const { taker, maker, routes } of pairs) {
      expect([taker, maker]).toEqual(['0', '0'])
      expect(routes.length).toBeGreaterThan(0)
      expect(routes.map(({ percent }) => Number(percent))).toEqual(routes.map(({ percent }) => Number(percent)).toSorted((a, b) => a - b))
    }
    const direct = pairs.find(({ sold, bought }) => sold === 'COP' && bought === 'USDT')
    expect(direct).toMatchObject({ minimum: '1000', routes: expect.arrayContaining([{ path: ['COPT', 'USDT'], percent: '0.05' }]) })
  })

  it('a sample costs what a customer is quoted, and nothing is traded', async () => {
    const sample = await trading.sample({ sold: 'COP', bought: 'USDT', amount: '3797000' })
    const quoted = await trading.quote(newId(), { inputToken: 0, outputToken: 31, tradeType: 'input', amount: '3797000' })
    expect(sample).toEqual({
      received: quoted.expected_output,
      poolPercent: quoted.liquidity_fee_percent,
      impactPercent: quoted.price_impact_percent,
      networkFee: quoted.network_fee,
      networkFeeCop: quoted.network_fee_cop,
      houseFee: '0',
    })
    expect((await sql`SELECT 1 FROM trading.trade`.execute(database.db)).rows).toEqual([])
    const refused = await trading.sample({ sold: 'COP', bought: 'COP', amount: '1' }).catch((error: unknown) => error)
    expect(refused instanceof Refused && refused.refusal.code).toBe('trading.same_token')
  })

  it('fees taken are those of settled orders of thirty days; gas also of refunded ones', async () => {
    const now = trading.platform.clock.now().getTime()
    const insert = (state: string, ago: number, fee: bigint) => {
      const at = new Date(now - ago * 86_400_000)
      const amount = state === 'settled' ? 1_000_000n : null
      return sql`INSERT INTO trading.trade (id, account_id, request_hash, trade_type, token_in, token_out, expected_in, expected_out, maximum_in,
          minimum_out, path, estimated_fee_wei, fee_usd_micros, network_fee_out, gas_usd_micros, state, amount_in, amount_out, created_at, settled_at)
        VALUES (${newId()}, ${newId()}, 'h', 'input', 0, 31, 1000000, 1000000, 1000000, 900000, '[]', 1, ${fee}, ${fee}, 250000, ${state}, ${amount},
          ${amount}, ${at}, ${at})`.execute(database.owner)
    }
    await insert('settled', 1, 300_000n)
    await insert('settled', 29, 200_000n)
    await insert('settled', 31, 900_000n)
    await insert('refunded', 2, 400_000n)
    expect((await trading.fees()).taken).toEqual({
      from: expect.any(String),
      networkFees: [{ asset: 'USDT', orders: 2, amount: '0.5' }],
      houseFees: [],
      paidUsd: '0.5',
      gasUsd: '0.75',
    })
  })
})
