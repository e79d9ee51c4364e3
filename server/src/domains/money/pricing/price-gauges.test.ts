/** Gauges of prices cross their thresholds when prices become old or doubtful. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../dev/testing/test-product.ts'
import { priceGauges } from './price-gauges.ts'
import { savePrice } from './store.ts'

let database: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
})
afterAll(() => database.drop())

it('a price grows old, and one that was never accepted is the oldest', async () => {
  const { read } = priceGauges(platform)
  const quote = { price: 1n, bid: null, ask: null, source: 'binance', at: platform.clock.now() } as const
  await savePrice(database.db, 'BTCUSDT', quote, true)
  expect((await read())['age:BTCUSDT']).toBeLessThan(300)
  expect((await read())['age:COPUSDT']).toBeGreaterThan(1e9)
  platform.clock.advance(301_000)
  expect((await read())['age:BTCUSDT']).toBeGreaterThan(300)
  expect((await read())['frozen:BTCUSDT']).toBe(0)
})
