/** B3: ether at deposit addresses that was not sent by a transaction to them, found by balances on a real chain. */
import { sql } from 'kysely'
import { type Address, type Hex, keccak256, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { waitingForLocks } from '../../../../../dev/testing/waiting-for-locks.ts'
import { sendSigned } from '../../../chain/send-signed.ts'
import { unavailableReasonOf } from '../blockchain/index.ts'
import { type DepositBench, openDepositBench } from './deposits.testing.ts'
import { CONFIRMATIONS } from './testing.ts'

vi.setConfig({ testTimeout: 60_000 })
let chain: TestChain
let fresh: string
let bench: DepositBench

beforeAll(async () => {
  chain = await startTestChain({ stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  fresh = await chain.snapshot()
  bench = await openDepositBench(chain)
})
afterEach(async () => {
  await bench.close()
  await chain.revert(fresh)
})

/** Returns the block that has it. */
async function sendEther(to: Address | null, value: bigint, data?: Hex): Promise<bigint> {
  const { visitor } = chain.wallets
  const nonce = await chain.client.getTransactionCount({ address: visitor.address, blockTag: 'pending' })
  const fees = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
  const common = { type: 'eip1559', chainId: chain.deployment.chainId, nonce, value, gas: 200_000n, ...fees } as const
  const signed = await visitor.signTransaction({ ...common, ...(to ? { to } : {}), ...(data ? { data } : {}) })
  await sendSigned(chain.client, signed)
  await bench.mine()
  const receipt = await chain.client.waitForTransactionReceipt({ hash: keccak256(signed), pollingInterval: 20 })
  expect(receipt.status).toBe('success')
  return receipt.blockNumber
}
/** A contract that forwards the ether it is deployed with. */
const passOn = (value: bigint) => sendEther(null, value, `0x60006000600060003473${bench.own.slice(2).toLowerCase()}5af100`)
const look = async () => {
  await bench.settle()
  await bench.test.crypto.findEther()
}
interface Listed {
  kind: string
  amount: bigint
  isOfTransaction: boolean
  afterBlock: bigint | null
  blockNumber: bigint
}
const listed = async () =>
  (
    await sql<Listed>`SELECT kind, amount, transaction_hash IS NOT NULL AS "isOfTransaction", after_block AS "afterBlock",
      block_number AS "blockNumber" FROM crypto.unrecognized WHERE account_id = ${bench.customer} ORDER BY block_number, amount`.execute(
      bench.database.db,
    )
  ).rows
const brief = async () => (await listed()).map(({ kind, amount, isOfTransaction }) => [kind, amount, isOfTransaction])

it('B3 ether that a contract forwarded is listed once, with the block range in which it came, next to transactions', async () => {
  await sendEther(bench.own, parseEther('2'))
  await look()
  expect(await brief()).toEqual([['native_coin', parseEther('2'), true]])
  const block = await passOn(parseEther('1'))
  await bench.settle()
  expect(await listed()).toHaveLength(1)
  await Promise.all([bench.test.crypto.findEther(), bench.test.crypto.findEther(), bench.test.crypto.findEther()])
  await look()
  const [, found, ...others] = await listed()
  expect(others).toEqual([])
  expect(found).toMatchObject({ kind: 'native_coin', amount: parseEther('1'), isOfTransaction: false })
  expect(found?.afterBlock).toBeLessThan(block)
  expect(found?.blockNumber).toBeGreaterThanOrEqual(block)
  await sendEther(bench.own, parseEther('3'))
  await look()
  expect((await brief()).slice(2)).toEqual([['native_coin', parseEther('3'), true]])
})

it('B3 dust that contracts forward is listed as one sum when it is large enough, and dust of transactions is spam', async () => {
  await look()
  const first = await passOn(6n * 10n ** 14n)
  await look()
  expect(await listed()).toEqual([])
  await sendEther(bench.own, 9n)
  const second = await passOn(6n * 10n ** 14n)
  await look()
  expect(await brief()).toEqual([
    ['dust_coin', 9n, true],
    ['native_coin', 12n * 10n ** 14n, false],
  ])
  const found = (await listed()).find(({ kind }) => kind === 'native_coin')
  expect(found?.afterBlock).toBeLessThan(first)
  expect(found?.blockNumber).toBeGreaterThanOrEqual(second)
})

it('B3 the node is queried about an address once per block, for many addresses in one call', async () => {
  for (let address = 0; address < 5; address++) await bench.test.address(crypto.randomUUID())
  const asked = vi.spyOn(bench.test.blockchain, 'depositEther')
  await look()
  await bench.test.crypto.findEther()
  expect(asked.mock.calls.map(([addresses]) => addresses.length)).toEqual([6])
})

it('R5 dropped ether is no longer listed, and is again when it comes back', () =>
  chain.anvil.whileAtRest(async () => {
    const before = await chain.snapshot()
    await passOn(parseEther('1'))
    await look()
    expect(await brief()).toEqual([['native_coin', parseEther('1'), false]])
    await chain.revert(before)
    // Other blocks than the dropped ones.
    await bench.mine(2 * CONFIRMATIONS)
    await look()
    expect(await listed()).toEqual([])
    const block = await passOn(parseEther('1'))
    await look()
    const [again] = await listed()
    expect(again).toMatchObject({ amount: parseEther('1'), isOfTransaction: false })
    expect(again?.blockNumber).toBeGreaterThanOrEqual(block)
  }))

/** Block of the next ether comparison. */
const lookedBlock = async () =>
  (
    await sql<{
      lookedBlock: bigint
    }>`SELECT looked_block AS "lookedBlock" FROM crypto.ether_look WHERE account_id = ${bench.customer}`.execute(bench.database.db)
  ).rows[0]?.lookedBlock
/** Run something after the node answered and before the answer is stored. */
function afterTheAnswer(act: () => Promise<unknown>): void {
  const { blockchain } = bench.test
  const ask = blockchain.depositEther.bind(blockchain)
  vi.spyOn(blockchain, 'depositEther').mockImplementationOnce(async (...asked) => {
    const answer = await ask(...asked)
    await act()
    return answer
  })
}

it.each([
  ['what was found', parseEther('1')],
  ['that nothing was missing', 0n],
])('R5 a comparison that began before a reorganisation does not record after it %s', (_, before) =>
  chain.anvil.whileAtRest(async () => {
    const snapshot = await chain.snapshot()
    if (before > 0n) await passOn(before)
    else await bench.mine()
    await bench.settle()
    afterTheAnswer(async () => {
      await chain.revert(snapshot)
      await passOn(parseEther('2'))
      await bench.settle()
    })
    await bench.test.crypto.findEther()
    expect([await listed(), await lookedBlock()]).toEqual([[], undefined])
    // The chain has its former height: the same block number is compared, in its new block.
    await bench.test.crypto.findEther()
    expect(await brief()).toEqual([['native_coin', parseEther('2'), false]])
  }),
)

it('R5 a comparison waits for the reorganisation that drops its block, and then records nothing', async () => {
  await passOn(parseEther('1'))
  await bench.settle()
  const { db } = bench.database
  const unwinding = await db.startTransaction().execute()
  afterTheAnswer(() => sql`DELETE FROM crypto.block`.execute(unwinding))
  const compared = bench.test.crypto.findEther()
  await expect.poll(() => waitingForLocks(db)).toBe(1)
  await unwinding.commit().execute()
  await compared
  expect([await listed(), await lookedBlock()]).toEqual([[], undefined])
})

it('R5 a reorganisation of many blocks resets a comparison once', () =>
  chain.anvil.whileAtRest(async () => {
    const { owner } = bench.database
    const snapshot = await chain.snapshot()
    await bench.mine(6)
    await look()
    const compared = await lookedBlock()
    await sql`CREATE TABLE crypto.reset (looked_block bigint)`.execute(owner)
    await sql`CREATE FUNCTION crypto.count_reset() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
      'BEGIN INSERT INTO crypto.reset VALUES (NEW.looked_block); RETURN NEW; END'`.execute(owner)
    await sql`CREATE TRIGGER count_reset AFTER UPDATE ON crypto.ether_look FOR EACH ROW EXECUTE FUNCTION crypto.count_reset()`.execute(
      owner,
    )
    await chain.revert(snapshot)
    await passOn(parseEther('1'))
    await bench.mine(5)
    await bench.settle()
    const resets = await sql<{ block: bigint }>`SELECT looked_block AS block FROM crypto.reset`.execute(owner)
    expect(resets.rows).toHaveLength(1)
    expect(resets.rows[0]?.block).toBeLessThan(compared ?? 0n)
    await bench.test.crypto.findEther()
    expect(await brief()).toEqual([['native_coin', parseEther('1'), false]])
  }))

it('G1 while the chain is shorter than the books the node counts as unreachable: nothing is compared with it', () =>
  chain.anvil.whileAtRest(async () => {
    const before = await chain.snapshot()
    await bench.mine(2)
    await bench.test.crypto.follow()
    const block = await chain.client.getBlock()
    await chain.revert(before)
    const { blockchain } = bench.test
    for (const asked of [blockchain.depositCustody([], block), blockchain.depositEther([bench.own], block)])
      expect(unavailableReasonOf(await asked.catch((error: unknown) => error))).toBe('behind')
    // Blocks without transactions may have the hashes of the dropped ones.
    await passOn(1n)
    await bench.mine(2)
    expect(await blockchain.depositEther([bench.own], block)).toBeNull()
  }))
