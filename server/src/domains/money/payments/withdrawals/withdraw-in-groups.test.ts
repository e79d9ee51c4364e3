/** Withdrawal requests in groups: changes between the read and the write, and neighbours of one that fails. */
import { bogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scannedTables } from '../../../../../../dev/testing/scanned-tables.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { type Database, inTransaction, openDatabase } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { Refused } from '../../../../platform/http/refusal.ts'
import { createUnitOfWork } from '../../../../platform/unit-of-work/index.ts'
import { buildPayments, fundAccount, newOfficer, sandboxEnvironment, verify } from '../parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'

const REASON = 'Hablé con el cliente y revisé el origen.'
const ENV = { WITHDRAWAL_TWO_OFFICERS_COP: '40000000', WITHDRAWAL_IN_AND_OUT_COP: '100000000' }

interface Customer {
  readonly id: string
  readonly account: string
}
type Process = ReturnType<typeof startProcess>

let test: PaymentsTest
const platforms: TestPlatform[] = []
let here: Process
let there: Process
beforeAll(async () => {
  test = await startPaymentsTest(ENV)
  here = startProcess()
  there = startProcess()
})
afterAll(async () => {
  await Promise.all(platforms.map(({ units }) => units.idle()))
  for (const platform of platforms) platform.remove()
  await test.stop()
})

/** Another process of the product. `db`: the database of its groups. */
function startProcess(db: Database = test.database.db) {
  const base = createTestPlatform(test.database)
  base.clock.startAt(test.platform.clock.offsetMs)
  const units = createUnitOfWork({ db, clock: base.clock, log: base.log })
  const platform = { ...base, units, env: { ...sandboxEnvironment(test.sandbox), ...ENV } }
  platforms.push(platform)
  const { payments } = buildPayments(platform, test)
  const route = payments.routes.find(({ name }) => name === 'withdraw')
  return async ({ id, account }: Customer, amount = 1_000_000n, operationId = newId()): Promise<string> => {
    const operation = { id: operationId, hash: String(amount), isKeyless: false }
    const caller = { accountId: id, sessionId: id, authorities: ['ROLE_USER'] }
    try {
      const answer = await route?.handle({ caller, operation, body: { account, amount }, http: { headers: {} } } as never)
      return (answer as { state: string }).state
    } catch (error) {
      return error instanceof Refused ? error.refusal.code : String(Reflect.get(error as object, 'constraint'))
    }
  }
}

/** A process with a callback after the first read of a group that has a command to decide, before its write. */
function interrupted(act: () => Promise<unknown>): Process {
  let isDone = false
  return startProcess(
    test.database.db.withPlugin({
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

/** Customers whose month has begun. */
async function customers(count: number, pesos = 1_000_000n): Promise<Customer[]> {
  const made = await Promise.all(
    Array.from({ length: count }, async () => {
      const id = newId()
      await verify(test.kyc, id, 3)
      await fundAccount(test.ledger, id, pesos * 100n)
      const added = await test.call(id, 'POST', '/payment/accounts', { account: '12345678', accountType: 9, bank: 1, alias: 'Nómina' })
      return { id, account: added.body.id }
    }),
  )
  await Promise.all(made.map(({ id }) => test.limits.inGroups.beginMonth(id)))
  return made
}
async function customer(pesos?: bigint): Promise<Customer> {
  const [made] = await customers(1, pesos)
  if (!made) throw new Error('no customer')
  return made
}
const deleteAccount = ({ id, account }: Customer) => test.call(id, 'DELETE', `/payment/accounts/${account}`)
const heldOf = async ({ id }: Customer) => (await test.balance(id)).held

/** Withdrawals of one customer, after a check that each has its hold, its use of the month, its event, its job and its history. */
async function wholeOf({ id }: Customer): Promise<{ withdrawals: number; amount: bigint }> {
  const { rows } = await test.database.pool.query(
    `SELECT count(*)::int4 AS withdrawals, coalesce(sum(amount), 0) AS amount,
      (SELECT coalesce(sum(used), 0) FROM limits.month_use WHERE account_id = $1) AS used,
      (SELECT count(*)::int4 FROM limits.operation_use o WHERE o.account_id = $1) AS counted,
      (SELECT count(*)::int4 FROM platform.event e WHERE e.account_id = $1 AND type = 'payments.withdrawal_requested') AS announced,
      (SELECT count(*)::int4 FROM platform.job j JOIN payments.withdrawal w ON j.key = w.id::text AND name = 'payments.pay-withdrawal' WHERE w.account_id = $1)
        AS jobs,
      (SELECT count(*)::int4 FROM payments.state_history s JOIN payments.withdrawal w ON s.subject_id = w.id::text WHERE w.account_id = $1
        AND from_state IS NULL) AS begun
    FROM payments.withdrawal WHERE account_id = $1`,
    [id],
  )
  const { withdrawals, amount, used, counted, announced, jobs, begun } = rows[0]
  expect({ used, held: await heldOf({ id, account: '' }), counted, announced, jobs, begun }).toEqual({
    ...{ used: amount, held: amount, counted: withdrawals, announced: withdrawals, jobs: withdrawals, begun: withdrawals },
  })
  return { withdrawals, amount }
}

describe('between the read and the write', () => {
  it('R5 a frozen asset is not taken from', async () => {
    const all = await customers(4)
    const ask = interrupted(() => inTransaction(test.database.db, (tx) => test.ledger.freeze(tx, { asset: 'COP', reason: 'chain.hot' })))
    const outcomes = await Promise.all(all.map((one) => ask(one)))
    await inTransaction(test.database.db, (tx) => test.ledger.lift(tx, 'COP'))
    expect(outcomes).toEqual(all.map(() => 'ledger.asset_frozen'))
    for (const one of all) expect(await wholeOf(one)).toEqual({ withdrawals: 0, amount: 0n })
  })

  it('R2 a deleted bank account and a month that was counted meanwhile reject their own requests, and 30 others are written once', async () => {
    const all = await customers(32)
    const [deleted, counted] = [all[15] as Customer, all[20] as Customer]
    let groups = 0
    const ask = interrupted(async () => {
      groups++
      expect((await deleteAccount(deleted)).status).toBe(200)
      expect(await there(counted, 99_000_000n)).toBe('HELD')
    })
    const outcomes = await Promise.all(all.map((one) => ask(one, 2_000_000n)))
    expect([groups, outcomes[15], outcomes[20]]).toEqual([1, 'payments.account_not_found', 'ledger.insufficient_funds'])
    expect(outcomes.filter((outcome) => outcome === 'HELD')).toHaveLength(30)
    const written = await Promise.all(all.map(async (one) => (await wholeOf(one)).amount))
    expect(written).toEqual(all.map((one) => (one === deleted ? 0n : one === counted ? 99_000_000n : 2_000_000n)))
  })

  it('R2 the same operation in another process is one withdrawal, and both answer it', async () => {
    const one = await customer()
    const id = newId()
    const ask = interrupted(() => there(one, 2_000_000n, id))
    expect(await ask(one, 2_000_000n, id)).toBe('HELD')
    expect(await wholeOf(one)).toEqual({ withdrawals: 1, amount: 2_000_000n })
  })

  it('R11 a concurrent approval by one officer counts', async () => {
    const { one, approve } = await waitingSinceYesterday()
    const ask = interrupted(async () => expect((await approve()).status).toBe(200))
    // 25 million that one officer approved, and 20 more, are above what one may.
    expect(await ask(one, 2_000_000_000n)).toBe('IN_REVIEW')
  })
})

/** A withdrawal of 25 million, requested more than a day ago, that one officer may approve alone. */
async function waitingSinceYesterday() {
  const one = await customer(100_000_000n)
  const officer = newOfficer()
  const asked = await test.call(one.id, 'POST', '/payment/withdraw', { account: one.account, amount: '25000000' }, newId())
  const decide = (decision: string) => {
    const body = { withdrawalIds: [asked.body.transactionId], decision, reason: REASON }
    return test.call(officer, 'POST', '/payment/administrative/withdrawals/decide', body)
  }
  expect((await decide('hold')).status).toBe(200)
  await sql`UPDATE payments.withdrawal SET created_at = created_at - interval '25 hours' WHERE id = ${asked.body.transactionId}`.execute(
    test.database.owner,
  )
  return { one, withdrawalId: asked.body.transactionId, approve: () => decide('approve') }
}

it('R11 an officer who approves and a customer who requests concurrently: one of them sees the other', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 12; round++) {
    const { one, approve } = await waitingSinceYesterday()
    const [approved, state] = await Promise.all([approve(), (round % 2 ? there : here)(one, 2_000_000_000n)])
    // 200: approved alone; 202: a second officer is asked.
    expect([approved.status, state]).not.toEqual([200, 'HELD'])
    outcomes.add(`${approved.status} ${state}`)
  }
  expect([...outcomes].every((outcome) => ['200 IN_REVIEW', '202 HELD', '202 IN_REVIEW'].includes(outcome))).toBe(true)
})

it('R11 a request waits for an officer who is deciding about the same customer, and requests of others do not', async () => {
  const [{ one, withdrawalId }, other] = [await waitingSinceYesterday(), await customer()]
  const officer = await test.database.pool.connect()
  try {
    await officer.query('BEGIN')
    await officer.query('SELECT FROM payments.withdrawal WHERE id = $1 FOR UPDATE', [withdrawalId])
    const asked = here(one, 2_000_000_000n)
    expect([await here(other), await here(other)]).toEqual(['HELD', 'HELD'])
    await officer.query(`UPDATE payments.withdrawal SET state = 'HELD', approval_state = 'APPROVED', maker_id = $2 WHERE id = $1`, [
      withdrawalId,
      newId(),
    ])
    await officer.query(
      `INSERT INTO payments.state_history (id, machine, subject_id, from_state, to_state, at, actor)
      VALUES ($2, 'payments.withdrawal', $1, 'IN_REVIEW', 'HELD', $3, 'officer')`,
      [withdrawalId, newId(), test.platform.clock.now()],
    )
    await officer.query('COMMIT')
    expect(await asked).toBe('IN_REVIEW')
  } finally {
    officer.release()
  }
})

it('MON-10 two processes that decide for the same customers overdraw no account', async () => {
  const all = await customers(5, 100_000n)
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, index) => (index % 2 ? here : there)(all[index % 5] as Customer, 3_000_000n)),
  )
  expect(outcomes.filter((outcome) => outcome === 'HELD')).toHaveLength(15)
  expect(outcomes.filter((outcome) => outcome === 'ledger.insufficient_funds')).toHaveLength(85)
  for (const one of all) expect(await wholeOf(one)).toEqual({ withdrawals: 3, amount: 9_000_000n })
})

describe('E8 the number of withdrawals in a day', () => {
  const SMALLEST = 1_000_000n
  const askedBy = (one: Customer, count: number) => Promise.all(Array.from({ length: count }, () => there(one, SMALLEST)))
  const setOf = ({ id }: Customer, set: string) =>
    test.database.pool.query(`UPDATE payments.withdrawal SET ${set} WHERE account_id = $1`, [id])
  const cancel = ({ id }: Customer, withdrawalId: string) => test.call(id, 'POST', `/payment/withdraw/${withdrawalId}/cancel`)

  it('two processes never exceed it, and a repeated operation is answered', async () => {
    const [one, other] = await customers(2)
    if (!one || !other) throw new Error('no customers')
    const ids = Array.from({ length: 40 }, newId)
    const outcomes = await Promise.all(ids.map((id, index) => (index % 2 ? here : there)(one, SMALLEST, id)))
    expect(outcomes.filter((outcome) => outcome === 'HELD')).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === 'payments.too_many_withdrawals')).toHaveLength(35)
    expect(await wholeOf(one)).toEqual({ withdrawals: 5, amount: 5n * SMALLEST })
    expect(await Promise.all(ids.map((id) => here(one, SMALLEST, id)))).toEqual(outcomes)
    expect(await here(other, SMALLEST)).toBe('HELD')
  })

  it('a withdrawal between the read and the write counts, also when a cancellation left the month as it was read', async () => {
    const one = await customer()
    const earlier = newId()
    expect(await there(one, 2n * SMALLEST, earlier)).toBe('HELD')
    await setOf(one, `created_at = created_at - interval '1 day'`)
    expect(await askedBy(one, 4)).toEqual(Array(4).fill('HELD'))
    const ask = interrupted(async () => {
      expect((await cancel(one, earlier)).status).toBe(200)
      expect(await there(one, 2n * SMALLEST)).toBe('HELD')
    })
    expect(await ask(one, SMALLEST)).toBe('payments.too_many_withdrawals')
    expect(await heldOf(one)).toBe(6n * SMALLEST)
  })

  it('begins anew at midnight in Bogotá, and leaves out what ended before the bank was asked', async () => {
    const one = await customer()
    const cancelled = newId()
    expect(await there(one, SMALLEST, cancelled)).toBe('HELD')
    expect(await askedBy(one, 5)).toEqual(expect.arrayContaining(['payments.too_many_withdrawals']))
    expect((await cancel(one, cancelled)).status).toBe(200)
    expect(await askedBy(one, 2)).toEqual(expect.arrayContaining(['HELD', 'payments.too_many_withdrawals']))
    const midnight = startOfBogotaDay(bogotaDay(test.platform.clock.now()))
    await setOf(one, `created_at = '${new Date(midnight.getTime() - 1).toISOString()}'`)
    expect(await askedBy(one, 6)).toEqual(expect.arrayContaining([...Array(5).fill('HELD'), 'payments.too_many_withdrawals']))
    await setOf(one, `created_at = '${midnight.toISOString()}'`)
    expect(await here(one, SMALLEST)).toBe('payments.too_many_withdrawals')
  })

  it('counts what the bank sent back, and what an earlier account of the person asked for', async () => {
    const [one, other] = await customers(2)
    if (!one || !other) throw new Error('no customers')
    expect(await askedBy(one, 5)).toEqual(Array(5).fill('HELD'))
    await setOf(one, `state = 'RETURNED', first_tried_at = now(), ended_at = now()`)
    expect(await here(one, SMALLEST)).toBe('payments.too_many_withdrawals')
    expect(await here(other, SMALLEST)).toBe('HELD')
    await sql`UPDATE kyc.dossier SET succeeded_by = ${other.id} WHERE account_id = ${one.id}`.execute(test.database.owner)
    expect(await here(other, SMALLEST)).toBe('payments.too_many_withdrawals')
  })
})

it('R2 50 concurrent copies of the same operation in two processes are one withdrawal, also as the first of its month', async () => {
  for (const hasBegun of [true, false]) {
    const one = await customer()
    if (!hasBegun) await sql`DELETE FROM limits.month_use WHERE account_id = ${one.id}`.execute(test.database.owner)
    const id = newId()
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, index) => (index % 2 ? here : there)(one, 2_000_000n, id)))
    expect(new Set(outcomes)).toEqual(new Set(['HELD']))
    expect(await wholeOf(one)).toEqual({ withdrawals: 1, amount: 2_000_000n })
  }
})

it('R2 one request that breaks the statement fails alone, and the 31 others are written once', async () => {
  const all = await customers(32)
  const broken = newId()
  // A row that the product cannot have written.
  await sql`INSERT INTO limits.operation_use (operation_id, account_id, month, direction, amount, is_counted)
    VALUES (${broken}, ${newId()}, '2026-01-01', 'withdrawal', 1, true)`.execute(test.database.owner)
  const outcomes = await Promise.all(all.map((one, index) => here(one, 2_000_000n, index === 7 ? broken : newId())))
  expect(outcomes).toEqual(all.map((_, index) => (index === 7 ? 'operation_use_pkey' : 'HELD')))
  for (const [index, one] of all.entries()) expect((await wholeOf(one)).withdrawals).toBe(index === 7 ? 0 : 1)
})

it('KYC-18 a refusal by the month is recorded once, after it', async () => {
  const id = newId()
  await verify(test.kyc, id, 1)
  await fundAccount(test.ledger, id, 10n ** 12n)
  const added = await test.call(id, 'POST', '/payment/accounts', { account: '12345678', accountType: 9, bank: 1, alias: 'Nómina' })
  const operation = newId()
  const outcomes = [
    await here({ id, account: added.body.id }, 1_400_000_000n, operation),
    await here({ id, account: added.body.id }, 1_400_000_000n, operation),
  ]
  expect(outcomes).toEqual(['limits.monthly_exceeded', 'limits.monthly_exceeded'])
  const { rows } = await test.database.pool.query(
    `SELECT operation_id, amount, maximum, (SELECT count(*)::int4 FROM platform.event e WHERE e.account_id = r.account_id AND type = 'limits.exceeded') AS events
    FROM limits.refusal r WHERE account_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ operation_id: operation, amount: 1_400_000_000n, maximum: 1_300_000_000n, events: 1 }])
})

it('looks up every table that grows by an index, in plans made for all values', async () => {
  const { db, pool, close } = openDatabase(test.database.connection, { maxConnections: 1, plansByIndex: true })
  try {
    expect(await startProcess(db)(await customer())).toBe('HELD')
    expect((await pool.query('SHOW jit')).rows).toEqual([{ jit: 'off' }])
    // Freezes in force: at most one of each asset and reason.
    expect(await scannedTables(pool)).toEqual({ statements: 2, tables: ['asset_freeze'] })
  } finally {
    await close()
  }
})
