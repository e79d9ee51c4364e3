/** R15: what a customer can do with a credit whose block was reorganised away, at every depth, until it comes back or is reversed. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { customerAccount, systemAccount } from '../ledger/index.ts'
import { type DepositBench, openDepositBench } from './deposits.testing.ts'
import { CONFIRMATIONS } from './testing.ts'

vi.setConfig({ testTimeout: 120_000 })
const SENT = 25_000_000n
let chain: TestChain
let bench: DepositBench

beforeAll(async () => {
  chain = await startTestChain({ stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  bench = await openDepositBench(chain)
})
afterEach(() => bench.close())

const follow = () => bench.test.crypto.follow()
const take = (amount: bigint) =>
  bench.test.ledger.hold({ id: newId(), account: customerAccount(bench.customer, 'USDT'), amount, code: 'test.take' })
const outcomeOf = async (amount: bigint) => {
  const taken = await take(amount)
  return taken.outcome === 'refused' ? taken.refusal.code : taken.outcome
}
/** A reorganisation of this depth: the deposit was in the oldest of the dropped blocks. */
async function lostAtDepth(depth: number) {
  const snapshot = await chain.snapshot()
  const { hash } = await bench.send('USDT', SENT)
  const raw = await bench.rawOf(hash)
  await bench.mine(depth - 1)
  await follow()
  const before = await bench.states()
  await chain.revert(snapshot)
  await bench.mine(depth + 1)
  await follow()
  return { before, again: () => bench.sendAgain(hash, raw) }
}

describe('R15 a deposit in a chain with reorganisations', () => {
  const depths = Array.from({ length: CONFIRMATIONS + 3 }, (_, index) => index + 1)
  it.each(depths)('%i deep: it is credited from N on, and a lost one is held until it comes back', (depth) =>
    chain.anvil.whileAtRest(async () => {
      const isCredited = depth >= CONFIRMATIONS
      const { before, again } = await lostAtDepth(depth)
      expect(before).toEqual([isCredited ? 'COMPLETED' : 'PENDING'])
      expect(await bench.states()).toEqual([isCredited ? 'DISPUTED' : 'ORPHANED'])
      expect(await bench.balance('USDT')).toMatchObject({ posted: isCredited ? SENT : 0n, available: 0n })
      expect(await outcomeOf(1n)).toBe('ledger.insufficient_funds')
      expect(await bench.frozen()).toEqual([])
      await again()
      await bench.settle()
      expect(await bench.states()).toEqual(['COMPLETED'])
      expect(await bench.balance('USDT')).toMatchObject({ posted: SENT, held: 0n })
      expect(await outcomeOf(SENT)).toBe('posted')
    }),
  )

  it.each(depths.filter((depth) => depth >= CONFIRMATIONS))(
    '%i deep: one that does not come back is reversed, and nothing stays held',
    (depth) =>
      chain.anvil.whileAtRest(async () => {
        await lostAtDepth(depth)
        await bench.tamper(`updated_at = now() - interval '1 hour', absent_since = absent_since - interval '1 hour'`)
        await Promise.all([follow(), follow()])
        expect(await bench.states()).toEqual(['REVERSED'])
        expect(await bench.balance('USDT')).toMatchObject({ posted: 0n, held: 0n })
        expect(await bench.books('deposits_uncredited', 'USDT')).toBe(0n)
      }),
  )

  it('holds only the disputed part: the rest of the balance is the customer’s', () =>
    chain.anvil.whileAtRest(async () => {
      await bench.test.fund(bench.customer, 'USDT', 5_000_000n)
      await lostAtDepth(CONFIRMATIONS)
      expect(await bench.balance('USDT')).toMatchObject({ held: SENT, available: 5_000_000n })
      expect(await outcomeOf(5_000_001n)).toBe('ledger.insufficient_funds')
      expect(await outcomeOf(5_000_000n)).toBe('posted')
    }))

  it('freezes the asset when the disputed part was spent', () =>
    chain.anvil.whileAtRest(async () => {
      const snapshot = await chain.snapshot()
      await bench.send('USDT', SENT)
      await bench.settle()
      const spent = { kind: 'post', id: newId(), code: 'test.spent', debit: customerAccount(bench.customer, 'USDT'), amount: 1n } as const
      await bench.test.ledger.post([{ ...spent, credit: systemAccount('chain', 'USDT') }])
      await chain.revert(snapshot)
      await bench.mine(CONFIRMATIONS + 2)
      await follow()
      expect(await bench.states()).toEqual(['DISPUTED'])
      expect(await bench.frozen()).toEqual(['USDT'])
      expect(await outcomeOf(1n)).toBe('ledger.asset_frozen')
      // The rest is held nevertheless.
      expect(await bench.balance('USDT')).toMatchObject({ posted: SENT - 1n, available: 0n })
      // Two officers decided: a lifted freeze stays lifted until the chain changes again.
      await inTransaction(bench.database.db, (tx) => bench.test.ledger.lift(tx, 'USDT'))
      await follow()
      expect(await bench.frozen()).toEqual([])
    }))

  it('E3 withdrawal requests that run at the moment of the dispute: the rest is held, and later incoming money covers it', () =>
    chain.anvil.whileAtRest(async () => {
      const { test, customer } = bench
      const snapshot = await chain.snapshot()
      await bench.send('USDT', SENT)
      await bench.settle()
      const address = '0x52908400098527886E0F7030069857D2E4169EE7'
      await test.call('saveAddress', customer, { params: { userId: customer }, body: { address, alias: 'Mía', acceptsLookalike: false } })
      await chain.revert(snapshot)
      await bench.mine(CONFIRMATIONS + 2)
      const ask = () =>
        test.call('transferUSDT', customer, {
          operation: { id: newId(), hash: 'hash', isKeyless: false },
          body: { amount: 9_500_000n, recipient: address },
        })
      const asked = await Promise.allSettled([ask(), follow(), ask(), ask(), follow()])
      const isFrozen = (await bench.frozen()).length > 0
      const taken = BigInt([0, 2, 3].filter((index) => asked[index]?.status === 'fulfilled').length) * 10_000_000n
      expect(await bench.states()).toEqual(['DISPUTED'])
      expect(await bench.balance('USDT')).toMatchObject({ posted: SENT, held: SENT, available: 0n })
      expect(isFrozen).toBe(taken > 0n)
      // Also after two officers lifted the freeze: incoming money is held first, until nothing is missing.
      await inTransaction(bench.database.db, (tx) => test.ledger.lift(tx, 'USDT'))
      await test.fund(customer, 'USDT', taken + 7n)
      await Promise.all([follow(), follow()])
      expect(await bench.balance('USDT')).toMatchObject({ available: 7n })
      await bench.tamper(`updated_at = now() - interval '1 hour', absent_since = absent_since - interval '1 hour', try_at = now()`)
      await follow()
      expect(await bench.states()).toEqual(['REVERSED'])
      expect(await bench.balance('USDT')).toMatchObject({ posted: taken + 7n, held: taken, available: 7n })
    }))

  it('holds a loss during a freeze of the asset, as soon as it is lifted', () =>
    chain.anvil.whileAtRest(async () => {
      const snapshot = await chain.snapshot()
      await bench.send('USDT', SENT)
      await bench.settle()
      await inTransaction(bench.database.db, (tx) => bench.test.ledger.freeze(tx, { asset: 'USDT', reason: 'test' }))
      await chain.revert(snapshot)
      await bench.mine(CONFIRMATIONS + 2)
      await follow()
      expect(await outcomeOf(1n)).toBe('ledger.asset_frozen')
      await inTransaction(bench.database.db, (tx) => bench.test.ledger.lift(tx, 'USDT'))
      await Promise.all([follow(), follow(), follow()])
      expect(await bench.balance('USDT')).toMatchObject({ posted: SENT, held: SENT })
    }))

  it('lost a second time in another block, is held a second time', () =>
    chain.anvil.whileAtRest(async () => {
      const { again } = await lostAtDepth(CONFIRMATIONS)
      const snapshot = await chain.snapshot()
      await again()
      await bench.settle()
      expect(await bench.balance('USDT')).toMatchObject({ available: SENT })
      await chain.revert(snapshot)
      await bench.mine(CONFIRMATIONS + 2)
      await follow()
      expect(await bench.states()).toEqual(['DISPUTED'])
      expect(await bench.balance('USDT')).toMatchObject({ posted: SENT, available: 0n })
    }))

  it('D7 small ones that were credited together are held like any other', () =>
    chain.anvil.whileAtRest(async () => {
      await bench.send('USDT', 600_000n)
      await bench.settle()
      const snapshot = await chain.snapshot()
      const { hash } = await bench.send('USDT', 500_000n)
      const raw = await bench.rawOf(hash)
      await bench.settle()
      expect(await bench.states()).toEqual(['COMPLETED', 'COMPLETED'])
      await chain.revert(snapshot)
      await bench.mine(CONFIRMATIONS + 2)
      await follow()
      expect((await bench.states()).toSorted()).toEqual(['COMPLETED', 'DISPUTED'])
      expect(await bench.balance('USDT')).toMatchObject({ posted: 1_100_000n, available: 600_000n })
      await bench.sendAgain(hash, raw)
      await bench.settle()
      expect([await bench.states(), await bench.balance('USDT')]).toMatchObject([['COMPLETED', 'COMPLETED'], { available: 1_100_000n }])
    }))

  it('D7 a small one that the chain lost adds up with no other until it comes again', () =>
    chain.anvil.whileAtRest(async () => {
      const snapshot = await chain.snapshot()
      const { hash } = await bench.send('USDT', 600_000n)
      const raw = await bench.rawOf(hash)
      await bench.settle()
      await chain.revert(snapshot)
      await bench.mine(CONFIRMATIONS + 2)
      await follow()
      expect(await bench.states()).toEqual(['ORPHANED'])
      await bench.sendAgain(hash, raw)
      await bench.send('USDT', 500_000n)
      expect([(await bench.balance('USDT')).posted, await bench.books('deposits_uncredited', 'USDT')]).toEqual([0n, 0n])
      await bench.settle()
      expect([await bench.states(), (await bench.balance('USDT')).posted]).toEqual([['COMPLETED', 'COMPLETED'], 1_100_000n])
      expect(await bench.books('deposits_uncredited', 'USDT')).toBe(0n)
    }))

  it('one below the minimum, in a dropped block, is in no books until it comes back', () =>
    chain.anvil.whileAtRest(async () => {
      const snapshot = await chain.snapshot()
      const { hash } = await bench.send('USDT', 999_999n)
      const raw = await bench.rawOf(hash)
      await bench.settle()
      expect([await bench.states(), await bench.books('deposits_uncredited', 'USDT')]).toEqual([['BELOW_MINIMUM'], 999_999n])
      await chain.revert(snapshot)
      await bench.mine(CONFIRMATIONS + 2)
      await follow()
      expect([await bench.states(), await bench.books('deposits_uncredited', 'USDT')]).toEqual([['ORPHANED'], 0n])
      await bench.sendAgain(hash, raw)
      await bench.settle()
      expect([await bench.states(), await bench.books('deposits_uncredited', 'USDT')]).toEqual([['BELOW_MINIMUM'], 999_999n])
    }))
})

it("R15 with the chain's own finality nothing is credited before its block is final", () =>
  chain.anvil.whileAtRest(async () => {
    await bench.close()
    bench = await openDepositBench(chain, { CHAIN_FINALITY: 'finalized' })
    await bench.send('USDT', SENT)
    const sentIn = await chain.client.getBlockNumber({ cacheTime: 0 })
    await bench.settle()
    await follow()
    expect([await bench.states(), (await bench.balance('USDT')).posted]).toEqual([['PENDING'], 0n])
    const finalBlock = async () => (await chain.client.getBlock({ blockTag: 'finalized' })).number
    while ((await finalBlock()) < sentIn) {
      expect(await bench.states()).toEqual(['PENDING'])
      await bench.mine(16)
      await follow()
    }
    await follow()
    expect([await bench.states(), (await bench.balance('USDT')).posted]).toEqual([['COMPLETED'], SENT])
  }))
