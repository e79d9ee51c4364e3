/** R13: ends of operations that an attacker wrote with the product's database role. They move nothing, are reported, and are corrected. */
import { sql } from 'kysely'
import { encodeFunctionData, type Hex, pad, zeroHash } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { DemoToken, DepositForwarderFactory } from '../../../../../solidity/artifacts.generated.ts'
import { forwarderAddress } from '../../../chain/forwarders.ts'
import { ERC20_ABI } from '../../../chain/uniswap.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createLedger, type Ledger } from '../ledger/index.ts'
import { openTestBooks, type TestBooks } from './evidence.testing.ts'
import { forgedTransfer, forgeEnd } from './forging.testing.ts'
import { type TestIntents, testIntents } from './intents.testing.ts'
import { operationIdOf } from './operation-ids.ts'
import { createTestBlockchain, SECRETS, type TestBlockchain, testSigner } from './testing.ts'
import type { TransactionIntent } from './types.ts'

const SETTLED = { timeout: 25_000, interval: 50 }
vi.setConfig({ testTimeout: 90_000 })
let chain: TestChain
let database: TestDatabase
let books: TestBooks
let intents: TestIntents
let running: TestBlockchain
let ledger: Ledger
let notified: ReturnType<typeof vi.spyOn>

beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  database = await createTestDatabase()
  books = openTestBooks(database.db)
  intents = testIntents(database, chain, books)
  open()
})
afterEach(async () => {
  await running.stop()
  await ledger.close()
  await books.close()
  await database.drop()
})

function open(): void {
  running = createTestBlockchain(database.connection, chain.env)
  ledger = createLedger({ ...running.platform, db: database.db, secrets: SECRETS })
  notified = vi.spyOn(running.platform.log, 'error')
}
const timesNotified = (event: string) => notified.mock.calls.filter(([facts]: unknown[]) => JSON.stringify(facts)?.includes(event)).length
const tokenBalance = (address: Hex) =>
  chain.client.readContract({ address: chain.deployment.tokens.USDT, abi: ERC20_ABI, functionName: 'balanceOf', args: [address] })
const supply = () => chain.client.readContract({ address: chain.deployment.tokens.COPT, abi: ERC20_ABI, functionName: 'totalSupply' })
const rowOf = async ({ operationId }: TransactionIntent) =>
  (
    await sql<{ state: string; agreed: boolean; hash: Hex; receipt: unknown }>`SELECT state, agreed, mined_hash AS hash, receipt
    FROM blockchain.chain_transaction WHERE operation_id = ${operationId}`.execute(database.db)
  ).rows[0]
const postings = async () => (await sql<{ count: bigint }>`SELECT count(*) FROM ledger.transfer`.execute(database.db)).rows[0]?.count
const sign = async (intent: TransactionIntent) => {
  await intents.decide(intent)
  const signer = testSigner(database.signerConnection, chain)
  expect(await signer.sign(intent.operationId)).toBe('stored')
  await signer.close()
}

/** Sweep of dollars from a deposit address. */
async function sweep(): Promise<{ intent: TransactionIntent; forwarder: Hex }> {
  const { forwarderFactory, tokens } = chain.deployment
  const [ref, salt] = [newId(), pad(`0x${newId().replaceAll('-', '')}`)]
  const forwarder = forwarderAddress(forwarderFactory, salt)
  await chain.send(
    'treasury',
    tokens.USDT,
    encodeFunctionData({ abi: DemoToken.abi, functionName: 'mint', args: [forwarder, 50_000_000n] }),
  )
  const data = encodeFunctionData({ abi: DepositForwarderFactory.abi, functionName: 'sweep', args: [salt, [tokens.USDT]] })
  const operation = { operationId: operationIdOf('crypto.sweep', ref), wallet: 'hot', kind: 'sweep', ref } as const
  return { intent: { ...operation, to: forwarderFactory, data, gas: 300_000n }, forwarder }
}

describe('R13 a forged end', () => {
  it.each(['confirmed', 'reverted', 'superseded'] as const)(
    '%s of a mint, a burn and a sweep moves nothing, and each is done once',
    async (state) => {
      const before = { supply: await supply(), hot: await tokenBalance(chain.deployment.hotWallet) }
      const { intent: swept, forwarder } = await sweep()
      const all = [await intents.mint(5_000n), await intents.burn(700n), swept]
      for (const intent of all) await sign(intent)
      const posted = await postings()
      const logs = [forgedTransfer(chain.deployment.tokens.COPT, chain.deployment.hotWallet, chain.deployment.visitor, 10n ** 12n)]
      for (const { operationId, kind, ref } of all) await forgeEnd(database.db, operationId, { kind, ref, state, logs })
      running.start()
      const isTrue = async (intent: TransactionIntent) => {
        const row = await rowOf(intent)
        return (
          row?.state === 'confirmed' && !JSON.stringify(row.receipt).toLowerCase().includes(chain.deployment.visitor.slice(2).toLowerCase())
        )
      }
      for (const intent of all) await expect.poll(() => isTrue(intent), SETTLED).toBe(true)
      expect(await supply()).toBe(before.supply + 5_000n - 700n)
      expect([await tokenBalance(forwarder), await tokenBalance(chain.deployment.hotWallet)]).toEqual([0n, before.hot + 50_000_000n])
      for (const intent of all) {
        expect(JSON.stringify((await rowOf(intent))?.receipt)).not.toContain(chain.deployment.visitor.slice(2).toLowerCase())
        expect((await running.blockchain.result(intent.operationId)).outcome).toBe('confirmed')
      }
      expect(await postings()).toBe(posted)
      expect(await ledger.freezes()).toEqual([])
      expect(timesNotified('chain_result_forged')).toBe(3)
      expect(await running.blockchain.figures.read()).toMatchObject({ forged: 3, disagreeing: 0 })
    },
  )

  it('a receipt that an attacker rewrote after the end is no difference that the platform would carry', async () => {
    const swap = await intents.swap()
    await intents.decide(swap)
    running.start()
    await expect.poll(async () => (await rowOf(swap))?.state, SETTLED).toBe('confirmed')
    await running.stop()
    await ledger.close()
    const posted = await postings()
    const logs = [forgedTransfer(chain.deployment.tokens.BTC, chain.deployment.visitor, chain.deployment.hotWallet, 10n ** 9n)]
    await forgeEnd(database.db, swap.operationId, {
      kind: 'swap',
      ref: swap.ref,
      state: 'confirmed',
      logs,
      block: { number: 1, hash: zeroHash },
    })
    // As a loss for which no asset was frozen yet.
    await sql`UPDATE blockchain.chain_transaction SET agreed = false, disagreed_at = now() WHERE operation_id = ${swap.operationId}`.execute(
      database.db,
    )
    open()
    running.start()
    await expect.poll(async () => (await rowOf(swap))?.agreed, SETTLED).toBe(true)
    await expect.poll(async () => (await rowOf(swap))?.state, SETTLED).toBe('confirmed')
    expect(await postings()).toBe(posted)
    expect(await ledger.freezes()).toEqual([])
  })

  it('a seal of another operation, or of another state, is not valid', async () => {
    const [first, second] = [await intents.burn(1n), await intents.burn(2n)]
    for (const intent of [first, second]) await intents.decide(intent)
    running.start()
    for (const intent of [first, second]) await expect.poll(async () => (await rowOf(intent))?.state, SETTLED).toBe('confirmed')
    await running.platform.jobs.stop()
    await sql`UPDATE blockchain.chain_transaction AS mine SET receipt = other.receipt, outcome_seal = other.outcome_seal, mined_hash = other.mined_hash
      FROM blockchain.chain_transaction AS other WHERE mine.operation_id = ${first.operationId} AND other.operation_id = ${second.operationId}`.execute(
      database.db,
    )
    expect((await running.blockchain.result(first.operationId)).outcome).toBe('open')
    await sql`UPDATE blockchain.chain_transaction SET state = 'reverted' WHERE operation_id = ${second.operationId}`.execute(database.db)
    expect((await running.blockchain.result(second.operationId)).outcome).toBe('open')
    expect(timesNotified('chain_result_forged')).toBe(2)
  })

  it.each(['{}', '5', '{"logs":[null]}'])('a receipt of another shape, %s, hides no other forged end', async (receipt) => {
    const [first, second] = [await intents.burn(3n), await intents.burn(4n)]
    for (const intent of [first, second]) {
      await intents.decide(intent)
      if (intent === first) running.start()
      await expect.poll(async () => (await rowOf(intent))?.state, SETTLED).toBe('confirmed')
    }
    await running.stop()
    await ledger.close()
    await sql`UPDATE blockchain.chain_transaction SET receipt = ${receipt}, agreed = false, disagreed_at = now() - interval '1 hour'
      WHERE operation_id = ${second.operationId}`.execute(database.db)
    await sql`UPDATE blockchain.chain_transaction SET state = 'reverted' WHERE operation_id = ${first.operationId}`.execute(database.db)
    open()
    running.start()
    for (const intent of [first, second])
      await expect.poll(() => rowOf(intent), SETTLED).toMatchObject({ state: 'confirmed', agreed: true, receipt: { status: 'success' } })
    expect(await ledger.freezes()).toEqual([])
  })
})
