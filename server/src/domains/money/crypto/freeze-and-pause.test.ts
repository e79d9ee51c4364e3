/**
 * R5, R13: a withdrawal at the signer is not signed while its asset is frozen, its account is blocked or the rail is paused, whatever a
 * forged row contains.
 */
import type { CryptoWithdrawal } from '@tunjo/contract/crypto-withdrawals'
import { PERMISSIONS } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import { getAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { inTransaction, openDatabase } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { ApprovalOutcome } from '../../../platform/http/guards/approval.ts'
import { operationIdOf } from '../blockchain/index.ts'
import { testSigner } from '../blockchain/testing.ts'
import { checkBooks } from '../ledger/testing/check-books.ts'
import { createTestCrypto, type TestCrypto } from './testing.ts'

const WAIT = { timeout: 30_000, interval: 50 }
vi.setConfig({ testTimeout: 90_000 })
const WALLET = getAddress('0x52908400098527886e0f7030069857d2e4169ee7')
const AMOUNT = 10_000_000n
const REASON = 'Revisamos el destino y el origen.'

let chain: TestChain
let database: TestDatabase
let test: TestCrypto
let customer: string

beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  database = await createTestDatabase()
  test = createTestCrypto(database.connection, chain.env)
  customer = newId()
  await test.fund(customer, 'USDT', 10n * AMOUNT)
  await test.call('saveAddress', customer, {
    params: { userId: customer },
    body: { address: WALLET, alias: 'Ledger', acceptsLookalike: false },
  })
})
afterEach(async () => {
  try {
    await checkBooks(test.ledger)
  } finally {
    await test.stop()
    await database.drop()
  }
})

async function ask(): Promise<string> {
  const operation = { id: newId(), hash: 'hash', isKeyless: false }
  return (await test.call<CryptoWithdrawal>('transferUSDT', customer, { operation, body: { amount: AMOUNT, recipient: WALLET } })).id
}
const code = (of: Promise<unknown>) =>
  of.then(
    () => 'done',
    (error) => error.refusal?.code ?? String(error),
  )
const show = (id: string) => test.call<CryptoWithdrawal>('withdrawal', customer, { params: { id } })
const stateOf = async (id: string) => (await show(id)).state
const within = (work: Parameters<typeof inTransaction<boolean>>[1]) => inTransaction(database.db, work)
/** Handed to the signer, which has known the address for long enough. */
async function handedOver(): Promise<string> {
  const id = await ask()
  await test.crypto.send()
  expect(await stateOf(id)).toBe('SIGNING')
  const role = openDatabase(database.signerConnection)
  await sql`INSERT INTO blockchain.seen_address (id, account_id, address, seen_at)
    SELECT id, account_id, address, now() FROM crypto.saved_address_to_note ON CONFLICT DO NOTHING`.execute(role.db)
  await role.close()
  return id
}
async function sign(id: string): Promise<string> {
  const signer = testSigner(database.signerConnection, chain)
  try {
    return await signer.sign(operationIdOf('crypto.withdrawal', id))
  } finally {
    await signer.close()
  }
}

describe('R5 a frozen asset', () => {
  it('is not signed away: withdrawals handed over before wait, also after an unsealed lift, and continue after the real lift', async () => {
    const id = await handedOver()
    await within((tx) => test.ledger.freeze(tx, { asset: 'USDT', reason: 'chain.hot' }))
    expect(await sign(id)).toBe('waits')
    const [freeze] = await test.ledger.freezes()
    await sql`INSERT INTO ledger.freeze_lift (freeze_id, at, seal) VALUES (${freeze?.id}, now(), '\\x00')`.execute(database.db)
    expect(await sign(id)).toBe('waits')
    expect((await sql`SELECT 1 FROM blockchain.attempt`.execute(database.db)).rows).toEqual([])
    await within((tx) => test.ledger.lift(tx, 'USDT'))
    test.start()
    await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
  })

  it('withdrawals of another asset continue', async () => {
    const id = await handedOver()
    await within((tx) => test.ledger.freeze(tx, { asset: 'BTC', reason: 'chain.hot' }))
    expect(await sign(id)).toBe('stored')
    test.start()
    await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
  })

  it('of twenty concurrent signatures and a freeze between them, none comes after the freeze', async () => {
    const ids: string[] = []
    for (let index = 0; index < 8; index++) ids.push(await handedOver())
    const freezing = async () => {
      await within((tx) => test.ledger.freeze(tx, { asset: 'USDT', reason: 'chain.hot' }))
      return (
        await sql<{ ids: string[] }>`SELECT coalesce(array_agg(ref), '{}') AS ids FROM blockchain.chain_transaction`.execute(database.db)
      ).rows[0]?.ids
    }
    const [before, ...said] = await Promise.all([freezing(), ...ids.map(sign), ...ids.map(sign)])
    const signed = await sql<{ ref: string }>`SELECT ref FROM blockchain.chain_transaction`.execute(database.db)
    // Withdrawals reserved before the freeze was re-read were reserved before it; at most those that had the wallet’s lock then are added.
    expect(signed.rows.length).toBeLessThanOrEqual((before?.length ?? 0) + 1)
    expect(new Set(said).size).toBeGreaterThan(0)
    for (const id of ids) if (!signed.rows.some(({ ref }) => ref === id)) expect(await sign(id)).toBe('waits')
    await within((tx) => test.ledger.lift(tx, 'USDT'))
    test.start()
    for (const id of ids) await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
  })
})

describe('R9 a blocked account', () => {
  const account = (id: string, state: number, frozenAt: Date | null = null) =>
    sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, frozen_at)
      VALUES (${id}, ${`${id}@tunjo.example`}, 'x', '{ROLE_USER}', ${state}, 'es', now(), ${frozenAt})`.execute(database.db)
  const cooldown = (id: string, until: string) =>
    sql`INSERT INTO identity.hold (id, account_id, reason, created_at, until)
      VALUES (${newId()}, ${id}, 'password_changed', now() - interval '3 days', now() + ${until}::interval)`.execute(database.db)
  const blocks = {
    cooldown: async () => {
      await account(customer, 2)
      await cooldown(customer, '1 day')
    },
    'its risk': () =>
      sql`INSERT INTO risk.standing (account_id, floor, risk, updated_at) VALUES (${customer}, 'high', 'high', now())`.execute(database.db),
    suspension: () => account(customer, 3),
    freeze: () => account(customer, 2, new Date()),
  }
  it.each(Object.keys(blocks) as (keyof typeof blocks)[])('for %s gets no signature for withdrawals handed over before', async (why) => {
    const id = await handedOver()
    await blocks[why]()
    expect(await sign(id)).toBe('waits')
    expect(await stateOf(id)).toBe('SIGNING')
    for (const statement of [
      sql`UPDATE risk.standing SET floor = 'low', risk = 'low'`,
      sql`UPDATE identity.account SET state = 2, frozen_at = NULL`,
    ])
      await statement.execute(database.db)
    expect(await sign(id)).toBe(why === 'cooldown' ? 'waits' : 'stored')
  })

  it('for an alert Listas that an officer opened gets no signature, before its risk is recalculated', async () => {
    const id = await handedOver()
    await sql`INSERT INTO alerts.episode (id, account_id, kind, state, opened_at, opened_by, opening_comment, severity, opening_severity, due_at)
      VALUES (${newId()}, ${customer}, 2, 'open', now(), ${newId()}, ${REASON}, 'critical', 'critical', now())`.execute(database.owner)
    expect(await sign(id)).toBe('waits')
    await sql`UPDATE alerts.episode SET state = 'closed', closed_at = now(), closing_comment = ${REASON}`.execute(database.owner)
    expect(await sign(id)).toBe('stored')
  })

  it('of another customer blocks no withdrawal, nor does an expired cooldown', async () => {
    const id = await handedOver()
    const other = newId()
    await account(customer, 2)
    await account(other, 3)
    await cooldown(other, '1 day')
    await cooldown(customer, '-1 day')
    expect(await sign(id)).toBe('stored')
  })
})

it('R13 a withdrawal that was held for review without a release is not signed, whatever its state and amount', async () => {
  const id = await handedOver()
  await sql`INSERT INTO crypto.state_history (id, machine, subject_id, from_state, to_state, at, actor)
    VALUES (${newId()}, 'crypto.withdrawal', ${id}, 'APPROVED', 'IN_REVIEW', now(), 'officer')`.execute(database.db)
  expect(await sign(id)).toBe('refused')
})

describe('R13 the pause of all withdrawals cannot be forged away', () => {
  const officer = (accountId = newId()) => ({ accountId, sessionId: newId(), authorities: ['ROLE_ADMIN'], permissions: PERMISSIONS })
  type Officer = ReturnType<typeof officer>
  const asOfficer = <A>(name: string, caller: Officer, given: object = {}): Promise<A> =>
    test.call(name, caller.accountId, { caller, http: { ip: '::1', headers: {} }, ...given })
  const pause = (caller = officer()) => asOfficer('pauseWithdrawals', caller, { body: { reason: REASON } })
  async function resume(): Promise<void> {
    const { outcome } = await asOfficer<ApprovalOutcome<unknown>>('resumeWithdrawals', officer(), { body: { reason: REASON } })
    if (outcome.isDone) throw new Error('it should wait for a second officer')
    const route = test.approvals.routes.find((one) => one.name === 'approve')
    const approved = {
      caller: officer(),
      params: { id: outcome.waiting.approvalRequestId },
      body: { note: REASON },
      http: { ip: '::1', headers: {} },
    }
    await route?.handle(approved as never)
  }
  const isPaused = async () => (await asOfficer<{ paused: boolean }>('withdrawalsState', officer())).paused
  const unsay = () =>
    sql`INSERT INTO crypto.withdrawal_pause (id, is_paused, reason, officer_id, at)
    VALUES (${newId()}, false, 'x', ${newId()}, '9999-01-01')`.execute(database.db)
  async function isStopped(handed: string): Promise<void> {
    expect(await isPaused()).toBe(true)
    expect(await code(ask())).toBe('crypto.withdrawals_paused')
    expect(await sign(handed)).toBe('waits')
    expect(await test.crypto.withdrawalFigures.read()).toMatchObject({ paused: 1 })
  }

  it('by a resume dated in the year 9999: neither the pause before nor one after it', async () => {
    const handed = await handedOver()
    await pause()
    await unsay()
    await isStopped(handed)
    await resume()
    expect(await isPaused()).toBe(false)
    await unsay()
    await pause()
    await isStopped(handed)
    await resume()
    expect(await sign(handed)).toBe('stored')
  })

  it('by a resume without a valid seal, or with that of another pause', async () => {
    const handed = await handedOver()
    await pause()
    await resume()
    await pause()
    const statements = [
      sql`INSERT INTO crypto.withdrawal_resume (id, pause_id, maker_id, checker_id, reason, at, seal)
        SELECT gen_random_uuid(), id, gen_random_uuid(), gen_random_uuid(), 'x', now(), 'ff' FROM crypto.withdrawal_pause`,
      sql`INSERT INTO crypto.withdrawal_resume (id, pause_id, maker_id, checker_id, reason, at, seal)
        SELECT gen_random_uuid(), p.id, r.maker_id, r.checker_id, 'x', now(), r.seal FROM crypto.withdrawal_pause p, crypto.withdrawal_resume r
        WHERE r.pause_id <> p.id`,
    ]
    for (const statement of statements) await statement.execute(database.db)
    const log = vi.spyOn(test.platform.log, 'error')
    await isStopped(handed)
    expect(log).toHaveBeenCalledWith(
      expect.objectContaining({ securityEvent: 'payment_unproved', forged: expect.any(Number) }),
      expect.any(String),
    )
    for (const statement of [
      'DELETE FROM crypto.withdrawal_pause',
      'UPDATE crypto.withdrawal_pause SET is_over = true',
      'UPDATE crypto.withdrawal_resume SET seal = NULL',
    ])
      await expect(sql.raw(statement).execute(database.db)).rejects.toMatchObject({ code: '42501' })
    await resume()
    expect(await isPaused()).toBe(false)
  })

  it('a pause during the decision of two officers sends their request back', async () => {
    await pause()
    const { outcome } = await asOfficer<ApprovalOutcome<unknown>>('resumeWithdrawals', officer(), { body: { reason: REASON } })
    if (outcome.isDone) throw new Error('it should wait for a second officer')
    await sql`INSERT INTO crypto.withdrawal_pause (id, is_paused, reason, officer_id, at) VALUES (${newId()}, true, 'x', ${newId()}, now())`.execute(
      database.db,
    )
    const route = test.approvals.routes.find((one) => one.name === 'approve')
    const approved = {
      caller: officer(),
      params: { id: outcome.waiting.approvalRequestId },
      body: { note: REASON },
      http: { ip: '::1', headers: {} },
    }
    expect(await code(Promise.resolve(route?.handle(approved as never)))).toBe('approvals.facts_changed')
    expect(await isPaused()).toBe(true)
  })

  it('twenty concurrent pauses are one pause, which two officers end', async () => {
    await Promise.all(Array.from({ length: 20 }, () => code(pause())))
    expect(await isPaused()).toBe(true)
    await resume()
    expect(await isPaused()).toBe(false)
  })
})
