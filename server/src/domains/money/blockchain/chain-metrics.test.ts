/** Chain operations that are late, after the product's clock was moved. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { movableClock } from '../../../platform/time/clock.ts'
import { chainMetrics } from './chain-metrics.ts'

const DAY_MS = 86_400_000
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('E9 an operation is late one minute after its decision, by the clock that dated it', async () => {
  const clock = movableClock(DAY_MS)
  const unsigned = async () => {
    const figures = await chainMetrics({ db: database.db, clock, checkNode: async () => undefined, isAway: () => false }).read()
    return figures.unsigned
  }
  await sql`INSERT INTO blockchain.intent (operation_id, wallet, kind, ref, request, state, decided_at)
    VALUES (${newId()}, 'hot', 'sweep', ${newId()}, '{}', 'decided', ${clock.now()})`.execute(database.owner)
  expect(await unsigned()).toBe(0)
  clock.advance(61_000)
  expect(await unsigned()).toBe(1)
})
