/** F7: dust below the minimum is not read again by each pass. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { reopenSums, sumSmallDeposits } from './deposits/sum-small-deposits.ts'

const DUST = 500
let database: TestDatabase
let customer: string
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  customer = newId()
  await sql`TRUNCATE crypto.deposit CASCADE`.execute(database.owner)
})

const arrive = (count: number, amount: bigint, of: { accountId?: string; isBlocked?: boolean; asset?: string } = {}) =>
  sql`INSERT INTO crypto.deposit (id, chain_id, transaction_hash, log_position, account_id, address, asset, amount, from_address, block_number,
      block_hash, state, is_sender_barred, try_at, created_at, updated_at)
    SELECT gen_random_uuid(), 1, gen_random_uuid()::text, 0, coalesce(${of.accountId ?? null}::uuid, gen_random_uuid()), '0x', ${of.asset ?? 'USDT'},
      ${amount}, '0x', 1, '0x', 'BELOW_MINIMUM', ${of.isBlocked ?? false}, now(), now(), now()
    FROM generate_series(1, ${count}::int)`.execute(database.db)

const contextOf = (db: unknown, usdt: bigint) =>
  ({ db, clock: { now: () => new Date() }, settings: { minimums: { COP: 1_000n, BTC: 1_000n, USDT: usdt } } }) as never
/** Number of rows and index entries that a pass read, and of deposits that it marked. */
const pass = (usdt = 1_000n) =>
  inTransaction(database.db, async (tx) => {
    const marked = await sumSmallDeposits(contextOf(tx, usdt))
    const found = await sql<{ read: number }>`SELECT sum(pg_stat_get_xact_tuples_returned(oid))::int AS read FROM pg_class
      WHERE oid = 'crypto.deposit'::regclass OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'crypto.deposit'::regclass)`.execute(
      tx,
    )
    return { marked, read: found.rows[0]?.read ?? Number.NaN }
  })

it('F7 a compared sum is read again only with a new deposit to its account', async () => {
  await arrive(DUST, 1n)
  await arrive(1, 400n, { accountId: customer })
  for (let read = 1; read > 0; ) {
    const one = await pass()
    expect(one.marked).toBe(0)
    read = one.read
  }
  await arrive(1, 500n, { accountId: customer })
  const second = await pass()
  expect(second.marked).toBe(0)
  expect(second.read).toBeLessThan(50)
  await arrive(1, 900n, { accountId: customer, isBlocked: true })
  expect((await pass()).marked).toBe(0)
  await arrive(1, 100n, { accountId: customer })
  expect((await pass()).marked).toBe(3)
  expect((await pass()).read).toBeLessThan(50)
})

it('F7 a lower minimum applies to sums below the earlier one, in the process that has it', async () => {
  await arrive(2, 300n, { accountId: customer })
  const marked = [(await pass()).marked]
  for (const minimum of [601n, 600n]) {
    await reopenSums(contextOf(database.db, minimum))
    marked.push((await pass(minimum)).marked)
  }
  expect(marked).toEqual([0, 0, 2])
})

it('MON-05 an asset without a minimum, or a sum that fails, blocks no other sum', async () => {
  await arrive(DUST, 1n, { accountId: newId(), asset: 'ETH' })
  await arrive(1, 400n, { accountId: newId(), asset: 'BTC' })
  await arrive(2, 500n, { accountId: customer })
  await arrive(1, 400n, { accountId: newId(), asset: 'COP' })
  const errors: unknown[] = []
  const log = { error: (facts: unknown) => errors.push(facts) }
  const minimums = { COP: 'none', BTC: 'none', USDT: 1_000n }
  const context = { db: database.db, clock: { now: () => new Date() }, log, settings: { minimums } } as never
  expect(await sumSmallDeposits(context)).toBe(2)
  expect(errors).toMatchObject([{ asset: expect.any(String) }, { asset: expect.any(String) }])
})
