/** R15: reorganisations, before and after the ledger settled the operations. */
import { once } from 'node:events'
import { sql } from 'kysely'
import { encodeFunctionData, type Hex, maxUint256 } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { jsonRpc } from '../../../../../dev/embedded/chain/json-rpc.ts'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { ERC20_ABI, SWAP_ROUTER_ABI } from '../../../chain/uniswap.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import type { Environment } from '../../../platform/process/settings.ts'
import { evidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import { createLedger, type Ledger, systemAccount } from '../ledger/index.ts'
import { chainMetrics } from './chain-metrics.ts'
import { readChainSettings } from './config.ts'
import { openTestBooks, type TestBooks } from './evidence.testing.ts'
import { type TestIntents, testIntents } from './intents.testing.ts'
import { recheckFinal } from './reorganisation.ts'
import { hasLostOperation } from './store.ts'
import { createTestBlockchain, SECRETS, type TestBlockchain } from './testing.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 30_000 })
const SETTLED = { timeout: 25_000, interval: 50 }
let chain: TestChain
let database: TestDatabase
let books: TestBooks
let intents: TestIntents
let running: TestBlockchain
let ledger: Ledger

beforeEach(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
  database = await createTestDatabase()
  books = openTestBooks(database.db)
  intents = testIntents(database, chain, books)
  start()
  ledger = createLedger({ ...running.platform, db: database.db, secrets: SECRETS })
})
afterEach(async () => {
  await running.stop()
  await ledger.close()
  await books.close()
  await database.drop()
  await chain.destroy()
})

function start(env: Environment = {}): void {
  running = createTestBlockchain(database.connection, { ...chain.env, ...env })
  running.start()
}

interface Row {
  state: string
  block_number: bigint | null
  block_hash: Hex | null
  agreed: boolean
  disagreement: string | null
}
const rowOf = async (operationId: string) =>
  (
    await sql<Row>`SELECT state, block_number, block_hash, agreed, disagreement FROM blockchain.chain_transaction
    WHERE operation_id = ${operationId}`.execute(database.db)
  ).rows[0]
const supply = () => chain.client.readContract({ address: chain.deployment.tokens.COPT, abi: ERC20_ABI, functionName: 'totalSupply' })
const float = async (asset: 'BTC' | 'USDT') => (await ledger.balance(systemAccount('float', asset))).posted
const frozen = async () => (await ledger.freezes()).map(({ asset }) => asset).toSorted()
const hotBalance = (token: 'BTC' | 'USDT') =>
  chain.client.readContract({
    address: chain.deployment.tokens[token],
    abi: ERC20_ABI,
    functionName: 'balanceOf',
    args: [chain.deployment.hotWallet],
  })

/** Removes all blocks from the operation's block on, once the operation is so deep. */
async function reorganise(operationId: string, depth: number): Promise<void> {
  let block = 0
  await expect
    .poll(async () => {
      block = Number((await rowOf(operationId))?.block_number ?? 0)
      return block === 0 ? 0 : Number(await chain.client.getBlockNumber({ cacheTime: 0 })) - block + 1
    }, SETTLED)
    .toBeGreaterThanOrEqual(depth)
  await chain.reorganiseFrom(block)
}

describe('R15 reorganisation of the chain', () => {
  // Two confirmations are enough here.
  it.each([1, 2, 3, 4, 5])(
    '%i deep or more: the stored bytes are sent again, take effect once, and the ledger settles once',
    async (depth) => {
      const before = await supply()
      const { operationId } = await intents.decide(await intents.burn(7n))
      await reorganise(operationId, depth)
      await expect.poll(() => rowOf(operationId), SETTLED).toMatchObject({ state: 'confirmed', agreed: true })
      const isInChain = async () => {
        const row = await rowOf(operationId)
        if (!row?.block_number) return false
        return (await chain.client.getBlock({ blockNumber: row.block_number })).hash === row.block_hash
      }
      await expect.poll(isInChain, SETTLED).toBe(true)
      expect(await supply()).toBe(before - 7n)
      const finals = await sql`SELECT 1 FROM platform.event WHERE payload ->> 'state' = 'confirmed'`.execute(database.db)
      expect(finals.rows).toHaveLength(1)
      expect(await frozen()).toEqual([])
    },
  )

  /** Settles a swap, then replaces the chain with one in which bitcoin is more expensive, while no watcher runs. */
  async function historyChanges() {
    const before = { BTC: await hotBalance('BTC'), USDT: await hotBalance('USDT') }
    const moved = async () => ({ BTC: (await hotBalance('BTC')) - before.BTC, USDT: (await hotBalance('USDT')) - before.USDT })
    const snapshot = await chain.snapshot()
    const { operationId } = await intents.decide(await intents.swap({ sold: 1_000_000_000n }))
    await expect.poll(async () => (await rowOf(operationId))?.state, SETTLED).toBe('confirmed')
    const settled = await moved()
    await running.stop()
    await chain.revert(snapshot)
    const { tokens, swapRouter, visitor } = chain.deployment
    const approve = encodeFunctionData({ abi: ERC20_ABI, functionName: 'approve', args: [swapRouter, maxUint256] })
    await chain.send('visitor', tokens.USDT, approve)
    const path: Hex = `${tokens.USDT}0001f4${tokens.BTC.slice(2) as string}`
    const params = { path, recipient: visitor, deadline: maxUint256, amountIn: 500_000_000_000n, amountOutMinimum: 0n }
    await chain.send('visitor', swapRouter, encodeFunctionData({ abi: SWAP_ROUTER_ABI, functionName: 'exactInput', args: [params] }))
    return { operationId, settled, moved }
  }
  async function isCarriedByThePlatform({ operationId, settled, moved }: Awaited<ReturnType<typeof historyChanges>>) {
    await expect.poll(async () => (await rowOf(operationId))?.disagreement, SETTLED).toContain('repeated otherwise')
    await expect.poll(frozen, SETTLED).toEqual(['BTC', 'USDT'])
    const now = await moved()
    expect(now).not.toEqual(settled)
    for (const asset of ['BTC', 'USDT'] as const) expect(await float(asset)).toBe(now[asset] - settled[asset])
    expect((await ledger.verify()).faults).toEqual([])
    expect(await running.blockchain.figures.read()).toMatchObject({ disagreeing: 1 })
    expect((await rowOf(operationId))?.state).toBe('confirmed')
  }

  it('and repeats a settled swap otherwise: both assets are frozen, the platform carries the difference, customers keep their tokens', async () => {
    const changed = await historyChanges()
    start()
    await isCarriedByThePlatform(changed)
  })

  it('R17 killed while the difference is posted, the next process posts it once', async () => {
    const changed = await historyChanges()
    process.env.FAULT_AT = 'blockchain.compensating'
    const { child } = runTypeScript(new URL('./crash-child.testing.ts', import.meta.url), [
      JSON.stringify({ connection: database.connection, env: chain.env }),
    ])
    delete process.env.FAULT_AT
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    await afterKill(database.db)
    start()
    await isCarriedByThePlatform(changed)
  })

  it('R16 a freeze that two officers lift stays lifted until the chain changes; another loss freezes again', async () => {
    const { operationId } = await intents.decide(await intents.burn(7n))
    const isAgreed = () => expect.poll(() => rowOf(operationId), SETTLED).toMatchObject({ state: 'confirmed', agreed: true })
    await isAgreed()
    await running.stop()
    const { platform } = running
    const context = {
      ...platform,
      db: database.db,
      client: chain.client,
      checkNode: async () => undefined,
      second: null,
      seals: evidenceSeals(SECRETS),
      deployment: chain.deployment,
      settings: readChainSettings(chain.env, platform.settings),
      ledger,
    }
    const lose = () =>
      sql`UPDATE blockchain.chain_transaction SET agreed = false, disagreed_at = now() - interval '31 seconds', block_number = NULL,
        block_hash = NULL WHERE operation_id = ${operationId}`.execute(database.db)
    await lose()
    // Also while the node does not answer.
    const away = { ...context, checkNode: () => Promise.reject(new Error('the node is away')) }
    await Promise.all([recheckFinal(context), expect(recheckFinal(away)).rejects.toThrow('away')])
    expect(await frozen()).toEqual(['COP'])
    expect(await hasLostOperation(database.db)).toBe(true)
    await inTransaction(database.db, (tx) => ledger.lift(tx, 'COP'))
    await recheckFinal(context)
    expect(await frozen()).toEqual([])
    expect(await chainMetrics({ ...context, isAway: () => false }).read()).toMatchObject({ disagreeing: 1 })

    start()
    await isAgreed()
    expect(await hasLostOperation(database.db)).toBe(false)
    await running.stop()
    await lose()
    await recheckFinal(context)
    expect(await frozen()).toEqual(['COP'])
    start()
  })

  it("with the chain's own finality nothing is settled before the finalized block", async () => {
    await running.stop()
    start({ CHAIN_FINALITY: 'finalized' })
    const { operationId } = await intents.decide(await intents.burn(9n))
    await expect.poll(async () => (await rowOf(operationId))?.state, SETTLED).toBe('mined')
    const { block_number: block } = (await rowOf(operationId)) ?? {}
    const finalized = async () => Number((await chain.client.getBlock({ blockTag: 'finalized' })).number)
    for (let mined = 0; mined < 80 && (await finalized()) < Number(block); mined++) await jsonRpc(chain.rpcUrl)('evm_mine')
    await expect.poll(async () => (await rowOf(operationId))?.state, SETTLED).toBe('confirmed')
  })
})
