/** R13: results of swaps that an attacker with the product's database role forged: nothing is credited or refunded for them. */
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { jsonRpc } from '../../../../../dev/embedded/chain/json-rpc.ts'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { sendSigned } from '../../../chain/send-signed.ts'
import { ERC20_ABI } from '../../../chain/uniswap.ts'
import { newId } from '../../../platform/database/ids.ts'
import { announceEnd, forgedTransfer, forgeEnd } from '../blockchain/forging.testing.ts'
import { operationIdOf } from '../blockchain/index.ts'
import { testSigner } from '../blockchain/testing.ts'
import { customerAccount } from '../ledger/index.ts'
import { checkBooks } from '../ledger/testing/check-books.ts'
import { forgePosting, removePosting } from '../ledger/testing/forge-posting.ts'
import { createTestTrading, type TestTrading } from './testing.ts'
import { holdIdOf } from './trade-ids.ts'

const [BTC, USDT] = [30, 31]
const SETTLED = { timeout: 30_000, interval: 50 }
const DOLLARS = 1_000_000_000n
const TEN_BITCOINS = 1_000_000_000n
vi.setConfig({ testTimeout: 90_000 })

let chain: TestChain
let database: TestDatabase
let trading: TestTrading
let customer: string
let notified: ReturnType<typeof vi.spyOn>

beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  database = await createTestDatabase()
  trading = await createTestTrading(database.connection, chain.env)
  notified = vi.spyOn(trading.platform.log, 'error')
  customer = newId()
  await trading.fund(customer, 'USDT', DOLLARS)
})
afterEach(async () => {
  try {
    await checkBooks(trading.ledger)
  } finally {
    await trading.stop()
    await database.drop()
  }
})

const swapOf = (tradeId: string) => operationIdOf('trading.swap', tradeId)
const stateOf = (id: string) => trading.tradeById(customer, id).then(({ state }) => state)
const balance = (asset: 'BTC' | 'USDT') => trading.ledger.balance(customerAccount(customer, asset))
const wasNotified = (event: string) => notified.mock.calls.some(([facts]: unknown[]) => JSON.stringify(facts)?.includes(event))
const hotBitcoins = () => {
  const token = { address: chain.deployment.tokens.BTC, abi: ERC20_ABI } as const
  return chain.client.readContract({ ...token, functionName: 'balanceOf', args: [chain.deployment.hotWallet] })
}

/** Dollars for bitcoin, signed and not broadcast. */
async function signedTrade(slippage = '0.005'): Promise<string> {
  const { id } = await trading.trade(customer, { tradeType: 'input', tokenIn: USDT, tokenOut: BTC, amountIn: '100', slippage })
  const signer = testSigner(database.signerConnection, chain)
  expect(await signer.sign(swapOf(id))).toBe('stored')
  await signer.close()
  return id
}
async function mine(id: string): Promise<void> {
  const [row] = (
    await sql<{ signed: Hex; hash: Hex }>`SELECT signed, hash FROM blockchain.chain_transaction WHERE operation_id = ${swapOf(id)}`.execute(
      database.db,
    )
  ).rows
  if (!row) throw new Error('it was not signed')
  await sendSigned(chain.client, row.signed)
  await jsonRpc(chain.rpcUrl)('anvil_mine', ['0x4'])
  await chain.client.waitForTransactionReceipt({ hash: row.hash, pollingInterval: 20 })
}
const tenBitcoins = () => [
  forgedTransfer(chain.deployment.tokens.USDT, chain.deployment.hotWallet, chain.deployment.visitor, 100_000_000n),
  forgedTransfer(chain.deployment.tokens.BTC, chain.deployment.visitor, chain.deployment.hotWallet, TEN_BITCOINS),
]
/** Settled by the on-chain result, to the unit. */
async function isSettledAsMined(id: string, before: bigint): Promise<void> {
  await expect.poll(() => stateOf(id), SETTLED).toBe('settled')
  const { network_fee } = await trading.tradeById(customer, id)
  const fee = BigInt(Math.round(Number(network_fee) * 1e8))
  expect((await balance('BTC')).posted).toBe((await hotBitcoins()) - before - fee)
  expect(await balance('USDT')).toMatchObject({ posted: DOLLARS - 100_000_000n, held: 0n })
}

describe('R13 a forged result of a swap', () => {
  it('with a forged amount credits the on-chain amount, is reported, and is corrected', async () => {
    const before = await hotBitcoins()
    const id = await signedTrade()
    await mine(id)
    await forgeEnd(database.db, swapOf(id), { kind: 'swap', ref: id, state: 'confirmed', logs: tenBitcoins() })
    trading.start()
    await isSettledAsMined(id, before)
    expect(wasNotified('chain_result_forged')).toBe(true)
    expect(await trading.blockchain.figures.read()).toMatchObject({ forged: 1 })
    const [row] = (
      await sql<{
        receipt: { logs: unknown[] }
      }>`SELECT receipt FROM blockchain.chain_transaction WHERE operation_id = ${swapOf(id)}`.execute(database.db)
    ).rows
    expect(JSON.stringify(row?.receipt).toLowerCase()).not.toContain(chain.deployment.visitor.slice(2).toLowerCase())
  })

  it.each(['reverted', 'superseded'] as const)('of "%s" refunds nothing while it can still be mined', async (state) => {
    const before = await hotBitcoins()
    const id = await signedTrade()
    await forgeEnd(database.db, swapOf(id), { kind: 'swap', ref: id, state })
    trading.start()
    await isSettledAsMined(id, before)
    const released = await sql`SELECT 1 FROM ledger.transfer WHERE code = 'trading.refund'`.execute(database.db)
    expect(released.rows).toEqual([])
    expect(wasNotified('chain_result_forged')).toBe(true)
  })

  it('of another trade, in an event that names this one, does not settle it', async () => {
    const first = await signedTrade()
    await mine(first)
    trading.start()
    await expect.poll(() => stateOf(first), SETTLED).toBe('settled')
    const had = (await balance('BTC')).posted
    // Including its signer, which would sign the next trade before the row claims a refusal.
    await trading.stop()
    trading = await createTestTrading(database.connection, chain.env)
    const { id } = await trading.trade(customer, { tradeType: 'input', tokenIn: USDT, tokenOut: BTC, amountIn: '100' })
    await sql`UPDATE blockchain.intent SET state = 'refused', refused = 'held back by the test' WHERE ref = ${id}`.execute(database.owner)
    await announceEnd(database.db, swapOf(first), { kind: 'swap', ref: id, state: 'confirmed' })
    trading.start()
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(await stateOf(id)).not.toBe('settled')
    expect((await balance('BTC')).posted).toBe(had)
  })

  it('of a refusal while the swap is signed refunds nothing', async () => {
    const before = await hotBitcoins()
    const id = await signedTrade()
    await announceEnd(database.db, swapOf(id), { kind: 'swap', ref: id, state: 'refused' })
    trading.start()
    await isSettledAsMined(id, before)
  })

  describe('D12 an event or an intent of a swap that no trade placed', () => {
    const retries = async () => (await sql`SELECT 1 FROM platform.event_retry`.execute(database.db)).rows.length
    const insertIntent = (ref: string) =>
      sql`INSERT INTO blockchain.intent (operation_id, wallet, kind, ref, request, state, decided_at)
        VALUES (${swapOf(ref)}, 'hot', 'swap', ${ref}, ${JSON.stringify({ chainId: chain.deployment.chainId, to: chain.deployment.swapRouter, data: '0x', gas: '600000' })},
          'decided', now())`.execute(database.db)
    const insertTrade = async (id: string) => {
      const { id: placed } = await trading.trade(customer, { tradeType: 'input', tokenIn: USDT, tokenOut: BTC, amountIn: '100' })
      await sql`INSERT INTO trading.trade SELECT (jsonb_populate_record(t, jsonb_build_object('id', ${id}::text))).* FROM trading.trade t
        WHERE id = ${placed}`.execute(database.db)
    }
    const isHandled = async () => {
      const next = await trading.trade(customer, { tradeType: 'input', tokenIn: USDT, tokenOut: BTC, amountIn: '100' })
      await expect.poll(() => stateOf(next.id), SETTLED).toBe('settled')
    }

    it.each(['intent', 'event', 'event that names no id'])('%s: is reported once, and its event ends', async (kind) => {
      const ref = kind === 'event that names no id' ? 'x' : newId()
      if (kind === 'intent') await insertIntent(ref)
      else await announceEnd(database.db, swapOf(ref), { kind: 'swap', ref, state: 'refused' })
      trading.start()
      await expect.poll(() => wasNotified('chain_event_forged'), SETTLED).toBe(true)
      await isHandled()
      expect(await retries()).toBe(0)
      expect(notified.mock.calls.filter(([facts]: unknown[]) => JSON.stringify(facts)?.includes('chain_event_forged'))).toHaveLength(1)
    })

    it('an intent of a trade that was inserted with a posting as if it had a hold: refunds nothing, is reported once, and its event ends', async () => {
      const ref = newId()
      await insertTrade(ref)
      await forgePosting(database.db, holdIdOf(ref))
      await insertIntent(ref)
      trading.start()
      await expect.poll(() => wasNotified('trade_unproved'), SETTLED).toBe(true)
      await isHandled()
      expect(await retries()).toBe(0)
      expect(notified.mock.calls.filter(([facts]: unknown[]) => JSON.stringify(facts)?.includes('trade_unproved'))).toHaveLength(1)
      expect((await sql`SELECT 1 FROM ledger.transfer WHERE code = 'trading.refund'`.execute(database.db)).rows).toEqual([])
      await removePosting(database.owner, holdIdOf(ref))
    })

    it('an intent of a trade that was inserted without a hold: refunds nothing, is reported, and its event ends', async () => {
      const ref = newId()
      await insertTrade(ref)
      await insertIntent(ref)
      trading.start()
      await expect.poll(() => wasNotified('trade_unproved'), SETTLED).toBe(true)
      await isHandled()
      expect(await retries()).toBe(0)
      expect(await trading.unprovedTrades()).toMatchObject([{ id: ref }])
    })
  })
})
