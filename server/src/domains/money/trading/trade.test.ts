import { once } from 'node:events'
import { ASSET_CODES } from '@tunjo/contract/money'
import { wholePercentOf } from '@tunjo/contract/price-impact'
import { sql } from 'kysely'
import { encodeFunctionData, type Hex, maxUint256 } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { jsonRpc } from '../../../../../dev/embedded/chain/json-rpc.ts'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { ERC20_ABI, SWAP_ROUTER_ABI } from '../../../chain/uniswap.ts'
import { newId } from '../../../platform/database/ids.ts'
import { Refused } from '../../../platform/http/refusal.ts'
import { testSigner } from '../blockchain/testing.ts'
import { customerAccount, systemAccount } from '../ledger/index.ts'
import { sealQuote } from './quote-id.ts'
import { createTestTrading, type TestTrading } from './testing.ts'
import { swapIdOf } from './trade-ids.ts'

const [COPT, BTC, USDT] = [0, 30, 31]
const SETTLED = { timeout: 20_000, interval: 50 }
const MILLION_PESOS = 100_000_000n
let chain: TestChain
let database: TestDatabase
let trading: TestTrading
let customer: string
let chainBefore: string | null = null

beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  database = await createTestDatabase()
  trading = await createTestTrading(database.connection, chain.env)
  customer = newId()
  await trading.fund(customer, 'COP', 10n * MILLION_PESOS)
})
afterEach(async () => {
  try {
    await checkBooks()
  } finally {
    await trading.stop()
    await database.drop()
    if (chainBefore) await chain.revert(chainBefore)
    chainBefore = null
  }
})

const sell = (amountIn: string, tokenOut = USDT) => ({ tradeType: 'input' as const, tokenIn: COPT, tokenOut, amountIn })
const buy = (amountOut: string, tokenOut = USDT) => ({ tradeType: 'output' as const, tokenIn: COPT, tokenOut, amountOut })
const balance = (asset: 'COP' | 'BTC' | 'USDT', owner = customer) => trading.ledger.balance(customerAccount(owner, asset))
const stateOf = (id: string) => trading.tradeById(customer, id).then((trade) => trade.state)
const units = (text: string, decimals: number) => BigInt(text.replace('.', '').padEnd((text.split('.')[0] ?? '').length + decimals, '0'))

/** MON-10: after every test each asset adds up to zero and no balance of the customer is negative. */
async function checkBooks(): Promise<void> {
  const faults = (await trading.ledger.verify()).faults
  expect(faults).toEqual([])
  for (const asset of ASSET_CODES) {
    const { posted, available } = await balance(asset)
    const others = await Promise.all(
      ['bank', 'market', 'network-fees', 'exchange-fees'].map((name) => trading.ledger.balance(systemAccount(name, asset))),
    )
    expect(others.reduce((sum, other) => sum + other.posted, posted)).toBe(0n)
    expect(available).toBeGreaterThanOrEqual(0n)
  }
}

async function hotBalance(token: 'COPT' | 'BTC' | 'USDT'): Promise<bigint> {
  const { tokens, hotWallet } = chain.deployment
  return chain.client.readContract({ address: tokens[token], abi: ERC20_ABI, functionName: 'balanceOf', args: [hotWallet] })
}

async function codeOf(answer: Promise<unknown>): Promise<string | undefined> {
  return answer.then(
    () => undefined,
    (error) => (error instanceof Refused ? error.refusal.code : String(error)),
  )
}

/** An external trader buys so much bitcoin that its price moves, until the end of the test. */
async function movePrice(amountUsdt: bigint): Promise<void> {
  chainBefore = await chain.snapshot()
  const { tokens, swapRouter, visitor } = chain.deployment
  const approve = encodeFunctionData({ abi: ERC20_ABI, functionName: 'approve', args: [swapRouter, maxUint256] })
  await chain.send('visitor', tokens.USDT, approve)
  const path = `${tokens.USDT}0001f4${tokens.BTC.slice(2)}` as const
  const params = { path, recipient: visitor, deadline: maxUint256, amountIn: amountUsdt, amountOutMinimum: 0n } as const
  const swap = encodeFunctionData({ abi: SWAP_ROUTER_ABI, functionName: 'exactInput', args: [params] })
  expect((await chain.send('visitor', swapRouter, swap)).status).toBe('success')
}

describe('SEC-57 quotes', () => {
  const ask = (person: string) =>
    codeOf(trading.quote(person, { inputToken: COPT, outputToken: USDT, tradeType: 'input', amount: '1000000' }))
  it('one customer gets three hundred a minute at most, from any number of networks, and delays no other', async () => {
    const asked = await Promise.all(Array.from({ length: 310 }, () => ask(customer)))
    expect(asked.filter((code) => code === undefined)).toHaveLength(300)
    expect(asked.filter((code) => code === 'request.too_many')).toHaveLength(10)
    expect(await ask(newId())).toBeUndefined()
  })
})

describe('EX-06 trades', () => {
  it('an input trade holds, swaps and settles by the on-chain result, to the unit', async () => {
    const hot = { copt: await hotBalance('COPT'), usdt: await hotBalance('USDT') }
    const placed = await trading.trade(customer, sell('1000000'))
    expect(placed).toMatchObject({
      state: 'pending',
      token_in: COPT,
      token_out: USDT,
      amount_in: '1000000',
      transaction_hash: null,
      executed_price: null,
    })
    expect(await balance('COP')).toMatchObject({ held: MILLION_PESOS, available: 9n * MILLION_PESOS })
    trading.start()
    await expect.poll(() => stateOf(placed.id), SETTLED).toBe('settled')

    const settled = await trading.tradeById(customer, placed.id)
    const fee = units(settled.network_fee, 6)
    const bought = (await hotBalance('USDT')) - hot.usdt - fee
    expect(fee).toBeGreaterThan(0n)
    expect(units(settled.amount_out, 6)).toBe(bought)
    expect((await trading.ledger.balance(systemAccount('network-fees', 'USDT'))).posted).toBe(fee)
    expect(hot.copt - (await hotBalance('COPT'))).toBe(MILLION_PESOS)
    expect(await balance('USDT')).toMatchObject({ posted: bought, held: 0n })
    expect(await balance('COP')).toMatchObject({ posted: 9n * MILLION_PESOS, held: 0n })
    expect(Number(settled.executed_price)).toBeCloseTo(bought ? Number(bought) / 1e6 / 1e6 : 0, 9)
    expect(settled).toMatchObject({ confirmations: 2, confirmations_needed: 2, fee: expect.stringMatching(/^0\.\d+$/) })
    expect(settled.transaction_hash).toMatch(/^0x[0-9a-f]{64}$/)
    const receipt = await chain.client.getTransactionReceipt({ hash: settled.transaction_hash as `0x${string}` })
    const kept = await sql`SELECT block_number::int AS block, transaction_hash AS hash FROM trading.trade_execution`.execute(database.db)
    expect(kept.rows).toEqual([{ block: Number(receipt.blockNumber), hash: settled.transaction_hash }])
  })

  it('an output trade buys exactly the requested amount, and releases the rest of the hold', async () => {
    trading.start()
    const placed = await trading.trade(customer, buy('0.005', BTC))
    expect((await balance('COP')).held).toBe(units(placed.maximum_sold, 2))
    await expect.poll(() => stateOf(placed.id), SETTLED).toBe('settled')
    const settled = await trading.tradeById(customer, placed.id)
    expect(settled.amount_out).toBe('0.005')
    expect(units(settled.amount_in, 2)).toBeLessThan(units(settled.maximum_sold, 2))
    expect(await balance('BTC')).toMatchObject({ posted: 500_000n })
    expect(await balance('COP')).toMatchObject({ posted: 10n * MILLION_PESOS - units(settled.amount_in, 2), held: 0n })
  })

  it('SEC-54 takes the bound of the sealed quote, and refuses one that is expired, of another trade or of another customer', async () => {
    const quote = await trading.quote(customer, {
      inputToken: COPT,
      outputToken: USDT,
      tradeType: 'input',
      amount: '500000',
      slippage: '0.01',
    })
    const body = { ...sell('500000'), quoteId: quote.quote_id, path: quote.path }
    expect((await trading.trade(customer, body)).minimum_received).toBe(quote.minimum_received)
    const { rows } = await sql`SELECT quoted_in, quoted_out - network_fee_out AS received, routes FROM trading.trade`.execute(database.db)
    const symbols = ['COPT', ...quote.hops.map(({ token_out }) => token_out)]
    const pools = quote.hops.map(({ fee_percent }) => expect.objectContaining({ fee: Math.round(Number(fee_percent) * 10_000) }))
    const routes = [expect.objectContaining({ symbols, pools, amountIn: '50000000' })]
    expect(rows).toEqual([{ quoted_in: 50_000_000n, received: units(quote.expected_output, 6), routes }])
    expect(await codeOf(trading.trade(customer, { ...body, amountIn: '500001' }))).toBe('trading.quote_expired')
    expect(await codeOf(trading.trade(customer, { ...body, tokenOut: BTC, path: undefined }))).toBe('trading.quote_expired')
    expect(await codeOf(trading.trade(newId(), body))).toBe('trading.quote_expired')
    expect(await codeOf(trading.trade(customer, { ...body, quoteId: 'invented' }))).toBe('trading.quote_expired')
  })

  it('R13 no data of the database seals a quote without fees, and every process accepts the quotes of the others', async () => {
    const order = { inputToken: COPT, outputToken: USDT, tradeType: 'input' as const, amount: '500000', slippage: '0.01' }
    const quote = await trading.quote(customer, order)
    const columns = await sql<{
      place: string
      name: string
    }>`SELECT table_name AS place, column_name AS name FROM information_schema.columns
      WHERE table_schema = 'trading' AND data_type = 'bytea'`.execute(database.db)
    const keys = await Promise.all(
      columns.rows.map(({ place, name }) =>
        sql<{ key: Buffer }>`SELECT ${sql.id(name)} AS key FROM ${sql.id('trading', place)}`.execute(database.db),
      ),
    )
    const terms = Buffer.from(quote.quote_id.split('.')[0] ?? '', 'base64url')
      .toString()
      .split(' ')
    for (const { key } of [...keys.flatMap(({ rows }) => rows), { key: Buffer.alloc(32) }]) {
      const [tokenIn, tokenOut, , amount, minimumOut, maximumIn] = terms.map((term) => (/^\d+$/.test(term) ? BigInt(term) : 0n))
      const free = {
        networkFeeOut: 0n,
        houseFeeOut: 0n,
        feeVersion: 1,
        quotedIn: 1n,
        quotedOut: 1n,
        expiresAt: new Date(Date.now() + 30_000),
      }
      const bounds = { amount: amount ?? 0n, minimumOut: minimumOut ?? 0n, maximumIn: maximumIn ?? 0n }
      const forged = { tokenIn: Number(tokenIn), tokenOut: Number(tokenOut), tradeType: 'input' as const, ...bounds, ...free }
      const quoteId = sealQuote(key, customer, forged)
      expect(await codeOf(trading.trade(customer, { ...sell('500000'), quoteId }))).toBe('trading.quote_expired')
    }
    const other = await createTestTrading(database.connection, chain.env)
    expect((await other.trade(customer, { ...sell('500000'), quoteId: quote.quote_id })).minimum_received).toBe(quote.minimum_received)
    await other.stop()
  })

  it('R19 a quote that is used twice causes no loss: each trade is priced again, pays for itself and keeps the bound', async () => {
    await trading.fund(customer, 'USDT', 4_000_000_000n)
    const order = { inputToken: USDT, outputToken: BTC, tradeType: 'input' as const, amount: '1000', slippage: '0' }
    const quote = await trading.quote(customer, order)
    const body = { ...sell('1000', BTC), tokenIn: USDT, quoteId: quote.quote_id }
    const both = await Promise.all([trading.trade(customer, body), trading.trade(customer, body)])
    expect(new Set(both.map(({ id }) => id)).size).toBe(2)
    expect(both.map(({ minimum_received }) => minimum_received)).toEqual([quote.minimum_received, quote.minimum_received])
    expect((await balance('USDT')).held).toBe(2_000_000_000n)
    // A worse price is refused, a third time too: the quote is a bound, not a price that remains open.
    await movePrice(300_000_000_000n)
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    expect(await codeOf(trading.trade(customer, body))).toBe('trading.price_moved')
    expect((await balance('USDT')).held).toBe(2_000_000_000n)
  })

  it('SEC-54 refuses a path that is never offered, a ceiling below the price, and more than the balance', async () => {
    const { USDT: usdt, COPT: copt, WETH: weth } = chain.deployment.tokens
    for (const path of [[usdt, copt], [copt, weth, usdt], [copt], ['x']]) {
      expect(await codeOf(trading.trade(customer, { ...sell('40000'), path }))).toBe('trading.path_not_offered')
    }
    expect(await codeOf(trading.trade(customer, { ...buy('100'), amountInMaximum: '300000' }))).toBe('trading.price_moved')
    expect(await codeOf(trading.trade(customer, sell('10000000.01')))).toBe('ledger.insufficient_funds')
    expect(await codeOf(trading.trade(customer, { ...sell('10'), tokenIn: USDT, tokenOut: BTC }))).toBe('ledger.insufficient_funds')
    // More than the platform's balance: still the customer's lack of funds, not an unreachable node.
    expect(await codeOf(trading.trade(customer, { ...sell('5000000', BTC), tokenIn: USDT }))).toBe('ledger.insufficient_funds')
    expect(await trading.trades(customer)).toEqual([])
    expect((await sql`SELECT 1 FROM blockchain.intent`.execute(database.db)).rows).toEqual([])
  })

  it('R3 refuses an amount that is all rounding, sold or bought, and changes nothing', async () => {
    const orders = [sell('0.01'), sell('999.99'), { ...sell('0.249999', BTC), tokenIn: USDT }]
    for (const order of orders) expect(await codeOf(trading.trade(customer, order))).toBe('trading.amount_below_minimum')
    for (const order of [buy('0.000001'), buy('0.00000001', BTC)])
      expect(await codeOf(trading.trade(customer, order))).toBe('trading.network_fee_too_high')
    expect(await trading.trades(customer)).toEqual([])
    expect((await balance('COP')).held).toBe(0n)
    expect((await trading.trade(customer, sell('40000'))).amount_in).toBe('40000')
  })

  it('a ceiling far above the price holds at most five percent more than the price', async () => {
    const placed = await trading.trade(customer, { ...buy('100'), amountInMaximum: '9000000' })
    expect(Number(placed.maximum_sold)).toBeLessThan(100 * 3797 * 1.06)
  })

  it('MON-10 bitcoins that an attacker wrote into the database are not sold', async () => {
    const { id } = customerAccount(customer, 'BTC')
    const sellBitcoin = { tradeType: 'input' as const, tokenIn: BTC, tokenOut: USDT, amountIn: '1', slippage: '0.005' }
    await trading.fund(customer, 'BTC', 1_000n)
    // The product's role may write it, since a posting changes the same column.
    await sql`UPDATE ledger.account SET posted = posted + 200000000 WHERE id = ${id}`.execute(trading.platform.db)
    expect((await balance('BTC')).available).toBe(200_001_000n)
    expect(await codeOf(trading.trade(customer, sellBitcoin))).toBe('ledger.unproved')
    expect(await trading.trades(customer)).toEqual([])
    await sql`UPDATE ledger.account SET posted = posted - 200000000 WHERE id = ${id}`.execute(trading.platform.db)
  })

  it("is refused when the price left the quote's bounds before the trade", async () => {
    await trading.fund(customer, 'USDT', 2_000_000_000n)
    const quote = await trading.quote(customer, { inputToken: USDT, outputToken: BTC, tradeType: 'input', amount: '1000', slippage: '0' })
    await movePrice(300_000_000_000n)
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    const body = { ...sell('1000', BTC), tokenIn: USDT, quoteId: quote.quote_id }
    expect(await codeOf(trading.trade(customer, body))).toBe('trading.price_moved')
  })

  it('EX-06 when the platform cannot pay the network no trade begins, and nothing is held', async () => {
    const rpc = jsonRpc(chain.rpcUrl)
    const { hotWallet } = chain.deployment
    const before = await chain.client.getBalance({ address: hotWallet })
    await rpc('anvil_setBalance', [hotWallet, '0x2386f26fc10000'])
    expect(await codeOf(trading.trade(customer, sell('40000')))).toBe('trading.network_unpaid')
    expect(await balance('COP')).toMatchObject({ held: 0n })
    expect(await trading.trades(customer)).toEqual([])
    await rpc('anvil_setBalance', [hotWallet, `0x${before.toString(16)}`])
    expect((await trading.trade(customer, sell('40000'))).state).toBe('pending')
  })

  it.each([
    ['input', sell('40000')],
    ['output', buy('10')],
  ])('EX-06 waits for what is minted or swept after the credit: %s', async (_tradeType, order) => {
    chainBefore = await chain.snapshot()
    const { tokens, hotWallet, treasury } = chain.deployment
    const move = (to: Hex, amount: bigint) => encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [to, amount] })
    const pesos = await hotBalance('COPT')
    const logged = vi.spyOn(trading.platform.log, 'error')
    expect((await chain.send('hot', tokens.COPT, move(treasury, pesos))).status).toBe('success')
    expect(await codeOf(trading.trade(customer, order))).toBe('trading.funds_on_the_way')
    expect(await balance('COP')).toMatchObject({ held: 0n })
    expect(await trading.trades(customer)).toEqual([])
    expect(logged).not.toHaveBeenCalled()
    expect((await chain.send('treasury', tokens.COPT, move(hotWallet, pesos))).status).toBe('success')
    expect((await trading.trade(customer, order)).state).toBe('pending')
  })

  it('EX-06 while the network fee exceeds the maximum offer no trade begins, and the customer reads the reason', async () => {
    const dear = await createTestTrading(database.connection, { ...chain.env, CHAIN_MAXIMUM_FEE_GWEI: '1' } as TestChain['env'])
    const rpc = jsonRpc(chain.rpcUrl)
    const { baseFeePerGas } = await chain.client.getBlock()
    await rpc('anvil_setNextBlockBaseFeePerGas', ['0x77359400'])
    await rpc('evm_mine')
    expect(await codeOf(dear.trade(customer, sell('400000')))).toBe('trading.network_expensive')
    expect(await balance('COP')).toMatchObject({ held: 0n })
    await rpc('anvil_setNextBlockBaseFeePerGas', [`0x${(baseFeePerGas ?? 0n).toString(16)}`])
    await rpc('evm_mine')
    expect((await dear.trade(customer, sell('400000'))).state).toBe('pending')
    await dear.stop()
  })

  it('EX-06 the bound holds on chain: a swap whose price moved meanwhile reverts, and everything is refunded', async () => {
    await trading.fund(customer, 'USDT', 1_000_000_000n)
    const placed = await trading.trade(customer, { ...sell('1000', BTC), tokenIn: USDT, slippage: '0.001' })
    await movePrice(500_000_000_000n)
    const before = { usdt: await hotBalance('USDT'), btc: await hotBalance('BTC') }
    trading.start()
    await expect.poll(() => stateOf(placed.id), SETTLED).toBe('refunded')
    expect(await trading.tradeById(customer, placed.id)).toMatchObject({ fee: '0', network_fee: '0' })
    expect(await balance('USDT')).toMatchObject({ posted: 1_000_000_000n, held: 0n })
    expect(await balance('BTC')).toMatchObject({ posted: 0n })
    expect({ usdt: await hotBalance('USDT'), btc: await hotBalance('BTC') }).toEqual(before)
    expect((await trading.tradeById(customer, placed.id)).executed_price).toBeNull()
  })

  it('the same request is one trade, and the same id with another body is refused', async () => {
    trading.start()
    const operationId = newId()
    // The whole balance: the second copy finds nothing left, and must not answer that.
    const answers = await Promise.all(Array.from({ length: 20 }, () => trading.trade(customer, sell('10000000'), operationId)))
    expect(new Set(answers.map((answer) => answer.id))).toEqual(new Set([operationId]))
    expect(await codeOf(trading.trade(customer, sell('9999999'), operationId))).toBe('request.idempotency_key_reused')
    await expect.poll(() => stateOf(operationId), SETTLED).toBe('settled')
    expect((await trading.trade(customer, sell('10000000'), operationId)).state).toBe('settled')
    expect(await balance('COP')).toMatchObject({ posted: 0n, held: 0n })
  })

  it('MON-10 twenty concurrent trades never spend more than the balance', async () => {
    trading.start()
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => trading.trade(customer, sell('1000000'))))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(10)
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason.refusal.code).toBe('ledger.insufficient_funds')
    const isEnded = async () => (await trading.trades(customer)).filter(({ state }) => state === 'settled' || state === 'refunded').length
    await expect.poll(isEnded, SETTLED).toBe(10)
    const refunded = (await trading.trades(customer)).filter(({ state }) => state === 'refunded').length
    expect(await balance('COP')).toMatchObject({ posted: BigInt(refunded) * MILLION_PESOS, held: 0n })
  })
})

describe('R20 gas is not a gift of the platform', () => {
  it('the smallest trades are refused where the network costs more than their value, and accepted ones pay for their gas', async () => {
    trading.start()
    for (const amount of ['1000', '1500', '2000'])
      expect(await codeOf(trading.trade(customer, sell(amount)))).toBe('trading.network_fee_too_high')
    const placed = []
    for (let n = 0; n < 8; n++) placed.push(await trading.trade(customer, sell('20000')))
    for (const { id } of placed) await expect.poll(() => stateOf(id), SETTLED).toBe('settled')
    const { rows } = await sql<{ paid: bigint; gas: bigint }>`SELECT sum(fee_usd_micros) AS paid, sum(gas_usd_micros) AS gas
      FROM trading.trade`.execute(database.db)
    const collected = (await trading.ledger.balance(systemAccount('network-fees', 'USDT'))).posted
    expect(collected).toBe(placed.reduce((sum, { network_fee }) => sum + units(network_fee, 6), 0n))
    // Quoted before it is sent: within a tenth of the gas that the chain then charges.
    expect(Number(rows[0]?.gas)).toBeLessThan(Number(rows[0]?.paid) * 1.1)
  })

  it('the fee of a sealed quote is the fee of its trade, for both kinds of orders', async () => {
    for (const tradeType of ['input', 'output'] as const) {
      const amount = tradeType === 'input' ? '400000' : '90'
      const quote = await trading.quote(customer, { inputToken: COPT, outputToken: USDT, tradeType, amount })
      expect(Number(quote.network_fee_cop)).toBeCloseTo(Number(quote.network_fee) * 3797, -2)
      const body = tradeType === 'input' ? sell(amount) : buy(amount)
      const placed = await trading.trade(customer, { ...body, quoteId: quote.quote_id })
      expect(placed.network_fee).toBe(quote.network_fee)
      expect(placed.minimum_received).toBe(quote.minimum_received)
      expect(placed.maximum_sold).toBe(quote.maximum_sold)
      if (tradeType === 'output') expect(quote.minimum_received).toBe('90')
    }
  })

  it('R16 unpaid gas is reported above its budget, and is a metric before', async () => {
    trading.start()
    const logged = vi.spyOn(trading.platform.log, 'error')
    const isLogged = () => logged.mock.calls.some(([facts]) => JSON.stringify(facts).includes('gas_budget_exceeded'))
    const settle = async () => {
      const { id } = await trading.trade(customer, sell('20000'))
      await expect.poll(() => stateOf(id), SETTLED).toBe('settled')
    }
    await settle()
    expect((await trading.figures.read()).budget_used_percent).toBeLessThan(10)
    expect(isLogged()).toBe(false)
    // As much as provoked reverts can cost: fifty dollars and one.
    await sql`UPDATE trading.trade SET gas_usd_micros = fee_usd_micros + 51000000`.execute(database.owner)
    expect((await trading.figures.read()).budget_used_percent).toBe(102)
    await settle()
    expect(isLogged()).toBe(true)
    await sql`UPDATE trading.trade SET settled_at = settled_at - interval '25 hours'`.execute(database.owner)
    expect((await trading.figures.read()).budget_used_percent).toBe(0)
  })

  it('a customer whose swaps revert three times in a day has to wait; others can trade', async () => {
    await trading.fund(customer, 'USDT', 4_000_000_000n)
    const risky = { ...sell('100', BTC), tokenIn: USDT, slippage: '0' }
    const placed = [await trading.trade(customer, risky), await trading.trade(customer, risky), await trading.trade(customer, risky)]
    await movePrice(500_000_000_000n)
    trading.start()
    for (const { id } of placed) await expect.poll(() => stateOf(id), SETTLED).toBe('refunded')
    expect(await balance('USDT')).toMatchObject({ posted: 4_000_000_000n, held: 0n })
    expect(await codeOf(trading.trade(customer, sell('40000')))).toBe('trading.too_many_reverts')
    expect(await codeOf(trading.trade(newId(), sell('40000')))).not.toBe('trading.too_many_reverts')
  })

  it('at most ten of one customer are in flight, regardless of concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => codeOf(trading.trade(customer, sell('40000')))))
    expect(answers.filter((code) => code === undefined)).toHaveLength(10)
    expect(new Set(answers.filter((code) => code !== undefined))).toEqual(new Set(['trading.too_many_open']))
    expect(await balance('COP')).toMatchObject({ held: 40_000_000n })
  })

  it('R20 a trade that would move the price by 15 % is refused, and one of 10 % unless its number was typed', async () => {
    await trading.fund(customer, 'COP', 200_000_000n * MILLION_PESOS)
    const ask = (amount: string) => trading.quote(customer, { inputToken: COPT, outputToken: BTC, tradeType: 'input', amount })
    const tried = ['1000000', '6000000000', '9000000000', '12000000000', '15000000000', '20000000000', '30000000000', '60000000000']
    const quotes = await Promise.all(tried.map(async (amount) => ({ amount, ...(await ask(amount)) })))
    for (const { price_impact_percent: impact, price_impact_level: level } of quotes)
      expect(level).toBe(Number(impact) >= 15 ? 'refused' : Number(impact) >= 10 ? 'confirm' : 'low')
    const [confirmed, refused] = ['confirm', 'refused'].map((level) =>
      quotes.find(({ price_impact_level }) => price_impact_level === level),
    )
    if (!confirmed || !refused) throw new Error('the amounts reach neither level')
    const typed = wholePercentOf(confirmed.price_impact_percent)
    const place = (amount: string, acceptedImpactPercent?: number) =>
      trading.trade(customer, { ...sell(amount, BTC), acceptedImpactPercent })
    expect(await codeOf(place(refused.amount, 100))).toBe('trading.price_impact_too_high')
    expect(await codeOf(place(confirmed.amount))).toBe('trading.price_impact_not_accepted')
    expect(await codeOf(place(confirmed.amount, typed - 1))).toBe('trading.price_impact_not_accepted')
    expect(await balance('COP')).toMatchObject({ held: 0n })
    // The hot wallet of the tests cannot pay a trade of this size: the next check is that of its tokens.
    expect(await codeOf(place(confirmed.amount, typed))).toBe('trading.funds_on_the_way')
  })

  it('R20 a trade whose impact was typed is placed', async () => {
    const env = { ...chain.env, TRADING_CONFIRM_IMPACT_BPS: '1' } as TestChain['env']
    const strict = await createTestTrading(database.connection, env)
    await strict.fund(customer, 'COP', 100n * MILLION_PESOS)
    const order = sell('20000000', BTC)
    const { price_impact_level } = await strict.quote(customer, {
      inputToken: COPT,
      outputToken: BTC,
      tradeType: 'input',
      amount: '20000000',
    })
    expect(price_impact_level).toBe('confirm')
    expect(await codeOf(strict.trade(customer, order))).toBe('trading.price_impact_not_accepted')
    expect((await strict.trade(customer, { ...order, acceptedImpactPercent: 0 })).state).toBe('pending')
    await strict.stop()
  })
})

describe('R20 price sanity', () => {
  it.each([
    ['a hundred times off', { BTCUSDT: 912_345_600_000_000n }],
    ['three percent off', { BTCUSDT: 9_400_000_000_000n }],
    ['stale', { BTCUSDT: null }],
  ])('halts trading when a source is %s, and only for that pair', async (_, prices) => {
    Object.assign(trading.prices, prices)
    expect(await codeOf(trading.trade(customer, sell('40000', BTC)))).toBe('trading.halted')
    expect(await balance('COP')).toMatchObject({ held: 0n })
    expect((await trading.trade(customer, sell('40000'))).state).toBe('pending')
  })

  it('trades within the band', async () => {
    Object.assign(trading.prices, { BTCUSDT: 9_250_000_000_000n, COPUSDT: 376_000_000_000n })
    expect((await trading.trade(customer, sell('40000', BTC))).state).toBe('pending')
  })
})

describe('EX-06 SEC-76 a trade that was rewritten with the product’s role, after its swap was signed', () => {
  /** On chain with all confirmations, and not processed yet. */
  async function confirmedSwap(): Promise<string> {
    const { id } = await trading.trade(customer, sell('1000000'))
    const signer = testSigner(database.signerConnection, chain)
    await signer.sign(swapIdOf(id))
    await signer.close()
    const isConfirmed = async () => {
      await trading.blockchain.follow()
      return (await trading.blockchain.operation(swapIdOf(id)))?.state
    }
    await expect.poll(isConfirmed, SETTLED).toBe('confirmed')
    return id
  }
  const rewrite = (id: string, assignments: string) =>
    sql`UPDATE trading.trade SET ${sql.raw(assignments)} WHERE id = ${id}`.execute(trading.platform.db)
  const columnOf = async (id: string, column: string) =>
    (await sql<{ was: unknown }>`SELECT ${sql.id(column)}::text AS was FROM trading.trade WHERE id = ${id}`.execute(database.db)).rows[0]
      ?.was

  it.each([
    ['account_id', newId()],
    ['minimum_out', '1'],
    ['network_fee_out', '0'],
    ['token_out', String(BTC)],
  ])('%s: settles for no customer, is reported, and settles once it is restored', async (column, forged) => {
    const logged = vi.spyOn(trading.platform.log, 'error')
    const id = await confirmedSwap()
    const was = await columnOf(id, column)
    await rewrite(id, `${column} = '${forged}'`)
    await trading.platform.jobs.drain()
    const owed = async () => (await trading.ledger.totals()).filter(({ kind, asset }) => kind === 'customer' && asset === 'USDT')
    expect((await owed()).reduce((sum, { posted }) => sum + posted, 0n)).toBe(0n)
    expect((await balance('COP')).held).toBe(MILLION_PESOS)
    expect(logged.mock.calls.map(([facts]) => facts)).toContainEqual(
      expect.objectContaining({ securityEvent: 'trade_unproved', tradeId: id }),
    )
    expect((await trading.unprovedTrades()).map((one) => one.id)).toEqual([id])
    await rewrite(id, `${column} = '${was}'`)
    trading.start()
    await expect.poll(() => stateOf(id), SETTLED).toBe('settled')
    expect((await balance('USDT')).posted).toBeGreaterThan(0n)
    expect((await balance('COP')).held).toBe(0n)
  })
})

describe('EX-06 a trade that was open before seals existed', () => {
  it('is sealed at the next start by what the owner of the database recorded, and no other is', async () => {
    const [old, changed, later] = [
      await trading.trade(customer, sell('100000')),
      await trading.trade(customer, sell('100000')),
      await trading.trade(customer, sell('100000')),
    ]
    const asOwner = (statement: string) => database.pool.query(statement)
    await asOwner('UPDATE trading.trade SET seal = NULL')
    await asOwner(`UPDATE trading.before_seals SET rows = (SELECT jsonb_agg(jsonb_build_object('id', id, 'accountId', account_id,
      'tradeType', trade_type, 'tokenIn', token_in, 'tokenOut', token_out, 'maximumIn', maximum_in::text, 'minimumOut', minimum_out::text,
      'networkFeeOut', network_fee_out::text, 'houseFeeOut', house_fee_out::text)) FROM trading.trade WHERE id <> '${later.id}')`)
    await sql`UPDATE trading.trade SET account_id = ${newId()} WHERE id = ${changed.id}`.execute(trading.platform.db)
    expect((await trading.unprovedTrades()).map((one) => one.id).toSorted()).toEqual([old.id, changed.id, later.id].toSorted())
    const upgraded = await createTestTrading(database.connection, chain.env)
    expect((await upgraded.unprovedTrades()).map((one) => one.id).toSorted()).toEqual([changed.id, later.id].toSorted())
    await upgraded.stop()
  })
})

describe('EX-06 a trade is settled exactly once', () => {
  const faults = ['units.decided', 'units.written', 'trading.committed', 'blockchain.reserved', 'blockchain.signed', 'blockchain.stored']
  it.each([...faults, 'blockchain.broadcast', 'trading.before_settled', 'trading.settled'])(
    'when the process is killed at %s',
    async (faultName) => {
      const operationId = newId()
      const body = sell('2000000')
      const before = { copt: await hotBalance('COPT'), usdt: await hotBalance('USDT') }
      process.env.FAULT_AT = faultName
      const { child } = runTypeScript(new URL('./crash-child.testing.ts', import.meta.url), [
        JSON.stringify({ connection: database.connection, env: chain.env, accountId: customer, body, operationId }),
      ])
      delete process.env.FAULT_AT
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      expect(child.signalCode).toBe('SIGKILL')
      await afterKill(database.db)

      trading.start()
      await trading.trade(customer, body, operationId)
      await expect.poll(() => stateOf(operationId), SETTLED).toBe('settled')
      const fee = units((await trading.tradeById(customer, operationId)).network_fee, 6)
      const bought = (await hotBalance('USDT')) - before.usdt - fee
      expect((await trading.ledger.balance(systemAccount('network-fees', 'USDT'))).posted).toBe(fee)
      expect(before.copt - (await hotBalance('COPT'))).toBe(2n * MILLION_PESOS)
      expect(await balance('COP')).toMatchObject({ posted: 8n * MILLION_PESOS, held: 0n })
      expect(await balance('USDT')).toMatchObject({ posted: bought, held: 0n })
      expect((await sql`SELECT 1 FROM blockchain.chain_transaction`.execute(database.db)).rows).toHaveLength(1)
    },
  )

  it('when the chain is killed and comes back behind the ledger', async () => {
    trading.start()
    await chain.anvil.save()
    const placed = [await trading.trade(customer, sell('1000000')), await trading.trade(customer, buy('50'))]
    for (const { id } of placed) await expect.poll(() => stateOf(id), SETTLED).toBe('settled')
    const late = await trading.trade(customer, sell('250000', BTC))
    const before = { usdt: await hotBalance('USDT'), cop: await balance('USDT') }
    process.kill(chain.anvil.pid(), 'SIGKILL')
    await expect.poll(() => stateOf(late.id), SETTLED).toBe('settled')
    await expect.poll(() => hotBalance('USDT').catch(() => null), SETTLED).toBe(before.usdt)
    expect(await balance('USDT')).toEqual(before.cop)
    const open = sql`SELECT 1 FROM blockchain.chain_transaction WHERE NOT agreed`
    await expect.poll(async () => (await open.execute(database.db)).rows.length, SETTLED).toBe(0)
    expect((await sql`SELECT 1 FROM blockchain.chain_transaction`.execute(database.db)).rows).toHaveLength(3)
  })
})

describe('EX-08 history', () => {
  it("lists the caller's own trades only, newest first, in pages", async () => {
    const ids = []
    for (let n = 1; n <= 5; n++) ids.unshift((await trading.trade(customer, sell(String(40_000 * n)))).id)
    expect((await trading.trades(customer)).map((trade) => trade.id)).toEqual(ids)
    expect((await trading.trades(customer, { limit: 2, before: ids[1] })).map((trade) => trade.id)).toEqual(ids.slice(2, 4))
    expect(await trading.trades(newId())).toEqual([])
    expect(await codeOf(trading.tradeById(newId(), ids[0] ?? ''))).toBe('trading.trade_not_found')
  })

  it('balances-of has every token at its position, with the tradable amount of the caller', async () => {
    await trading.trade(customer, sell('1000000'))
    const tokens = await trading.balancesOf(customer)
    expect(tokens.map((token) => token.id)).toEqual(tokens.map((_, index) => index))
    expect(tokens.filter((token) => token.listed).map(({ symbol, balance: amount }) => [symbol, amount])).toEqual([
      ['COPT', '9000000'],
      ['BTC', '0'],
      ['USDT', '0'],
    ])
    expect(tokens[31]?.address).toBe(chain.deployment.tokens.USDT)
  })
})
