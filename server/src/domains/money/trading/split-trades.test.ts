import { once } from 'node:events'
import { parseUnits } from '@tunjo/contract/money'
import type { Quote } from '@tunjo/contract/trading'
import { sql } from 'kysely'
import { decodeFunctionData, encodeFunctionData, type Hex, maxUint256 } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { ERC20_ABI, ROUTER_MULTICALL_ABI, SWAP_ROUTER_ABI } from '../../../chain/uniswap.ts'
import { newId } from '../../../platform/database/ids.ts'
import { customerAccount, systemAccount } from '../ledger/index.ts'
import { createTestTrading, type TestTrading } from './testing.ts'

vi.setConfig({ testTimeout: 60_000 })
const SETTLED = { timeout: 40_000, interval: 50 }
const [COPT, USDT] = [0, 31]
/** Pesos that move the pool with the lower fee below the price of the other. */
const SOLD = '150000000'
const SOLD_UNITS = 15_000_000_000n
let chain: TestChain
let chainBefore: string
let database: TestDatabase
let trading: TestTrading
let customer: string

beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  chainBefore = await chain.snapshot()
  database = await createTestDatabase()
  trading = await createTestTrading(database.connection, chain.env)
  customer = newId()
  await trading.fund(customer, 'COP', 2n * SOLD_UNITS)
})
afterEach(async () => {
  try {
    expect((await trading.ledger.verify()).faults).toEqual([])
  } finally {
    await trading.stop()
    await database.drop()
    await chain.revert(chainBefore)
  }
})

const sell = { tradeType: 'input' as const, tokenIn: COPT, tokenOut: USDT, amountIn: SOLD }
const buy = { tradeType: 'output' as const, tokenIn: COPT, tokenOut: USDT, amountOut: '39000' }
const balance = (asset: 'COP' | 'USDT') => trading.ledger.balance(customerAccount(customer, asset))
const stateOf = (id: string) => trading.tradeById(customer, id).then((trade) => trade.state)
const unitsOf = (text: string, decimals: number): bigint => parseUnits(text, decimals) ?? 0n
const sumOf = (routes: Quote['routes'], side: 'amount_in' | 'amount_out', decimals: number) =>
  routes.reduce((sum, route) => sum + unitsOf(route[side], decimals), 0n)
const poolsOf = (routes: Quote['routes']) => routes.map(({ hops }) => hops.map(({ pool }) => pool))

async function hotBalances() {
  const { tokens, hotWallet } = chain.deployment
  const read = (address: Hex) => chain.client.readContract({ address, abi: ERC20_ABI, functionName: 'balanceOf', args: [hotWallet] })
  return { copt: await read(tokens.COPT), usdt: await read(tokens.USDT) }
}

/** The hot wallet sells twice as many pesos over this route, so that dollars become more expensive there. */
async function moveAgainst({ hops }: Quote['routes'][number]): Promise<void> {
  const { tokens, swapRouter, hotWallet, pools } = chain.deployment
  const feeOf = (address: string) => pools.find((pool) => pool.address === address)?.fee ?? 0
  const parts = hops.map(
    ({ pool, token_out: symbol }) => `${feeOf(pool).toString(16).padStart(6, '0')}${tokens[symbol as 'USDT'].slice(2)}`,
  )
  const path = `${tokens.COPT}${parts.join('')}` as Hex
  const params = { path, recipient: hotWallet, deadline: maxUint256, amountIn: 2n * SOLD_UNITS, amountOutMinimum: 0n }
  const data = encodeFunctionData({ abi: SWAP_ROUTER_ABI, functionName: 'exactInput', args: [params] })
  expect((await chain.send('hot', swapRouter, data)).status).toBe('success')
}

describe('issue 35 a trade over two routes', () => {
  it('sells exactly the amount in one transaction, brings what was quoted, and shows what each route brought', async () => {
    const quote = await trading.quoteOver(customer, sell, 2)
    expect(quote.routes.map(({ share }) => unitsOf(share, 4)).reduce((sum, share) => sum + share, 0n)).toBe(10_000n)
    expect(new Set(poolsOf(quote.routes).flat()).size).toBe(poolsOf(quote.routes).flat().length)
    expect(sumOf(quote.routes, 'amount_in', 2)).toBe(SOLD_UNITS)
    const before = await hotBalances()
    const placed = await trading.trade(customer, { ...sell, quoteId: quote.quote_id })
    expect(poolsOf(placed.routes)).toEqual(poolsOf(quote.routes))
    trading.start()
    await expect.poll(() => stateOf(placed.id), SETTLED).toBe('settled')
    const [settled, after] = [await trading.tradeById(customer, placed.id), await hotBalances()]
    expect(before.copt - after.copt).toBe(SOLD_UNITS)
    // Without another trade the chain brings to the unit what was quoted.
    expect(settled.routes).toEqual(quote.routes)
    expect(after.usdt - before.usdt).toBe(sumOf(settled.routes, 'amount_out', 6))
    const fees = unitsOf(settled.network_fee, 6) + unitsOf(settled.house_fee, 6)
    expect(unitsOf(settled.amount_out, 6)).toBe(after.usdt - before.usdt - fees)
    expect(await balance('COP')).toMatchObject({ posted: SOLD_UNITS, held: 0n })
    expect(await balance('USDT')).toMatchObject({ posted: unitsOf(settled.amount_out, 6), held: 0n })
    expect((await trading.ledger.balance(systemAccount('network-fees', 'USDT'))).posted).toBe(unitsOf(settled.network_fee, 6))
    const { input, gas } = await chain.client.getTransaction({ hash: settled.transaction_hash as Hex })
    expect(decodeFunctionData({ abi: ROUTER_MULTICALL_ABI, data: input }).args[0]).toHaveLength(2)
    const receipt = await chain.client.getTransactionReceipt({ hash: settled.transaction_hash as Hex })
    expect(receipt.gasUsed).toBeLessThan(gas)
  })

  it('buys exactly the amount, and releases the rest of the hold', async () => {
    await trading.quoteOver(customer, buy, 2)
    const before = await hotBalances()
    const placed = await trading.trade(customer, buy)
    expect(placed.routes).toHaveLength(2)
    trading.start()
    await expect.poll(() => stateOf(placed.id), SETTLED).toBe('settled')
    const [settled, after] = [await trading.tradeById(customer, placed.id), await hotBalances()]
    expect(settled.amount_out).toBe('39000')
    expect(await balance('USDT')).toMatchObject({ posted: 39_000_000_000n })
    expect(before.copt - after.copt).toBe(unitsOf(settled.amount_in, 2))
    expect(sumOf(settled.routes, 'amount_in', 2)).toBe(unitsOf(settled.amount_in, 2))
    expect(await balance('COP')).toMatchObject({ posted: 2n * SOLD_UNITS - unitsOf(settled.amount_in, 2), held: 0n })
  })

  it.each([0, 1])('reverts whole when the price of route %i moved meanwhile, and everything is refunded', async (place) => {
    await trading.quoteOver(customer, sell, 2)
    const placed = await trading.trade(customer, { ...sell, slippage: '0.001' })
    expect(placed.routes).toHaveLength(2)
    const route = placed.routes[place]
    if (!route) throw new Error('no such route')
    await moveAgainst(route)
    const before = await hotBalances()
    trading.start()
    await expect.poll(() => stateOf(placed.id), SETTLED).toBe('refunded')
    expect(await hotBalances()).toEqual(before)
    expect(await balance('COP')).toMatchObject({ posted: 2n * SOLD_UNITS, held: 0n })
    expect(await balance('USDT')).toMatchObject({ posted: 0n })
  })

  it('is one trade for twenty concurrent copies of its request', async () => {
    await trading.quoteOver(customer, sell, 2)
    trading.start()
    const operationId = newId()
    const answers = await Promise.all(Array.from({ length: 20 }, () => trading.trade(customer, sell, operationId)))
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([operationId]))
    expect(new Set(answers.map(({ routes }) => JSON.stringify(routes))).size).toBe(1)
    await expect.poll(() => stateOf(operationId), SETTLED).toBe('settled')
    expect(await balance('COP')).toMatchObject({ posted: SOLD_UNITS, held: 0n })
  })

  it('from before routes were stored is settled and shown without them', async () => {
    await trading.quoteOver(customer, sell, 2)
    const placed = await trading.trade(customer, sell)
    await sql`UPDATE trading.trade SET routes = NULL WHERE id = ${placed.id}`.execute(database.db)
    expect((await trading.tradeById(customer, placed.id)).routes).toEqual([])
    trading.start()
    await expect.poll(() => stateOf(placed.id), SETTLED).toBe('settled')
    expect((await trading.tradeById(customer, placed.id)).routes).toEqual([])
    expect((await balance('USDT')).posted).toBeGreaterThan(0n)
  })

  it.each(['trading.committed', 'blockchain.broadcast', 'trading.before_settled'])(
    'is settled exactly once when the process is killed at %s',
    async (faultName) => {
      const operationId = newId()
      const before = await hotBalances()
      process.env.FAULT_AT = faultName
      const given = { connection: database.connection, env: chain.env, accountId: customer, body: sell, operationId, waitsForRoutes: 2 }
      const { child } = runTypeScript(new URL('./crash-child.testing.ts', import.meta.url), [JSON.stringify(given)])
      delete process.env.FAULT_AT
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      expect(child.signalCode).toBe('SIGKILL')
      await afterKill(database.db)
      trading.start()
      const again = await trading.trade(customer, sell, operationId)
      expect(again.routes).toHaveLength(2)
      await expect.poll(() => stateOf(operationId), SETTLED).toBe('settled')
      const [settled, after] = [await trading.tradeById(customer, operationId), await hotBalances()]
      expect(before.copt - after.copt).toBe(SOLD_UNITS)
      expect(after.usdt - before.usdt).toBe(sumOf(settled.routes, 'amount_out', 6))
      expect(await balance('COP')).toMatchObject({ posted: SOLD_UNITS, held: 0n })
      expect((await sql`SELECT 1 FROM blockchain.chain_transaction`.execute(database.db)).rows).toHaveLength(1)
    },
  )
})
