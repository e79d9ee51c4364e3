/** G1, E3: decisions of two officers about credits that the chain lost. */
import { once } from 'node:events'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { DisputedTokenDeposit, TokenDisputeDecision } from '@tunjo/contract/crypto-officers'
import { PERMISSIONS } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as z from 'zod'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { ApprovalOutcome } from '../../../platform/http/guards/approval.ts'
import { createTestBlockchain } from '../blockchain/testing.ts'
import { customerAccount, systemAccount } from '../ledger/index.ts'
import { certificateOf } from '../movements/documents/certificate.ts'
import { yearOf } from '../movements/documents/year.ts'
import { type DepositBench, openDepositBench } from './deposits.testing.ts'
import { CONFIRMATIONS } from './testing.ts'

vi.setConfig({ testTimeout: 60_000 })
const SENT = 25_000_000n
const SPENT = 10_000_000n
const REASON = 'La red lo deshizo y el explorador no lo muestra.'
/** The minimum setting. */
const RECHECK_BLOCKS = 10
const ENV = { CHAIN_RECHECK_BLOCKS: String(RECHECK_BLOCKS) }
let chain: TestChain
let bench: DepositBench

beforeAll(async () => {
  chain = await startTestChain({ stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  bench = await openDepositBench(chain, ENV)
})
afterEach(async () => {
  await bench.close()
})

const follow = () => bench.test.crypto.follow()
const idOf = async () => (await bench.test.deposits(bench.customer))[0]?.id ?? ''
/** Ten minutes after the loss, and five after the first check. */
const later = () =>
  bench.tamper(`updated_at = updated_at - interval '1 hour', absent_since = absent_since - interval '1 hour', try_at = now()`)
const due = () => bench.tamper('try_at = now()')

/** Credited at this depth, and dropped by a reorganisation. */
async function lost(depth: number) {
  const snapshot = await chain.snapshot()
  const { hash } = await bench.send('USDT', SENT)
  const raw = await bench.rawOf(hash)
  await bench.mine(depth)
  await follow()
  expect(await bench.states()).toEqual(['COMPLETED'])
  await chain.revert(snapshot)
  await bench.mine(depth + 2)
  return { again: () => bench.sendAgain(hash, raw) }
}
async function lostBeyond() {
  const { again } = await lost(RECHECK_BLOCKS)
  await follow()
  await later()
  await due()
  await follow()
  await later()
  expect(await bench.states()).toEqual(['DISPUTED'])
  return { again }
}
interface DepositPage {
  results: z.output<typeof DisputedTokenDeposit>[]
  total: number
  pagesNumber: number
}
const pageOf = (name: 'depositsInDispute' | 'depositsInReview', pageIndex: number, size: number) =>
  call<DepositPage>(name, { query: { pageIndex, size } })
const list = async () => (await pageOf('depositsInDispute', 0, 100)).results
const listed = async () => (await list())[0]

const officer = () => ({ accountId: newId(), sessionId: newId(), authorities: ['ROLE_ADMIN'], permissions: PERMISSIONS })
function call<A>(name: string, given: object, caller = officer()): Promise<A> {
  const route = [...bench.test.crypto.routes, ...bench.test.approvals.routes].find((one) => one.name === name)
  return route?.handle({ caller, http: { ip: '::1', headers: {} }, ...given } as never) as Promise<A>
}
const code = (of: Promise<unknown>) =>
  of.then(
    () => 'done',
    (error) => error.refusal?.code ?? String(error),
  )
async function propose(decision: TokenDisputeDecision, maker = officer()): Promise<string> {
  const answer = await call('decideDispute', { params: { id: await idOf() }, body: { decision, reason: REASON } }, maker)
  if (!(answer instanceof ApprovalOutcome)) throw new Error('it was not performed through the approvals')
  const { outcome } = answer
  if (outcome.isDone) throw new Error('one officer alone decided it')
  return outcome.waiting.approvalRequestId
}
const approve = (request: string, checker = officer()) =>
  call('approve', { params: { id: request }, body: { note: 'Vimos la red.' } }, checker)

/** Forged decisions of another role, with ids before and after the real ones, and a time that cannot be formatted. */
const forgeDecisions = (count: number) =>
  sql`INSERT INTO crypto.dispute_decision (id, deposit_id, disputed_at, decision, missing, maker_id, checker_id, at, seal)
    SELECT gen_random_uuid(), id, updated_at, 'reverse', 0, gen_random_uuid(), gen_random_uuid(), 'infinity', 'x'
    FROM crypto.deposit, generate_series(1, ${count}::int)`.execute(bench.database.db)
/** A waiting deposit is checked after all that were not checked yet. */
async function goesBehindOthers(): Promise<void> {
  await bench.tamper(`try_at = now() - interval '1 hour'`)
  await follow()
  const found = await sql`SELECT id FROM crypto.deposit WHERE state = 'DISPUTED' AND try_at > now() - interval '10 minutes'`.execute(
    bench.database.db,
  )
  expect(found.rows).toHaveLength(1)
}

const account = () => customerAccount(bench.customer, 'USDT')
/** Partly spent and then lost by the chain; within the final depth. */
async function lostAndSpent({ deposits = 1, spent = SPENT, twice = lostTwice } = {}) {
  const snapshot = await chain.snapshot()
  for (let other = 1; other < deposits; other++) await bench.send('USDT', SENT)
  const { hash } = await bench.send('USDT', SENT)
  const raw = await bench.rawOf(hash)
  await bench.settle()
  const leg = { id: newId(), debit: account(), credit: systemAccount('chain', 'USDT'), amount: spent, code: 'test.spent' }
  await bench.test.ledger.post([{ kind: 'post', ...leg }])
  await chain.revert(snapshot)
  await bench.mine(CONFIRMATIONS + 1 + deposits)
  await follow()
  await twice()
  return { again: () => bench.sendAgain(hash, raw) }
}
async function lostTwice(): Promise<void> {
  await later()
  await follow()
  await later()
}
const losses = () => bench.books('deposit_losses', 'USDT')
const spentCredits = () => inTransaction(bench.database.db, (tx) => bench.test.crypto.spentCredits(tx))

async function killedAt(fault: string, request?: string): Promise<void> {
  const given = { connection: bench.database.connection, env: { ...chain.env, ...ENV }, request }
  const { child } = runTypeScript(new URL('./crash-child.testing.ts', import.meta.url), [JSON.stringify(given)], { FAULT_AT: fault })
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  await afterKill(bench.database.db)
}

describe('G1 a credit whose block was reorganised away beyond the final depth', () => {
  it('B2 is hidden from officers by no number of others: each is on one page of its list, the oldest first', () =>
    chain.anvil.whileAtRest(async () => {
      await lostBeyond()
      const newest = await idOf()
      await sql`INSERT INTO crypto.deposit SELECT (jsonb_populate_record(deposit, jsonb_build_object('id', gen_random_uuid(),
          'log_position', 1000 + n, 'created_at', created_at - interval '1 day', 'updated_at', updated_at - interval '1 day'))).*
        FROM crypto.deposit, generate_series(1, 120) AS n WHERE id = ${newest}`.execute(bench.database.owner)
      const inReview = sql`UPDATE crypto.deposit SET state = 'IN_REVIEW', sanctions = 'listed'`
      for (const name of ['depositsInDispute', 'depositsInReview'] as const) {
        if (name === 'depositsInReview') await inReview.execute(bench.database.owner)
        const pages = [await pageOf(name, 0, 100), await pageOf(name, 1, 100), await pageOf(name, 2, 100)]
        expect(pages.map(({ results, total, pagesNumber }) => [results.length, total, pagesNumber])).toEqual([
          [100, 121, 2],
          [21, 121, 2],
          [0, 121, 2],
        ])
        const ids = pages.flatMap(({ results }) => results.map(({ id }) => id))
        expect([new Set(ids).size, ids.at(-1)]).toEqual([121, newest])
      }
    }))

  it('stays held after two checks, and is reversed by two officers, once, after the chain confirms it again', () =>
    chain.anvil.whileAtRest(async () => {
      await lostBeyond()
      await due()
      await follow()
      expect(await bench.balance('USDT')).toMatchObject({ posted: SENT, held: SENT })
      expect(await listed()).toMatchObject({ amount: '25', missing: '0', depth: '10', waits: 'officers', decidable: 'reverse' })
      const maker = officer()
      const request = await propose('reverse', maker)
      expect(await code(approve(request, maker))).toBe('approvals.own_request')
      await approve(request)
      expect(await listed()).toMatchObject({ waits: 'decided', decidable: null })
      expect(await code(propose('reverse'))).toBe('crypto.dispute_not_decidable')
      await Promise.all([follow(), follow(), follow()])
      expect([await bench.states(), await bench.balance('USDT')]).toMatchObject([['REVERSED'], { posted: 0n, held: 0n }])
    }))

  it('recovers automatically before and after two officers decide, until it is executed; their decision ends with the dispute', () =>
    chain.anvil.whileAtRest(async () => {
      const { again } = await lostBeyond()
      const early = await propose('reverse')
      const snapshot = await chain.snapshot()
      await again()
      await follow()
      // In a block again, with few confirmations.
      await goesBehindOthers()
      expect(await code(approve(early))).toBe('approvals.facts_changed')
      expect(await code(propose('reverse'))).toBe('crypto.dispute_not_decidable')
      await chain.revert(snapshot)
      await bench.mine(2)
      await follow()
      await later()
      await follow()
      await approve(await propose('reverse'))
      // Found at the very check that would have reversed it.
      await again()
      await due()
      await bench.settle()
      expect([await bench.states(), await bench.balance('USDT')]).toMatchObject([['COMPLETED'], { posted: SENT, held: 0n }])
      expect(await listed()).toBeUndefined()
    }))

  it('a decision that another role wrote, or about another deposit, reverses nothing', () =>
    chain.anvil.whileAtRest(async () => {
      await lostBeyond()
      const log = vi.spyOn(bench.test.platform.log, 'error')
      await forgeDecisions(2)
      await follow()
      expect(await listed()).toMatchObject({ waits: 'officers', decidable: 'reverse' })
      expect(log.mock.calls.map(([facts]) => facts)).toContainEqual({
        securityEvent: 'payment_unproved',
        depositId: await idOf(),
        forged: 2,
      })
      await approve(await propose('reverse'))
      await bench.tamper('block_number = block_number + 1, try_at = now()')
      await follow()
      expect(await bench.states()).toEqual(['DISPUTED'])
      await bench.tamper('block_number = block_number - 1')
      await sql`UPDATE crypto.dispute_decision SET seal = 'x'`.execute(bench.database.owner)
      await due()
      await follow()
      expect([await bench.states(), await bench.balance('USDT')]).toMatchObject([['DISPUTED'], { posted: SENT, held: SENT }])
      await approve(await propose('reverse'))
      await forgeDecisions(2)
      await follow()
      expect(await bench.states()).toEqual(['REVERSED'])
    }))

  it('within the final depth needs no officer, and its depth is the one read before the reorganisation', () =>
    chain.anvil.whileAtRest(async () => {
      await lost(RECHECK_BLOCKS - 1)
      await follow()
      expect(await listed()).toMatchObject({ depth: String(RECHECK_BLOCKS - 1), waits: 'chain', decidable: null })
      expect(await code(propose('reverse'))).toBe('crypto.dispute_not_decidable')
      await goesBehindOthers()
      await later()
      expect(await listed()).toMatchObject({ waits: 'covered' })
      await follow()
      expect(await bench.states()).toEqual(['REVERSED'])
    }))

  it('keeps an unknown depth unknown during a dispute, regardless of repeated losses, and asks officers', () =>
    chain.anvil.whileAtRest(async () => {
      const { again } = await lost(RECHECK_BLOCKS - 1)
      await sql`DELETE FROM crypto.highest_block`.execute(bench.database.owner)
      await follow()
      expect(await listed()).toMatchObject({ depth: null })
      const snapshot = await chain.snapshot()
      await again()
      await follow()
      await chain.revert(snapshot)
      await bench.mine(2)
      await follow()
      expect(await listed()).toMatchObject({ depth: null })
      await lostTwice()
      expect(await listed()).toMatchObject({ depth: null, waits: 'officers', decidable: 'reverse' })
      expect((await sql`SELECT number FROM crypto.highest_block`.execute(bench.database.db)).rows).toHaveLength(1)
    }))

  it('counts every credit as final where the chain itself reports finality', async () => {
    const finalized = createTestBlockchain(bench.database.connection, { ...chain.env, CHAIN_FINALITY: 'finalized' } as never)
    expect([bench.test.blockchain.finalDepth, finalized.blockchain.finalDepth]).toEqual([RECHECK_BLOCKS, 0])
    await finalized.stop()
  })

  it('R17 a process that is killed during the decision, or the reversal, does each once', () =>
    chain.anvil.whileAtRest(async () => {
      await lostBeyond()
      const request = await propose('reverse')
      await killedAt('crypto.dispute_decided', request)
      expect(await listed()).toMatchObject({ waits: 'officers' })
      await approve(request)
      await killedAt('crypto.reverse_posted')
      expect([await bench.states(), await bench.balance('USDT')]).toMatchObject([['DISPUTED'], { posted: SENT, held: SENT }])
      await follow()
      expect([await bench.states(), await bench.balance('USDT')]).toMatchObject([['REVERSED'], { posted: 0n, held: 0n }])
    }))
})

describe('E3 the spent part of a credit that the chain lost', () => {
  it('is written off by two officers, once: the held part pays the rest, and nothing is missing', () =>
    chain.anvil.whileAtRest(async () => {
      await lostAndSpent()
      await due()
      await follow()
      expect(await listed()).toMatchObject({ amount: '25', missing: '10', waits: 'spent', decidable: 'write_off' })
      expect(await code(propose('reverse'))).toBe('crypto.dispute_not_decidable')
      const maker = officer()
      const request = await propose('write_off', maker)
      expect(await code(approve(request, maker))).toBe('approvals.own_request')
      expect([await bench.states(), (await spentCredits()).length]).toEqual([['DISPUTED'], 1])
      await approve(request)
      expect(await code(propose('write_off'))).toBe('crypto.dispute_not_decidable')
      await Promise.all([follow(), follow(), follow()])
      expect([await bench.states(), await bench.balance('USDT')]).toMatchObject([['REVERSED'], { posted: 0n, held: 0n }])
      expect([await losses(), await bench.books('deposits_uncredited', 'USDT'), await spentCredits()]).toEqual([-SPENT, 0n, []])
      // The customer keeps only the part that they spent.
      const now = bench.test.platform.clock.now()
      const year = yearOf(bogotaDay(now).slice(0, 4), now) ?? expect.fail('no such year')
      const found = (await certificateOf(bench.test, bench.customer, year)).find(({ asset }) => asset === 'USDT')
      expect(found?.lines.deposits).toEqual({ count: 1, units: SPENT })
    }))

  it('is covered by incoming money before it is written off; changed facts need a new decision', () =>
    chain.anvil.whileAtRest(async () => {
      await lostAndSpent()
      const early = await propose('write_off')
      await bench.test.fund(bench.customer, 'USDT', 2_000_000n)
      await due()
      await follow()
      expect(await code(approve(early))).toBe('approvals.facts_changed')
      await approve(await propose('write_off'))
      await bench.test.fund(bench.customer, 'USDT', 3_000_000n)
      await follow()
      expect([await bench.states(), await bench.balance('USDT'), await losses()]).toMatchObject([['REVERSED'], { posted: 0n }, -5_000_000n])
    }))

  it('is written off less every unit in the balance, and not while something else holds units, which were not spent', () =>
    chain.anvil.whileAtRest(async () => {
      const { ledger, fund } = bench.test
      /** Less than the minimum hold of a dispute. */
      const [came, held] = [1_000_000n, 400_000n]
      const hold = async () => {
        const leg = { id: newId(), account: account(), amount: held, code: 'test.order' }
        expect(await inTransaction(bench.database.db, (tx) => ledger.holdAvailable(tx, leg))).toBe(held)
        return leg.id
      }
      const release = (holdId: string) => ledger.release({ id: newId(), holdId, code: 'test.order' })
      await lostAndSpent()
      await fund(bench.customer, 'USDT', held)
      const order = await hold()
      expect(await listed()).toMatchObject({ missing: '10', waits: 'held', decidable: null })
      expect(await code(propose('write_off'))).toBe('crypto.dispute_not_decidable')
      await release(order)
      expect(await listed()).toMatchObject({ missing: '10', waits: 'spent', decidable: 'write_off' })
      await approve(await propose('write_off'))
      const late = await hold()
      await fund(bench.customer, 'USDT', came - held)
      await follow()
      expect([await bench.states(), await losses()]).toEqual([['DISPUTED'], 0n])
      await release(late)
      await due()
      await follow()
      expect([await bench.states(), await losses(), await bench.balance('USDT')]).toMatchObject([
        ['REVERSED'],
        came - SPENT,
        { posted: 0n, held: 0n },
      ])
    }))

  it.each([
    ['waits for the end of another dispute that is covered', 20_000_000n, ['covered', 'held']],
    ['does not wait for another dispute that was spent too', 45_000_000n, ['spent', 'spent']],
  ])('%s', (_what, spent, waits) =>
    chain.anvil.whileAtRest(async () => {
      await lostAndSpent({ deposits: 2, spent, twice: () => later().then(() => undefined) })
      expect((await list()).map((one) => one.waits).toSorted()).toEqual(waits)
      await due()
      await follow()
      expect((await list()).map(({ decidable }) => decidable)).toEqual(waits.filter((one) => one !== 'covered').map(() => 'write_off'))
    }),
  )

  it('returns to the platform when the chain has the deposit after all, the rest to its customer, any number of times', () =>
    chain.anvil.whileAtRest(async () => {
      const { again } = await lostAndSpent()
      await approve(await propose('write_off'))
      await follow()
      expect(await losses()).toBe(-SPENT)
      const snapshot = await chain.snapshot()
      await again()
      await bench.settle()
      await Promise.all([follow(), follow()])
      expect([await bench.states(), await bench.balance('USDT')]).toMatchObject([['COMPLETED'], { posted: SENT - SPENT, held: 0n }])
      expect([await losses(), await bench.books('deposits_uncredited', 'USDT')]).toEqual([0n, 0n])
      await chain.revert(snapshot)
      await bench.mine(CONFIRMATIONS + 3)
      await follow()
      await lostTwice()
      await due()
      await follow()
      // The decision about the first dispute does not apply to this one.
      expect([await bench.states(), await bench.balance('USDT')]).toMatchObject([['DISPUTED'], { held: SENT - SPENT }])
      await approve(await propose('write_off'))
      await follow()
      expect([await bench.states(), await losses(), await bench.balance('USDT')]).toMatchObject([['REVERSED'], -SPENT, { posted: 0n }])
    }))

  it.each(['approved', 'carried out'])('%s at the moment at which the deposit recovers is either, and never both', (step) =>
    chain.anvil.whileAtRest(async () => {
      const { again } = await lostAndSpent()
      const request = await propose('write_off')
      if (step === 'carried out') await approve(request).then(() => Promise.all([follow(), again(), follow()]))
      else await again().then(() => Promise.allSettled([approve(request), follow(), follow(), approve(request), follow()]))
      await bench.settle()
      await Promise.all([follow(), follow()])
      expect([await bench.states(), await bench.balance('USDT')]).toMatchObject([['COMPLETED'], { posted: SENT - SPENT, held: 0n }])
      expect([await losses(), await bench.books('deposits_uncredited', 'USDT')]).toEqual([0n, 0n])
    }),
  )

  it('a decision about less than the missing part writes nothing off', () =>
    chain.anvil.whileAtRest(async () => {
      await lostAndSpent()
      await approve(await propose('write_off'))
      await sql`UPDATE crypto.dispute_decision SET missing = missing - 1`.execute(bench.database.owner)
      await follow()
      expect([await bench.states(), await losses()]).toEqual([['DISPUTED'], 0n])
    }))

  it('R17 a process that is killed during the write-off, or the recovery, does each once', () =>
    chain.anvil.whileAtRest(async () => {
      const { again } = await lostAndSpent()
      await approve(await propose('write_off'))
      await killedAt('crypto.written_off')
      expect([await bench.states(), await losses()]).toEqual([['DISPUTED'], 0n])
      await follow()
      expect([await bench.states(), await losses(), await bench.balance('USDT')]).toMatchObject([
        ['REVERSED'],
        -SPENT,
        { posted: 0n, held: 0n },
      ])
      await again()
      await bench.mine(CONFIRMATIONS)
      await killedAt('crypto.write_off_recovered')
      expect([await bench.states(), await losses()]).toEqual([['PENDING'], -SPENT])
      await follow()
      expect([await bench.states(), await losses(), await bench.balance('USDT')]).toMatchObject([
        ['COMPLETED'],
        0n,
        { posted: SENT - SPENT },
      ])
    }))
})
