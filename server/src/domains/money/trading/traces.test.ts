/** One trace from the call of a trade to the block with its swap, over the rows that carry it between processes. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { startReceiver } from '../../../platform/tracing/receiver.testing.ts'
import { startTracing } from '../../../platform/tracing/start-tracing.ts'
import { traced } from '../../../platform/tracing/traced.ts'
import { createTestTrading, type TestTrading } from './testing.ts'

const [COPT, USDT] = [0, 31]
const order = { tradeType: 'input' as const, tokenIn: COPT, tokenOut: USDT, amountIn: '40000' }
const ROLES = new Set(['core', 'worker', 'signer'] as const)
let chain: TestChain
let database: TestDatabase
let trading: TestTrading
let customer: string
let stopTracing: () => Promise<void> = async () => undefined

beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  database = await createTestDatabase()
  trading = await createTestTrading(database.connection, chain.env)
  customer = newId()
  await trading.fund(customer, 'COP', 1_000_000_000n)
})
afterEach(async () => {
  await stopTracing()
  stopTracing = async () => undefined
  await trading.stop()
  await database.drop()
})

async function settled(): Promise<string> {
  const { id } = await traced('POST /blockchain/trade', { parent: null }, () => trading.trade(customer, order))
  trading.start()
  await expect.poll(async () => (await trading.tradeById(customer, id)).state, { timeout: 20_000, interval: 50 }).toBe('settled')
  return id
}

it('a trade is one trace, from its call over signer and block to its settlement', async () => {
  const receiver = await startReceiver()
  stopTracing = await startTracing({ TRACES_URL: receiver.url }, ROLES)
  await settled()
  await stopTracing()
  const call = receiver.spans.find(({ name }) => name === 'POST /blockchain/trade')
  const own = receiver.spans.filter(({ traceId }) => traceId === call?.traceId)
  const names = own.map(({ name }) => name)
  for (const name of ['sign operation', 'send operation', 'operation confirmed']) expect(names).toContain(name)
  expect(names.filter((name) => name.startsWith('event blockchain.operation_updated'))).not.toEqual([])
  const ids = new Set(own.map(({ spanId }) => spanId))
  expect(own.filter(({ parentSpanId = '' }) => !ids.has(parentSpanId))).toEqual([call])
  const text = JSON.stringify(own.map(({ attributes }) => attributes))
  for (const secret of [customer, '40000', '4000000', chain.deployment.hotWallet]) expect(text).not.toContain(secret)
  await receiver.stop()
})

it.each([
  ['answers 500', 500],
  ['never answers', 0],
])('a collector that %s disturbs no trade, and its end holds up no stop', async (_what, answer) => {
  const receiver = await startReceiver(answer)
  stopTracing = await startTracing({ TRACES_URL: receiver.url }, ROLES)
  await settled()
  const began = performance.now()
  await stopTracing()
  expect(performance.now() - began).toBeLessThan(5_000)
  await receiver.stop()
})

it('without the setting no row has a position, and a collector that is away disturbs nothing', async () => {
  await settled()
  const positions = async () =>
    (
      await database.pool.query(
        `SELECT traceparent FROM blockchain.intent UNION SELECT traceparent FROM platform.event UNION SELECT traceparent FROM platform.job`,
      )
    ).rows
  expect(await positions()).toEqual([{ traceparent: null }])
  stopTracing = await startTracing({ TRACES_URL: 'http://127.0.0.1:9/v1/traces' }, ROLES)
  const { state } = await traced('POST /blockchain/trade', { parent: null }, () => trading.trade(customer, order))
  expect(state).toBe('pending')
})
