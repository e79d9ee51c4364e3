/** Trades placed in groups: changes between the read and the write, and neighbours of one that fails. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { scannedTables } from '../../../../../dev/testing/scanned-tables.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../dev/testing/test-product.ts'
import { type Database, inTransaction, openDatabase } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { Refused } from '../../../platform/http/refusal.ts'
import { createUnitOfWork } from '../../../platform/unit-of-work/index.ts'
import { blockchainInGroups } from '../blockchain/in-groups.ts'
import { customerAccount, systemAccount } from '../ledger/index.ts'
import { buildPayments, noExceptions, sandboxEnvironment, verify } from '../payments/parts.testing.ts'
import { CHAIN, tradeRequested, type Wanted } from './requests.testing.ts'
import type { LedgerAsset } from './rules.ts'
import { holdIdOf, swapIdOf } from './trade-ids.ts'
import { tradeRequest } from './trade-request.ts'

const ENV = sandboxEnvironment({ baseUrls: { wompi: 'http://127.0.0.1:1', payouts: 'http://127.0.0.1:1' } as never })
const exceptions = noExceptions()

type Process = ReturnType<typeof startProcess>

let database: TestDatabase
const platforms: TestPlatform[] = []
let here: Process
let there: Process
beforeAll(async () => {
  database = await createTestDatabase()
  here = startProcess()
  there = startProcess()
})
afterAll(async () => {
  await Promise.all(platforms.map(({ units }) => units.idle()))
  for (const platform of platforms) platform.remove()
  await database.drop()
})
beforeEach(() => exceptions.suspended.clear())

/** A process of the product. `db`: the database of its groups. */
function startProcess(db: Database = database.db) {
  const base = createTestPlatform(database)
  const units = createUnitOfWork({ db, clock: base.clock, log: base.log })
  const platform = { ...base, units, env: ENV }
  platforms.push(platform)
  const { kyc, ledger, limits } = buildPayments(platform, exceptions)
  const useCase = tradeRequest({ ledger, limits, blockchain: { inGroups: blockchainInGroups(CHAIN), deployment: CHAIN } })
  const place = async (owner: string, wanted?: Wanted): Promise<string> => {
    try {
      return (await units.run(useCase, tradeRequested(owner, wanted))).outcome
    } catch (error) {
      return error instanceof Refused ? error.refusal.code : String(Reflect.get(error as object, 'constraint') ?? error)
    }
  }
  return { kyc, ledger, place }
}

/** A process with a callback after the first read of a group, before its write. */
function interrupted(act: () => Promise<unknown>): Process {
  let isDone = false
  return startProcess(
    database.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isDone && result.rows.some((row) => 'found' in row)) {
          isDone = true
          await act()
        }
        return result
      },
    }),
  )
}

async function customers(count: number, funds: Partial<Record<LedgerAsset, bigint>> = { COP: 100_000n }): Promise<string[]> {
  const owners = Array.from({ length: count }, newId)
  await Promise.all(owners.map((id) => verify(here.kyc, id, 3)))
  for (const [asset, amount] of Object.entries(funds) as [LedgerAsset, bigint][])
    await Promise.all(
      owners.map((owner) => {
        const post = { debit: systemAccount('bank', asset), credit: customerAccount(owner, asset), amount, code: 'payments.deposit' }
        return here.ledger.post([{ kind: 'post', id: newId(), ...post }])
      }),
    )
  return owners
}
async function customer(funds?: Partial<Record<LedgerAsset, bigint>>): Promise<string> {
  const [made] = await customers(1, funds)
  if (!made) throw new Error('no customer')
  return made
}
const heldOf = async (owner: string, asset: LedgerAsset = 'COP') => (await here.ledger.balance(customerAccount(owner, asset))).held

/** Trades of one customer, after a check that each has its swap, its hold, its event and its history, and that nothing else is held. */
async function wholeOf(owner: string): Promise<number> {
  const { rows } = await database.pool.query(
    `SELECT id, token_in AS "tokenIn", maximum_in AS held,
      (SELECT json_agg(json_build_array(kind, wallet, state, ref)) FROM blockchain.intent WHERE ref = t.id) AS swaps,
      (SELECT json_agg(json_build_array(from_state, to_state, actor, actor_id)) FROM trading.state_history WHERE subject_id = t.id::text) AS steps,
      (SELECT json_agg(json_build_array(type, payload)) FROM platform.event WHERE payload ->> 'tradeId' = t.id::text) AS events
    FROM trading.trade AS t WHERE account_id = $1`,
    [owner],
  )
  for (const { id, held, swaps, steps, events } of rows) {
    expect(swaps).toEqual([['swap', 'hot', 'decided', id]])
    expect(steps).toEqual([[null, 'pending', 'customer', owner]])
    expect(events).toEqual([['trading.trade_updated', { accountId: owner, tradeId: id, state: 'pending' }]])
    expect((await here.ledger.openHold(holdIdOf(id)))?.left).toBe(held)
  }
  for (const [asset, token] of [['COP', 0], ['BTC', 30]] as const) // biome-ignore format: one line
    expect(await heldOf(owner, asset)).toBe(rows.filter(({ tokenIn }) => tokenIn === token).reduce((sum, { held }) => sum + held, 0n))
  const { rows: events } = await database.pool.query('SELECT 1 FROM platform.event WHERE account_id = $1 AND type = $2', [
    owner,
    'trading.trade_updated',
  ])
  expect(events).toHaveLength(rows.length)
  return rows.length
}
const batches = async () => (await here.ledger.head())?.seq ?? 0n
const freeze = (asset: LedgerAsset) => inTransaction(database.db, (tx) => here.ledger.freeze(tx, { asset, reason: 'chain.hot' }))
const lift = (asset: LedgerAsset) => inTransaction(database.db, (tx) => here.ledger.lift(tx, asset))

it('EX-06 places a group in one batch that verifies, each trade with its swap, its hold, its event and its history', async () => {
  const all = await customers(32)
  const seq = await batches()
  expect(await Promise.all(all.map((one) => here.place(one)))).toEqual(all.map(() => 'placed'))
  expect(await batches()).toBe(seq + 1n)
  for (const one of all) expect(await wholeOf(one)).toBe(1)
  expect((await here.ledger.verify()).faults).toEqual([])
})

it('EX-06 places nothing of a frozen asset, sold or bought', async () => {
  const one = await customer({ COP: 1_000n, BTC: 1_000n })
  await freeze('COP')
  const outcomes = [await here.place(one), await here.place(one, { sold: 'BTC', bought: 'COP' }), await here.place(one, { sold: 'BTC' })]
  await lift('COP')
  expect(outcomes).toEqual(['ledger.asset_frozen', 'ledger.asset_frozen', 'placed'])
  expect(await wholeOf(one)).toBe(1)
})

describe('between the read and the write', () => {
  it.each(['COP', 'USDT'] as const)('R5 a freeze of %s, which is sold or bought, stops all trades of the group', async (asset) => {
    const all = await customers(4)
    const { place } = interrupted(() => freeze(asset))
    const outcomes = await Promise.all(all.map((one) => place(one)))
    await lift(asset)
    expect(outcomes).toEqual(all.map(() => 'ledger.asset_frozen'))
    for (const one of all) expect(await wholeOf(one)).toBe(0)
  })

  it('R2 money that is spent and trades that are placed meanwhile reject their own trades, and 30 others are placed once', async () => {
    const all = await customers(32, { COP: 100_000n, BTC: 100_000n })
    const [poor, busy] = [all[15], all[20]] as [string, string]
    for (let n = 0; n < 9; n++) expect(await there.place(busy, { sold: 'BTC' })).toBe('placed')
    let groups = 0
    const { place } = interrupted(async () => {
      groups++
      expect(await there.place(poor, { amount: 99_500n })).toBe('placed')
      // The tenth, of another asset: it leaves the account that the trade in the group sells from as it was.
      expect(await there.place(busy, { sold: 'BTC' })).toBe('placed')
    })
    const outcomes = await Promise.all(all.map((one) => place(one)))
    expect([groups, outcomes[15], outcomes[20]]).toEqual([1, 'ledger.insufficient_funds', 'trading.too_many_open'])
    expect(outcomes.filter((outcome) => outcome === 'placed')).toHaveLength(30)
    for (const one of all) expect(await wholeOf(one)).toBe(one === busy ? 10 : 1)
  })

  it('R2 the same operation in another process is one trade, and both answer it', async () => {
    const [one, id] = [await customer(), newId()]
    const { place } = interrupted(() => there.place(one, { id }))
    expect(await place(one, { id })).toBe('repeated')
    expect(await wholeOf(one)).toBe(1)
  })

  it('R20 a swap that reverts meanwhile counts', async () => {
    const one = await customer({ COP: 100_000n, BTC: 100_000n })
    const placed = [newId(), newId(), newId()]
    for (const id of placed) expect(await here.place(one, { id, sold: 'BTC' })).toBe('placed')
    const revert = (id: string) =>
      inTransaction(database.db, async (tx) => {
        await sql`UPDATE trading.trade SET state = 'refunded', gas_usd_micros = 1, settled_at = now() WHERE id = ${id}`.execute(tx)
        await here.ledger.releaseWithin(tx, { id: newId(), code: 'trading.refund', ref: id, holdId: holdIdOf(id) })
      })
    for (const id of placed.slice(1)) await revert(id)
    const { place } = interrupted(() => revert(placed[0] ?? ''))
    expect(await place(one)).toBe('trading.too_many_reverts')
  })
})

it('MON-10 two processes that decide for the same customers overdraw no account, and place ten trades at most', async () => {
  const [poor, rich] = [await customers(4, { COP: 3_500n }), await customers(2, { COP: 100_000n, BTC: 100_000n })]
  const all = [...poor, ...rich]
  const outcomes = await Promise.all(
    Array.from({ length: 120 }, async (_, index) => {
      const owner = all[index % 6] as string
      const sold = rich.includes(owner) && index % 4 < 2 ? 'BTC' : 'COP'
      return { owner, outcome: await (index % 12 < 6 ? here : there).place(owner, { sold }) }
    }),
  )
  for (const owner of all) {
    const own = outcomes.filter((one) => one.owner === owner).map(({ outcome }) => outcome)
    const [most, refusal] = poor.includes(owner) ? [3, 'ledger.insufficient_funds'] : [10, 'trading.too_many_open']
    expect([own.filter((outcome) => outcome === 'placed').length, own.filter((outcome) => outcome === refusal).length]).toEqual([
      most,
      20 - most,
    ])
    expect(await wholeOf(owner)).toBe(most)
  }
  expect((await here.ledger.verify()).faults).toEqual([])
})

it('R2 50 concurrent copies of the same operation in two processes are one trade, and another body is refused', async () => {
  const [one, id] = [await customer(), newId()]
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) => (index % 2 ? here : there).place(one, { id, amount: 60_000n })),
  )
  expect(outcomes.filter((outcome) => outcome === 'placed')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(49)
  expect(await here.place(one, { id, amount: 60_001n })).toBe('request.idempotency_key_reused')
  expect(await wholeOf(one)).toBe(1)
})

it('R2 one trade that breaks the statement fails alone, and the 31 others are placed once', async () => {
  const all = await customers(32)
  // Values that no price can give.
  const outcomes = await Promise.all(all.map((one, index) => here.place(one, index === 7 ? { trade: { estimatedFeeWei: 0n } } : {})))
  expect(outcomes).toEqual(all.map((_, index) => (index === 7 ? 'trade_estimated_fee_wei_check' : 'placed')))
  for (const [index, one] of all.entries()) expect(await wholeOf(one)).toBe(index === 7 ? 0 : 1)
})

it('SEC-30 a customer who was suspended places nothing, and their neighbour does', async () => {
  const [one, other] = (await customers(2)) as [string, string]
  exceptions.suspended.add(one)
  expect(await Promise.all([here.place(one), here.place(other)])).toEqual(['limits.blocked', 'placed'])
  expect([await wholeOf(one), await wholeOf(other)]).toEqual([0, 1])
})

describe('an operation of the swap that was decided before', () => {
  const decide = (id: string, to: string, state: string) =>
    sql`INSERT INTO blockchain.intent (operation_id, wallet, kind, ref, request, state, refused, decided_at)
      VALUES (${swapIdOf(id)}, 'hot', 'swap', ${id}, ${JSON.stringify({ ...tradeRequested(id).swap, chainId: CHAIN.chainId, to, gas: '1' })},
        ${state}, ${state === 'refused' ? 'test' : null}, now())`.execute(database.owner)

  it('with the same content stays as it is, and a refused one is announced', async () => {
    const [one, other] = (await customers(2)) as [string, string]
    const [id, refused] = [newId(), newId()]
    await decide(id, CHAIN.swapRouter, 'decided')
    await decide(refused, CHAIN.swapRouter, 'refused')
    expect(await Promise.all([here.place(one, { id }), here.place(other, { id: refused })])).toEqual(['placed', 'placed'])
    expect(await wholeOf(one)).toBe(1)
    const { rows } = await database.pool.query(`SELECT payload FROM platform.event WHERE type = 'blockchain.operation_updated'`)
    expect(rows).toEqual([{ payload: { operationId: swapIdOf(refused), kind: 'swap', ref: refused, state: 'refused' } }])
  })

  it('with another content is a bug of its trade, and of no other', async () => {
    const [one, other] = (await customers(2)) as [string, string]
    const id = newId()
    await decide(id, '0x00000000000000000000000000000000000000b2', 'decided')
    const outcomes = await Promise.all([here.place(one, { id }), here.place(other)])
    expect(outcomes).toEqual([expect.stringContaining('was decided before with another content'), 'placed'])
    expect([await wholeOf(one), await wholeOf(other)]).toEqual([0, 1])
  })
})

it('looks up every table that grows by an index, in plans made for all values', async () => {
  const { db, pool, close } = openDatabase(database.connection, { maxConnections: 1, plansByIndex: true })
  try {
    expect(await startProcess(db).place(await customer())).toBe('placed')
    // Freezes in force: at most one of each asset and reason.
    expect(await scannedTables(pool)).toEqual({ statements: 2, tables: ['asset_freeze'] })
  } finally {
    await close()
  }
})
