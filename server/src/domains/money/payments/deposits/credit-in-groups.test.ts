/** PSE credits in groups: changes between the read and the write, neighbours of one that fails, and the transaction for everything else. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isStopped, runTypeScript } from '../../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { scannedTables } from '../../../../../../dev/testing/scanned-tables.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { type Database, inTransaction, openDatabase } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { createUnitOfWork, Turns } from '../../../../platform/unit-of-work/index.ts'
import { customerAccount, systemAccount } from '../../ledger/index.ts'
import { fundAccount, verify } from '../parts.testing.ts'
import { depositText } from '../sealed-texts.ts'
import { depositCredit } from './credit-deposit.ts'
import { AMOUNT, creditParts, type Deposit, payment } from './credits.testing.ts'

const CREDITS = new URL('./credit-process.testing.ts', import.meta.url)
const BANK = systemAccount('bank', 'COP')

type Process = ReturnType<typeof startProcess>

let database: TestDatabase
const platforms: TestPlatform[] = []
let here: Process
let there: Process
beforeAll(async () => {
  database = await createTestDatabase()
  here = startProcess()
  there = startProcess()
  await fundAccount(here.ledger, newId(), 1n)
})
afterAll(async () => {
  await Promise.all(platforms.map(({ units }) => units.idle()))
  for (const platform of platforms) platform.remove()
  await database.drop()
})

/** A process of the product. `ofGroups`: the database of its groups. */
function startProcess(ofGroups: Database = database.db, turns?: Turns) {
  const base = createTestPlatform(database)
  const units = createUnitOfWork({ db: ofGroups, ...(turns && { turns }), clock: base.clock, log: base.log })
  const platform = { ...base, units }
  platforms.push(platform)
  const { context, ...parts } = creditParts(platform)
  const useCase = depositCredit(context)
  /** Commands that are all in one group. */
  const together = (all: readonly Deposit[]): Promise<string[]> =>
    Promise.all(all.map((one) => units.run(useCase, { owner: one.owner, transaction: payment(one) })))
  return { ...parts, together }
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

/** Pending deposits, each of a customer of its own or of `owner`. */
async function deposits(count: number, owner?: string): Promise<Deposit[]> {
  const made = Array.from({ length: count }, () => ({ id: newId(), owner: owner ?? newId(), transactionId: newId() }))
  for (const { id, owner: accountId } of made) {
    const seal = here.seals.seal(depositText({ id, accountId, method: 'PSE', amount: AMOUNT }))
    await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
        amount, payer, state, created_at, seal)
      VALUES (${id}, ${accountId}, 'test', ${newId()}, 1, 'Nómina', 9, '12345678', ${AMOUNT},
        '{"fullName": "Ana María Rojas", "documentType": "CC", "documentNumber": "123"}', 'PENDING', now(), ${seal})`.execute(
      database.owner,
    )
  }
  return made
}
async function deposit(owner?: string): Promise<Deposit> {
  const [made] = await deposits(1, owner)
  if (!made) throw new Error('no deposit')
  return made
}
const balanceOf = async ({ owner }: Pick<Deposit, 'owner'>) => (await here.ledger.balance(customerAccount(owner, 'COP'))).posted
const bank = async () => (await here.ledger.balance(BANK)).posted
const batches = async () => (await here.ledger.head())?.seq ?? 0n
const faults = async () => (await here.ledger.verify()).faults

/** Rows of one deposit, in the form in which a transaction writes them too. */
async function rowsOf({ id, owner }: Deposit) {
  const { rows } = await database.pool.query(
    `SELECT state, reason, provider_transaction_id AS "transactionId", bank_reference AS "bankReference", ended_at IS NOT NULL AS "hasEnded",
      (SELECT json_agg(json_build_array(from_state, to_state, actor, note) ORDER BY at, id) FROM payments.state_history
        WHERE machine = 'payments.deposit' AND subject_id = $1::uuid::text) AS steps,
      (SELECT json_agg(json_build_array(type, version, payload) ORDER BY id) FROM platform.event WHERE account_id = $2::uuid) AS events,
      (SELECT json_agg(json_build_array(kind, code, debit, credit, amount)) FROM ledger.transfer WHERE ref = $1::uuid) AS postings
    FROM payments.deposit WHERE id = $1::uuid`,
    [id, owner],
  )
  return rows[0]
}
const isCredited = async (one: Deposit) => ({ state: (await rowsOf(one)).state, balance: await balanceOf(one) })
const CREDITED = { state: 'COMPLETED', balance: AMOUNT }
const PENDING = { state: 'PENDING', balance: 0n }

it('MON-04 credits a group in one batch that verifies, with the rows and events that a transaction writes', async () => {
  const [all, alone] = [await deposits(32), await deposit()]
  const [before, seq] = [await bank(), await batches()]
  expect(await here.together(all)).toEqual(all.map(() => 'credited'))
  expect(await batches()).toBe(seq + 1n)
  expect(await bank()).toBe(before - 32n * AMOUNT)
  for (const one of all) expect(await isCredited(one)).toEqual(CREDITED)
  // A reported difference sends it to a transaction.
  await anomalyOf(alone)
  expect(await here.confirm(alone)).toBe('credited')
  const [grouped, single] = [await rowsOf(all[0] as Deposit), await rowsOf(alone)]
  const neutral = (rows: object, { id, owner, transactionId }: Deposit) =>
    JSON.parse(
      [id, owner, transactionId, customerAccount(owner, 'COP').id].reduce(
        (text, name, place) => text.replaceAll(name, `${place}`),
        JSON.stringify(rows),
      ),
    )
  expect(neutral(grouped, all[0] as Deposit)).toEqual(neutral(single, alone))
  expect(await faults()).toEqual([])
})

const anomalyOf = ({ id, owner, transactionId }: Deposit) =>
  sql`INSERT INTO payments.anomaly (id, kind, provider, provider_id, reference, movement_id, account_id, booked, amount, currency, status, payer,
      fields, state, first_seen_at, last_seen_at, checked_at)
    VALUES (${newId()}, 'payment_mismatch', 'wompi', ${transactionId}, ${id}, ${id}, ${owner}, 0, ${AMOUNT}, 'USD', 'APPROVED', '{}', '{currency}', 'SEEN',
      now(), now(), now())`.execute(database.owner)

describe('between the read and the write', () => {
  it('R2 deposits that another process credits, closes or rewrites in the middle of a group keep their own result, and the others are credited once', async () => {
    const all = await deposits(32)
    const [credited, closed, rewritten] = [all[15], all[20], all[25]] as [Deposit, Deposit, Deposit]
    const before = await bank()
    const { together } = interrupted(async () => {
      expect(await there.confirm(credited)).toBe('credited')
      await sql`UPDATE payments.deposit SET state = 'EXPIRED', ended_at = now() WHERE id = ${closed.id}`.execute(database.owner)
      await sql`UPDATE payments.deposit SET amount = amount + 1 WHERE id = ${rewritten.id}`.execute(database.owner)
    })
    const changed = [credited, closed, rewritten]
    const seq = await batches()
    expect(await together(all)).toEqual(all.map((one) => (changed.includes(one) ? 'aside' : 'credited')))
    // The credit of the other process, and one batch for the others.
    expect(await batches()).toBe(seq + 2n)
    // A payment that arrives after all is credited in a transaction.
    expect(await Promise.all(changed.map((one) => here.confirm(one)))).toEqual(['already_ended', 'credited', 'mismatch'])
    for (const one of all) expect(await isCredited(one)).toEqual(one === rewritten ? PENDING : CREDITED)
    expect(await bank()).toBe(before - 31n * AMOUNT)
    expect(await faults()).toEqual([])
  })

  it('MON-10 a posting of another process to the shared account repeats the group, and no link and no peso is lost', async () => {
    const all = await deposits(8)
    const before = await bank()
    const { together } = interrupted(() => fundAccount(there.ledger, newId(), 7n))
    expect(await together(all)).toEqual(all.map(() => 'credited'))
    expect(await bank()).toBe(before - 8n * AMOUNT - 7n)
    expect(await faults()).toEqual([])
  })

  it('MON-10 an asset that is frozen meanwhile does not stop pesos that arrive, as in a transaction', async () => {
    const one = await deposit()
    const { confirm } = interrupted(() =>
      inTransaction(database.db, (tx) => there.ledger.freeze(tx, { asset: 'COP', reason: 'chain.hot' })),
    )
    expect(await confirm(one)).toBe('credited')
    await inTransaction(database.db, (tx) => there.ledger.lift(tx, 'COP'))
    expect(await isCredited(one)).toEqual(CREDITED)
    expect(await faults()).toEqual([])
  })

  it('KYC-18 a use of the month that is released with its deposit meanwhile is counted again in a transaction', async () => {
    const one = await deposit()
    await verify(here.kyc, one.owner, 1)
    const use = { operationId: one.id, accountId: one.owner, direction: 'deposit', amountCop: AMOUNT } as const
    await inTransaction(database.db, (tx) => here.limits.reserveLimit(tx, use))
    const { confirm } = interrupted(() =>
      inTransaction(database.db, async (tx) => {
        await sql`UPDATE payments.deposit SET state = 'EXPIRED', ended_at = now() WHERE id = ${one.id}`.execute(tx)
        await here.limits.releaseUsage(tx, one.id)
      }),
    )
    expect(await confirm(one)).toBe('credited')
    expect((await here.limits.volume(one.owner, 'deposit')).used).toBe(AMOUNT)
  })
})

it('R2 the same event 50 times, here and in another process, is one credit', async () => {
  const one = await deposit()
  const before = await bank()
  const outcomes = await Promise.all(Array.from({ length: 50 }, (_, index) => (index % 2 ? here : there).confirm(one)))
  expect(outcomes.filter((outcome) => outcome === 'credited')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'already_ended')).toHaveLength(49)
  expect(await isCredited(one)).toEqual(CREDITED)
  expect(await bank()).toBe(before - AMOUNT)
})

it('MON-10 two processes that credit the same customers at the same time lose nothing', async () => {
  const owners = Array.from({ length: 5 }, newId)
  const all = (await Promise.all(owners.map((owner) => deposits(12, owner)))).flat()
  const before = await bank()
  const outcomes = await Promise.all(all.map((one, index) => (index % 2 ? here : there).confirm(one)))
  expect(outcomes).toEqual(all.map(() => 'credited'))
  for (const owner of owners) expect(await balanceOf({ owner })).toBe(12n * AMOUNT)
  expect(await bank()).toBe(before - 60n * AMOUNT)
  expect(await faults()).toEqual([])
})

it('R2 one credit that breaks the statement fails alone, and the 31 others are written once', async () => {
  const all = await deposits(32)
  const broken = all[7] as Deposit
  const before = await bank()
  await sql`ALTER TABLE payments.deposit ADD CONSTRAINT no_such_reference CHECK (bank_reference <> 'BROKEN')`.execute(database.owner)
  try {
    const outcomes = await Promise.all(all.map((one) => here.confirm(one, one === broken ? { bankReference: 'BROKEN' } : {})))
    expect(outcomes).toEqual(all.map((one) => (one === broken ? 'no_such_reference' : 'credited')))
  } finally {
    await sql`ALTER TABLE payments.deposit DROP CONSTRAINT no_such_reference`.execute(database.owner)
  }
  for (const one of all) expect(await isCredited(one)).toEqual(one === broken ? PENDING : CREDITED)
  expect(await bank()).toBe(before - 31n * AMOUNT)
  expect(await faults()).toEqual([])
})

it('MON-10 a customer whose balance was changed in the database is refused, and the others of the group are credited', async () => {
  const all = await deposits(8)
  const forged = all[3] as Deposit
  await fundAccount(here.ledger, forged.owner, 100n)
  const change = (sign: string) =>
    database.pool.query(`UPDATE ledger.account SET posted = posted ${sign} 500 WHERE id = $1`, [customerAccount(forged.owner, 'COP').id])
  await change('+')
  const outcomes = await Promise.all(all.map((one) => here.confirm(one)))
  expect(outcomes.filter((outcome) => outcome === 'credited')).toHaveLength(7)
  expect(outcomes[3]).toMatch(/ledger.unproved/)
  await change('-')
  expect(await here.confirm(forged)).toBe('credited')
  expect(await faults()).toEqual([])
})

it('R2 a deposit that was set back to pending in the database is not credited twice', async () => {
  const one = await deposit()
  expect(await here.confirm(one)).toBe('credited')
  await sql`UPDATE payments.deposit SET state = 'PENDING', ended_at = NULL, provider_transaction_id = NULL WHERE id = ${one.id}`.execute(
    database.owner,
  )
  await here.confirm(one)
  expect(await balanceOf(one)).toBe(AMOUNT)
})

/** A process with turns of its own, which ends with the test. */
async function withTurns<T>(work: (process: Process) => Promise<T>): Promise<T> {
  const turns = openDatabase(database.connection, { maxConnections: 1 })
  const process = startProcess(database.db, new Turns(turns.db))
  try {
    return await work(process)
  } finally {
    await process.units.idle()
    await turns.close()
  }
}
const turnsHeld = async () =>
  (
    await database.pool.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND database = (
    SELECT oid FROM pg_database WHERE datname = current_database())`)
  ).rows.length

it('MON-10 two processes that take turns leave no credit to a transaction', async () => {
  const all = await deposits(96)
  const before = await bank()
  const outcomes = await withTurns((one) =>
    withTurns((other) => Promise.all([one.together(all.slice(48)), other.together(all.slice(0, 48))])),
  )
  expect(outcomes.flat()).toEqual(all.map(() => 'credited'))
  expect(await bank()).toBe(before - 96n * AMOUNT)
  expect(await faults()).toEqual([])
})

it.skipIf(process.platform !== 'linux').each(['units.decided', 'units.written'])(
  'R17 a process that is stopped in its turn at %s delays no credit of another, and credits once after it resumes',
  async (point) => {
    const [own, theirs] = [await deposits(8), await deposit()]
    const before = await bank()
    const stopped = runTypeScript(CREDITS, [JSON.stringify(database.connection), JSON.stringify([theirs])], {
      FAULT_AT: point,
      FAULT_SIGNAL: 'SIGSTOP',
    })
    try {
      expect(await stopped.nextLine()).toBe('ready')
      await expect.poll(() => isStopped(stopped), { timeout: 20_000 }).toBe(true)
      // The database ends the turn, not the process that has it.
      await expect.poll(turnsHeld, { timeout: 20_000 }).toBe(0)
      expect(await withTurns(({ together }) => together(own))).toEqual(own.map(() => 'credited'))
      expect(isStopped(stopped)).toBe(true)
      stopped.child.kill('SIGCONT')
      expect(await stopped.nextLine()).toBe('credited')
    } finally {
      await stopped.kill()
    }
    expect(await isCredited(theirs)).toEqual(CREDITED)
    expect(await bank()).toBe(before - 9n * AMOUNT)
    expect(await faults()).toEqual([])
  },
  60_000,
)

it('looks up every table that grows by an index, in plans made for all values', async () => {
  const { db, pool, close } = openDatabase(database.connection, { maxConnections: 1, plansByIndex: true })
  try {
    expect(await startProcess(db).confirm(await deposit())).toBe('credited')
    // Freezes in force: at most one of each asset and reason.
    expect(await scannedTables(pool)).toEqual({ statements: 2, tables: ['asset_freeze'] })
  } finally {
    await close()
  }
})
