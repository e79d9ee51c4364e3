/** R5: balances of customers' deposit addresses against the ledger, on a real chain, while deposits arrive, are swept, and are stolen. */
import type { AssetCode } from '@tunjo/contract/money'
import { PERMISSIONS } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import { type Address, encodeFunctionData } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { DepositForwarderFactory } from '../../../../../solidity/artifacts.generated.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { operationIdOf } from '../blockchain/index.ts'
import { testSigner } from '../blockchain/testing.ts'
import { type DepositBench, openDepositBench } from '../crypto/deposits.testing.ts'
import { customerAccount, systemAccount } from '../ledger/index.ts'
import { createReconciliation, type Reconciliation } from './index.ts'
import { LIFT_APPROVAL } from './lift-approval.ts'

vi.setConfig({ testTimeout: 120_000 })
const WAIT = { timeout: 30_000, interval: 50 }
const SENT = 25_000_000n
/** Five of these reach the minimum. */
const SMALL = 249_999n
let chain: TestChain
let fresh: string
let bench: DepositBench
let books: Reconciliation
let unbooked: number

beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 400, stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  fresh = await chain.snapshot()
  bench = await openDepositBench(chain)
  books = newBooks()
  unbooked = 0
  await books.openBooks()
})
afterEach(async () => {
  await bench.close()
  await chain.revert(fresh)
})

function newBooks(): Reconciliation {
  const { platform, ledger, blockchain, crypto, approvals } = bench.test
  return createReconciliation(platform, {
    ledger,
    blockchain,
    crypto,
    approvals,
    trading: { openTrades: async () => [], unprovedTrades: async () => [] },
    treasury: {
      openSweeps: async () => [],
      arrivalsBookedUntil: async () => null,
      arrivedIn: async () => ({ COP: 0n, BTC: 0n, USDT: 0n }),
    },
    payments: {
      paidForDeposit: async () => 0n,
      fundsAtProvider: async () => ({ booked: 0n, balance: 0n, taken: new Map() }),
      collectionAtBank: async () => null,
      unprovedRows: async () => [],
      takenBack: async () => [],
      anomalies: async () => [],
      unbookedPayments: async () => unbooked,
    },
    identity: { staff: { officersWith: async () => [] } as never, person: async () => null },
    notifications: { notify: async () => undefined },
  })
}

const follow = () => bench.test.crypto.follow()
const pass = async (times = 2) => {
  for (let turn = 0; turn < times; turn++) await books.reconcile()
}
const OF_ADDRESSES = ['chain.deposits', 'chain.destination', 'crypto.uncredited']
const differences = async () =>
  (
    await sql<{ check: string; asset: AssetCode; difference: bigint; freezes: boolean }>`SELECT check_name AS "check", asset,
      actual - expected AS difference, freezes FROM reconciliation.difference WHERE check_name = ANY(${OF_ADDRESSES})
      ORDER BY check_name, asset`.execute(bench.database.db)
  ).rows
const finished = async () =>
  (await sql<{ failure: string | null }>`SELECT failure FROM reconciliation.run WHERE part = 'addresses'`.execute(bench.database.db)).rows
const divert = (to: Address) =>
  chain.send(
    'treasury',
    chain.deployment.forwarderFactory,
    encodeFunctionData({ abi: DepositForwarderFactory.abi, functionName: 'setDestination', args: [to] }),
  )

it('MON-10 D7 agrees in every pass while deposits arrive, wait, are too small, add up, are credited and are swept', async () => {
  bench.test.start()
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      await pass(1)
      expect(await differences()).toEqual([])
    }
  })()
  for (let time = 0; time < 4; time++) {
    await bench.send('USDT', SENT)
    await bench.send('USDT', SMALL)
    await bench.send('BTC', 30_000n)
    if (time % 2 === 1) await bench.sweep('USDT')
  }
  await expect.poll(async () => (await bench.balance('USDT')).posted, WAIT).toBe(4n * SENT)
  await expect.poll(async () => (await bench.balance('BTC')).posted, WAIT).toBe(120_000n)
  await expect.poll(() => bench.books('deposit_addresses', 'BTC'), WAIT).toBe(0n)
  // Amounts below the minimum stay in the books until more arrives, at any address.
  expect(await bench.books('deposits_uncredited', 'USDT')).toBe(4n * SMALL)
  await bench.send('USDT', SMALL)
  await expect.poll(async () => (await bench.balance('USDT')).posted, WAIT).toBe(4n * SENT + 5n * SMALL)
  isOver = true
  await watching
  await pass()
  expect([await differences(), await bench.frozen(), await finished()]).toEqual([[], [], [{ failure: null }]])
  expect(await bench.books('deposits_uncredited', 'USDT')).toBe(0n)
})

it('ADM-15 holdings include deposit addresses, before and after a sweep', async () => {
  const held = async () => {
    await pass(1)
    const noted = await sql<{ held: bigint }>`SELECT held FROM reconciliation.day_holding WHERE asset = 'USDT'`.execute(bench.database.db)
    return noted.rows[0]?.held ?? 0n
  }
  bench.test.start()
  const { hot, cold } = await bench.test.blockchain.custody()
  await expect.poll(held, WAIT).toBe(hot.USDT + cold.USDT)
  await bench.send('USDT', SENT)
  await expect.poll(async () => (await bench.balance('USDT')).posted, WAIT).toBe(SENT)
  await expect.poll(held, WAIT).toBe(hot.USDT + cold.USDT + SENT)
  await bench.sweep('USDT')
  await expect.poll(() => bench.books('deposit_addresses', 'USDT'), WAIT).toBe(0n)
  await expect.poll(held, WAIT).toBe(hot.USDT + cold.USDT + SENT)
})

it('R15 agrees while a credited deposit is in dispute, and when it was taken back', () =>
  chain.anvil.whileAtRest(async () => {
    const before = await chain.snapshot()
    await bench.send('USDT', SENT)
    await bench.settle()
    await pass()
    await chain.revert(before)
    await bench.mine(6)
    await follow()
    await pass(3)
    expect([await bench.states(), await differences()]).toEqual([['DISPUTED'], []])
    await bench.tamper(`updated_at = now() - interval '1 hour', absent_since = absent_since - interval '1 hour'`)
    await follow()
    await pass(3)
    expect([await bench.states(), await differences(), await bench.frozen()]).toEqual([['REVERSED'], [], []])
  }))

it('E3 the spent part of a credit that the chain took back is a difference of the books, and no freeze is lifted over it', () =>
  chain.anvil.whileAtRest(async () => {
    const before = await chain.snapshot()
    await bench.send('USDT', SENT)
    await bench.settle()
    const account = customerAccount(bench.customer, 'USDT')
    const spent = { id: newId(), debit: account, credit: systemAccount('network-fees', 'USDT'), amount: 10_000_000n, code: 'test.spent' }
    await bench.test.ledger.post([{ kind: 'post', ...spent }])
    await chain.revert(before)
    await bench.mine(6)
    await follow()
    expect(await bench.frozen()).toEqual(['USDT'])
    const caller = { accountId: newId(), sessionId: newId(), authorities: ['ROLE_ADMIN'] as const, permissions: PERMISSIONS }
    const lift = () =>
      bench.test.approvals.perform(LIFT_APPROVAL, { params: { asset: 'USDT' }, caller, reason: 'Ya se revisó lo que falta' } as never)
    // Before any pass of the comparison found it.
    await expect(lift()).rejects.toMatchObject({ refusal: { code: 'reconciliation.differences_open' } })
    await pass()
    const claims = await sql`SELECT subject, asset, expected, actual, freezes, state FROM reconciliation.difference
      WHERE check_name = 'crypto.disputed'`.execute(bench.database.db)
    const [{ id = '' } = {}] = await bench.test.deposits(bench.customer)
    expect(claims.rows).toEqual([
      {
        subject: `deposit ${id}, account ${bench.customer}`,
        asset: 'USDT',
        expected: SENT,
        actual: 15_000_000n,
        freezes: true,
        state: 'open',
      },
    ])
    await expect(lift()).rejects.toMatchObject({ refusal: { code: 'reconciliation.differences_open' } })
    // A balance that was changed in the database covers nothing, and other rows are compared nevertheless.
    const change = (by: bigint) =>
      sql`UPDATE ledger.account SET posted = posted + ${by} WHERE id = ${account.id}`.execute(bench.database.owner)
    await change(1n)
    expect(await inTransaction(bench.database.db, (tx) => bench.test.crypto.spentCredits(tx))).toMatchObject([{ amount: SENT, held: 0n }])
    await change(-1n)
    // The customer pays it: all of it is held, and the difference ends.
    const paid = { id: newId(), debit: systemAccount('float', 'USDT'), credit: account, amount: 10_000_000n, code: 'test.paid' }
    await bench.test.ledger.post([{ kind: 'post', ...paid }])
    await follow()
    await pass()
    await sql`UPDATE reconciliation.difference SET state = 'closed'`.execute(bench.database.db)
    // G3: nor while the chain has not shown the end of an operation that it lost.
    await inTransaction(bench.database.db, (tx) => bench.test.ledger.freeze(tx, { asset: 'USDT', reason: 'chain.reorganised' }))
    const hasLost = vi.spyOn(bench.test.blockchain, 'hasLostOperation').mockResolvedValue(true)
    await expect(lift()).rejects.toMatchObject({ refusal: { code: 'reconciliation.differences_open' } })
    hasLost.mockResolvedValue(false)
    // G2: nor before the chain has the deposit again or two officers decided, though all of it is held.
    await expect(lift()).rejects.toMatchObject({ refusal: { code: 'reconciliation.disputes_open', params: { asset: 'USDT', count: 1 } } })
    await sql`UPDATE crypto.deposit SET state = 'COMPLETED'`.execute(bench.database.owner)
    unbooked = 1
    expect(await lift()).toMatchObject({ outcome: { isDone: false } })
    await sql`UPDATE crypto.deposit SET state = 'DISPUTED'`.execute(bench.database.owner)
    const found = await sql`SELECT 1 FROM reconciliation.figure WHERE check_name = 'crypto.disputed'`.execute(bench.database.db)
    expect([found.rows, await bench.balance('USDT')]).toMatchObject([[], { held: SENT, available: 0n }])
  }))

it('E3 the books agree after two officers wrote off the spent part, and when the chain has the deposit again', () =>
  chain.anvil.whileAtRest(async () => {
    const before = await chain.snapshot()
    const { hash } = await bench.send('USDT', SENT)
    const raw = await bench.rawOf(hash)
    await bench.settle()
    const [debit, credit] = [customerAccount(bench.customer, 'USDT'), systemAccount('network-fees', 'USDT')]
    await bench.test.ledger.post([{ kind: 'post', id: newId(), debit, credit, amount: 10_000_000n, code: 'test.spent' }])
    await chain.revert(before)
    await bench.mine(6)
    const later = `updated_at = updated_at - interval '1 hour', absent_since = absent_since - interval '1 hour', try_at = now()`
    for (let look = 0; look < 2; look++) await follow().then(() => bench.tamper(later))
    const officer = () => ({ accountId: newId(), sessionId: newId(), authorities: ['ROLE_ADMIN'], permissions: PERMISSIONS })
    const call = (name: string, given: object) =>
      [...bench.test.crypto.routes, ...bench.test.approvals.routes]
        .find((route) => route.name === name)
        ?.handle({ caller: officer(), http: { ip: '::1', headers: {} }, ...given } as never)
    const [{ id = '' } = {}] = await bench.test.deposits(bench.customer)
    await call('decideDispute', { params: { id }, body: { decision: 'write_off', reason: 'El cliente no responde.' } })
    const { rows } = await sql<{ id: string }>`SELECT id FROM platform.approval_request`.execute(bench.database.db)
    await call('approve', { params: { id: rows[0]?.id }, body: { note: '' } })
    await follow()
    const compared = async () => {
      await pass()
      const found = await sql<{ check: string; differs: boolean }>`SELECT check_name AS "check", expected <> actual AS differs
        FROM reconciliation.figure WHERE asset = 'USDT' AND check_name IN ('chain.hot', 'chain.deposits', 'crypto.uncredited', 'crypto.disputed')
        ORDER BY check_name`.execute(bench.database.db)
      return found.rows.map(({ check, differs }) => [check, differs])
    }
    const agreed = ['chain.deposits', 'chain.hot', 'crypto.uncredited'].map((check) => [check, false])
    expect([await bench.states(), await bench.books('deposit_losses', 'USDT')]).toEqual([['REVERSED'], -10_000_000n])
    expect(await compared()).toEqual(agreed)
    await bench.sendAgain(hash, raw)
    await bench.settle()
    expect([await bench.states(), await bench.books('deposit_losses', 'USDT')]).toEqual([['COMPLETED'], 0n])
    expect(await compared()).toEqual(agreed)
  }))

it('R5 one credited unit that is at no address freezes its asset after two passes, for any rows', async () => {
  await bench.send('USDT', SENT)
  await bench.settle()
  const [debit, credit] = [systemAccount('deposit_addresses', 'USDT'), customerAccount(bench.customer, 'USDT')]
  await bench.test.ledger.post([{ kind: 'post', id: newId(), debit, credit, amount: 1n, code: 'crypto.deposit' }])
  await pass(1)
  expect(await bench.frozen()).toEqual([])
  await bench.tamper(`state = 'DISPUTED', swept_block = NULL`)
  await pass(1)
  expect(await differences()).toContainEqual({ check: 'chain.deposits', asset: 'USDT', difference: -1n, freezes: true })
  expect(await bench.frozen()).toEqual(['USDT'])
})

it('R5 one unit credited from uncredited deposits of others freezes its asset', async () => {
  await bench.send('USDT', 999_999n)
  await bench.settle()
  const [debit, credit] = [systemAccount('deposits_uncredited', 'USDT'), customerAccount(newId(), 'USDT')]
  await bench.test.ledger.post([{ kind: 'post', id: newId(), debit, credit, amount: 1n, code: 'crypto.deposit' }])
  await pass()
  expect(await differences()).toEqual([{ check: 'crypto.uncredited', asset: 'USDT', difference: -1n, freezes: true }])
  expect(await bench.frozen()).toEqual(['USDT'])
})

it('R13 while sweeps would go to another target than the hot wallet, the signer signs none, and all assets are frozen', async () => {
  const signer = testSigner(bench.database.signerConnection, chain)
  const wish = async () => {
    const [ref, { forwarderFactory, tokens }] = [newId(), chain.deployment] as const
    const operationId = operationIdOf('crypto.sweep', ref)
    const data = bench.sweepCall([tokens.USDT])
    const intent = { operationId, wallet: 'hot', kind: 'sweep', ref, to: forwarderFactory, data, gas: 300_000n } as const
    await inTransaction(bench.database.db, (tx) => bench.test.blockchain.submitWithin(tx, intent))
    return signer.sign(operationId)
  }
  await bench.send('USDT', SENT)
  await bench.settle()
  await divert(chain.deployment.visitor)
  expect(await wish()).toBe('refused')
  await follow()
  await pass()
  expect(await differences()).toEqual([{ check: 'chain.destination', asset: 'COP', difference: 1n, freezes: true }])
  expect((await bench.frozen()).toSorted()).toEqual(['BTC', 'COP', 'USDT'])
  await divert(chain.deployment.hotWallet)
  expect(await wish()).toBe('stored')
  await signer.close()
})

it('R5 tokens that leave an address for any other target freeze their asset when the block is read, and it stays frozen', async () => {
  await bench.send('USDT', SENT)
  await bench.settle()
  await expect.poll(async () => follow().then(() => bench.states()), WAIT).toEqual(['COMPLETED'])
  await divert(chain.deployment.visitor)
  await bench.sweep('USDT')
  await follow()
  await expect.poll(async () => follow().then(() => bench.frozen()), WAIT).toEqual(['USDT'])
  await divert(chain.deployment.hotWallet)
  await follow()
  await pass()
  expect(await differences()).toEqual([{ check: 'chain.deposits', asset: 'USDT', difference: -SENT, freezes: true }])
})
