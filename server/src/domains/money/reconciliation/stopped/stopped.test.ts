/** Late operations over all rails (ADM-15): each is found when its time has passed, in one list, and may be checked again. */
import { STOPPED_KINDS } from '@tunjo/contract/stopped-operations'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { changesOnly } from '../../../../platform/database/log-changes-only.ts'
import { Refused } from '../../../../platform/http/refusal.ts'
import { evidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import { createSecrets } from '../../../../platform/secrets/secrets.ts'
import type { StuckSource } from '../../../../platform/security/stopped-operations.ts'
import { stoppedOperations as stoppedOnChain } from '../../blockchain/stopped.ts'
import { insertDecision } from '../../crypto/deposits/decision-store.ts'
import { findDeposit } from '../../crypto/deposits/deposit-store.ts'
import { stoppedTokens } from '../../crypto/stopped.ts'
import { stoppedPayments } from '../../payments/stopped.ts'
import { stoppedTrades } from '../../trading/stopped.ts'
import { stoppedMovements } from '../../treasury/stopped.ts'
import { createStoppedOperations } from './create-stopped-operations.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const seals = evidenceSeals(createSecrets(Buffer.alloc(32, 7)))
let database: TestDatabase
let platform: TestPlatform
let sources: readonly StuckSource[]
let product: ReturnType<typeof createStoppedOperations>
/** Answer of the chain about every operation. */
let asked: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  const blockchain = {
    async result(id: string) {
      asked.push(id)
      return { outcome: 'open', receipt: null }
    },
  }
  // The chain and the ledger need only this for a check.
  const context = { ...platform, blockchain, seals, isNews: changesOnly() } as never
  sources = [
    ...stoppedPayments(platform),
    stoppedTrades(context),
    stoppedOnChain(platform, async () => void asked.push('follow')),
    ...stoppedTokens(context),
    stoppedMovements(context),
  ]
  const person = async (id: string) => ({ email: `${id}@tunjo.example` }) as never
  product = createStoppedOperations(platform, { sources, identity: { person } })
})
afterAll(() => database.drop())
beforeEach(async () => {
  asked = []
  for (const table of ['trading.trade', 'crypto.deposit', 'crypto.sweep', 'blockchain.chain_transaction', 'treasury.movement'])
    await sql`TRUNCATE ${sql.raw(table)} CASCADE`.execute(database.owner)
  for (const table of ['payments.deposit', 'payments.statement', 'blockchain.intent'])
    await sql`TRUNCATE ${sql.raw(table)} CASCADE`.execute(database.owner)
})

interface Listed {
  results: {
    kind: string
    id: string
    waits: string
    email: string | null
    amount: string | null
    lastError: string | null
    state: string
  }[]
  total: number
  counts: { kind: string; count: number }[]
  mayRetry: boolean
}
const officerId = newId()
const call = <Answer>(
  name: string,
  given: object,
  permissions: readonly string[] = ['treasury.read', 'payments.review'],
): Promise<Answer> => {
  const route = product.routes.find((candidate) => candidate.name === name)
  if (!route) throw new Error(`no route ${name}`)
  const caller = { accountId: officerId, sessionId: newId(), authorities: ['ROLE_ADMIN'], permissions }
  return route.handle({ caller, http: { requestId: 'r', ip: '127.0.0.1', userAgent: 'test' }, ...given } as never) as Promise<Answer>
}
const list = (query: object = {}) => call<Listed>('list', { query: { pageIndex: 0, size: 100, ...query } })
const retry = (kind: string, id: string) => call<{ outcome: string; error: string | null }>('retry', { params: { kind, id } })
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error) => (error instanceof Refused ? error.refusal.code : String(error)),
  )
const ago = (ms: number) => new Date(platform.clock.now().getTime() - ms)
const hex = (length: number) => `0x${newId().replaceAll('-', '').repeat(2).slice(0, length)}`

async function trade(ageMs: number, state = 'pending', accountId = newId()): Promise<string> {
  const id = newId()
  await sql`INSERT INTO trading.trade (id, account_id, request_hash, trade_type, token_in, token_out, expected_in, expected_out, maximum_in,
      minimum_out, path, estimated_fee_wei, fee_usd_micros, state, created_at)
    VALUES (${id}, ${accountId}, '', 'input', 0, 30, 100, 1, 150050, 1, '[]', 1, 1, ${state}, ${ago(ageMs)})`.execute(database.db)
  return id
}
async function tokenDeposit(ageMs: number, state: string, reason: string | null = null): Promise<string> {
  const id = newId()
  await sql`INSERT INTO crypto.deposit (id, chain_id, transaction_hash, log_position, account_id, address, asset, amount, from_address, block_number,
      block_hash, state, reason, try_at, created_at, updated_at)
    VALUES (${id}, 1, ${hex(64)}, 0, ${newId()}, ${hex(40)}, 'BTC', 100000000, ${hex(40)}, 1, ${hex(64)}, ${state}, ${reason},
      ${ago(-HOUR_MS)}, ${ago(ageMs)}, ${ago(ageMs)})`.execute(database.db)
  return id
}
async function sweep(ageMs: number): Promise<string> {
  const id = newId()
  await sql`INSERT INTO crypto.sweep (id, account_id, asset, created_at) VALUES (${id}, ${newId()}, 'USDT', ${ago(ageMs)})`.execute(
    database.db,
  )
  return id
}
async function intent(ageMs: number): Promise<string> {
  const id = newId()
  await sql`INSERT INTO blockchain.intent (operation_id, wallet, kind, ref, request, state, decided_at)
    VALUES (${id}, 'hot', 'swap', ${newId()}, '{}', 'decided', ${ago(ageMs)})`.execute(database.owner)
  return id
}
async function movement(ageMs: number, kind: 'sweep' | 'refill', asset = 'USDT'): Promise<string> {
  const id = newId()
  await sql`INSERT INTO treasury.movement (id, kind, asset, amount, cold_address, maker_id, checker_id, seal, reason, state, created_at)
    VALUES (${id}, ${kind}, ${asset}, 1000000, ${hex(40)}, ${newId()}, ${newId()}, '', 'Por encima de la meta.', 'APPROVED', ${ago(ageMs)})`.execute(
    database.db,
  )
  return id
}
/** Lines without an owner. */
async function line(ageMs: number, amount = 5_000_000): Promise<string> {
  const [statement, id] = [newId(), newId()]
  await sql`INSERT INTO payments.statement (id, file_hash, account, from_day, to_day, opening, closing, lines, uploaded_by, uploaded_at)
    VALUES (${statement}, ${hex(66).slice(2)}, '1', '2026-10-01', '2026-10-02', 0, 0, '[]', ${newId()}, now())`.execute(database.db)
  await sql`INSERT INTO payments.statement_line (id, key, statement_id, row_number, bank_id, booked_on, amount, reference, description, payer,
      state, created_at) VALUES (${id}, ${id}, ${statement}, 1, 'x', '2026-10-01', ${amount}, '', '', '{}', 'UNMATCHED', ${ago(ageMs)})`.execute(
    database.db,
  )
  return id
}

describe('ADM-15 the list of stopped operations', () => {
  it('every kind of operation has one source, and the list is empty when nothing is late', async () => {
    expect(sources.map(({ kind }) => kind).sort()).toEqual([...STOPPED_KINDS].sort())
    expect(await list()).toMatchObject({ results: [], total: 0 })
  })

  it.each<[string, () => Promise<string>, () => Promise<string>, object]>([
    ['trade', () => trade(14 * MINUTE_MS), () => trade(16 * MINUTE_MS), { amount: '1500.5', asset: 'COP', waits: 'signer' }],
    ['trade', () => trade(16 * MINUTE_MS, 'refunded'), () => trade(16 * MINUTE_MS, 'sent'), { waits: 'block' }],
    [
      'token_deposit',
      () => tokenDeposit(50 * MINUTE_MS, 'PENDING'),
      () => tokenDeposit(2 * HOUR_MS, 'PENDING'),
      { amount: '1', asset: 'BTC', waits: 'confirmations' },
    ],
    [
      'token_deposit',
      () => tokenDeposit(23 * HOUR_MS, 'IN_REVIEW'),
      () => tokenDeposit(25 * HOUR_MS, 'IN_REVIEW', 'Las monedas llegaron y están guardadas.'),
      { waits: 'customer_limit', lastError: 'Las monedas llegaron y están guardadas.' },
    ],
    ['token_deposit', () => tokenDeposit(10 * MINUTE_MS, 'DISPUTED'), () => tokenDeposit(2 * HOUR_MS, 'DISPUTED'), { waits: 'dispute' }],
    ['token_sweep', () => sweep(50 * MINUTE_MS), () => sweep(61 * MINUTE_MS), { waits: 'confirmations', amount: null, asset: 'USDT' }],
    ['chain_transaction', () => intent(4 * MINUTE_MS), () => intent(6 * MINUTE_MS), { waits: 'signer', accountId: null, email: null }],
    ['treasury_movement', () => movement(50 * MINUTE_MS, 'sweep', 'BTC'), () => movement(61 * MINUTE_MS, 'sweep'), { waits: 'hot_wallet' }],
    ['treasury_movement', () => movement(23 * HOUR_MS, 'refill', 'BTC'), () => movement(25 * HOUR_MS, 'refill'), { waits: 'cold_wallet' }],
    [
      'bank_transfer',
      () => line(23 * HOUR_MS),
      () => line(25 * HOUR_MS, -5_000_000),
      { waits: 'officers', amount: '50000', state: 'UNMATCHED' },
    ],
  ])('%s: late after its time and not before, with the state that it waits for', async (kind, early, late, expected) => {
    await early()
    expect((await list({ kind })).results).toEqual([])
    const id = await late()
    expect((await list({ kind })).results).toMatchObject([{ kind, id, ...expected }])
    expect((await product.figures.read())[kind]).toBe(1)
  })

  it('F9 a decision without our seal hides no deposit from the list; one of two officers does, for 30 days', async () => {
    const log = vi.spyOn(platform.log, 'error')
    const id = await tokenDeposit(25 * HOUR_MS, 'IN_REVIEW')
    await sql`INSERT INTO crypto.deposit_decision (id, deposit_id, decision, maker_id, checker_id, at, seal)
      SELECT gen_random_uuid(), ${id}, 'retain', gen_random_uuid(), gen_random_uuid(), at, 'x'
      FROM unnest(ARRAY[now(), 'infinity'::timestamptz]) AS at`.execute(database.db)
    const kind = 'token_deposit'
    expect((await list({ kind })).results).toMatchObject([{ id, waits: 'customer_limit' }])
    expect((await product.figures.read())[kind]).toBe(1)
    expect(log).toHaveBeenCalledWith({ securityEvent: 'payment_unproved', depositId: id, forged: 2 }, expect.any(String))
    const deposit = await findDeposit(database.db, id)
    if (!deposit) throw new Error('there is no such deposit')
    const retain = (at: Date) =>
      inTransaction(database.db, (tx) =>
        insertDecision(tx, seals, deposit, { decision: 'retain', makerId: newId(), checkerId: newId(), at }),
      )
    await retain(ago(31 * DAY_MS))
    expect((await list({ kind })).results).toMatchObject([{ id, waits: 'retained' }])
    await retain(ago(29 * DAY_MS))
    expect((await list({ kind })).results).toEqual([])
  })

  it('R11 an officer who is a customer sees all operations but their own, in the list and in its counts; the metric has all', async () => {
    await trade(DAY_MS, 'pending', officerId)
    const other = await trade(DAY_MS)
    const { results, total, counts } = await list({ kind: 'trade' })
    expect([results.map(({ id }) => id), total, counts.find(({ kind }) => kind === 'trade')?.count]).toEqual([[other], 1, 1])
    expect((await product.figures.read()).trade).toBe(2)
  })

  it('the longest waiting ones first over all kinds, by pages, with the count of each kind and their customers', async () => {
    const ids = [
      await movement(5 * DAY_MS, 'refill'),
      await trade(4 * DAY_MS),
      await sweep(3 * DAY_MS),
      await trade(2 * DAY_MS),
      await sweep(DAY_MS),
    ]
    const pages = await Promise.all([0, 1, 2].map((pageIndex) => list({ pageIndex, size: 2 })))
    expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toEqual(ids)
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5])
    const { results, total, counts } = await list({ kind: 'trade' })
    expect([results.length, total]).toEqual([2, 2])
    expect(counts.filter(({ count }) => count > 0).sort((one, other) => one.kind.localeCompare(other.kind))).toEqual([
      { kind: 'token_sweep', count: 2 },
      { kind: 'trade', count: 2 },
      { kind: 'treasury_movement', count: 1 },
    ])
    expect(results[0]?.email).toMatch(/@tunjo\.example$/)
  })

  it('an event with a failed handler shows its error', async () => {
    const id = await trade(HOUR_MS, 'confirming')
    const event = newId()
    await sql`INSERT INTO platform.event (id, type, payload) VALUES (${event}, 'blockchain.operation_updated', ${JSON.stringify({ ref: id })})`.execute(
      database.owner,
    )
    await sql`INSERT INTO platform.event_retry (consumer, event_id, position, attempts, run_at, last_error, dead_at)
      VALUES ('trading', ${event}, 1, 30, ${ago(-HOUR_MS)}, 'the receipt shows nothing', now())`.execute(database.owner)
    expect((await list()).results).toMatchObject([
      { id, waits: 'event_failed', lastError: 'the receipt shows nothing', nextTryAt: expect.any(String) },
    ])
  })
})

describe('ADM-15 retry', () => {
  it('needs the permission to decide, is in the audit trail, and is limited to once a minute for each', async () => {
    const id = await sweep(2 * HOUR_MS)
    expect((await call<Listed>('list', { query: { pageIndex: 0, size: 1 } }, ['treasury.read'])).mayRetry).toBe(false)
    const answers = await Promise.all(Array.from({ length: 8 }, () => codeOf(retry('token_sweep', id))))
    expect(answers.filter((code) => code === null)).toHaveLength(1)
    expect(new Set(answers.filter((code) => code !== null))).toEqual(new Set(['request.too_many']))
    expect(asked).toHaveLength(1)
    expect(await auditTrail(database.db, { action: 'reconciliation.operation_retried', objectId: id })).toMatchObject([
      { actor: { kind: 'person' }, object: { type: 'token_sweep', id } },
    ])
    platform.clock.advance(MINUTE_MS + 1)
    expect(await retry('token_sweep', id)).toEqual({ outcome: 'asked', error: null })
  })

  it('is refused for an ended, unknown or otherwise typed operation', async () => {
    const id = await trade(HOUR_MS, 'refunded')
    for (const [kind, of] of [
      ['trade', id],
      ['trade', newId()],
      ['trade', 'x'],
      ['token_sweep', id],
    ] as const)
      expect(await codeOf(retry(kind, of))).toBe('reconciliation.operation_ended')
    expect(await auditTrail(database.db, { action: 'reconciliation.operation_retried', objectId: id })).toEqual([])
  })

  it('makes a deposit of tokens due immediately', async () => {
    const id = await tokenDeposit(2 * HOUR_MS, 'PENDING')
    await retry('token_deposit', id)
    const due = await sql`SELECT 1 FROM crypto.deposit WHERE id = ${id} AND try_at <= ${platform.clock.now()}`.execute(database.db)
    expect(due.rows).toHaveLength(1)
  })

  it('reports the reason when it fails', async () => {
    const id = newId()
    const failing: StuckSource = {
      kind: 'trade',
      list: async () => [],
      count: async () => 0,
      isOpen: async () => true,
      checkAgain: () => Promise.reject(new Error('the node does not answer')),
    }
    product = createStoppedOperations(platform, { sources: [failing], identity: { person: async () => null } })
    expect(await retry('trade', id)).toEqual({ outcome: 'failed', error: 'the node does not answer' })
  })
})
