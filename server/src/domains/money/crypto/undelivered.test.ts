/** G3: a withdrawal whose settled transfer the chain dropped permanently is its customer's claim. The test sets the chain's answers. */
import { once } from 'node:events'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { CryptoWithdrawal } from '@tunjo/contract/crypto-withdrawals'
import { PERMISSIONS } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import { getAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { ERC20_ABI } from '../../../chain/uniswap.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { ApprovalOutcome } from '../../../platform/http/guards/approval.ts'
import { type ChainResult, compensationIdOf, operationIdOf } from '../blockchain/index.ts'
import { testSigner } from '../blockchain/testing.ts'
import { customerAccount, systemAccount } from '../ledger/index.ts'
import { checkBooks } from '../ledger/testing/check-books.ts'
import { certificateOf } from '../movements/documents/certificate.ts'
import { yearOf } from '../movements/documents/year.ts'
import { createTestCrypto, type TestCrypto } from './testing.ts'

const WAIT = { timeout: 30_000, interval: 50 }
vi.setConfig({ testTimeout: 90_000 })
const WALLET = getAddress('0x52908400098527886e0f7030069857d2e4169ee7')
const AMOUNT = 25_000_000n
const FEE = 500_000n
const FUNDS = 100_000_000n
const REASON = 'La red deshizo el envío y no llegó.'
const SPENT: ChainResult = { said: 'spent' }

let chain: TestChain
let database: TestDatabase
let test: TestCrypto
let customer: string
let id: string
let word: ChainResult

beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  database = await createTestDatabase()
  test = createTestCrypto(database.connection, chain.env)
  customer = newId()
  await test.fund(customer, 'USDT', FUNDS)
  const saved = { params: { userId: customer }, body: { address: WALLET, alias: 'Ledger', acceptsLookalike: false } }
  await test.call('saveAddress', customer, saved)
  id = await settledAndLost()
})
afterEach(async () => {
  try {
    await checkBooks(test.ledger)
  } finally {
    await test.stop()
    await database.drop()
  }
})

/** Settled, then dropped and judged as the wallet's follower does it. No job runs automatically from here on. */
async function settledAndLost(): Promise<string> {
  const operation = { id: newId(), hash: 'hash', isKeyless: false }
  const asked = { operation, body: { amount: AMOUNT, recipient: WALLET, fee: undefined } }
  const { id: withdrawalId } = await test.call<CryptoWithdrawal>('transferUSDT', customer, asked)
  test.start()
  await expect.poll(() => stateOf(withdrawalId), WAIT).toBe('CONFIRMED')
  await test.stop()
  test = createTestCrypto(database.connection, chain.env)
  word = SPENT
  vi.spyOn(test.blockchain, 'chainResult').mockImplementation(async () => word)
  const operationId = operationIdOf('crypto.withdrawal', withdrawalId)
  const [debit, credit] = [systemAccount('chain', 'USDT'), systemAccount('float', 'USDT')]
  const carried = { id: compensationIdOf(operationId, 'USDT'), code: 'blockchain.reorganised', ref: withdrawalId }
  await test.ledger.post([{ kind: 'post', ...carried, debit, credit, amount: AMOUNT }])
  await sql`UPDATE blockchain.chain_transaction SET agreed = false, disagreement = 'and never repeated'
    WHERE operation_id = ${operationId}`.execute(database.db)
  return withdrawalId
}
const show = (which = id) => test.call<CryptoWithdrawal>('withdrawal', customer, { params: { id: which } })
const stateOf = async (which = id) => (await show(which)).state
const follow = () => test.crypto.followUndelivered()
/** The second check comes five minutes after the first. */
const later = () => sql`UPDATE crypto.withdrawal SET undelivered_since = undelivered_since - interval '5 minutes'`.execute(database.db)
async function claim(): Promise<void> {
  await follow()
  await later()
  await follow()
  expect(await stateOf()).toBe('UNDELIVERED')
}
const posted = async (account: 'float' | 'chain' | 'network-fees' | 'withdrawals_undelivered') =>
  (await test.ledger.balance(systemAccount(account, 'USDT'))).posted
const balance = () => test.ledger.balance(customerAccount(customer, 'USDT'))
/** Sums as in the customer's yearly certificate. */
async function certified() {
  const now = test.platform.clock.now()
  const year = yearOf(bogotaDay(now).slice(0, 4), now) ?? expect.fail('no such year')
  const found = (await certificateOf(test, customer, year)).find(({ asset }) => asset === 'USDT')
  return { withdrawals: found?.lines.withdrawals, fees: found?.lines.withdrawalFees }
}
const events = async (type: string) => (await sql`SELECT 1 FROM platform.event WHERE type = ${type}`.execute(database.db)).rows.length
const others = async () =>
  (
    await sql<{
      id: string
      state: string
    }>`SELECT id, state FROM crypto.withdrawal WHERE account_id = ${customer} AND id <> ${id}`.execute(database.db)
  ).rows
const received = () =>
  chain.client.readContract({ address: chain.deployment.tokens.USDT, abi: ERC20_ABI, functionName: 'balanceOf', args: [WALLET] })

const officer = () => ({ accountId: newId(), sessionId: newId(), authorities: ['ROLE_ADMIN'], permissions: PERMISSIONS })
const code = (of: Promise<unknown>) =>
  of.then(
    () => 'done',
    (error) => error.refusal?.code ?? String(error),
  )
async function propose(decision: 'give_back' | 'send_again' | 'reject', maker = officer(), withdrawalIds = [id]): Promise<string> {
  const route = test.crypto.routes.find(({ name }) => name === 'decideWithdrawals')
  const given = { caller: maker, body: { withdrawalIds, decision, reason: REASON }, http: { ip: '::1', headers: {} } }
  const answer = await route?.handle(given as never)
  if (!(answer instanceof ApprovalOutcome)) throw new Error('it was not performed through the approvals')
  const { outcome } = answer
  if (outcome.isDone) throw new Error('one officer alone decided it')
  return outcome.waiting.approvalRequestId
}
async function approve(request: string, checker = officer()): Promise<unknown> {
  const given = { caller: checker, params: { id: request }, body: { note: 'Vimos la red.' }, http: { ip: '::1', headers: {} } }
  return test.approvals.routes.find(({ name }) => name === 'approve')?.handle(given as never)
}

/** Forged decisions of another role, with ids before and after the real ones, and a time that cannot be formatted. */
const forgeDecisions = (count: number) =>
  sql`INSERT INTO crypto.claim_decision (id, withdrawal_id, claim, decision, maker_id, checker_id, at, seal)
    SELECT gen_random_uuid(), ${id}, 0, 'send_again', gen_random_uuid(), gen_random_uuid(), 'infinity', 'x' FROM generate_series(1, ${count}::int)`.execute(
    database.db,
  )
const unproved = (log: { readonly mock: { readonly calls: readonly unknown[][] } }) =>
  log.mock.calls.flatMap(([facts]) => ((facts as { securityEvent?: string }).securityEvent === 'payment_unproved' ? [facts] : []))

describe('G3 a withdrawal that the chain can never pay', () => {
  it("is a claim after two checks that confirm it, booked from the platform's income, and its customer reads that it did not arrive", async () => {
    word = { said: 'nothing' }
    await follow()
    await follow()
    expect(await stateOf()).toBe('CONFIRMED')
    word = SPENT
    await follow()
    await follow()
    expect(await stateOf()).toBe('CONFIRMED')
    const [float, fees] = [await posted('float'), await posted('network-fees')]
    await later()
    await Promise.all([follow(), follow(), follow()])
    const shown = await show()
    expect(shown).toMatchObject({ state: 'UNDELIVERED', cancellable: false, reason: expect.stringContaining('no llegaron') })
    expect(shown.timeline.filter(({ state }) => state === 'UNDELIVERED')).toHaveLength(1)
    expect([await posted('float'), await posted('network-fees')]).toEqual([float - AMOUNT, fees - FEE])
    expect(await posted('withdrawals_undelivered')).toBe(AMOUNT + FEE)
    expect(await balance()).toMatchObject({ posted: FUNDS - AMOUNT - FEE, held: 0n })
    expect(await test.crypto.withdrawalFigures.read()).toMatchObject({ undelivered: 1, overdue: 0 })
    // Its earlier settlement has no effect any more, whatever event announces it again.
    const event = { operationId: operationIdOf('crypto.withdrawal', id), kind: 'transfer', ref: id, state: 'confirmed' } as const
    await inTransaction(database.db, (tx) => test.platform.outbox.emit(tx, 'blockchain.operation_updated', event))
    await test.platform.jobs.drain()
    expect(await stateOf()).toBe('UNDELIVERED')
  })

  it('is refunded once by two officers, when the chain confirms it again', async () => {
    await claim()
    expect(await code(propose('reject'))).toBe('crypto.withdrawal_not_decidable')
    const maker = officer()
    const request = await propose('give_back', maker)
    expect(await code(approve(request, maker))).toBe('approvals.own_request')
    await approve(request)
    expect(await stateOf()).toBe('UNDELIVERED')
    word = { said: 'nothing' }
    await follow()
    expect(await balance()).toMatchObject({ posted: FUNDS - AMOUNT - FEE })
    word = SPENT
    await Promise.all([follow(), follow(), follow()])
    await follow()
    expect(await show()).toMatchObject({ state: 'FAILED', reason: expect.stringContaining('volvió completo a tu saldo') })
    expect(await balance()).toMatchObject({ posted: FUNDS, held: 0n })
    expect(await posted('withdrawals_undelivered')).toBe(0n)
    expect(test.limits.counted.has(id)).toBe(false)
    expect([await events('crypto.withdrawal_returned'), await others()]).toEqual([1, []])
    expect(await code(propose('send_again'))).toBe('crypto.withdrawal_not_decidable')
    // F2: the returned amount was no withdrawal, and cost nothing.
    expect(await certified()).toEqual({ withdrawals: { count: 0, units: 0n }, fees: { count: 0, units: 0n } })
  })

  it('is sent again to the same address as another withdrawal, and never refunded too', async () => {
    await claim()
    const sent = await propose('send_again')
    expect(await code(propose('give_back'))).toBe('approvals.already_waiting')
    await approve(sent)
    expect(await code(propose('give_back'))).toBe('crypto.withdrawal_not_decidable')
    const before = await received()
    await inTransaction(database.db, (tx) => test.ledger.freeze(tx, { asset: 'USDT', reason: 'chain.reorganised' }))
    await Promise.all([follow(), follow()])
    expect(await show()).toMatchObject({ state: 'FAILED', reason: expect.stringContaining('lo enviamos de nuevo') })
    const [second] = await others()
    expect(second?.state).toBe('APPROVED')
    expect(await balance()).toMatchObject({ posted: FUNDS, held: AMOUNT + FEE })
    await test.crypto.send()
    expect(await stateOf(second?.id)).toBe('APPROVED')
    await inTransaction(database.db, (tx) => test.ledger.lift(tx, 'USDT'))
    test.start()
    await expect.poll(() => stateOf(second?.id), WAIT).toBe('CONFIRMED')
    expect(await received()).toBe(before + AMOUNT)
    expect(await balance()).toMatchObject({ posted: FUNDS - AMOUNT - FEE, held: 0n })
    expect([await posted('withdrawals_undelivered'), await events('crypto.withdrawal_returned')]).toEqual([0n, 0])
    // The customer asked once.
    expect([await events('crypto.withdrawal_requested'), await events('crypto.withdrawal_sent_again')]).toEqual([1, 1])
    expect(await certified()).toEqual({ withdrawals: { count: 1, units: AMOUNT }, fees: { count: 1, units: FEE } })
  })

  it('two concurrent approvals of one claim decide it once', async () => {
    const other = await settledAndLost()
    await claim()
    const both = [id, other].toSorted()
    const requests = [await propose('give_back'), await propose('send_again', officer(), both)]
    const outcomes = await Promise.all([...requests, ...requests].map((request) => code(approve(request))))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    await Promise.all([follow(), follow()])
    const decided = await sql<{ n: number }>`SELECT count(*)::int AS n FROM crypto.claim_decision WHERE withdrawal_id = ${id}`.execute(
      database.db,
    )
    expect(decided.rows).toEqual([{ n: 1 }])
    const [mine, others] = [await stateOf(), await stateOf(other)]
    const owed = others === 'UNDELIVERED' ? AMOUNT + FEE : 0n
    expect(mine).toBe('FAILED')
    expect([(await balance()).posted, await posted('withdrawals_undelivered')]).toEqual([FUNDS - owed, owed])
  })

  it('ends automatically when its first transfer is found, whatever two officers had decided, and may be lost once more', async () => {
    const carried = { chain: await posted('chain'), float: await posted('float') }
    const receipt = await test.blockchain.operation(operationIdOf('crypto.withdrawal', id))
    if (!receipt?.receipt) throw new Error('it was settled by a receipt')
    await claim()
    await approve(await propose('give_back'))
    word = { said: 'final', receipt: receipt.receipt }
    await Promise.all([follow(), follow()])
    expect(await show()).toMatchObject({ state: 'CONFIRMED', reason: null })
    expect(await balance()).toMatchObject({ posted: FUNDS - AMOUNT - FEE })
    expect(await posted('withdrawals_undelivered')).toBe(0n)
    expect([await posted('float'), await posted('chain')]).toEqual([carried.float - AMOUNT, carried.chain + AMOUNT])
    expect(await code(propose('give_back'))).toBe('crypto.withdrawal_not_decidable')
    word = SPENT
    await claim()
    // The decision about the first claim does not apply to this one.
    await follow()
    expect(await stateOf()).toBe('UNDELIVERED')
    expect([await posted('withdrawals_undelivered'), await posted('float')]).toEqual([AMOUNT + FEE, carried.float - AMOUNT])
  })

  it.each([1, 0])('is no claim when its first transfer is found before: the platform recovers its loss once (%i checks)', async (looks) => {
    const carried = { chain: await posted('chain'), float: await posted('float') }
    const found = await test.blockchain.operation(operationIdOf('crypto.withdrawal', id))
    if (!found?.receipt) throw new Error('it was settled by a receipt')
    for (let look = 0; look < looks; look += 1) await follow()
    word = { said: 'final', receipt: found.receipt }
    await Promise.all([follow(), follow()])
    expect(await stateOf()).toBe('CONFIRMED')
    expect([await posted('float'), await posted('chain')]).toEqual([carried.float - AMOUNT, carried.chain + AMOUNT])
    word = SPENT
    await claim()
    expect([await posted('float'), await posted('withdrawals_undelivered')]).toEqual([carried.float - AMOUNT, AMOUNT + FEE])
  })

  it('a receipt that paid no address counts as a transfer that never paid', async () => {
    const found = await test.blockchain.operation(operationIdOf('crypto.withdrawal', id))
    if (!found?.receipt) throw new Error('it was settled by a receipt')
    word = { said: 'final', receipt: { ...found.receipt, status: 'reverted', logs: [] } }
    await claim()
  })

  it('by rows alone nothing is paid: neither by a state nor by a decision that another role wrote', async () => {
    await sql`UPDATE crypto.withdrawal SET state = 'UNDELIVERED' WHERE id = ${id}`.execute(database.db)
    expect(await code(propose('give_back'))).toBe('ledger.unproved')
    await follow()
    await sql`UPDATE crypto.withdrawal SET state = 'CONFIRMED' WHERE id = ${id}`.execute(database.db)
    await claim()
    const log = vi.spyOn(test.platform.log, 'error')
    await forgeDecisions(1)
    await follow()
    expect(await stateOf()).toBe('UNDELIVERED')
    expect(await balance()).toMatchObject({ posted: FUNDS - AMOUNT - FEE })
    expect(unproved(log)).toEqual([{ securityEvent: 'payment_unproved', withdrawalId: id, claim: 0, forged: 1 }])
  })

  it('F9 forged decisions, regardless of their number, prevent no true one from being made and paid', async () => {
    await claim()
    await forgeDecisions(600)
    await approve(await propose('give_back'))
    await forgeDecisions(600)
    const log = vi.spyOn(test.platform.log, 'error')
    expect(await code(propose('send_again'))).toBe('crypto.withdrawal_not_decidable')
    await follow()
    expect(await show()).toMatchObject({ state: 'FAILED', reason: expect.stringContaining('volvió completo a tu saldo') })
    expect(await balance()).toMatchObject({ posted: FUNDS, held: 0n })
    const said = { securityEvent: 'payment_unproved', withdrawalId: id, claim: 0, forged: 1_200 }
    expect(unproved(log)).toEqual([said, said])
  })

  it('a row that names no block does not stop the signer', async () => {
    await sql`UPDATE blockchain.chain_transaction SET agreed = false, disagreement = NULL, receipt = jsonb_set(receipt, '{blockNumber}', '"x"')
      WHERE operation_id = ${operationIdOf('crypto.withdrawal', id)}`.execute(database.db)
    const signer = testSigner(database.signerConnection, chain)
    await signer.keepMoving('hot')
    await signer.close()
  })

  it('is refunded only when its row is what the customer requested', async () => {
    await sql`UPDATE crypto.withdrawal SET account_id = ${newId()} WHERE id = ${id}`.execute(database.db)
    await follow()
    await later()
    await follow()
    expect(await posted('withdrawals_undelivered')).toBe(0n)
  })

  describe('R17 a process that is killed', () => {
    async function killedAt(fault: string): Promise<void> {
      const given = { connection: database.connection, env: chain.env, customer, step: 'undelivered', word }
      const { child } = runTypeScript(new URL('./withdraw-child.testing.ts', import.meta.url), [JSON.stringify(given)], { FAULT_AT: fault })
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      expect(child.signalCode).toBe('SIGKILL')
      await afterKill(database.db)
    }

    it.each(['give_back', 'send_again'] as const)('while a claim begins, and while it is paid (%s), does each once', async (decision) => {
      await follow()
      await later()
      await killedAt('crypto.claim_opened')
      expect([await stateOf(), await posted('withdrawals_undelivered')]).toEqual(['CONFIRMED', 0n])
      await follow()
      await approve(await propose(decision))
      await killedAt('crypto.claim_paid')
      expect([await stateOf(), await posted('withdrawals_undelivered')]).toEqual(['UNDELIVERED', AMOUNT + FEE])
      await follow()
      expect(await balance()).toMatchObject({ posted: FUNDS, held: decision === 'send_again' ? AMOUNT + FEE : 0n })
      expect(await posted('withdrawals_undelivered')).toBe(0n)
    })

    it('while a claim ends automatically, ends it once', async () => {
      await claim()
      const found = await test.blockchain.operation(operationIdOf('crypto.withdrawal', id))
      if (!found?.receipt) throw new Error('it was settled by a receipt')
      word = { said: 'final', receipt: found.receipt }
      await killedAt('crypto.claim_ended')
      expect([await stateOf(), await posted('withdrawals_undelivered')]).toEqual(['UNDELIVERED', AMOUNT + FEE])
      await follow()
      expect([await stateOf(), await posted('withdrawals_undelivered')]).toEqual(['CONFIRMED', 0n])
      expect(await balance()).toMatchObject({ posted: FUNDS - AMOUNT - FEE, held: 0n })
    })
  })
})
